"""XD-1 … XD-5: what a hand is worth, whatever the ruleset."""

from enum import IntEnum
from itertools import product
from typing import Final, NamedTuple

from games.core.cards import PACK_52, Card, Hand

MOST: Final = 21
DU_FROM: Final = 16
MOST_CARDS: Final = 5

_ACE: Final = 64  # a hand's weight: its lowest total, plus 64 for each ace
WEIGHTS: Final = 5 * _ACE


class Special(IntEnum):
    """XD-3  What two first cards can be; the higher is the better."""

    NONE = 0
    XI_DACH = 1
    XI_BANG = 2


class Strength(NamedTuple):
    """All that counts of a hand when two hands meet."""

    value: int  # a ngũ linh's is its lowest total, XD-4
    is_ngu_linh: bool

    @property
    def is_quac(self) -> bool:
        return self.value > MOST

    @property
    def is_du(self) -> bool:
        return DU_FROM <= self.value <= MOST


def points(card: Card) -> int:
    """XD-1  2-10 count their face, J Q K ten; an ace counts one where it is lowest."""
    return min(card // 4 + 1, 10)


def is_ace(card: Card) -> bool:
    return card // 4 == 0


def _highest(low: int, aces: int) -> int:
    """XD-1  The highest total that is at most 21; if no total is, the lowest one."""
    totals = (low - aces + sum(choice) for choice in product((1, 10, 11), repeat=aces))
    return max((total for total in totals if total <= MOST), default=low)


_WEIGHT: Final = tuple(points(card) + _ACE * is_ace(card) for card in PACK_52)
_VALUE: Final = tuple(_highest(weight % _ACE, weight // _ACE) for weight in range(WEIGHTS))
_SPECIAL: Final = {
    2 + 2 * _ACE: Special.XI_BANG,
    11 + _ACE: Special.XI_DACH,
}


def weight(hand: Hand) -> int:
    """All that XD-1 needs of a hand in one number; a drawn card adds its own."""
    return sum([_WEIGHT[card] for card in hand])


def value_of_weight(weight: int) -> int:
    return _VALUE[weight]


def value(hand: Hand) -> int:
    """XD-1  Each ace counts 1, 10 or 11, whatever serves the hand best."""
    return _VALUE[sum([_WEIGHT[card] for card in hand])]


def lowest(hand: Hand) -> int:
    """XD-1  The total with every ace at one."""
    return weight(hand) % _ACE


def is_quac(hand: Hand) -> bool:
    """XD-2  Quắc: over 21."""
    return value(hand) > MOST


def is_du(hand: Hand) -> bool:
    """XD-2  Đủ: from 16 to 21."""
    return DU_FROM <= value(hand) <= MOST


def special(hand: Hand) -> Special:
    """XD-3  Xì bàng is two aces, xì dách an ace and a T, J, Q or K; two cards only."""
    if len(hand) != 2:
        return Special.NONE
    return special_of_weight(weight(hand))


def special_of_weight(two_cards: int) -> Special:
    return _SPECIAL.get(two_cards, Special.NONE)


def is_ngu_linh(hand: Hand) -> bool:
    """XD-4  Five cards whose lowest total is under 21."""
    return len(hand) == MOST_CARDS and lowest(hand) < MOST


def is_full(hand: Hand) -> bool:
    """XD-5  Five cards at most: no sixth card, ever."""
    return len(hand) == MOST_CARDS


def strength(hand: Hand) -> Strength:
    """XD-1, XD-4  A ngũ linh counts its aces at one, any other hand as serves it best."""
    return strength_of_weight(len(hand), weight(hand))


def strength_of_weight(cards: int, weight: int) -> Strength:
    if cards == MOST_CARDS and weight % _ACE < MOST:
        return Strength(weight % _ACE, True)
    return Strength(_VALUE[weight], False)


def counted(hand: Hand) -> tuple[int, ...]:
    """What each card counts for in the hand's strength: A A T is 10, 1 and 10."""
    aces = [i for i, card in enumerate(hand) if is_ace(card)]
    counts = [points(card) for card in hand]
    wanted = strength(hand).value
    for choice in product((11, 10, 1), repeat=len(aces)):
        for i, chosen in zip(aces, choice, strict=True):
            counts[i] = chosen
        if sum(counts) == wanted:
            break
    return tuple(counts)
