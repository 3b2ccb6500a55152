"""What a game's page is made of: the words in which every `page.py` says what its zones show.

All of it is computed from one viewer's view, is frozen and hashable, and speaks no language. The house reads
what stands here; what a game adds in types of its own goes to the game's own partials as it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from games.core.cards import PACK_52, codes
from games.core.engine import Event, SeatNo
from games.page.words import Text


class Part(NamedTuple):
    """A piece of a zone that is told anew by itself, so that the rest of the zone stands still.

    `name` picks the partial: `_pod_cards.html` draws the part `cards` of a pod.
    """

    name: str
    shown: Hashable
    is_open: bool = False  # everybody may know it, even where the zone is somebody's own
    variants: frozenset[Hashable] = frozenset()  # all that it can be, where that is known beforehand
    words: Words = ()  # for its blanks


class Filtered(NamedTuple):
    """What a filter of the templates makes of a number or of cards: that is the language's."""

    library: str
    filter: str
    of: Hashable


class Piece(NamedTuple):
    """What a partial that is one's own is told.

    Where all `variants` of it are known beforehand they are drawn together, the first time that one of them
    is asked for, and kept: that tells nobody which. What has too many values for that is a blank, written in
    from `words`.
    """

    told: Hashable
    words: Words = ()
    variants: frozenset[Hashable] = frozenset()


Words = tuple[tuple[str, str | Filtered | Part], ...]  # by their blanks
NO_WORDS: Final[Words] = ()
PICTURES: Final = frozenset(codes(PACK_52))


def pictures(cards: Iterable[str], name: str = "picture") -> Words:
    """Words for a blank of each card: all of a pack are drawn together."""
    return tuple([(f"card-{n}", Part(name, code, variants=PICTURES)) for n, code in enumerate(cards)])


def stake_written_in(event: Event) -> tuple[Event, Words]:
    """Of somebody who placed it: the line is drawn once, whatever it is."""
    stake = Filtered("l10n", "localize", dict(event.facts)["stake"])
    return event._replace(facts=()), (("stake", stake),)


# What one may do


@dataclass(frozen=True, slots=True)
class Button:
    """A button that is shown; one that is not is None."""

    because: StrEnum | None = None  # why it cannot be pressed

    @property
    def enabled(self) -> bool:
        return self.because is None


@dataclass(frozen=True, slots=True)
class StakeField:
    """A stake to be placed, and what it may be."""

    min: int
    max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """What the viewer is asked for, and the buttons for it."""

    heading: StrEnum
    waits: bool = False  # for others, whom the heading names

    @property
    def private(self) -> bool:
        """Do they rest on the viewer's own cards?"""
        return True

    @property
    def buttons(self) -> Piece:
        """What the buttons are drawn by."""
        return Piece(self)

    @property
    def asked(self) -> Piece:
        """What the heading tells of them."""
        return Piece(self)


# The table


class Look(NamedTuple):
    """What the whole of a pod is drawn by: what everybody knows, but for whose it is."""

    mine: bool
    acting: bool
    over: bool
    status: StrEnum
    role: StrEnum | None
    outcome: StrEnum | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod:
    """One seat of the table, as this viewer sees it."""

    seat: SeatNo
    mine: bool
    acting: bool
    cards: tuple[str, ...]  # of a public hand, or as many face down as are known of
    count: int | None
    public: bool
    status: StrEnum  # in one word, of what everybody saw
    points: int | None  # what the round moved, once it is known
    role: StrEnum | None = None  # where there are sides
    outcome: StrEnum | None = None  # won or lost
    over: bool = False  # this is how the round ended for the seat
    banker: bool = False  # the nhà cái
    act: Button | None = None  # what the viewer may do to this seat

    @property
    def private(self) -> bool:
        """Does it rest on the viewer's own cards?"""
        return self.mine

    # What is told apart, so that each is told anew only where it changes

    @property
    def look(self) -> Look:
        return Look(self.mine, self.acting, self.over, self.status, self.role, self.outcome)

    @property
    def said(self) -> Piece:
        """What the line under the name is drawn by: only what everybody knows, whosever seat it is."""
        return Piece(replace(self, mine=False, cards=(), act=None, acting=False, over=False))

    @property
    def parts(self) -> tuple[Part, ...]:
        """What lies before the seat."""
        return (Part("cards", self),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Centre:
    """What lies open in the middle: the same for everybody."""

    @property
    def told(self) -> Piece:
        """What it is drawn by."""
        return Piece(self)

    @property
    def parts(self) -> tuple[Part, ...]:
        return ()

    @property
    def stays(self) -> bool:
        """Does it lie there until the next round, once this one is over?"""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card of one's own hand, where each is drawn by itself."""

    code: str

    @property
    def variants(self) -> frozenset[Hashable]:
        """All that such a card can be, where that is known beforehand."""
        return frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One's own hand."""

    seat: SeatNo

    @property
    def around(self) -> Piece:
        """What is drawn around its heading and its cards."""
        return Piece(self)

    @property
    def noted(self) -> Piece:
        """What its heading tells of it."""
        return Piece(self)

    @property
    def note_is_open(self) -> bool:
        """Does everybody know that, where one is not to act?"""
        return False

    @property
    def ended(self) -> Piece:
        """What the end of the round tells of it."""
        return Piece(self)

    @property
    def end_is_open(self) -> bool:
        """Does everybody know that, once the round is over?"""
        return False

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards, where each is drawn by itself."""
        return ()


class Own(NamedTuple):
    """What of a page is one seat's own, of that seat's view. All else is as a passer-by sees it."""

    pods: tuple[Pod, ...]  # that it sees as nobody else does: the seat itself, and whom it may check
    hand: Hand
    actions: Actions
    of: Hashable = None  # what the hand was made from: of the same it is not made again


# The end


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why a round ended as it did for a seat: what the sentence is made of."""

    seat: SeatNo
    rule: str
    points: int

    @property
    def told(self) -> Piece:
        """What its own seat is told."""
        return Piece(self)

    @property
    def place(self) -> int:
        """Where it stands in a list of all seats. Of those at one place, who looks is last."""
        return 0

    @property
    def listed(self) -> Piece:
        """What that list tells of it."""
        return Piece(None)


class Best(NamedTuple):
    """The best hand of a round, of those that lay open to everybody at its end."""

    rank: tuple[int, ...]  # the greater is the better, in all rounds of its game
    seat: SeatNo
    cards: tuple[str, ...]
    name: Text  # what it is called


def best_of(found: Iterable[Best]) -> Best | None:
    """Of equal ones the first."""
    return max(found, key=lambda best: best.rank, default=None)


class Zones(NamedTuple):
    """The round as one viewer's page shows it."""

    pods: tuple[Pod, ...]
    centre: Centre
    hand: Hand | None  # None for who only watches, as the next
    actions: Actions | None
    why: tuple[Why, ...]

    def with_own(self, own: Own) -> Zones:
        """A passer-by's page, and in it what is one seat's own."""
        pods = list(self.pods)
        for pod in own.pods:
            pods[pod.seat] = pod
        return Zones(pods=tuple(pods), centre=self.centre, hand=own.hand, actions=own.actions, why=self.why)
