"""A room as frozen facts: what its table, its pages and its sockets are told. Read once, shared by all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from lobby import site_clock
from lobby.models import Admission, Presence, Room, Seat

ROBOT = "robot"
LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
HOUSE_CHAIR: Final = 0  # whose bot a practice table is, so the nhà cái where there is one


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
    played: bool = False  # the last round
    since: datetime = LONG_AGO

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
    spectators_chat: bool
    auto_start: bool
    auto_deal: bool
    auto_next: int
    turn_seconds: int
    back: str
    owner_id: int | None
    owner_name: str | None
    start_at: datetime | None
    version: int
    seats: tuple[SeatFacts, ...]
    here: frozenset[int]  # everyone seen lately, seated or watching
    kicked: Mapping[int, str]  # who may not sit here again, and their names
    watching: int
    owner_muted_until: datetime | None = None  # by staff; None once it is over
    practice: bool = False  # the house's, for one person

    @property
    def owner(self) -> int | None:
        """The chair of the owner, or None where they do not sit; at a practice table the house's."""
        return HOUSE_CHAIR if self.practice else self.chair_of(self.owner_id)

    @property
    def heir(self) -> SeatFacts | None:
        """Who gets the room once its owner has left: of those who are there, who has sat longest."""
        others = [seat for seat in self.seats if seat.kind == "human" and seat.user_id != self.owner_id]
        there = [seat for seat in others if seat.online and not seat.leaving]
        return min(there, key=lambda seat: (seat.since, seat.seat), default=None)

    def chair_of(self, user_id: int | None) -> int | None:
        if user_id is None:
            return None
        for seat in self.seats:  # asked for each socket, each time something happens
            if seat.user_id == user_id:
                return seat.seat
        return None

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


ROOM: Final = (
    "pk", "code", "name", "game", "ruleset", "options", "status", "visibility", "spectators",
    "spectators_chat", "auto_start", "auto_deal", "auto_next", "turn_seconds", "back", "owner_id", "start_at",
    "version", "seat_count", "practice", "owner__username", "owner__muted_until",
)  # fmt: skip
SEAT: Final = (
    "room_id", "number", "user_id", "bot_name", "bot_level", "ready", "away", "timeouts", "leaving",
    "played", "since", "user__username", "user__is_guest", "user__avatar",
)  # fmt: skip


def load_room(room_id: int) -> RoomFacts | None:
    return load_rooms([room_id]).get(room_id)


def load_rooms(room_ids: Collection[int]) -> dict[int, RoomFacts]:
    """Rooms as they stand in the database now, in four queries for all of them."""
    rooms = {room.pk: room for room in Room.objects.filter(pk__in=room_ids).values_list(*ROOM, named=True)}
    people = _People(rooms)
    return {
        pk: _room_facts(room, (room.owner__username, room.owner__muted_until), people)
        for pk, room in rooms.items()
    }


def facts_of(room: Room) -> RoomFacts:
    owner = (room.owner.username, room.owner.muted_until) if room.owner else (None, None)
    return _room_facts(room, owner, _People([room.pk]))


class _People:
    """Who sits in these rooms, who is there, and who may not sit there again."""

    def __init__(self, room_ids: Collection[int]) -> None:
        self.here = Presence.objects.people_of(room_ids)
        self.seats: dict[int, dict[int, Any]] = {room_id: {} for room_id in room_ids}
        for seat in Seat.objects.filter(room__in=room_ids).values_list(*SEAT, named=True):
            self.seats[seat.room_id][seat.number] = seat
        self.kicked: dict[int, dict[int, str]] = {room_id: {} for room_id in room_ids}
        kicked = Admission.objects.filter(room__in=room_ids, kicked=True).order_by("pk")
        for room_id, user_id, name in kicked.values_list("room_id", "user_id", "user__username"):
            self.kicked[room_id][user_id] = name


def _room_facts(room: Any, owner: tuple[str | None, datetime | None], people: _People) -> RoomFacts:
    taken = people.seats[room.pk]
    facts = RoomFacts(
        id=room.pk,
        code=room.code,
        name=room.name,
        game=room.game,
        ruleset=room.ruleset,
        options=MappingProxyType(room.options),
        status=room.status,
        visibility=room.visibility,
        spectators=room.spectators,
        spectators_chat=room.spectators_chat,
        auto_start=room.auto_start,
        auto_deal=room.auto_deal,
        auto_next=room.auto_next,
        turn_seconds=room.turn_seconds,
        back=room.back,
        owner_id=room.owner_id,
        owner_name=owner[0],
        owner_muted_until=owner[1] if owner[1] and owner[1] > site_clock.now() else None,
        practice=room.practice,
        start_at=room.start_at,
        version=room.version,
        seats=tuple(_seat_facts(number, taken.get(number)) for number in range(room.seat_count)),
        here=frozenset(),
        kicked=MappingProxyType(people.kicked[room.pk]),
        watching=0,
    )
    return facts.with_people(frozenset(people.here[room.pk]))


def _seat_facts(number: int, seat: Any) -> SeatFacts:
    if seat is None:
        return SeatFacts(seat=number)
    if seat.bot_level:
        return SeatFacts(
            seat=number, player=seat.bot_name, kind="bot", level=seat.bot_level, avatar=ROBOT,
            online=True, ready=True, leaving=seat.leaving, played=seat.played,
            since=seat.since,
        )  # fmt: skip
    return SeatFacts(
        seat=number,
        player=seat.user__username,
        user_id=seat.user_id,
        kind="human",
        guest=seat.user__is_guest,
        avatar=seat.user__avatar,
        ready=seat.ready,
        away=seat.away,
        timeouts=seat.timeouts,
        leaving=seat.leaving,
        played=seat.played,
        since=seat.since,
    )
