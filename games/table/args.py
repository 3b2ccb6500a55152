"""What each partial is told: frozen, hashable, free of the language and of the clock."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.core.engine import Event, Json
from games.page import zones as page
from games.rounds.facts import ChatFacts, NoticeFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What every form of a round carries, as its fields send it."""

    url: str
    round: str
    n: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """When the turn ends: told apart, since every move changes it. The page counts down; the arguments never
    say how much is left."""

    deadline: str  # ISO time
    seconds: str  # of a whole turn


class Who(NamedTuple):
    """A person or a bot, as named beside a sentence or a number."""

    name: str
    avatar: str = ""
    mine: bool = False


# The room


class Invite(NamedTuple):
    """How others find the table. An unlisted room shows no code: its link is its key."""

    url: str
    code: str
    listed: bool
    offered: bool = True  # to a practice table nobody else comes


@dataclass(frozen=True, slots=True, kw_only=True)
class Top:
    game: str
    ruleset: str
    options: tuple[tuple[str, Json], ...]  # that are not as usual
    room: str
    round: str | None
    invite: Invite
    owner: str | None
    watching: str
    match: MatchSheet | None = None
    closed: bool = False


class Notice(StrEnum):
    """Why a strip stands over the felt."""

    NONE = "none"
    WATCHING = "watching"
    HIDDEN = "hidden"  # no seat, and spectators are off
    NEXT_ROUND = "next_round"  # seated, but this round began without them
    KICKED = "kicked"
    BENCHED = "benched"  # they may sit down again
    INVITED = "invited"  # to do so
    LEAVING = "leaving"
    AWAY = "away"
    CLOSED = "closed"
    STANDS_STILL = "stands_still"  # a fault of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    notice: Notice
    url: str
    free: int | None = None  # a chair to sit down on
    by: str = ""  # who asked them to leave, to give up their chair, or back to it
    stay: int | None = None  # the chair they may keep after all
    reason: str = ""  # why; or why staff closed the room
    why: str = ""  # the same as a reason of the house
    seated: bool = False
    may_see: bool = True


class Sitter(NamedTuple):
    """A chair of the room: who sits there and how they are, whatever the game."""

    chair: int
    place: int  # 0 at the top, then along the table as drawn
    url: str
    name: str | None = None
    avatar: str = ""
    bot: bool = False
    online: bool = True
    away: bool = False
    ready: bool = False
    leaving: bool = False
    left: bool = False  # nobody sits there any more: their hand lies there until the next round
    owner: bool = False
    banker: bool = False  # between rounds: who will be the nhà cái
    mine: bool = False
    between: bool = False  # no round is running
    may_sit: bool = False
    may_add: bool = False  # a bot, by the owner
    level: str = ""  # of such a bot

    @property
    def face(self) -> Face:
        """As it is where no hand lies before them."""
        return Face(
            chair=self.chair, avatar=self.avatar, banker=self.banker, ready=self.between and self.ready
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """The middle of the table between rounds."""

    room: str
    invite: Invite
    seated: int
    ready: int
    start_at: str | None
    played: bool  # a round has just ended
    closed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """The dock between rounds."""

    url: str
    ready: bool
    owner: bool
    seated: int
    ready_count: int
    least: int
    can_start: bool
    start_at: str | None  # by itself
    heir: str | None  # who is the host in a moment
    heir_is_me: bool
    free: int | None  # a chair for a bot, where hands of who left lie on all that are free
    level: str  # of such a bot
    owner_name: str
    record: str | None  # the page of the round just ended

    @property
    def may_hold(self) -> bool:
        """The owner's start stands beside it; of all others it is what their ready becomes."""
        return self.owner and self.ready and self.start_at is not None

    @property
    def may_fill(self) -> bool:
        return self.free is not None and not self.can_start


class SheetLine(NamedTuple):
    who: Who
    scores: tuple[str, ...]
    total: str
    leads: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    url: str
    rounds: tuple[str, ...]
    taken_back: tuple[bool, ...]  # of each of them
    lines: tuple[SheetLine, ...]

    @property
    def columns(self) -> list[tuple[str, bool]]:
        return list(zip(self.rounds, self.taken_back, strict=True))

    @property
    def rows(self) -> list[tuple[SheetLine, list[tuple[str, bool]]]]:
        return [(line, list(zip(line.scores, self.taken_back, strict=True))) for line in self.lines]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    round: int
    scores: tuple[int | None, ...]  # in the order of the players
    now: bool  # played now, or next


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """The score sheet of a game that is played as matches: every round of it, played or not."""

    url: str
    of: int
    players: tuple[Who, ...]  # the viewer first
    rows: tuple[MatchRow, ...]
    totals: tuple[int, ...]
    now: int  # the round that lies on the table
    coming: int | None  # between rounds: which one is next

    @property
    def begun(self) -> bool:
        return any(score is not None for row in self.rows for score in row.scores)

    @property
    def over(self) -> bool:
        return any(score is not None for score in self.rows[-1].scores)

    @property
    def standing(self) -> tuple[tuple[Who, int, bool], ...]:
        """Everybody's total, and whether nobody has less."""
        least = min(self.totals, default=0)
        leads = [self.begun and total == least for total in self.totals]
        return tuple(zip(self.players, self.totals, leads, strict=True))

    @property
    def winner(self) -> Who | None:
        """Once over; None where several share the least."""
        least = [who for who, _total, leads in self.standing if leads]
        return least[0] if self.over and len(least) == 1 else None

    @property
    def lines(self) -> tuple[tuple[Who, tuple[int | None, ...], int, bool], ...]:
        """The same by player: their rounds, their total, whether they lead."""
        rounds = zip(*(row.scores for row in self.rows), strict=True)
        return tuple(
            (who, scores, total, leads)
            for (who, total, leads), scores in zip(self.standing, rounds, strict=True)
        )

    @property
    def least(self) -> int:
        return min(self.totals)

    @property
    def most(self) -> int:
        return max(self.totals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    game: str
    ruleset: str
    options: tuple[tuple[str, Json], ...]
    url: str

    @property
    def option(self) -> dict[str, Json]:
        return dict(self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLine:
    line: ChatFacts
    mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    game: str
    lines: tuple[ChatLine | NoticeFacts, ...]  # as they came
    may_write: bool
    hidden: bool = False  # who looks wishes to read none of it
    closed: bool = False


class Person(NamedTuple):
    chair: int
    name: str
    avatar: str
    bot: bool
    report: str  # where one reports them; nobody reports a bot
    hosting: str  # where the part goes by which they are made host


@dataclass(frozen=True, slots=True, kw_only=True)
class Menu:
    """What changes with each start and end of a round is a part of it."""

    invite: Invite
    owner: bool
    people: tuple[
        Person, ...
    ]  # who may be reported; and whom the owner may ask to leave, or give the room to
    kicked: tuple[str, ...]  # and may let sit here again
    benched: tuple[str, ...]  # and may ask back
    closed: bool = False
    is_muted: bool = False  # the owner, by staff: then they write no reasons
    free: tuple[int, ...] = ()  # chairs that the owner may put a bot on
    levels: tuple[str, ...] = ()  # of such a bot
    level: str = ""  # as the house plays


class Hosting(NamedTuple):
    """Whether the owner may give the room to who sits there."""

    url: str
    chair: int
    between: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the owner sets between rounds."""

    url: str
    game: str
    ruleset: str
    rulesets: tuple[str, ...]  # that the game has
    options: tuple[tuple[str, Json], ...]
    turn_seconds: int
    spectators: bool
    spectators_chat: bool
    auto_start: bool
    auto_deal: bool | None  # None: in this game nobody is asked to deal
    auto_next: int


class Leaving(NamedTuple):
    url: str
    seated: bool
    playing: bool  # the running round: it is played on for them
    owner: bool
    heir: str | None  # who is the host then


# The round


class Face(NamedTuple):
    """Who sits there, as a picture, and the clock around it."""

    chair: int
    avatar: str
    timed: bool = False  # while this seat is to act
    banker: bool = False
    ready: bool = False  # for the next round


class Status(NamedTuple):
    """The one line under a name."""

    chair: int
    how: Sitter | None  # of somebody who is not there
    pod: Hashable  # what the game's line is drawn by
    words: str  # the game's partial


class Lying(NamedTuple):
    """What lies before a chair."""

    chair: int
    name: str | None
    pod: Hashable  # that part of the game's


class Pod(NamedTuple):
    """A chair in a round: who sits there, and in a word how they fare. All else is told in parts."""

    sitter: Sitter
    look: page.Look


class Centre(NamedTuple):
    centre: Hashable  # the game's, or a part of it
    names: tuple[str, ...]  # of who plays, by engine seat


class Hand(NamedTuple):
    """My cards, and what is told of them."""

    hand: Hashable


class Heading(NamedTuple):
    """What the dock asks me for; for whom it waits is a part."""

    hand: Hashable  # what it tells of my hand
    actions: Hashable  # and of what I am asked for
    mine: bool  # is it my turn?
    seconds: str | None  # of the turn, where it is timed


class Awaited(NamedTuple):
    """For whom all others wait."""

    names: tuple[str, ...]


class Actions(NamedTuple):
    actions: Hashable
    stamp: Stamp


class Score(NamedTuple):
    """Points, written in later: how many they are, and in which colour."""

    signed: str
    colour: str


class Ended(NamedTuple):
    """How a round ended for one seat, and where that leaves them."""

    who: Who
    why: Hashable
    points: Score
    total: str | None


class Luck(NamedTuple):
    """What the round makes of the evening."""

    kind: str  # of streaks.Kind
    who: Who
    rounds: str  # of a streak


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The end of a round, as the dock tells it."""

    hand: Hashable | None  # of who looks; None for a passer-by
    why: Hashable | None  # of who looks
    way: int | None  # 1 for who won, −1 for who lost
    points: Score | None
    amount: str  # of points, beside a word that says which way they go
    total: str | None
    void: str | None
    everybody: tuple[Ended, ...]  # by their places, else by engine seat and who looks last
    luck: str  # written in later; perhaps nothing
    match: MatchSheet | None = None


class Line(NamedTuple):
    """One line of the log: an event, the names it speaks of and the cards it shows."""

    event: Event  # but for its cards, its points and what its game writes in
    icon: str
    name: str
    mine: bool
    meets_me: bool  # it tells of another's hand against mine
    by: str = ""  # who asked
    by_me: bool = False
    cards: str = ""  # in words
    way: int | None = None  # which way its points go: 1, 0 or −1
    amount: str = ""  # of them, beside a word that says which way
    scored: str = ""  # in their colour

    @property
    def fact(self) -> dict[str, Json]:
        return dict(self.event.facts)


class LogEntry(NamedTuple):
    id: str
    key: str  # stays with the line, so that it is announced once
    at: str  # on the clock
    line: Line
    sentence: str  # the partial that says it


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """A zone with nothing to show keeps its place."""

    id: str
