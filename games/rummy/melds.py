"""RM-1, RM-4, RM-6: wilds and naturals, what makes a set or a run, and how a meld lies on the table."""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from games.core.cards import PACK_54, Card, Hand, hand
from games.core.engine import SeatNo

LONGEST_RUN: Final = 14  # A…A
LOW_ACE: Final = 0
HIGH_ACE: Final = 13  # places of a run: the ranks, and one more for an ace above the king

_WILDS: Final = frozenset(hand("2C 2D 2H 2S X1 X2"))
_WILD: Final = tuple(card in _WILDS for card in PACK_54)
_BIT: Final = tuple(1 << card for card in PACK_54)


class Kind(StrEnum):
    SET = "set"
    RUN = "run"


class Meld(NamedTuple):
    """A meld on the table, its cards arranged."""

    owner: SeatNo
    kind: Kind
    cards: Hand


# RM-1


def is_wild(card: Card) -> bool:
    """RM-1  The 2s and the jokers, always and only as wilds."""
    return _WILD[card]


def naturals(cards: Hand) -> Hand:
    return tuple([card for card in cards if not _WILD[card]])


def wilds(cards: Hand) -> Hand:
    """In canonical order."""
    return tuple(sorted([card for card in cards if _WILD[card]]))


def rank(card: Card) -> int:
    """0 for an ace … 12 for a king; in a run also its place, an ace at the low end."""
    return card // 4


def suit(card: Card) -> int:
    return card % 4


# RM-4


def is_meld(kind: Kind, cards: Hand) -> bool:
    """RM-4  What a contract takes: a set or a run, at least half of its cards natural."""
    return len(wilds(cards)) <= most_wilds(len(cards)) and holds(kind, cards)


def most_wilds(size: int) -> int:
    """RM-4  At least half of a contract's meld is natural."""
    return size // 2


def holds(kind: Kind, cards: Hand) -> bool:
    """RM-4, RM-6  A set or a run, however many of its cards are wild."""
    own = naturals(cards)
    return is_set(own) if kind is Kind.SET else in_places(own, len(cards)) is not None


def is_set(naturals: Hand) -> bool:
    """RM-4  One natural rank."""
    return len({rank(card) for card in naturals}) == 1


def in_places(naturals: Hand, size: int) -> dict[int, Card] | None:
    """RM-4, RM-6  Where the naturals of a run of so many cards stand: an ace high if it can be, else low.

    None where they make no run: two suits, or too far apart. Places never go round the corner.
    """
    if size > LONGEST_RUN or len({suit(card) for card in naturals}) != 1:
        return None
    for ace in (HIGH_ACE, LOW_ACE):
        at = {rank(card) or ace: card for card in naturals}
        if max(at) - min(at) < size:
            return at
    return None


# RM-6


def arranged(kind: Kind, cards: Hand) -> Hand:
    """RM-6  As a meld is shown; of several wilds the first in canonical order stands leftmost."""
    if kind is Kind.SET:
        return (*sorted(naturals(cards)), *wilds(cards))
    at = in_places(naturals(cards), len(cards))
    assert at is not None
    low, spare = low_end(at, len(cards)), iter(wilds(cards))
    return tuple([at[place] if place in at else next(spare) for place in range(low, low + len(cards))])


def low_end(at: dict[int, Card], size: int) -> int:
    """RM-6  Wilds fill the gaps; spare ones stand at the high end while there is room, then at the low."""
    return min(min(at), LONGEST_RUN - size)


@lru_cache(maxsize=8192)
def takes(kind: Kind, cards: Hand) -> int:
    """RM-6  The cards that could be laid off onto this meld, one bit each.

    A natural must fit; a wild always fits a set, and a run while it is shorter than the longest.
    """
    own, size = naturals(cards), len(cards)
    if kind is Kind.SET:
        return mask([card for card in PACK_54 if is_wild(card) or rank(card) == rank(own[0])])
    if size == LONGEST_RUN:
        return 0
    others = [card for card in PACK_54 if card not in own]
    return mask([card for card in others if is_wild(card) or in_places((*own, card), size + 1)])


def mask(cards: Iterable[Card]) -> int:
    """A set of cards as one number, a bit for each."""
    bits = 0
    for card in cards:
        bits |= _BIT[card]
    return bits
