"""Cards as the contract writes them: rank and suit, jokers, and the canonical order.

Inside an engine a card is its place in the canonical order, so hands sort and mask cheaply;
outside, in moves, views and records, it is its two-character code.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)
Hand = tuple[Card, ...]

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
JOKERS: Final = ("X1", "X2")
UNSEEN: Final = "??"  # a card its viewer may not see

CODES: Final[tuple[str, ...]] = tuple(r + s for r in RANKS for s in SUITS) + JOKERS
PACK_52: Final[Hand] = tuple(Card(i) for i in range(52))
PACK_54: Final[Hand] = tuple(Card(i) for i in range(54))

_CARD_OF: Final = {code: Card(i) for i, code in enumerate(CODES)}


def card_of(code: object) -> Card | None:
    """The card with this code, or None where there is no such card."""
    return _CARD_OF.get(code) if isinstance(code, str) else None


def codes(cards: Hand) -> tuple[str, ...]:
    return tuple([CODES[card] for card in cards])


def read_codes(codes: Iterable[str]) -> Hand:
    """The cards with these codes, which must all be cards."""
    return tuple(_CARD_OF[code] for code in codes)


def hand(text: str) -> Hand:
    """`hand("AS TD")`: for tests and examples."""
    return read_codes(text.split())
