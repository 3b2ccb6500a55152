"""The lobby's list of open rooms: a row is the same for everybody who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.utils import translation

from lobby.catalogue import GAMES, Text
from lobby.facts import ROBOT
from lobby.models import Room, Seat
from lobby.services import sql

AVATARS = 4
WINDOW: Final = 12  # rooms that are shown at first; who asks for more gets twice as many
MOST: Final = WINDOW * 64
DRAWN: Final = 2048  # rows that are kept as HTML
TOLD: Final = (  # what is read of a room
    "code", "name", "game", "ruleset", "options", "seat_count", "visibility", "turn_seconds", "spectators",
    "status", "owner__username",
)  # fmt: skip


class State(StrEnum):
    WAITING = "waiting"  # a round could begin, and there is room
    SHORT = "short"  # every chair must be taken first
    PLAYING = "playing"
    FULL = "full"


class Action(StrEnum):
    JOIN = "join"
    WAIT = "wait"  # sit now, play from the next round
    WATCH = "watch"
    NONE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomRow:
    """One room of the list, as templates/lobby/_room.html shows it."""

    code: str
    name: str
    game: str
    game_name: Text
    cards: tuple[str, ...]  # of its emblem
    ruleset: Text  # empty where it is the usual one
    banker: bool
    owner: str | None
    brief: Text
    locked: bool
    avatars: tuple[str, ...]
    people: frozenset[int]  # user ids of who sits there
    taken: int
    seats: int
    state: State
    action: Action

    @property
    def free(self) -> int:
        return self.seats - self.taken


def open_rooms(*, game: str = "", free: bool = False, apart: Collection[int] = ()) -> QuerySet[Room]:
    """What may be listed, those one can sit down in first, with all that is told of a room in two queries."""
    rooms = Room.objects.listed(apart=apart).filter(game__in=[game] if game in GAMES else list(GAMES))
    if free:
        seats = Seat.objects.filter(room=OuterRef("pk")).order_by().values("room")
        taken = seats.annotate(taken=Count("pk")).values("taken")
        rooms = rooms.filter(seat_count__gt=Coalesce(Subquery(taken), 0))
    sitting = Seat.objects.select_related("user").only("room", "bot_level", "user__avatar")
    rooms = rooms.select_related("owner").only(*TOLD)
    return rooms.prefetch_related(Prefetch("seats", sitting, to_attr="sitting")).order_by("status", "-pk")


def number(asked: str | None) -> int | None:
    """What an address says, where it is a number that could be meant."""
    return int(asked) if asked and asked.isdecimal() and len(asked) < 6 else None


def window(asked: str | None) -> int:
    """How many rooms a page shows."""
    return min(max(number(asked) or WINDOW, WINDOW), MOST)


def in_order(rooms: Iterable[RoomRow]) -> list[RoomRow]:
    """Of rooms that are the newest first: those one can sit down in before those that play."""
    return sorted(rooms, key=lambda room: room.state == State.PLAYING)


@lru_cache(maxsize=DRAWN)
def drawn(room: RoomRow, language: str, *, mine: bool) -> str:
    """A row as HTML, the same for everybody who reads this language; `mine`: for those who sit there."""
    with translation.override(language):
        return render_to_string("lobby/_room.html", {"room": room, "mine": mine})


def rows(rooms: Iterable[Room]) -> list[RoomRow]:
    return [row(room) for room in rooms]


def row(room: Room) -> RoomRow:
    game, sitting = GAMES[room.game], room.sitting  # type: ignore[attr-defined]
    usual = room.ruleset == game.usual_ruleset
    state = _state(room, len(sitting), needs_all=len(game.seats) == 1)
    return RoomRow(
        code=room.code,
        name=room.name,
        game=room.game,
        game_name=game.name,
        cards=game.cards[:2],
        ruleset="" if usual else game.ruleset(room.ruleset).name,
        banker=game.banker,
        owner=room.owner.username if room.owner else None,
        brief=game.brief(room.options),
        locked=room.visibility == Room.Visibility.PASSWORD,
        avatars=tuple(seat.user.avatar if seat.user else ROBOT for seat in sitting[:AVATARS]),
        people=frozenset(seat.user_id for seat in sitting if seat.user_id),
        taken=len(sitting),
        seats=room.seat_count,
        state=state,
        action=_action(room, state, len(sitting)),
    )


def _state(room: Room, taken: int, *, needs_all: bool) -> State:
    if room.status == Room.Status.PLAYING:
        return State.PLAYING
    if taken >= room.seat_count:
        return State.FULL
    return State.SHORT if needs_all else State.WAITING


def _action(room: Room, state: State, taken: int) -> Action:
    if taken < room.seat_count:
        return Action.WAIT if state is State.PLAYING else Action.JOIN
    return Action.WATCH if room.spectators else Action.NONE


def rooms_by_game(*, apart: Collection[int] = ()) -> dict[str, int]:
    """How many rooms are listed of each game."""
    return dict(_by_game(apart) if apart else sql.read(*_worded(_by_game, tuple(GAMES))))


def open_rooms_of_all(apart: Collection[int] = ()) -> QuerySet[Room]:
    return Room.objects.listed(apart=apart).filter(game__in=list(GAMES)).order_by()


def people_playing(*, apart: Collection[int] = ()) -> int:
    """How many persons sit in the rooms that are listed."""
    if apart:
        return _sitting(apart).count()
    statement, values = _worded(_sitting, tuple(GAMES))
    ((people,),) = sql.read(f"SELECT COUNT(*) FROM ({statement}) AS sitting", values)  # noqa: S608
    return int(people)


def _by_game(apart: Collection[int]) -> QuerySet[Any]:
    return open_rooms_of_all(apart).values("game").annotate(rooms=Count("pk")).values_list("game", "rooms")


def _sitting(apart: Collection[int]) -> QuerySet[Any]:
    sitting = Seat.objects.filter(room__in=open_rooms_of_all(apart), user__isnull=False)
    return sitting.values("user").distinct()


@lru_cache(maxsize=2)
def _worded(
    counted: Callable[[Collection[int]], QuerySet[Any]], games: tuple[str, ...]
) -> tuple[str, tuple[Any, ...]]:
    """As a statement, for all who are kept apart from nobody: to word it takes longer than to answer it."""
    statement, values = counted(()).query.sql_with_params()
    return statement, tuple(values)
