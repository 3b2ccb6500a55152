"""What rounds do to their rooms: the caller holds the rooms' locks, and the rounds' transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from lobby import catalogue, site_clock
from lobby.facts import RoomFacts, facts_of, load_rooms
from lobby.models import Room, Seat
from lobby.services import sql
from lobby.services.changes import save
from lobby.signals import room_changed, rooms_listed


@dataclass(frozen=True, slots=True)
class LockedRoom:
    """What a round that begins or ends there asks of a room."""

    id: int
    code: str
    game: str
    ruleset: str
    status: str
    version: int
    auto_start: bool
    auto_next: int

    @property
    def is_closed(self) -> bool:
        return self.status == Room.Status.CLOSED


def lock_rooms(ids: Collection[int]) -> dict[int, LockedRoom]:
    """In one order, as everywhere."""
    if not ids:
        return {}
    rows = sql.read(
        f"SELECT id, code, game, ruleset, status, version, auto_start, auto_next"  # noqa: S608
        f" FROM {sql.table(Room)} WHERE id IN ({sql.marks(ids)}) ORDER BY id{sql.for_update()}",
        ids,
    )
    return {row[0]: LockedRoom(*row) for row in rows}


def rounds_started(started: Sequence[tuple[RoomFacts, Iterable[int]]]) -> None:
    """These chairs play. Saying `start` was the owner's ready."""
    sql.write(
        f"UPDATE {sql.table(Seat)} SET in_round = TRUE, ready = (ready OR %s)"  # noqa: S608
        " WHERE room_id = %s AND number = %s",
        [(chair == room.owner, room.id, chair) for room, chairs in started for chair in chairs],
    )
    sql.write(
        f"UPDATE {sql.table(Room)} SET status = 'playing', start_at = NULL, version = version + 1"  # noqa: S608
        " WHERE id = %s",
        [(room.id,) for room, _chairs in started],
    )
    _list_anew([room.id for room, _chairs in started])


def rounds_ended(rooms: Sequence[LockedRoom]) -> list[datetime | None]:
    """Who left during the round leaves now; the others stay, as ready as they were. When each of the rooms
    starts by itself. A room that was closed meanwhile stays closed, and the lobby hears nothing of it."""
    seats, ids = sql.table(Seat), [(room.id,) for room in rooms]
    sql.write(f"DELETE FROM {seats} WHERE room_id = %s AND leaving", ids)  # noqa: S608
    sql.write(
        f"UPDATE {seats} SET played = in_round, in_round = FALSE"  # noqa: S608
        " WHERE room_id = %s AND (in_round OR played)",
        ids,
    )
    starts = _starts(rooms)
    sql.write(
        f"UPDATE {sql.table(Room)} SET status = %s, start_at = %s, version = version + 1"  # noqa: S608
        " WHERE id = %s",
        [
            (room.status if room.is_closed else Room.Status.OPEN.value, sql.time(start), room.id)
            for start, room in zip(starts, rooms, strict=True)
        ],
    )
    _list_anew([room.id for room in rooms if not room.is_closed])
    return starts


def _list_anew(room_ids: Iterable[int]) -> None:
    for room_id in room_ids:
        transaction.on_commit(partial(rooms_listed.send, Room, room_id=room_id), robust=True)


def tell_tables(room_id: int) -> None:
    """Where no table has written the start or the end itself: all of them read it."""
    transaction.on_commit(partial(room_changed.send, Room, room_id=room_id), robust=True)


def books_changed(room: Room) -> None:
    """Of a locked room another thing is told of its rounds now: that is a version of it."""
    save(room, listed=False)


def _starts(rooms: Sequence[LockedRoom]) -> list[datetime | None]:
    auto = [room.id for room in rooms if (room.auto_start or room.auto_next) and not room.is_closed]
    set_up = load_rooms(auto) if auto else {}
    return [_start_of(replace(set_up[one.id], start_at=None)) if one.id in set_up else None for one in rooms]


def schedule(room: Room) -> None:
    """When the table will say `start` by itself, if it will. Not saved here."""
    asked = room.status == Room.Status.OPEN and (room.auto_start or room.auto_next)
    room.start_at = _start_of(facts_of(room)) if asked else None


def _start_of(room: RoomFacts) -> datetime | None:
    """A moment after the line-up changed; after a result, once its time has passed. What counts down already
    goes on, and never ends sooner than that moment after the last change."""
    now = site_clock.now()
    soon = now + timedelta(seconds=settings.TABLE["AUTO_START"])
    if room.auto_next and _goes_on(room):
        return max(room.start_at, soon) if room.start_at else now + timedelta(seconds=room.auto_next)
    return soon if room.auto_start and _is_set(room) else None


def _goes_on(room: RoomFacts) -> bool:
    """Whoever played the last round and still sits is ready for the next; so is the owner, who is there where
    they are the nhà cái. Who sat down since keeps nobody waiting."""
    game, owner = catalogue.game(room.game), room.owner
    played = [seat for seat in room.seats if seat.taken and seat.played]
    asked = [*played, room.seats[owner]] if owner is not None else played
    return (
        any(not seat.is_bot and not seat.away for seat in played)
        and all(seat.ready for seat in asked)
        and len(room.line_up(banker=game.banker)) in game.seats
        and not (game.banker and (owner is None or room.seats[owner].away))
    )


def _is_set(room: RoomFacts) -> bool:
    """All who sit are ready, they are as many as the game takes, and somebody is there to see it."""
    game, seats = catalogue.game(room.game), [seat for seat in room.seats if seat.taken]
    return (
        all(seat.ready for seat in seats)
        and len(seats) in game.seats
        and not (game.banker and room.owner is None)
        and any(not seat.is_bot and not seat.away for seat in seats)
    )
