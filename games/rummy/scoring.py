"""RM-9: what cards left in a hand cost, and what the round moves."""

from typing import Final

from games.core.cards import PACK_54, Card, Hand, hand
from games.rummy.melds import is_wild, rank

_TENS: Final = frozenset(rank(card) for card in hand("TC JC QC KC AC"))


def penalty_of(card: Card) -> int:
    """RM-9  3-9 five, T-A ten, wilds twenty."""
    if is_wild(card):
        return 20
    return 10 if rank(card) in _TENS else 5


PENALTY: Final = tuple(penalty_of(card) for card in PACK_54)


def penalty(hand: Hand) -> int:
    """RM-9  The sum of a hand: nothing for who went out."""
    return sum([PENALTY[card] for card in hand])


def points(sheet: tuple[int, ...]) -> tuple[int, ...]:
    """RM-9  The higher sheet pays the difference; a winner's is 0, so it gets the loser's whole sheet."""
    mine, other = sheet
    return (other - mine, mine - other)


def ranks(sheet: tuple[int, ...]) -> tuple[int, ...]:
    """RM-9  By sheet, the lowest best; ties share the better rank."""
    return tuple(1 + sum(other < mine for other in sheet) for mine in sheet)
