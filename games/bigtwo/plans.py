"""How a hand may be laid down: in which plays, and how many of them must wait for a lead of their own.

A play that nobody is likely to beat costs little, since the lead comes back, and so does a high one, which
can follow others'; a low one costs a lead won elsewhere. A plan costs what its plays do: less is better.
The weights were found by playing thousands of rounds (`python -m tests.bench.engines`).
"""

from collections.abc import Iterator
from itertools import combinations
from math import exp
from typing import Final

from games.bigtwo.hands import (
    LONE_TWOS,
    SHIFTS,
    Cards,
    Kind,
    Made,
    Pattern,
    each,
    judge,
    place,
    rank_of,
)
from games.bigtwo.plays import sets

MOST_SETS: Final = 24  # looked at together: a hand of one suit has over a thousand
FULL_HAND: Final = 13
HIGHEST: Final = 51

HOLDING: Final = 0.8  # of a lead, what it saves that nobody beats a play
FOLLOWING: Final = {Pattern.SINGLE: 1.25, Pattern.PAIR: 0.9, Pattern.SET: 0.0}  # that it can beat others'
STRANDED: Final = 4.0  # B2-8: left with a lone 2

HIGHER_SINGLES: Final = 0.8  # how readily each higher card is played
HIGHER_PAIRS: Final = 0.3  # … each higher rank
BEATEN: Final = {  # how often the lowest set of a kind is
    Kind.STRAIGHT: 0.65,
    Kind.FLUSH: 0.5,
    Kind.FULL_HOUSE: 0.25,
    Kind.FOUR_OF_A_KIND: 0.03,
    Kind.STRAIGHT_FLUSH: 0.03,
    Kind.ROYAL_FLUSH: 0.01,
}


def made_of(cards: Cards) -> Made:
    made = judge(cards)
    assert made is not None
    return made


class Planner:
    """Everything that follows from the hand one holds at this moment."""

    def __init__(self, held: Cards) -> None:
        self.held = held
        self._crowd = held.bit_count() / FULL_HAND  # how full the others' hands are, at a guess
        self._ranks: dict[int, float] = {}
        self._loose: dict[Cards, float] = {}
        self._best: dict[Cards, float] = {}
        self._sets = self._useful_sets()
        self._two_sets = [(a | b, x + y) for (a, x), (b, y) in combinations(self._sets, 2) if not a & b]

    def _useful_sets(self) -> list[tuple[Cards, float]]:
        """The sets that leave the best rest, each with what it costs."""
        weighed = [(cards, self.cost(cards)) for cards in sets(self.held)]
        if len(weighed) > MOST_SETS:
            weighed.sort(key=lambda play: play[1] + self._in_small(self.held & ~play[0]))
        return weighed[:MOST_SETS]

    def best(self, left: Cards) -> float:
        """What the best plan for these cards costs."""
        if left not in self._best:
            self._best[left] = STRANDED if left in LONE_TWOS else min(self._plans(left))
        return self._best[left]

    def _plans(self, left: Cards) -> Iterator[float]:
        """No set, one or two, and what is left over in small plays."""
        yield self._in_small(left)
        for cards, cost in (*self._sets, *self._two_sets):
            if not cards & ~left:
                yield cost + self._in_small(left & ~cards)

    def _in_small(self, left: int) -> float:
        """In pairs and singles, rank by rank."""
        cards = Cards(left)
        if cards not in self._loose:
            ranks = [left & 15 << shift for shift in SHIFTS]
            self._loose[cards] = sum([self._of_rank(rank) for rank in ranks if rank])
        return self._loose[cards]

    def _of_rank(self, cards: int) -> float:
        if cards not in self._ranks:
            self._ranks[cards] = min([sum(map(self.cost, way)) for way in WAYS[cards]])
        return self._ranks[cards]

    def cost(self, cards: Cards) -> float:
        """A lead, save as far as a play brings one or needs none."""
        made = made_of(cards)
        return 1 - HOLDING * self.holds(made) - FOLLOWING[made.pattern] * place(made.top) / HIGHEST

    def holds(self, made: Made) -> float:
        """How likely nobody beats a play, from what one holds oneself."""
        match made.pattern:
            case Pattern.SINGLE:
                higher = (made.top - 1 & ~self.held).bit_count()
                return exp(-HIGHER_SINGLES * self._crowd * higher)
            case Pattern.PAIR:
                return exp(-HIGHER_PAIRS * self._crowd * (12 - rank_of(made.top)))
            case Pattern.SET:
                lower = 1 - place(made.top) / HIGHEST / 2
                return 1 - self._crowd * BEATEN[made.kind or Kind.STRAIGHT] * lower


def _ways(rank: int) -> Iterator[tuple[Cards, ...]]:
    """The cards of one rank by themselves, with two as a pair, or as two pairs."""
    cards = tuple(each(rank))
    yield cards
    for pair in combinations(cards, 2):
        rest = tuple(card for card in cards if card not in pair)
        yield Cards(sum(pair)), *rest
        if len(rest) == 2:
            yield Cards(sum(pair)), Cards(sum(rest))


WAYS: Final = {
    cards << shift: tuple(_ways(cards << shift)) for shift in SHIFTS for cards in range(1, 16)
}  # of all cards of one rank
