"""A table as frozen facts: the room, its rounds and its ledger, as hubs hold them and pages read them.

Nothing here is secret but a round's `setup`: it fixes the deck, stays with the hub and the services,
and is never given to a presenter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from accounts.blocks.quiet import LOUD, Quiet
from games.core.engine import Event, Outcome
from games.page.zones import Zones
from lobby.facts import RoomFacts

SHEET_ROUNDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFacts:
    """Who plays an engine seat of a round."""

    seat: int
    chair: int
    name: str
    user_id: int | None
    bot_level: str

    @property
    def identity(self) -> int | str:
        """The same person or bot as ever, whatever they are called now."""
        return self.user_id or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """A round that was started: who plays it and what was committed to before anyone acted."""

    id: int
    number: int
    game: str
    ruleset: str
    commit: str
    transcript: str
    players: tuple[PlayerFacts, ...]

    @property
    def chairs(self) -> tuple[int, ...]:
        return tuple(player.chair for player in self.players)

    def seat_of(self, user_id: int | None) -> int | None:
        """The engine seat this person plays, or None."""
        if user_id is None:
            return None
        for player in self.players:  # asked for each socket, each move
            if player.user_id == user_id:
                return player.seat
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRound:
    number: int
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a round ended, and what became known with it."""

    outcome: Outcome | None  # None: it had none
    void: str | None  # why it does not count; one that was taken back after its end keeps its outcome
    server_seed: str
    round_seed: str | None

    @property
    def counts_as(self) -> Outcome | None:
        """What it is worth to anybody."""
        return None if self.void else self.outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """What the end of a round wrote."""

    ending: Ending
    room_version: int  # with it
    start_at: datetime | None  # when the next round begins by itself
    next: NextRound | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    round: int
    scores: tuple[tuple[str, int], ...]  # player, what the game's score sheet shows
    void: str = ""  # why it was taken back; then the scores are what it had come to


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """The room's score sheet: the last rounds, and everybody's sum of points."""

    sheet: tuple[SheetRow, ...] = ()
    totals: tuple[tuple[str, int], ...] = ()
    # How it was read, for what is read next; a table that ends a round itself reads none of its lines.
    line: int = field(default=0, compare=False)  # the newest
    people: tuple[tuple[int, str], ...] = field(default=(), compare=False)  # accounts, as they were called


def best_first(total: tuple[str, int]) -> tuple[int, str]:
    """How everybody's sums are sorted."""
    name, points = total
    return -points, name


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatFacts:
    id: int
    name: str
    avatar: str
    text: str
    at: datetime
    user_id: int | None = None  # None: their account is gone


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeFacts:
    """What was done to the room, for everybody to see: a kick and why, a new host, changed options, a round
    that was taken back, its closing, its opening again; and who came and went."""

    kind: str
    by: str | None  # None: the house
    to: str | None
    reason: str
    changes: tuple[tuple[str, Any, Any], ...]  # option, what it was, what it is
    at: datetime
    round: int | None = None
    line: int | None = None  # that reason, where it is somebody's own words and not the house's
    by_id: int | None = None
    why: str = ""  # one of the house's reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """The match of the running round, or between rounds of the coming one."""

    round: int
    of: int
    totals: tuple[tuple[str, int], ...]  # player, what their score sheet has so far
    sheet: tuple[SheetRow, ...] = ()  # its rounds so far, the last match's until a new one has begun


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """Everything about a table that is the same for all who may look at it."""

    room: RoomFacts
    score_sheet: ScoreSheet
    next: NextRound | None
    match: MatchFacts | None = None  # only where the game is played as matches
    chat: tuple[ChatFacts, ...] = ()
    removed: tuple[int, ...] = ()  # of the newest lines of the chat those that are not told any more
    notices: tuple[NoticeFacts, ...] = ()
    stands_still: bool = False  # something is wrong with its round; it is tried again

    @property
    def line(self) -> int:
        """The newest of the chat, whether it is told or not."""
        return max((*(line.id for line in self.chat[-1:]), *self.removed[-1:]), default=0)

    @property
    def writers(self) -> set[int]:
        """Whose words are shown here."""
        reasons = (notice.by_id for notice in self.notices if notice.line is not None)
        wrote = {*(line.user_id for line in self.chat), *reasons}
        return {user_id for user_id in wrote if user_id is not None}

    @property
    def names(self) -> set[str | None]:
        """Of all whom it speaks of: who sits there, who wrote, who is on a sheet or in a notice."""
        sheets = (*self.score_sheet.sheet, *(self.match.sheet if self.match else ()))
        return {
            *(seat.player for seat in self.room.seats),
            *(line.name for line in self.chat),
            *(name for notice in self.notices for name in (notice.by, notice.to)),
            *(name for name, _points in self.score_sheet.totals),
            *(name for row in sheets for name, _points in row.scores),
            *(name for name, _points in (self.match.totals if self.match else ())),
        }


class LogLine(NamedTuple):
    number: int  # of all that this viewer was told of the round
    at: datetime
    event: Event


class SeenRound(NamedTuple):
    """The running round (or the one just ended) through one viewer's eyes: made from that view alone."""

    round: RoundFacts
    version: int  # moves accepted in the round
    n: int | None  # moves accepted from the viewer's seat
    seat: int | None  # the viewer's engine seat
    deadline: datetime | None
    to_act: tuple[int, ...]
    over: bool
    zones: Zones
    log: tuple[LogLine, ...] = ()
    ending: Ending | None = None


class Viewer(NamedTuple):
    """Who is looking: the person, their chair in the room, and how they like things."""

    user_id: int | None
    name: str
    chair: int | None
    owner: bool
    language: str
    may_see: bool = True  # False: no seat, and spectators are off
    quiet: Quiet = LOUD  # whom of those who wrote here they do not read
