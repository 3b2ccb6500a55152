"""B2-1 … B2-3: the order of the cards, and what cards laid down together are worth.

A set of cards is one number with a bit for each card, the highest card lowest: 2S is bit 0, 3D bit 51.
So the top card is the lowest bit, and of two sets of one size that which comes first card by card
(B2-11) is the greater number.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, NewType

from games.core import cards as core
from games.core.cards import Card, Hand

Cards = NewType("Cards", int)
Rank = NewType("Rank", int)  # 0 is a 3, 12 a 2

RANKS: Final = "3456789TJQKA2"
SUITS: Final = "DCHS"
PACK: Final = 52
NONE: Final = Cards(0)

ORDER: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)  # B2-1
BIT_OF: Final = {code: Cards(1 << (PACK - 1 - place)) for place, code in enumerate(ORDER)}
_CODE_OF_BIT: Final = {bit.bit_length(): code for code, bit in BIT_OF.items()}
_BIT_OF_CARD: Final = tuple(BIT_OF[core.CODES[card]] for card in core.PACK_52)

ALL_TWOS: Final = Cards(0b1111)
LONE_TWOS: Final = frozenset(Cards(1 << suit) for suit in range(4))
THREE_OF_DIAMONDS: Final = BIT_OF["3D"]
OF_SUIT: Final = tuple(Cards(sum(BIT_OF[rank + suit] for rank in RANKS)) for suit in SUITS)
SHIFTS: Final = tuple(4 * (12 - rank) for rank in range(13))  # where a rank's four bits begin
_ONES: Final = sum(1 << shift for shift in SHIFTS)  # the lowest bit of every rank


class Pattern(StrEnum):
    """B2-2"""

    SINGLE = "single"
    PAIR = "pair"
    SET = "set"


class Kind(StrEnum):
    """B2-3  The kinds of set, low to high."""

    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


class Order(IntEnum):
    """Where the strengths of each kind begin: no strength within a kind reaches 64."""

    STRAIGHT = 0
    FLUSH = 64
    FULL_HOUSE = 128
    FOUR_OF_A_KIND = 192
    STRAIGHT_FLUSH = 256
    ROYAL_FLUSH = 320


class Made(NamedTuple):
    """What a play is: of two of one pattern the stronger beats the other."""

    pattern: Pattern
    kind: Kind | None  # of a set
    strength: int
    top: Cards  # the one card it is judged by, where it is judged by one


# Sets of cards


def cards_of(hand: Iterable[Card]) -> Cards:
    return Cards(sum(_BIT_OF_CARD[card] for card in hand))


def each(cards: int) -> Iterator[Cards]:
    """Every card by itself, by B2-1."""
    while cards:
        bit = 1 << (cards.bit_length() - 1)
        yield Cards(bit)
        cards ^= bit


def codes(cards: int) -> tuple[str, ...]:
    """Sorted by B2-1."""
    return tuple([_CODE_OF_BIT[bit.bit_length()] for bit in each(cards)])


def read(text: str) -> Cards:
    """`read("3D 4C")`: for tests and examples."""
    return cards_of(core.hand(text))


def codes_among(hand: Hand, held: Cards) -> tuple[str, ...]:
    """The cards of a hand that are still held, in its own order."""
    return tuple([core.CODES[card] for card in hand if _BIT_OF_CARD[card] & held])


# B2-1


def top_card(cards: int) -> Cards:
    return Cards(cards & -cards)


def place(card: int) -> int:
    """B2-1  Where a card stands, from 0 for 3D to 51 for 2S: by rank, then by suit."""
    return PACK - card.bit_length()


def rank_of(card: int) -> Rank:
    return Rank(place(card) // 4)


def ranks_in(cards: int) -> int:
    """The lowest bit of every rank that is there."""
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & _ONES


# B2-2, B2-3


def _windows() -> Iterator[tuple[int, Rank]]:
    """B2-3  Five consecutive ranks, and the one they are judged by: A2345, 23456, 34567 … JQKA2."""
    wheel = "A23456789TJQKA2"
    for start in range(11):
        ranks = wheel[start : start + 5]
        yield sum(1 << SHIFTS[RANKS.index(rank)] for rank in ranks), Rank(RANKS.index(ranks[-1]))


STRAIGHTS: Final = dict(_windows())  # by their ranks: the rank that judges
ROYAL: Final = next(ranks for ranks, top in STRAIGHTS.items() if RANKS[top] == "A")


@lru_cache(maxsize=8192)
def judge(cards: Cards) -> Made | None:
    """B2-2  A single, a pair of one rank or a set of five; anything else is no pattern."""
    match cards.bit_count():
        case 1:
            return Made(Pattern.SINGLE, None, place(cards), cards)
        case 2 if ranks_in(cards).bit_count() == 1:
            return Made(Pattern.PAIR, None, place(top_card(cards)), top_card(cards))
        case 5:
            return judge_set(cards)
        case _:
            return None


def judge_set(cards: Cards) -> Made | None:
    """B2-3  Straight < flush < full house < four of a kind < straight flush < royal flush."""
    ranks, suit = ranks_in(cards), suit_of(cards)
    if ranks in STRAIGHTS:
        top = Cards(cards & 15 << SHIFTS[STRAIGHTS[ranks]])
        return _straight(top) if suit is None else _straight_flush(suit, top, is_royal=ranks == ROYAL)
    if suit is not None:
        return _flush(suit, top_card(cards))
    return _of_two_ranks(cards, ranks) if ranks.bit_count() == 2 else None


def suit_of(cards: int) -> int | None:
    """The one suit of these cards, from 0 for diamonds; None if they are of several."""
    for suit, of_suit in enumerate(OF_SUIT):
        if not cards & ~of_suit:
            return suit
    return None


def _straight(top: Cards) -> Made:
    """B2-3  Judged by its top card, rank then suit."""
    return Made(Pattern.SET, Kind.STRAIGHT, Order.STRAIGHT + place(top), top)


def _straight_flush(suit: int, top: Cards, *, is_royal: bool) -> Made:
    """B2-3  By suit, then by top card; TJQKA of a suit stands above all others, by suit."""
    if is_royal:
        return Made(Pattern.SET, Kind.ROYAL_FLUSH, Order.ROYAL_FLUSH + suit, top)
    return Made(Pattern.SET, Kind.STRAIGHT_FLUSH, Order.STRAIGHT_FLUSH + 13 * suit + rank_of(top), top)


def _flush(suit: int, top: Cards) -> Made:
    """B2-3  By suit, then by top card: a 2 is the highest."""
    return Made(Pattern.SET, Kind.FLUSH, Order.FLUSH + 13 * suit + rank_of(top), top)


def _of_two_ranks(cards: Cards, ranks: int) -> Made:
    """B2-3  A full house by its triple's rank, four of a kind by its quad's."""
    first = Cards(cards & 15 * top_card(ranks))
    most = first if first.bit_count() > 2 else Cards(cards & ~first)
    if most.bit_count() == 4:
        return Made(Pattern.SET, Kind.FOUR_OF_A_KIND, Order.FOUR_OF_A_KIND + rank_of(most), top_card(most))
    return Made(Pattern.SET, Kind.FULL_HOUSE, Order.FULL_HOUSE + rank_of(top_card(most)), top_card(most))
