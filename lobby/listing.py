"""The lobby's list of open rooms: a row is the same for everybody who looks at it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Count, OuterRef, QuerySet, Subquery
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
STATEMENTS: Final = 64  # that are kept as they are worded
TOLD: Final = (  # of a room; an `OpenRoom` has them in this order
    "pk", "code", "name", "game", "ruleset", "options", "seat_count", "visibility", "turn_seconds",
    "spectators", "status", "owner", "owner__username",
)  # fmt: skip
Statement = tuple[str, tuple[Any, ...]]


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
    """One room of the list, as templates/lobby/_room.html shows it. Words that wait for a language are not
    compared, but what they are made of."""

    code: str
    name: str
    game: str
    rules: str  # the ruleset and the options as they are stored
    game_name: Text = field(compare=False)
    cards: tuple[str, ...] = field(compare=False)  # of its emblem
    ruleset: Text = field(compare=False)  # empty where it is the usual one
    banker: bool
    owner: str | None
    brief: Text = field(compare=False)
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


class OpenRoom(NamedTuple):
    """What is read of a room, and of who sits there. No objects of the ORM: a page would make eighty."""

    id: int
    code: str
    name: str
    game: str
    ruleset: str
    options: dict[str, Any]
    seats: int
    visibility: str
    turn_seconds: int
    spectators: bool
    status: str
    owner_id: int | None
    owner: str | None
    stored: str = ""  # the options
    sitting: Sequence[tuple[int | None, str]] = ()  # user id and avatar; a bot has no user

    @property
    def is_locked(self) -> bool:
        return self.visibility == Room.Visibility.PASSWORD


def open_rooms(*, game: str = "", free: bool = False, apart: Collection[int] = ()) -> QuerySet[Room]:
    """What may be listed, those one can sit down in first."""
    rooms = Room.objects.listed(apart=apart).filter(game__in=[game] if game in GAMES else list(GAMES))
    if free:
        seats = Seat.objects.filter(room=OuterRef("pk")).order_by().values("room")
        taken = seats.annotate(taken=Count("pk")).values("taken")
        rooms = rooms.filter(seat_count__gt=Coalesce(Subquery(taken), 0))
    return rooms.order_by("status", "-pk")


def load(rooms: QuerySet[Room]) -> list[OpenRoom]:
    """With who sits there, in two questions."""
    return _read(*rooms.values_list(*TOLD).query.sql_with_params())


def first_rows(
    many: int, *, game: str = "", free: bool = False, apart: Collection[int] = ()
) -> list[RoomRow]:
    """As many of the open rooms as a page shows."""
    if apart:
        found = load(open_rooms(game=game, free=free, apart=apart)[:many])
    else:
        found = _read(*_worded(_first, tuple(GAMES), many, game, free))
    return [row(room) for room in found]


def _first(many: int, game: str, free: bool) -> QuerySet[Any]:
    return open_rooms(game=game, free=free)[:many].values_list(*TOLD)


def _read(statement: str, values: Collection[Any]) -> list[OpenRoom]:
    found = sql.read(statement, values)
    sitting = _sitting_in([room_id for room_id, *_rest in found])
    return [
        OpenRoom(*told)._replace(
            options=json.loads(told[5]),
            spectators=bool(told[9]),
            stored=told[5],
            sitting=sitting[told[0]],
        )
        for told in found
    ]


def _sitting_in(room_ids: Collection[int]) -> dict[int, list[tuple[int | None, str]]]:
    sitting: dict[int, list[tuple[int | None, str]]] = defaultdict(list)
    if room_ids:
        statement = f"""
            SELECT seat.room_id, seat.user_id, COALESCE(person.avatar, %s) FROM {sql.table(Seat)} seat
            LEFT JOIN {sql.table(get_user_model())} person ON person.id = seat.user_id
            WHERE seat.room_id IN ({sql.marks(room_ids)}) ORDER BY seat.room_id, seat.number
        """  # noqa: S608
        for room_id, user_id, avatar in sql.read(statement, [ROBOT, *room_ids]):
            sitting[room_id].append((user_id, avatar))
    return sitting


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


def row(room: OpenRoom) -> RoomRow:
    game, taken = GAMES[room.game], len(room.sitting)
    usual = room.ruleset == game.usual_ruleset
    state = _state(room, needs_all=len(game.seats) == 1)
    return RoomRow(
        code=room.code,
        name=room.name,
        game=room.game,
        rules=f"{room.ruleset} {room.stored}",
        game_name=game.name,
        cards=game.cards[:2],
        ruleset="" if usual else game.ruleset(room.ruleset).name,
        banker=game.banker,
        owner=room.owner,
        brief=game.brief(room.options),
        locked=room.is_locked,
        avatars=tuple(avatar for _user_id, avatar in room.sitting[:AVATARS]),
        people=frozenset(user_id for user_id, _avatar in room.sitting if user_id),
        taken=taken,
        seats=room.seats,
        state=state,
        action=_action(room, state),
    )


def _state(room: OpenRoom, *, needs_all: bool) -> State:
    if room.status == Room.Status.PLAYING:
        return State.PLAYING
    if len(room.sitting) >= room.seats:
        return State.FULL
    return State.SHORT if needs_all else State.WAITING


def _action(room: OpenRoom, state: State) -> Action:
    if len(room.sitting) < room.seats:
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


def _by_game(apart: Collection[int] = ()) -> QuerySet[Any]:
    return open_rooms_of_all(apart).values("game").annotate(rooms=Count("pk")).values_list("game", "rooms")


def _sitting(apart: Collection[int] = ()) -> QuerySet[Any]:
    sitting = Seat.objects.filter(room__in=open_rooms_of_all(apart), user__isnull=False)
    return sitting.values("user").distinct()


@lru_cache(maxsize=STATEMENTS)
def _worded(asked: Callable[..., QuerySet[Any]], games: tuple[str, ...], *how: Any) -> Statement:
    """As a statement, for all who are kept apart from nobody: to word it takes longer than to answer it."""
    statement, values = asked(*how).query.sql_with_params()
    return statement, tuple(values)
