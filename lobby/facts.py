"""A room as frozen facts: what its table, its pages and its sockets are told. Read once, shared by all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from lobby.models import Presence, Room, Seat

ROBOT = "robot"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts:
    """One chair of a room, taken or free."""

    seat: int
    player: str | None = None  # the username, or the bot's name
    user_id: int | None = None
    kind: str | None = None  # "human" | "bot"
    guest: bool = False
    level: str | None = None
    avatar: str = ""
    online: bool = False
    ready: bool = False
    away: bool = False
    timeouts: int = 0
    leaving: bool = False

    @property
    def taken(self) -> bool:
        return self.kind is not None

    @property
    def identity(self) -> int | str | None:
        """The same person or bot as ever, whatever they are called now; None for a free chair."""
        return self.user_id or self.player

    @property
    def is_registered(self) -> bool:
        """A person with an account to keep: rated rounds are theirs."""
        return self.kind == "human" and not self.guest

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomFacts:
    id: int
    code: str
    name: str
    game: str
    ruleset: str
    options: Mapping[str, Any]
    status: str
    visibility: str
    spectators: bool
    auto_start: bool
    turn_seconds: int
    back: str
    owner_id: int | None
    owner_name: str | None
    start_at: datetime | None
    version: int
    seats: tuple[SeatFacts, ...]
    here: frozenset[int]  # everyone seen lately, seated or watching
    kicked: frozenset[int]  # who may not sit here again
    watching: int

    @property
    def owner(self) -> int | None:
        """The chair of the owner, or None where they do not sit."""
        return self.chair_of(self.owner_id)

    def chair_of(self, user_id: int | None) -> int | None:
        if user_id is None:
            return None
        return next((seat.seat for seat in self.seats if seat.user_id == user_id), None)

    def with_people(self, here: frozenset[int]) -> RoomFacts:
        """The same room while these people are in it, seated or watching."""
        seats = tuple(replace(seat, online=seat.is_bot or seat.user_id in here) for seat in self.seats)
        watching = len(here.difference(seat.user_id for seat in seats))
        return replace(self, here=here, seats=seats, watching=watching)

    def line_up(self, *, banker: bool) -> tuple[int, ...]:
        """The chair of each engine seat, were the round started now: all who are ready, the owner too.

        In banker games it begins with the owner's chair and wraps round.
        """
        owner = self.owner
        ready = [s.seat for s in self.seats if s.taken and not s.leaving and (s.ready or s.seat == owner)]
        if banker and owner is not None:
            ready.sort(key=lambda chair: (chair - owner) % len(self.seats))
        return tuple(ready)


def load_room(room_id: int) -> RoomFacts | None:
    """The room as it stands in the database now, in four queries."""
    room = Room.objects.select_related("owner").filter(pk=room_id).first()
    return facts_of(room) if room else None


def facts_of(room: Room) -> RoomFacts:
    online = Presence.objects.people_of([room.pk])[room.pk]
    taken = {seat.number: seat for seat in room.seats.select_related("user")}
    seats = tuple(_seat_facts(number, taken.get(number), online) for number in range(room.seat_count))
    seated = {seat.user_id for seat in seats if seat.user_id is not None}
    return RoomFacts(
        id=room.pk,
        code=room.code,
        name=room.name,
        game=room.game,
        ruleset=room.ruleset,
        options=MappingProxyType(room.options),
        status=room.status,
        visibility=room.visibility,
        spectators=room.spectators,
        auto_start=room.auto_start,
        turn_seconds=room.turn_seconds,
        back=room.back,
        owner_id=room.owner_id,
        owner_name=room.owner.username if room.owner else None,
        start_at=room.start_at,
        version=room.version,
        seats=seats,
        here=frozenset(online),
        kicked=frozenset(room.admissions.filter(kicked=True).values_list("user_id", flat=True)),
        watching=len(online - seated),
    )


def _seat_facts(number: int, seat: Seat | None, online: set[int]) -> SeatFacts:
    if seat is None:
        return SeatFacts(seat=number)
    if seat.is_bot:
        return SeatFacts(
            seat=number, player=seat.bot_name, kind="bot", level=seat.bot_level, avatar=ROBOT,
            online=True, ready=True, leaving=seat.leaving,
        )  # fmt: skip
    assert seat.user is not None
    return SeatFacts(
        seat=number,
        player=seat.user.username,
        user_id=seat.user_id,
        kind="human",
        guest=seat.user.is_guest,
        avatar=seat.user.avatar,
        online=seat.user_id in online,
        ready=seat.ready,
        away=seat.away,
        timeouts=seat.timeouts,
        leaving=seat.leaving,
    )
