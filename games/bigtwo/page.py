"""What each zone of the page shows, computed from the view alone: templates only choose and repeat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property, lru_cache, partial
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from games.bigtwo.bot import ranked
from games.bigtwo.events import points_of
from games.bigtwo.hands import (
    LONE_TWOS,
    NONE,
    ORDER,
    RANKS,
    SUITS,
    THREE_OF_DIAMONDS,
    Cards,
    Kind,
    Made,
    Pattern,
    codes,
    judge,
)
from games.bigtwo.play import ENOUGH_YES, MATERIAL, PASS, POOR, material
from games.bigtwo.rules import SEATS, Phase
from games.bigtwo.view import BigtwoView, LaidView, SeatView
from games.core.engine import SeatNo
from games.page import zones as page
from games.page.zones import Button, Filtered, Own, Part, Piece, Zones


class PodStatus(StrEnum):
    """One word for a seat, of what everybody saw."""

    VOTING = "voting"
    VOTED = "voted"  # never how, B2-4
    LEADING = "leading"
    ACTING = "acting"
    PLAYED = "played"  # its play is on top
    PASSED = "passed"
    WAITING = "waiting"
    RANKED = "ranked"


class Heading(StrEnum):
    VOTE = "vote"
    OPEN = "open"  # lead, with the card that the first play must hold
    LEAD = "lead"
    FOLLOW = "follow"
    WAITING = "waiting"  # for the seats that may act
    OUT = "out"
    OVER = "over"


class Because(StrEnum):
    """Why a button that is shown cannot be pressed."""

    NOT_YOUR_TURN = "not_your_turn"
    MUST_LEAD = "must_lead"
    NOTHING_BEATS = "nothing_beats"
    LONE_TWO = "lone_two"


class Ending(StrEnum):
    """How a seat came by its rank."""

    WENT_OUT = "went_out"
    LAST = "last"
    LONE_TWO = "lone_two"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod(page.Pod):
    rank: int | None  # once it is known

    @property
    def said(self) -> Piece:
        """B2-10  Of how many cards there are everybody knows only when it is the last one."""
        return Piece(Said(self.status, self.rank, self.count == 1 and not self.public))

    @property
    def parts(self) -> tuple[Part, ...]:
        lying = Pod(
            seat=self.seat,
            mine=self.mine,
            acting=False,
            cards=() if self.mine else self.cards,  # one's own lie in the dock
            count=0 if self.mine else self.count,
            public=self.public,
            status=PodStatus.WAITING,
            points=self.points,
            act=self.act,
            rank=None,
        )
        return (Part("cards", lying),)


class Said(NamedTuple):
    """What the line under a name speaks of."""

    status: StrEnum
    rank: int | None
    last_card: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(page.Card):
    """And where it stands in either order."""

    by_rank: int
    by_suit: int

    @property
    def variants(self) -> frozenset[Held]:
        return PACK


@dataclass(frozen=True, slots=True, kw_only=True)
class HandZone(page.Hand):
    cards: tuple[Held, ...]  # sorted by B2-1
    material: int | None  # B2-4: while it is asked whether to reshuffle
    rank: int | None
    points: int | None

    @property
    def held(self) -> tuple[Held, ...]:
        return self.cards

    @property
    def around(self) -> Piece:
        weight = () if self.material is None else (("material", str(self.material)),)
        return Piece(Around(count=len(self.cards), weighed=bool(weight)), weight, AROUND)

    @property
    def noted(self) -> Piece:
        if self.material is not None:
            heard = Filtered("cards", "card_names", self.cards)
            return Piece(Noted(weighed=True), (("cards", heard),), WEIGHED)
        return Piece(Noted(rank=self.rank), variants=NOTED)

    @property
    def ended(self) -> Piece:
        return Piece(Finish(count=len(self.cards)), page.pictures([held.code for held in self.cards]))

    @property
    def end_is_open(self) -> bool:
        """B2-12  What is left is shown at the end."""
        return True

    @property
    def note_is_open(self) -> bool:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is drawn around the cards of a hand."""

    count: int
    weighed: bool  # what it weighs is written in


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """Of a hand the end tells how many cards are left. They are written in."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """What the heading of a hand tells of it."""

    rank: int | None = None
    weighed: bool = False  # they may be changed for others, and are read to ears: written in


HAND_SIZE: Final = len(ORDER) // SEATS
AROUND: Final = frozenset(
    [Around(count=count, weighed=weighed) for count in range(HAND_SIZE + 1) for weighed in (False, True)]
)
NOTED: Final = frozenset([Noted()])  # while one may act and has no rank
WEIGHED: Final = frozenset([Noted(weighed=True)])


@dataclass(frozen=True, slots=True)
class Choice:
    """Legal plays of one name: a pattern, or a set's kind."""

    name: str
    plays: tuple[str, ...]  # each its cards' codes, joined; the one it is judged by stands last


@dataclass(frozen=True, kw_only=True)
class ActionsZone(page.Actions):
    vote: Button | None = None
    play: Button | None = None
    pass_: Button | None = None
    beats: bool = False  # does a play have to beat another?
    beat: LaidView | None = None  # which, once it is one's turn
    must_hold: str | None = None  # what every play must hold
    choices: tuple[Choice, ...] = ()  # every legal play
    hints: tuple[str, ...] = ()  # what the house would do, and then; a play as in `choices`, "" is to pass
    can_ask: bool = False

    @property
    def private(self) -> bool:
        """Who waits has the same buttons, whatever the hand."""
        return self.heading is not Heading.WAITING

    @cached_property
    def plain(self) -> ActionsZone:
        """Less what is written in."""
        return replace(self, beat=None, choices=(), hints=())

    @property
    def buttons(self) -> Piece:
        plays = "".join([f"{choice.name}:{','.join(choice.plays)} " for choice in self.choices])
        hints = "".join([f"{hint or 'pass'} " for hint in self.hints])
        return Piece(self.plain, (("plays", plays), ("hints", hints)), TURNS)

    @property
    def asked(self) -> Piece:
        beat = (("beat", Part("beat", ToBeat.of(self.beat), is_open=True)),) if self.beat else ()
        return Piece(self.plain, beat, TURNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToBeat:
    """A play by its name alone: whoever laid it, and of which suits, it is called the same."""

    pattern: Pattern
    kind: Kind | None
    judged_by: str

    @classmethod
    def of(cls, laid: LaidView) -> ToBeat:
        return cls(pattern=laid.pattern, kind=laid.kind, judged_by=laid.judged_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(page.Why):
    """How a seat came by its rank."""

    rank: int
    ending: Ending
    cards: tuple[str, ...]  # its last play, else what it still held
    pattern: Pattern | None  # of the last play
    kind: Kind | None

    @property
    def left(self) -> int:
        return 0 if self.ending is Ending.WENT_OUT else len(self.cards)

    @property
    def place(self) -> int:
        return self.rank

    @property
    def told(self) -> Piece:
        play = Part("last_play", LastPlay(self.pattern, self.kind), is_open=True)
        cards = Filtered("cards", "in_words", self.cards)
        how = How(rank=self.rank, ending=self.ending, left=self.left)
        return Piece(how, (("play", play), ("cards", cards)))

    @property
    def listed(self) -> Piece:
        name = f"left-{self.rank}"
        return Piece(Listed(rank=self.rank, left=name), ((name, Part("left", self.left, variants=LEFT)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How a seat came by its rank, whatever its last play and its cards: they are written in."""

    rank: int
    ending: Ending
    left: int


@dataclass(frozen=True, slots=True)
class LastPlay:
    """What it is called."""

    pattern: Pattern | None
    kind: Kind | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A row by its rank. How many cards were left is written in, by this name."""

    rank: int
    left: str


LEFT: Final = frozenset(range(HAND_SIZE + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """B2-4  What the vote decides by."""

    answered: int  # how many have voted
    enough: int = ENOUGH_YES
    poor: int = POOR
    material: tuple[tuple[str, int], ...] = tuple(MATERIAL.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreZone(page.Centre):
    must_hold: str | None  # by the first play
    top: LaidView | None
    reshuffles: int
    vote: Ask | None
    over: bool = False

    @property
    def stays(self) -> bool:
        """The play that ended the round."""
        return self.over and self.top is not None

    @property
    def told(self) -> Piece:
        """The play on top is written in: it is drawn once for as many cards of a seat."""
        top = self.top
        if top is None:
            return Piece(self)
        words = (
            ("id", "".join(top.cards)),
            *page.pictures(top.cards),
            ("play", Part("beat", ToBeat.of(top), is_open=True)),
        )
        return Piece(Trick(seat=top.seat, count=len(top.cards), last=self.over), words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """What lies in the middle, once a play does."""

    seat: SeatNo
    count: int
    last: bool = False  # of the round


def zones(view: BigtwoView) -> Zones:
    return Zones(
        pods=tuple([pod(view, seat) for seat in view.seats]),
        centre=centre(view),
        hand=None if view.you is None else hand_zone(view, view.seats[view.you]),
        actions=None if view.you is None else actions(view, view.seats[view.you]),
        why=tuple([why(view, seat) for seat in view.seats]) if view.over else (),
    )


def own(view: BigtwoView, you: SeatNo, last: Own | None = None) -> Own:
    mine = view.seats[you]
    holds = (mine, view.phase, rank_so_far(view, you), points_of(view, you) if view.over else None)
    hand = last.hand if last is not None and last.of == holds else hand_zone(view, mine)
    return Own(pods=(pod(view, mine),), hand=hand, actions=actions(view, mine), of=holds)


def centre(view: BigtwoView) -> CentreZone:
    return CentreZone(
        must_hold=view.must_hold,
        top=view.top,
        reshuffles=view.reshuffles,
        vote=Ask(answered=SEATS - len(view.to_act)) if view.phase is Phase.RESHUFFLE else None,
        over=view.over,
    )


# The seats


def pod(view: BigtwoView, seat: SeatView) -> Pod:
    return Pod(
        seat=seat.seat,
        mine=seat.seat == view.you,
        acting=seat.seat in view.to_act,
        cards=codes(seat.held) if seat.public else seat.cards,
        count=seat.count,
        public=seat.public,
        status=status(view, seat.seat),
        rank=rank_so_far(view, seat.seat),
        points=points_of(view, seat.seat) if view.over else None,
        over=view.over,
        act=Button() if seat.count is None and view.phase is Phase.PLAY else None,  # B2-10
    )


def status(view: BigtwoView, seat: SeatNo) -> PodStatus:
    if view.phase is Phase.RESHUFFLE:
        return PodStatus.VOTING if seat in view.to_act else PodStatus.VOTED
    if seat in view.to_act:
        return PodStatus.ACTING if view.top else PodStatus.LEADING
    if rank_so_far(view, seat):
        return PodStatus.RANKED
    if view.top is not None and view.top.seat == seat:
        return PodStatus.PLAYED
    return PodStatus.PASSED if seat in view.passed else PodStatus.WAITING


def rank_so_far(view: BigtwoView, seat: SeatNo) -> int | None:
    """B2-12  Known to all from the moment a seat is out."""
    if view.over:
        return view.ranks[seat]
    return view.out.index(seat) + 1 if seat in view.out else None


# One's own hand


def hand_zone(view: BigtwoView, seat: SeatView) -> HandZone:
    return HandZone(
        seat=seat.seat,
        cards=tuple(sorted(map(held, seat.cards), key=attrgetter("by_rank"))),
        material=material(seat.held) if view.phase is Phase.RESHUFFLE else None,
        rank=rank_so_far(view, seat.seat),
        points=points_of(view, seat.seat) if view.over else None,
    )


@cache
def held(code: str) -> Held:
    rank, suit = divmod(ORDER.index(code), len(SUITS))
    return Held(code=code, by_rank=ORDER.index(code), by_suit=suit * len(RANKS) + rank)


PACK: Final = frozenset(map(held, ORDER))


# What one may do


def actions(view: BigtwoView, seat: SeatView) -> ActionsZone:
    if view.over:
        return ActionsZone(heading=Heading.OVER)
    if view.phase is Phase.RESHUFFLE:
        return _vote(view, seat)
    if seat.seat in view.out:
        return ActionsZone(heading=Heading.OUT, can_ask=_can_ask(view))
    if seat.seat in view.to_act:
        return _turn(view, seat)
    return _waiting(beats=view.top is not None, can_ask=_can_ask(view))


def _can_ask(view: BigtwoView) -> bool:
    return not view.house.open_counts


def _vote(view: BigtwoView, seat: SeatView) -> ActionsZone:
    if seat.seat in view.to_act:
        return ActionsZone(heading=Heading.VOTE, vote=Button())
    return ActionsZone(heading=Heading.WAITING, waits=True, vote=Button(Because.NOT_YOUR_TURN))


@lru_cache(maxsize=64)
def _waiting(*, beats: bool, can_ask: bool) -> ActionsZone:
    """All who wait are told the same."""
    return ActionsZone(
        heading=Heading.WAITING,
        waits=True,
        play=Button(Because.NOT_YOUR_TURN),
        pass_=Button(Because.NOT_YOUR_TURN),
        beats=beats,
        can_ask=can_ask,
    )


def _turn(view: BigtwoView, seat: SeatView) -> ActionsZone:
    return ActionsZone(
        heading=_heading(view),
        play=Button(_why_not_play(view, seat)),
        pass_=Button(None if PASS in view.legal else Because.MUST_LEAD),
        beats=view.top is not None,
        beat=view.top,
        must_hold=view.must_hold,
        choices=choices(view.plays),
        hints=hints(view),
        can_ask=_can_ask(view),
    )


def _heading(view: BigtwoView) -> Heading:
    if view.must_hold:
        return Heading.OPEN
    return Heading.FOLLOW if view.top else Heading.LEAD


def _why_not_play(view: BigtwoView, seat: SeatView) -> Because | None:
    if view.plays:
        return None
    return Because.LONE_TWO if seat.held in LONE_TWOS else Because.NOTHING_BEATS


def _turns() -> Iterator[ActionsZone]:
    """All that one can be asked for, whatever one holds."""
    (first,), must_lead = codes(THREE_OF_DIAMONDS), Button(Because.MUST_LEAD)
    yield ActionsZone(heading=Heading.VOTE, vote=Button())
    for can_ask in (False, True):
        turn = partial(ActionsZone, can_ask=can_ask)
        yield turn(heading=Heading.OUT)
        yield turn(heading=Heading.OPEN, play=Button(), pass_=must_lead, must_hold=first)
        yield turn(heading=Heading.LEAD, play=Button(), pass_=must_lead)
        yield turn(heading=Heading.LEAD, play=Button(Because.LONE_TWO), pass_=Button())
        for because in (None, Because.NOTHING_BEATS, Because.LONE_TWO):
            yield turn(heading=Heading.FOLLOW, play=Button(because), pass_=Button(), beats=True)


TURNS: Final = frozenset(_turns())


def choices(plays: tuple[Cards, ...]) -> tuple[Choice, ...]:
    """What one would think of first: the more cards, and of those the lower play."""
    ordered = sorted(((_made(cards), cards) for cards in plays), key=_thought_of)
    return tuple(
        Choice(name, tuple(_joined(made, cards) for made, cards in some))
        for name, some in groupby(ordered, key=lambda play: _name(play[0]))
    )


def _thought_of(play: tuple[Made, Cards]) -> tuple[int, int]:
    made, _ = play
    return _MOST_CARDS_FIRST[made.pattern], made.strength


_MOST_CARDS_FIRST: Final = {Pattern.SET: 0, Pattern.PAIR: 1, Pattern.SINGLE: 2}


def _joined(made: Made, cards: Cards) -> str:
    return "".join(codes(cards & ~made.top) + codes(made.top))


MOST_HINTS: Final = 5


def hints(view: BigtwoView) -> tuple[str, ...]:
    """What a house bot would do, seeing no more; of plays of the same ranks only the best."""
    best: dict[str, Cards] = {}
    for cards in ranked(view) if view.plays else (NONE,):
        best.setdefault("".join(code[0] for code in codes(cards)), cards)
    return tuple(_joined(_made(cards), cards) if cards else "" for cards in list(best.values())[:MOST_HINTS])


def _made(cards: Cards) -> Made:
    made = judge(cards)
    assert made is not None
    return made


def _name(made: Made) -> str:
    return str(made.kind or made.pattern)


# Why


def why(view: BigtwoView, seat: SeatView) -> Why:
    """B2-12  By going out, or by being left; B2-8  with a lone 2, by its suit."""
    ending = _ending(view, seat)
    last = next((laid for laid in reversed(view.laid) if laid.seat == seat.seat), None)
    last = last if ending is Ending.WENT_OUT else None
    return Why(
        seat=seat.seat,
        rule="B2-8" if ending is Ending.LONE_TWO else "B2-12",
        rank=view.ranks[seat.seat],
        points=points_of(view, seat.seat),
        ending=ending,
        cards=last.cards if last else codes(seat.held),
        pattern=last.pattern if last else None,
        kind=last.kind if last else None,
    )


def _ending(view: BigtwoView, seat: SeatView) -> Ending:
    if seat.seat in view.out:
        return Ending.WENT_OUT
    return Ending.LAST if len(view.out) == SEATS - 1 else Ending.LONE_TWO


# The log: what stands before a line, by the event it tells

ICONS: Final = {
    "played": "play",
    "laid": "play",
    "passed": "skip-forward",
    "counted": "circle-help",
    "one_left": "circle-help",
    "went_out": "sparkles",
    "reshuffled": "refresh-cw",
    "round_over": "flag",
}
SHOWS: Final = {"dealt": 1.4, "reshuffled": 1.4, "played": 0.4}
