"""RM-10: of all lay downs that a hand allows, the one the table proposes.

A lay down is settled by its naturals: its wilds are the first ones of the hand, and stand where
places are left over, from left to right. So melds are looked up by their naturals, their *parts*;
what several of them take together is one number, a bit a card, and settles wilds and points alike.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import Final, NamedTuple

from games.core.cards import PACK_54, Card, Hand
from games.rummy.melds import LONGEST_RUN, Kind, in_places, is_wild, low_end, mask, most_wilds, wilds
from games.rummy.rules import Asked, Contract
from games.rummy.scoring import PENALTY

TWO: Final = 1  # the place in a run where no natural can stand
RANK: Final = 0b1111  # one rank of a pack, from its clubs on
SUIT: Final = sum(1 << 4 * rank for rank in range(13))  # one suit, from its ace on
MOST_OF_A_RANK: Final = bytes([max((two & RANK).bit_count(), (two >> 4).bit_count()) for two in range(256)])
WILDS: Final = mask(card for card in PACK_54 if is_wild(card))
TENS: Final = mask(card for card in PACK_54 if PENALTY[card] == 10)


class Part(NamedTuple):
    """The naturals of a meld, and the places left for wilds."""

    mask: int
    laid: tuple[Card | None, ...]  # as the meld is shown, its wilds still to come


Offer = tuple[tuple[Part, ...], ...]  # the parts that need no wild, those that need one, …


def proposal(hand: Hand, contract: Contract) -> tuple[Hand, ...] | None:
    """RM-10  The fewest wilds; of those the most points; of those the first in canonical order.

    Melds in the contract's order, each arranged; None where the hand allows no lay down.
    """
    held = mask(hand)
    own, left = held & ~WILDS, (held & WILDS).bit_count()
    for asked in contract:
        left -= fewest_wilds(own, asked)
        if left < 0:
            return None  # so it is with most hands, and soon found
    return _proposal(own, wilds(hand), contract)


def fewest_wilds(own: int, asked: Asked) -> int:
    """No such meld of these naturals, with all of them to itself, needs fewer."""
    if asked.kind is Kind.SET:
        return asked.size - max(own.to_bytes(7, "little").translate(MOST_OF_A_RANK))
    suits = own & SUIT, own >> 1 & SUIT, own >> 2 & SUIT, own >> 3 & SUIT
    return asked.size - max([_most_in_a_run(ranks, asked.size) for ranks in suits])


@lru_cache(maxsize=8192)
def _most_in_a_run(ranks: int, size: int) -> int:
    return max([(ranks & mask(window)).bit_count() for window in run_windows(0, size)])


@lru_cache(maxsize=4096)
def _proposal(own: int, spare: Hand, contract: Contract) -> tuple[Hand, ...] | None:
    offered = {asked: offer(own, asked) for asked in set(contract)}
    offers = [offered[asked] for asked in contract]
    if not all(map(any, offers)):
        return None
    after = _after(offers[1:], len(spare))
    for spent in range(len(spare) + 1):
        if whole := _joined(offers[0], after[0], spent):
            return tuple(_first(_richest(whole), offers, after, spare[:spent]))
    return None


Taken = list[set[int]]  # the naturals some melds can take together, by the wilds they spend


def _after(offers: list[Offer], most: int) -> list[Taken]:
    """What the melds from the first, the second … on can take; after the last, nothing."""
    after: list[Taken] = [[{0}, *(set() for _ in range(most))]]
    for parts in reversed(offers):
        after.insert(0, [_joined(parts, after[0], spent) for spent in range(most + 1)])
    return after


def _joined(parts: Offer, rest: Taken, spent: int) -> set[int]:
    """What one more meld and the rest can take together."""
    return {
        part[0] | others
        for need, some in enumerate(parts[: spent + 1])
        for part in some
        for others in rest[spent - need]
        if not part[0] & others
    }


def _richest(whole: set[int]) -> set[int]:
    """RM-9  With as many cards, the most of ten points."""
    most = max([(taken & TENS).bit_count() for taken in whole])
    return {taken for taken in whole if (taken & TENS).bit_count() == most}


def _first(whole: set[int], offers: list[Offer], after: list[Taken], spare: Hand) -> Iterator[Hand]:
    """The first in canonical order, meld by meld, of the lay downs that take one of these wholes."""
    for parts, rest in zip(offers, after, strict=True):
        left = len(spare)
        shown, own, need = min(
            (_shown(part, spare), part.mask, need)
            for need, some in enumerate(parts[: left + 1])
            for part in some
            if _without(part.mask, whole, rest[left - need])
        )
        yield shown
        spare = spare[need:]
        whole = _without(own, whole, rest[len(spare)])


def _without(own: int, whole: set[int], rest: set[int]) -> set[int]:
    """What this meld leaves of these wholes, where the melds after it can take just that."""
    return {taken ^ own for taken in whole if taken & own == own and taken ^ own in rest}


def _shown(part: Part, spare: Hand) -> Hand:
    """RM-6  The meld with its wilds, the first of those left."""
    wild = iter(spare)
    return tuple([next(wild) if card is None else card for card in part.laid])


# Parts


def offer(own: int, asked: Asked) -> Offer:
    """RM-4  Every part of such a meld among these naturals, by the wilds it needs."""
    size = asked.size
    if asked.kind is Kind.SET:
        groups = [_set_parts(rank, own >> 4 * rank & RANK, size) for rank in range(13)]
    else:
        groups = [_run_parts(suit, own >> suit & SUIT, size) for suit in range(4)]
    return tuple([tuple(chain.from_iterable(parts)) for parts in zip(*groups, strict=True)])


@cache
def _set_parts(rank: int, suits: int, size: int) -> Offer:
    """RM-4  One rank, at least half of the meld natural."""
    cards = [Card(4 * rank + suit) for suit in range(4) if suits >> suit & 1]
    return tuple(
        tuple(_part((*some, *(None,) * need)) for some in combinations(cards, size - need))
        for need in range(most_wilds(size) + 1)
    )


@lru_cache(maxsize=8192)
def _run_parts(suit: int, ranks: int, size: int) -> Offer:
    """RM-4  One suit, at least half of the meld natural."""
    own = ranks << suit
    return tuple([tuple([p for p in parts if p.mask & own == p.mask]) for parts in RUNS[suit, size]])


def run_windows(suit: int, size: int) -> list[Hand]:
    """RM-4  The naturals of each window of consecutive places, ace low to ace high."""
    return [
        tuple([Card(4 * (place % 13) + suit) for place in range(low, low + size) if place != TWO])
        for low in range(LONGEST_RUN - size + 1)
    ]


@lru_cache(maxsize=1024)
def together(hand: Hand, asked: Asked) -> tuple[Hand, ...]:
    """RM-4  Which naturals of a hand may share such a meld: those of a rank, or of a window of a suit.

    Any that stand in one of these groups, with so many wilds as a meld bears and no more, make one.
    """
    groups = {tuple([card for card in sorted(hand) if card in whole]) for whole in _wholes(asked)}
    enough = [set(group) for group in groups if len(group) >= asked.size - most_wilds(asked.size)]
    return tuple(sorted([tuple(sorted(one)) for one in enough if not any(one < other for other in enough)]))


@cache
def _wholes(asked: Asked) -> tuple[Hand, ...]:
    """RM-4  The naturals of every such meld there is."""
    if asked.kind is Kind.SET:
        return tuple([PACK_54[4 * rank : 4 * rank + 4] for rank in range(13) if rank != TWO])
    return tuple([window for suit in range(4) for window in run_windows(suit, asked.size)])


def _all_runs(suit: int, size: int) -> Offer:
    windows = run_windows(suit, size)
    chosen = [
        {frozenset(some) for window in windows for some in combinations(window, size - need)}
        for need in range(most_wilds(size) + 1)
    ]
    return tuple(tuple(_part(_run(tuple(some), size)) for some in parts) for parts in chosen)


def _run(cards: Hand, size: int) -> list[Card | None]:
    """RM-6  A run as it is shown, its wilds still to come."""
    at = in_places(cards, size)
    assert at is not None
    low = low_end(at, size)
    return [at.get(place) for place in range(low, low + size)]


def _part(laid: Sequence[Card | None]) -> Part:
    return Part(mask(card for card in laid if card is not None), tuple(laid))


RUNS: Final = {(suit, size): _all_runs(suit, size) for suit in range(4) for size in (4, 7)}
