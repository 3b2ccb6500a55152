"""The one thread that makes live moves and starts durable, everything that waits in one transaction.

A move is acknowledged, shown or built upon only after `keep` has returned, a round after `begin` has.
"""

from __future__ import annotations

import asyncio
import queue
import random
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Any

import structlog
from django.conf import settings
from django.db import (
    IntegrityError,
    InterfaceError,
    OperationalError,
    close_old_connections,
    transaction,
)

from accounts.models import User
from games.core.engine import Outcome
from games.rounds.facts import Ended
from games.rounds.models import Move, Round
from games.rounds.reading import StoredRound, load_stored, newest_round
from games.rounds.services.ends import End, end_rounds, load_end
from games.rounds.services.starts import Start, begin_rounds
from lobby import services as rooms
from lobby.models import Room
from lobby.services import sql

log = structlog.get_logger()
BATCH = 256
TRIES = 3
LONG = 1.0  # seconds: what took longer and failed is not tried again, for all other tables wait


class SupersededError(Exception):
    """Another process had accepted a move of this number, or the room has changed: read that, ask again."""


class BarredError(Exception):
    """These may no longer play: banned since the socket opened, or since they sat down."""

    def __init__(self, people: Set[int]) -> None:
        super().__init__(people)
        self.people = people


class NotKeptError(Exception):
    """It could not be made durable now. Nothing happened; it may be tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An accepted move, waiting to be made durable."""

    round_id: int
    room_id: int
    number: int
    seat: int
    word: dict[str, Any]
    by: str
    mover_id: int | None  # the person; None for bots and the table
    at: datetime
    to_act: tuple[int, ...]  # once it is made
    deadline: datetime | None
    due_at: datetime | None
    outcome: Outcome | None  # given when the move ends the round
    # Nobody else's row has it. No secret, so it need not be asked of the kernel for each move.
    key: int = field(default_factory=lambda: random.getrandbits(63))

    @property
    def people(self) -> set[int]:
        return set() if self.mover_id is None else {self.mover_id}


Waiting = Entry | Start
Kept = Ended | StoredRound | None  # an end and a start say what was written
Answer = Kept | Exception


class Writer:
    """Started by the first move; lives as long as the process.

    Nobody waits for it without a limit. What was not begun when they gave up is not written; what was may be,
    and is then told as late.
    """

    def __init__(self, late: Callable[[Waiting], None] = lambda entry: None) -> None:
        self._late = late  # of what was written when nobody waited for it any more
        self._waiting: queue.SimpleQueue[tuple[Waiting, asyncio.Future[Any]]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def keep(self, entry: Entry) -> Ended | None:
        """Returns once the move is committed, with what it ended if it was the last one."""
        kept: Ended | None = await self._kept(entry)
        return kept

    async def begin(self, start: Start) -> StoredRound:
        """Returns once the round is committed."""
        begun: StoredRound = await self._kept(start)
        return begun

    async def _kept(self, entry: Waiting) -> Any:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        patience = loop.call_later(settings.TABLE["ANSWER_LIMIT"], _give_up, future)
        self._waiting.put((entry, future))
        try:
            return await future
        finally:
            patience.cancel()

    def _run(self) -> None:
        while True:
            batch = [self._waiting.get()]
            while len(batch) < BATCH and not self._waiting.empty():
                batch.append(self._waiting.get())
            self._write([(entry, future) for entry, future in batch if not future.done()])

    def _write(self, batch: Sequence[tuple[Waiting, asyncio.Future[Any]]]) -> None:
        answers = write([entry for entry, _future in batch], lambda n: not batch[n][1].done())
        for loop in {future.get_loop() for _entry, future in batch}:
            mine = [(e, f, a) for (e, f), a in zip(batch, answers, strict=True) if f.get_loop() is loop]
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._answer, mine)

    def _answer(self, answers: Sequence[tuple[Waiting, asyncio.Future[Any], Answer]]) -> None:
        for entry, future, answer in answers:
            if future.done():
                if not isinstance(answer, Exception):
                    self._late(entry)
            elif isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)


def _give_up(future: asyncio.Future[Any]) -> None:
    if not future.done():
        future.set_exception(NotKeptError())


def write(
    entries: Sequence[Waiting], is_awaited: Callable[[int], bool] = lambda number: True
) -> list[Answer]:
    """All in one transaction; where that fails, each in its own, so that one cannot spoil the others."""
    try:
        return _commit(entries)
    except Exception:
        return [_write_one(entry) if is_awaited(n) else NotKeptError() for n, entry in enumerate(entries)]


def _write_one(entry: Waiting) -> Answer:
    for _ in range(TRIES):
        began = monotonic()
        try:
            close_old_connections()
            return _keep_one(entry)
        except (OperationalError, InterfaceError) as error:
            log.warning("writer.failed", room=entry.room_id, error=type(error).__name__)
            if monotonic() - began > LONG:
                break
        except Exception:  # a fault of ours must not stop the thread every table waits for
            log.exception("writer.fault", room=entry.room_id)
            break
    return NotKeptError()


def _keep_one(entry: Waiting) -> Answer:
    try:
        answer = _commit([entry])[0]
    except IntegrityError:
        answer = SupersededError()
    return _was_it_ours(entry) if isinstance(answer, SupersededError) else answer


def _was_it_ours(entry: Waiting) -> Answer:
    """A commit whose answer was lost left our own rows behind; anything else is another's."""
    if isinstance(entry, Start):
        newest = newest_round(entry.room_id)
        ours = newest is not None and newest.started_at == entry.at  # others may have played it on
        return load_stored(newest) if newest is not None and ours else SupersededError()
    row = Move.objects.filter(round_id=entry.round_id, number=entry.number).first()
    if row is None or row.key != entry.key:
        return SupersededError()
    return None if entry.outcome is None else load_end(entry.round_id)


@transaction.atomic
def _commit(entries: Sequence[Waiting]) -> list[Answer]:
    """Whoever waits for a lock waits in one order, as everywhere: people, rooms, rounds.

    Who lost their place to another process is told so, and costs nobody else anything.
    """
    barred = _barred(set().union(*(entry.people for entry in entries)))
    welcome = [entry for entry in entries if barred.isdisjoint(entry.people)]
    starts = [entry for entry in welcome if isinstance(entry, Start)]
    moves = _one_a_round(entry for entry in welcome if isinstance(entry, Entry))
    ending = {entry.room_id for entry in moves if _is_last(entry)}
    locked = rooms.lock_rooms(ending | {start.room_id for start in starts})
    stored = _store(moves)
    ends = [entry for entry in stored if _is_last(entry)]
    ended = end_rounds([_end(entry) for entry in ends], locked)
    begun = _begin(starts, locked)
    answers: dict[int, Answer] = {id(entry): SupersededError() for entry in welcome}
    answers |= {id(entry): None for entry in stored}
    answers |= zip(map(id, ends), ended, strict=True)
    answers |= zip(map(id, starts), begun, strict=True)
    return [
        answers[id(entry)] if id(entry) in answers else BarredError(barred & entry.people)
        for entry in entries
    ]


def _one_a_round(moves: Iterable[Entry]) -> list[Entry]:
    """In the order of the rounds. A second move of one was judged without the first: who made that one is
    gone, and did not wait for the answer."""
    first: dict[int, Entry] = {}
    for move in moves:
        first.setdefault(move.round_id, move)
    return [first[round_id] for round_id in sorted(first)]


def _is_last(entry: Entry) -> bool:
    return entry.outcome is not None


def _begin(starts: Sequence[Start], locked: Mapping[int, rooms.LockedRoom]) -> list[Answer]:
    fresh = {start.room_id: start for start in starts if _is_as_known(start, locked)}
    begun = dict(zip(fresh, begin_rounds(list(fresh.values())), strict=True))
    return [begun[one.room_id] if fresh.get(one.room_id) is one else SupersededError() for one in starts]


def _is_as_known(start: Start, locked: Mapping[int, rooms.LockedRoom]) -> bool:
    """Options, chairs, who is ready: whatever changes in a room is a new version of it."""
    room = locked.get(start.room_id)
    return room is not None and (room.version, room.status) == (start.room.version, Room.Status.OPEN)


def _end(entry: Entry) -> End:
    assert entry.outcome is not None
    return End(round_id=entry.round_id, room_id=entry.room_id, outcome=entry.outcome, at=entry.at)


def _barred(movers: set[int]) -> set[int]:
    """Locked, people before rooms, so that a ban comes before the move or after it, never between."""
    if not movers:
        return set()
    welcome = sql.read(
        f"SELECT id FROM {sql.table(User)} WHERE id IN ({sql.marks(movers)}) AND is_active"  # noqa: S608
        f" ORDER BY id{sql.for_update()}",
        movers,
    )
    return movers.difference(user_id for (user_id,) in welcome)


def _store(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Two statements for the whole batch. Returned are those that had their place: a round that runs, and
    has come to the number of this move."""
    counted = sql.write(
        f"UPDATE {sql.table(Round)} SET move_count = %s, to_act = %s, deadline = %s, due_at = %s"  # noqa: S608
        " WHERE id = %s AND status = 'running' AND move_count = %s",
        [
            (
                e.number + 1,
                sql.json(e.to_act),
                sql.time(e.deadline),
                sql.time(e.due_at),
                e.round_id,
                e.number,
            )
            for e in entries
        ],
    )
    if counted != len(entries):
        ours = _counted_by_us({entry.round_id for entry in entries})
        entries = [entry for entry in entries if (entry.round_id, entry.number) in ours]
    sql.write(
        f"INSERT INTO {sql.table(Move)} (round_id, number, seat, word, by, at, key)"  # noqa: S608
        " VALUES (%s, %s, %s, %s, %s, %s, %s)",
        [(e.round_id, e.number, e.seat, sql.json(e.word), e.by, sql.time(e.at), e.key) for e in entries],
    )
    return entries


def _counted_by_us(round_ids: Set[int]) -> set[tuple[int, int]]:
    """Rounds, and their moves that are counted and not there yet. Others count and store at once."""
    rounds = sql.table(Round)
    found = sql.read(
        f"SELECT id, move_count - 1 FROM {rounds} WHERE id IN ({sql.marks(round_ids)})"  # noqa: S608
        f" AND status = 'running' AND NOT EXISTS (SELECT 1 FROM {sql.table(Move)}"
        f" WHERE round_id = {rounds}.id AND number = {rounds}.move_count - 1)",
        round_ids,
    )
    return {(round_id, number) for round_id, number in found}
