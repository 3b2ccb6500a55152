"""B2-6, B2-11: every play a hand has, all of them, in their order.

Listed by kind, so that one who follows a set looks only at kinds that may beat it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from games.bigtwo.hands import (
    LONE_TWOS,
    NONE,
    OF_SUIT,
    ROYAL,
    SHIFTS,
    STRAIGHTS,
    Cards,
    Kind,
    Made,
    Pattern,
    each,
    judge,
    ranks_in,
)

Sets = tuple[tuple[Kind, tuple[Cards, ...]], ...]  # low to high

_BITS: Final = tuple(tuple(each(four)) for four in range(16))
_PAIRS: Final = tuple(tuple(a | b for a, b in combinations(bits, 2)) for bits in _BITS)
_TRIPLES: Final = tuple(tuple(a | b | c for a, b, c in combinations(bits, 3)) for bits in _BITS)


@lru_cache(maxsize=4096)
def legal_plays(held: Cards, top: Made | None, *, must_hold: Cards = NONE) -> tuple[Cards, ...]:
    """Every play open to this hand now: by number of cards, then card by card by B2-1."""
    if held in LONE_TWOS:
        return ()  # B2-8
    if top is not None:
        return higher(held, top)
    plays = (*singles(held), *pairs(held), *sets(held))
    if must_hold:
        return tuple([cards for cards in plays if cards & must_hold])  # B2-5
    return plays


def higher(held: Cards, top: Made) -> tuple[Cards, ...]:
    """B2-6  The same pattern, higher; a set of a higher kind beats any lower."""
    match top.pattern:
        case Pattern.SINGLE:
            return singles(Cards(held & top.top - 1))
        case Pattern.PAIR:
            return tuple([pair for pair in pairs(held) if pair & -pair < top.top])
        case Pattern.SET:
            return _in_order(_sets_over(held, top))


def singles(held: Cards) -> tuple[Cards, ...]:
    return tuple(each(held))


def pairs(held: Cards) -> tuple[Cards, ...]:
    found: list[Cards] = []
    for shift in SHIFTS:
        if four := held >> shift & 15:
            found += [Cards(pair << shift) for pair in _PAIRS[four]]
    return tuple(found)


def sets(held: Cards) -> tuple[Cards, ...]:
    return _in_order(cards for _, some in sets_by_kind(held) for cards in some)


def _in_order(plays: Iterable[Cards]) -> tuple[Cards, ...]:
    """Of one size, card by card: the greater number first."""
    return tuple(sorted(plays, reverse=True))


def _sets_over(held: Cards, top: Made) -> Iterator[Cards]:
    by_kind = sets_by_kind(held)
    least = _LOW_TO_HIGH[top.kind] if top.kind else 0
    for kind, some in by_kind:
        if _LOW_TO_HIGH[kind] > least:
            yield from some
        elif kind is top.kind:
            yield from [cards for cards in some if _strength(cards) > top.strength]


_LOW_TO_HIGH: Final = {kind: number for number, kind in enumerate(Kind)}


def _strength(cards: Cards) -> int:
    made = judge(cards)
    assert made is not None
    return made.strength


@lru_cache(maxsize=1024)
def sets_by_kind(held: Cards) -> Sets:
    """B2-3  Every set in a hand. What is a straight flush is neither a straight nor a flush."""
    if held.bit_count() < 5:
        return ()
    runs, fours = tuple(_runs_of_a_suit(held)), tuple(_fours(held))
    royals = tuple([cards for cards in runs if ranks_in(cards) == ROYAL])
    return (
        (Kind.STRAIGHT, tuple([cards for cards in _straights(held) if cards not in runs])),
        (Kind.FLUSH, tuple([cards for cards in _flushes(held) if cards not in runs])),
        (Kind.FULL_HOUSE, tuple(_full_houses(held))),
        (Kind.FOUR_OF_A_KIND, fours),
        (Kind.STRAIGHT_FLUSH, tuple([cards for cards in runs if cards not in royals])),
        (Kind.ROYAL_FLUSH, royals),
    )


def _straights(held: Cards) -> Iterator[Cards]:
    """Five consecutive ranks, each with every suit it is held in."""
    there = ranks_in(held)
    for ranks in STRAIGHTS:
        if ranks & there == ranks:
            choices = [tuple(each(held & 15 * rank)) for rank in each(ranks)]
            for a, b, c, d, e in product(*choices):
                yield Cards(a | b | c | d | e)


def _runs_of_a_suit(held: Cards) -> Iterator[Cards]:
    for of_suit in OF_SUIT:
        suited = Cards(held & of_suit)
        if suited.bit_count() >= 5:
            yield from _straights(suited)


def _flushes(held: Cards) -> Iterator[Cards]:
    """Any five of a suit."""
    for of_suit in OF_SUIT:
        suited = held & of_suit
        if suited.bit_count() >= 5:
            for a, b, c, d, e in combinations(tuple(each(suited)), 5):
                yield Cards(a | b | c | d | e)


def _full_houses(held: Cards) -> Iterator[Cards]:
    """A triple with a pair of another rank."""
    for shift in SHIFTS:
        for triple in _TRIPLES[held >> shift & 15]:
            for pair in pairs(Cards(held & ~(15 << shift))):
                yield Cards(triple << shift | pair)


def _fours(held: Cards) -> Iterator[Cards]:
    """Four of a rank with any one card."""
    for shift in SHIFTS:
        if held >> shift & 15 == 15:
            for card in each(held & ~(15 << shift)):
                yield Cards(15 << shift | card)
