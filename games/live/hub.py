"""The hub of one live table in this process: its facts, its round, the sockets here, one lock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import structlog
from django.db import Error

from games.live import json_frames
from games.live.catching_up import Ask, Stand, news_of
from games.live.dues import Dues
from games.live.heads import Known, Tail
from games.live.live_round import LiveRound, NotJudgedError
from games.live.losses import Losses
from games.live.own_news import after_end, after_start
from games.live.pages import Pages
from games.live.pauses import REST, Pauses
from games.live.writer import BarredError, Entry, NotKeptError, SupersededError, Writer
from games.rounds import clock, reading
from games.rounds.facts import Ended, Ending, RoundFacts, TableFacts
from games.rounds.models import Move
from games.rounds.reading import StoredRound
from games.rounds.services.starts import Start, start_of
from games.rounds.terms import refused
from lobby import services as rooms
from lobby import site_clock
from lobby.models import Room
from lobby.refusals import Code, Refusal, refuse
from lobby.wire.closes import Close
from lobby.wire.threads import in_database

if TYPE_CHECKING:
    from lobby.wire.pump import Pump

log = structlog.get_logger()
COLLISIONS = 10  # with other processes' moves, before one is sent away
RESULTS = 20  # of past rounds that are kept
LOOKS, NOT_YET = 5, 0.05  # a hint may be here before what it tells of: so many looks, seconds apart


class Hub:
    """One live table. Every move, whoever makes it, comes through `make_move`."""

    def __init__(self, room_id: int, writer: Writer, moved: Callable[[int], None]) -> None:
        self.room_id = room_id
        self.moved = moved  # tells the other processes
        self.writer = writer
        self.lock = asyncio.Lock()
        self.pumps: set[Pump] = set()
        self.round: LiveRound | None = None
        self._facts: TableFacts | None = None
        self.pages = Pages(self)
        self.results: dict[int, str] = {}  # by round number: the newest, for whose reader is slow
        self._room_texts: dict[bool, json_frames.RoomTexts] = {}  # by whether the table stands still
        self._refreshing: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._stale = self._facts_stale = False
        self._heard = Stand()  # so far the database has come, as others said
        self.pauses = Pauses()  # after a fault of ours at this table
        self.losses = Losses(room_id, self.pauses)
        self.dues = Dues(self)

    @property
    def facts(self) -> TableFacts:
        assert self._facts is not None, "a table is refreshed before anyone sits at it"
        return replace(self._facts, stands_still=True) if self.pauses.failures else self._facts

    @property
    def running(self) -> bool:
        return self.round is not None and self.round.ending is None

    @property
    def is_idle(self) -> bool:
        """Nobody is here and nothing is going on, nor being read that may set the clock."""
        reading = self._refreshing is not None and not self._refreshing.done()
        busy = self.pumps or self.running or self.has_lost or self.dues.at_work or reading
        return not busy and self.facts.room.start_at is None

    @property
    def has_lost(self) -> bool:
        """There is a running round that this table cannot fold now."""
        return self.losses.running

    @property
    def newest(self) -> tuple[int, int]:
        """The newest round that is known here, and how many stored moves of it."""
        if (lost := self.losses.newest) is not None:
            return lost.round_id, lost.stored
        return (self.round.facts.id, self.round.stored) if self.round is not None else (0, 0)

    @property
    def stand(self) -> Stand:
        facts = self.facts
        return Stand(facts.room.version, *self.newest, facts.line)

    def awaits(self, user_id: int) -> bool:
        """Is it this person's turn?"""
        live = self.round  # once: a page may ask from its own thread
        return live is not None and live.facts.seat_of(user_id) in live.to_act

    def is_off_turn(self, verb: object) -> bool:
        return self.round is not None and self.round.is_off_turn(verb)

    # --- what is shown ---------------------------------------------------------------------

    def wake(self) -> None:
        """Something changed: every socket here looks for itself."""
        if self.round is not None and self.round.ending is not None:
            self._keep_result(self.round.facts, self.round.ending)
        is_closed = self.facts.room.status == Room.Status.CLOSED
        for pump in self.pumps:
            if is_closed:
                pump.close(Close.CLOSED)
            pump.dirty.set()

    def room_texts(self, *, stands_still: bool = False) -> json_frames.RoomTexts:
        """`stands_still`: for this one alone, whose view cannot be shown."""
        facts = replace(self.facts, stands_still=True) if stands_still else self.facts
        texts = self._room_texts.get(facts.stands_still)
        if texts is None:
            texts = self._room_texts[facts.stands_still] = json_frames.RoomTexts(facts)
        return texts

    @property
    def last_result(self) -> int:
        """The number of the newest round whose result is kept."""
        return next(reversed(self.results), 0)

    def _keep_result(self, round_: RoundFacts, ending: Ending) -> None:
        if round_.number not in self.results:
            self.results[round_.number] = json_frames.text(
                json_frames.result(round_, ending, self.facts.room.code)
            )
            for old in list(self.results)[:-RESULTS]:
                del self.results[old]

    # --- what is heard ---------------------------------------------------------------------

    async def hear_move(
        self, *, user_id: int, round_number: int, n: int, word: Mapping[str, Any]
    ) -> Refusal | None:
        """A person's move, with the round and the count of theirs that they believe in."""
        async with self.lock:
            for _ in range(COLLISIONS):
                live = self.round
                if self.has_lost:
                    return refuse(Code.UNAVAILABLE)
                seat = live.facts.seat_of(user_id) if live else None
                if live is None or seat is None:
                    return refuse(Code.NOT_SEATED)
                if (round_number, n) != (live.facts.number, live.counts[seat]):
                    return refuse(Code.STALE)
                try:
                    return await self.make_move(live, seat, word, by=Move.By.PERSON, mover_id=user_id)
                except SupersededError:
                    await self.catch_up()  # somebody else's move came first: judge this one again
                except NotJudgedError:
                    log.exception("table.move_not_judged", room=self.room_id, round=live.facts.id)
                    break
            return refuse(Code.UNAVAILABLE)

    async def make_move(
        self, live: LiveRound, seat: int, word: Mapping[str, Any], *, by: str, mover_id: int | None = None
    ) -> Refusal | None:
        """Judge a move, make it durable, and only then show it. Held under the table's lock.

        Raises SupersededError where another process had accepted a move of this number.
        """
        try:
            judged = self._judge(live, seat, word, by=by, mover_id=mover_id)
        except Exception as error:
            raise NotJudgedError from error
        if isinstance(judged, Refusal):
            return judged
        entry, state = judged
        try:
            ended = await self.writer.keep(entry)
        except BarredError:
            return refuse(Code.NOT_ALLOWED)
        except NotKeptError:
            return refuse(Code.UNAVAILABLE)
        ending = ended.ending if ended else None
        live.advance(seat, state, entry.at, entry.deadline, ending, helped=live.help(entry.word, by))
        if ended is not None:
            self._has_ended(live, ended)
        self._moved(live)
        return None

    def _judge(
        self, live: LiveRound, seat: int, word: Mapping[str, Any], *, by: str, mover_id: int | None
    ) -> tuple[Entry, Any] | Refusal:
        """What the writer is to keep, and the state it leads to; or why not. Changes nothing."""
        judged = live.judge(seat, word)
        if not isinstance(judged, tuple):
            return refused(judged, live.facts.game)
        written, state = judged
        if live.is_off_turn(written["do"]) and live.is_long:
            return refuse(Code.RATE_LIMITED)
        outcome, to_act = live.engine.outcome(state), live.engine.to_act(state)
        at = site_clock.now()
        deadline = clock.deadline(
            now=at,
            turn_seconds=self.facts.room.turn_seconds,
            people=live.people,
            to_act=to_act,
            mover=seat,
            before=live.to_act,
            old=live.deadline,
        )
        entry = Entry(
            round_id=live.facts.id,
            room_id=self.room_id,
            number=live.version,
            seat=seat,
            word=written,
            by=by,
            mover_id=mover_id,
            at=at,
            to_act=to_act,
            deadline=deadline,
            due_at=None if outcome else deadline or at,
            outcome=outcome,
        )
        return entry, state

    async def begin(self, by: int | None) -> bool:
        """A round begins, by somebody's word or by the clock (None), where the room as this table knows it
        lets it. Is it durable, and to be seen? Nobody is refused anything by what is only known here.

        Raises NotKeptError where it could not be made durable, or nobody can say whether it was.
        """
        async with self.lock:
            barred: set[int] = set()
            for _ in range(COLLISIONS):
                start = self._start_now(by, barred)
                if start is None:
                    return False
                try:
                    self._has_begun(await self.writer.begin(start))
                except SupersededError:
                    await self._read_what_is_stale()  # somebody changed the room: its start is another one
                except BarredError as error:
                    barred |= error.people
                else:
                    return True
            raise NotKeptError

    def _start_now(self, by: int | None, barred: Set[int] = frozenset()) -> Start | None:
        """Who is barred stays on their chair and does not play."""
        room, now = self.facts.room, site_clock.now()
        may = room.start_at is not None and room.start_at <= now if by is None else room.owner_id == by
        if not may or by in barred or room.status != Room.Status.OPEN:
            return None
        start = start_of(room, by=by, at=now, barred=barred)
        return None if isinstance(start, Refusal) else start

    def _has_begun(self, begun: StoredRound) -> None:
        assert self._facts is not None
        if begun.moves or begun.ending is not None:  # the answer was lost, and others played meanwhile
            self.touch()
            return
        self._learn(after_start(self._facts, begun))
        if self._take_in(begun) and self.round is not None:
            self._moved(self.round)
        else:
            self.touch()

    def _has_ended(self, live: LiveRound, ended: Ended) -> None:
        """What this process wrote is not read back, unless somebody else changed the room meanwhile."""
        assert self._facts is not None
        if ended.room_version == self._facts.room.version + 1:
            self._learn(after_end(self._facts, live.facts, ended, banker=live.engine.banker))
        else:
            self.touch()

    def _learn(self, facts: TableFacts) -> None:
        self._facts = facts
        self._room_texts.clear()

    def _moved(self, live: LiveRound) -> None:
        self.pauses.end()
        self.dues.plan()
        self.wake()
        self.moved(self.room_id)

    # --- what is read again ----------------------------------------------------------------

    def touch(self, *, moves_only: bool = False) -> None:
        """There is news in the database: read it soon, once, however often this is called."""
        self._stale = True
        self._facts_stale |= not moves_only
        self._refresh_soon()

    def hear_of(self, stand: Stand) -> None:
        """So far the database has come: what of it is not known here once nobody moves is read."""
        self._heard |= stand
        if self._is_behind:
            self._refresh_soon()

    @property
    def _is_behind(self) -> bool:
        return not self.stand >= self._heard

    def meet(self, here: Set[int]) -> None:
        """Who is here now. Nothing is read for it."""
        assert self._facts is not None
        if here != self._facts.room.here:
            self._facts = replace(self._facts, room=self._facts.room.with_people(frozenset(here)))
            self._room_texts.clear()
            self.wake()

    def end_mute_if_over(self) -> None:
        """That its owner may write again is written nowhere: only the time is over. Nothing is read."""
        assert self._facts is not None
        room = self._facts.room
        if room.owner_muted_until is not None and room.owner_muted_until <= site_clock.now():
            self._learn(replace(self._facts, room=replace(room, owner_muted_until=None)))
            self.wake()

    def _refresh_soon(self) -> None:
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.get_running_loop().create_task(self._refresh_while_stale())

    async def _refresh_while_stale(self) -> None:
        pauses, looks = Pauses(), 0
        while self._stale or self._is_behind:
            try:
                async with self.lock:  # what is told while we wait for it is read as well
                    if self._stale or self._is_behind:
                        await self._read_what_is_stale()
                looks = looks + 1 if self._is_behind else 0
                if looks >= LOOKS or self.has_lost:
                    self._heard, looks = Stand(), 0  # whoever said so
                elif looks:
                    await asyncio.sleep(NOT_YET)
            except Error:
                log.warning("table.refresh_failed", room=self.room_id)
                await asyncio.sleep(REST)
                self.touch()
            except Exception:
                log.exception("table.refresh_failed", room=self.room_id)
                pauses.fail()
                await asyncio.sleep(pauses.left)
                self.touch()

    async def _read_what_is_stale(self) -> None:
        """A room of another version is seen with its moves: not so what is said there."""
        whole = self._facts_stale or self.stand.line < self._heard.line
        self._stale = self._facts_stale = False
        try:
            await self.catch_up(moves_only=not whole)
        except BaseException:  # also where who asked for it has gone
            self._stale, self._facts_stale = True, self._facts_stale or whole
            raise

    async def refresh(self) -> None:
        async with self.lock:
            await self.catch_up()

    async def reach(self, stand: Stand) -> None:
        """Not behind this. A second reading began after whatever the first may have missed."""
        for _ in range(2):
            if self.stand >= stand:
                return
            await self._read_together()

    async def _read_together(self) -> None:
        """Once for all who ask at the same time."""
        if self._reading is None or self._reading.done():
            self._reading = asyncio.get_running_loop().create_task(self.refresh())
        await asyncio.shield(self._reading)

    async def catch_up(self, *, moves_only: bool = False) -> None:
        """What is new in the database, taken in and shown. Held under the table's lock."""
        played = self.round.facts if self.round is not None else None
        asked = Ask(self.room_id, self._known(), played, self._facts, moves_only)
        facts, news = await news_of(asked)
        if isinstance(news, StoredRound) and self._facts is not None:
            await self._hear_of_ends(before=news.facts.number)
        if facts is not None and facts != self._facts:
            self._learn(facts)
        if facts is not None:
            self.meet(facts.room.here | rooms.seen_here(self.room_id))  # who came in meanwhile
        if news is not None and not self._take_in(news) and await self.losses.ask_for_another_look():
            await self.catch_up()
            return
        if facts is not None and self.round is not None:
            self.round.call_by_name(facts.room)
        self.dues.plan()
        self.wake()

    def _known(self) -> Known | None:
        live = self.round
        if self.losses.newest is not None:
            return self.losses.known()
        if live is None:
            return None
        return Known(live.facts.id, live.stored, over=live.ending is not None, void=live.void)

    def _take_in(self, news: StoredRound | Tail) -> bool:
        """The round as it is now. One that cannot be folded is lost to this table, and to no other."""
        try:
            if isinstance(news, StoredRound):
                self.round = LiveRound(news)
            elif self.round is not None:
                for word, at, by in news.moves:
                    self.round.replay(word, at, by, news.deadline)
                if news.ending is not None:
                    self.round.end(news.ending)
                    self.results.pop(news.number, None)  # one that was taken back is told anew
        except Exception as error:
            self.round = None
            self.losses.lose(news, error)
            return False
        self.losses.end()
        return True

    async def _hear_of_ends(self, *, before: int) -> None:
        """Of the round that was known here and of those since, where they were played elsewhere."""
        after = self._last_over()
        if before - after > 1:
            ended = await in_database(reading.load_ended, self.room_id, after=after, before=before)
            for round_, ending in ended:
                self._keep_result(round_, ending)

    def _last_over(self) -> int:
        """The number of the last round whose end was told here."""
        if (lost := self.losses.newest) is not None:
            return lost.number - (not lost.over)
        return self.round.facts.number - (self.round.ending is None) if self.round else 0

    def close(self) -> None:
        """Forget the table; nobody is here and nothing is going on."""
        self.dues.close()
