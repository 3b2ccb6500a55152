"""A started round as a hub holds it: the folded state, and what each viewer may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any

from games import registry
from games.core.engine import Event, SeatNo
from games.core.refusal import Refusal
from games.core.replay import CorruptRecordError
from games.live import json_frames
from games.page.zones import Own, Zones
from games.rounds.facts import Ending, LogLine, RoundFacts, SeenRound
from games.rounds.models import Move
from games.rounds.reading import StoredRound, states_of
from lobby.facts import RoomFacts


class NotJudgedError(Exception):
    """The rules neither take a move nor refuse it: our mistake. Nothing happened."""


class Log:
    """What one viewer saw happen: the differences between their views, one move after another."""

    def __init__(self, engine: Any, seat: int | None = None) -> None:
        self.engine, self.seat = engine, seat
        self.moves = 0  # seen so far
        self.view: Any = None  # the newest
        self._lines: list[LogLine] = []
        self._uncovered: list[LogLine] = []
        self._told: list[tuple[Event, ...]] = []  # to a passer-by, by each move

    def sees(
        self, view: Any, at: datetime, *, helped: Event | None = None, of_all: Log | None = None
    ) -> None:
        """`of_all` is what a passer-by saw up to then: a line that says the same is the same. Where a seat
        looks to itself as before it saw happen what everybody saw, until the round is over."""
        seen: tuple[Event, ...]
        if of_all is not None and self._looks_as_before(view):
            seen = of_all._told[self.moves]
        else:
            seen = self.engine.events(self.view, view)
        if self.seat is None:
            self._told.append(seen)
        if helped is not None:
            seen = (helped, *seen)
        fresh = [LogLine(number=n, at=at, event=event) for n, event in enumerate(seen, len(self._lines))]
        if of_all is not None:
            fresh = [of_all.line_like(line) for line in fresh]
        if self.engine.covers:
            self._uncovered = [line for line in self._uncovered if not self._is_covered(line, seen)]
        self._uncovered += fresh
        self._lines += fresh
        self.view = view
        self.moves += 1

    def _looks_as_before(self, view: Any) -> bool:
        if self.view is None or view.over:
            return False
        return bool(view.seats[self.seat] == self.view.seats[self.seat])

    def line_like(self, line: LogLine) -> LogLine:
        """The one that is kept here, if it is equal."""
        kept = self._lines[line.number] if line.number < len(self._lines) else None
        return kept if kept == line else line

    def _is_covered(self, line: LogLine, seen: tuple[Event, ...]) -> bool:
        return any(self.engine.covers(event, line.event) for event in seen)

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """While the round runs, what nothing has covered; then all of it."""
        return tuple(self._lines if self.view.over else self._uncovered)


class LiveRound:
    """Grows by one state a move. The states hold every card: they never leave this package."""

    def __init__(self, stored: StoredRound) -> None:
        self.facts: RoundFacts = stored.facts
        self.game = registry.game(stored.facts.game)
        self.engine = self.game.engine
        self.setup = stored.setup
        self.deadline = stored.deadline
        self.ending: Ending | None = stored.ending
        self.started_at = stored.started_at
        self.states = states_of(stored)
        self.stored = len(stored.moves)  # as many as lead to these states, but where a void round is corrupt
        moves = stored.moves[: self.version]
        self.times = [stored.started_at, *(at for _word, at, _by in moves)]
        self.helps = [None, *(self.help(word, by) for word, _at, by in moves)]
        self.counts = [0] * len(self.facts.players)
        for word, _at, _by in moves:
            self.counts[word["seat"]] += 1
        self.people = frozenset(p.seat for p in self.facts.players if not p.bot_level)
        self._view_texts: json_frames.ViewTexts | None = None
        self._texts: dict[int | None, str] = {}
        self._own_texts: dict[int, json_frames.OwnTexts] = {}
        self._zones: dict[int | None, Zones] = {}
        self._owns: dict[int, Own] = {}  # what of a page was each seat's own
        self._logs: dict[int | None, Log] = {}

    def __repr__(self) -> str:
        return f"<LiveRound {self.facts.id} version {self.version}>"

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def version(self) -> int:
        """Moves accepted in the round so far, anybody's."""
        return len(self.states) - 1

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.ending else self.engine.to_act(self.state)

    @property
    def void(self) -> str:
        """Why it does not count; empty while it does, and while it runs."""
        return (self.ending and self.ending.void) or ""

    def is_off_turn(self, verb: object) -> bool:
        """A verb that changes nobody's turn, whoever says it."""
        return isinstance(verb, str) and verb in self.engine.off_turn

    @property
    def is_long(self) -> bool:
        """It has more moves than its play can need: the rest was said off turn."""
        return self.version >= self.engine.most_moves(self.setup)

    @property
    def is_dealt(self) -> bool:
        """Does every person hold cards?"""
        return all(self.engine.own(self.state, SeatNo(seat)).seat.as_json()["cards"] for seat in self.people)

    @property
    def shows_for(self) -> float:
        """Seconds that a page takes to show what happened last: what everybody saw of it, nothing else."""
        before = self.engine.view(self.states[-2], None) if self.version else None
        events = self.engine.events(before, self.engine.view(self.state, None))
        return sum(self.game.shows.get(event.kind, 0.0) for event in events)

    def judge(self, seat: int, word: Mapping[str, Any]) -> tuple[dict[str, Any], Any] | Refusal:
        """The move as it will be recorded and the state it leads to; or why not. Changes nothing."""
        move = self.engine.read_move(self.setup, SeatNo(seat), word)
        if isinstance(move, Refusal):
            return move
        state = self.engine.apply(self.state, move)
        if isinstance(state, Refusal):
            return state
        return self.engine.write_move(move), state

    def advance(
        self,
        seat: int,
        state: Any,
        at: datetime,
        deadline: datetime | None,
        ending: Ending | None,
        *,
        helped: Event | None = None,
    ) -> None:
        """The move is durable: from here on it may be seen."""
        self.states.append(state)
        self.stored += 1
        self.times.append(at)
        self.helps.append(helped)
        self.counts[seat] += 1
        self.deadline, self.ending = deadline, ending
        self._view_texts = None
        self._texts.clear()
        self._zones.clear()

    @staticmethod
    def help(word: dict[str, Any], by: str) -> Event | None:
        """The table moved for a seat whose time, or short pause while away, was up: their own log says so.

        No engine tells it, since the views do not know who made a move.
        """
        if by != Move.By.TABLE:
            return None
        return Event(kind="timed_out", seat=SeatNo(word["seat"]), facts=(("do", word["do"]),))

    def replay(self, word: dict[str, Any], at: datetime, by: str, deadline: datetime | None) -> None:
        """A move that another process accepted."""
        judged = self.judge(word["seat"], word)
        if isinstance(judged, Refusal):
            raise CorruptRecordError(self.version, judged)
        self.advance(word["seat"], judged[1], at, deadline, None, helped=self.help(word, by))

    def end(self, ending: Ending) -> None:
        """As another process wrote it; or it was taken back, once it was over."""
        self.deadline, self.ending = None, ending
        self._view_texts = None
        self._texts.clear()

    def call_by_name(self, room: RoomFacts) -> None:
        """Who sits in the room is called as they are there: a name may change while a round is played."""
        names = {seat.identity: seat.player for seat in room.seats}
        players = tuple(replace(p, name=names.get(p.identity) or p.name) for p in self.facts.players)
        self.facts = replace(self.facts, players=players)

    def view(self, seat: int | None) -> Any:
        return self.engine.view(self.state, None if seat is None else SeatNo(seat))

    def n(self, seat: int | None) -> int | None:
        return None if seat is None else self.counts[seat]

    @cached_property
    def deal_texts(self) -> tuple[str, str]:
        """The `lock` and `sealed` frames, the same for everybody."""
        lock, sealed = json_frames.lock(self.facts, self.started_at), json_frames.sealed(self.facts)
        return json_frames.text(lock), json_frames.text(sealed)

    def text(self, seat: int | None) -> str:
        """The newest `view` frame of one viewer, written once for all their sockets."""
        found = self._texts.get(seat)
        if found is None:
            found = self._texts[seat] = self._written(seat)
        return found

    def _written(self, seat: int | None) -> str:
        if self._view_texts is None:
            self._view_texts = json_frames.ViewTexts(
                self.facts,
                version=self.version,
                deadline=self.deadline,
                passer_by=self.view(None),
                more=self._own_names,
            )
        if seat is None:
            return self._view_texts.of_a_passer_by()
        return self._view_texts.of_seat(seat, self.counts[seat], self._own_texts_of(seat))

    @cached_property
    def _own_names(self) -> tuple[str, ...]:
        """What the game has in its view that is each seat's own."""
        return tuple(self.engine.own(self.state, SeatNo(0)).more)

    def _own_texts_of(self, seat: int) -> json_frames.OwnTexts:
        own, texts = self.engine.own(self.state, SeatNo(seat)), self._own_texts.get(seat)
        if texts is None:
            texts = self._own_texts[seat] = json_frames.OwnTexts(own)
        else:
            texts.become(own)
        return texts

    def seen_by(self, seat: int | None) -> SeenRound:
        """Everything a page may be made of for this viewer, from their view alone."""
        return SeenRound(
            round=self.facts,
            version=self.version,
            n=self.n(seat),
            seat=seat,
            deadline=self.deadline,
            to_act=self.to_act,
            over=self.ending is not None,
            zones=self.zones(seat),
            log=self.log(seat),
            ending=self.ending,
        )

    def zones(self, seat: int | None) -> Zones:
        """What everybody sees is made once a move: the zones of every seat hold the very same."""
        found = self._zones.get(seat)
        if found is None:
            found = self._zones[seat] = self._made_zones(seat)
        return found

    def _made_zones(self, seat: int | None) -> Zones:
        if seat is None:
            return self.game.zones(self._seen(None).view)
        own = self.game.own(self._seen(seat).view, SeatNo(seat), self._owns.get(seat))
        self._owns[seat] = own
        return self.zones(None).with_own(own)

    def log(self, seat: int | None) -> tuple[LogLine, ...]:
        return self._seen(seat).lines

    def _seen(self, seat: int | None) -> Log:
        """All that this viewer saw up to now."""
        log = self._logs.get(seat)
        if log is None:
            log = self._logs[seat] = Log(self.engine, seat)
        if log.moves == len(self.states):
            return log
        viewer = None if seat is None else SeatNo(seat)
        of_all = None if seat is None else self._seen(None)
        done = slice(log.moves, None)
        for state, at, helped in zip(self.states[done], self.times[done], self.helps[done], strict=True):
            mine = helped if helped is not None and helped.seat == viewer else None
            log.sees(self.engine.view(state, viewer), at, helped=mine, of_all=of_all)
        return log
