"""NN-1 … NN-6: what a hand is worth, whatever the ruleset."""

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, product
from typing import Final, NamedTuple

from games.core.cards import PACK_52, Card, Hand, card_of

CARDS: Final = 5
BASE: Final = 3

_SWAPPED: Final = {3: 6, 6: 3}
_JACK: Final = 11
_ACE_OF_SPADES: Final = card_of("AS")


class Kind(StrEnum):
    """What earns a hand its multiplier; the best first."""

    FIVE_FACES = "five_faces"
    FACE_ACE_OF_SPADES = "face_ace_of_spades"
    PAIR = "pair"
    TEN = "ten"
    PLAIN = "plain"
    NONE = "none"


MULTIPLIER: Final = {
    Kind.FIVE_FACES: 7,
    Kind.FACE_ACE_OF_SPADES: 5,
    Kind.PAIR: 3,
    Kind.TEN: 2,
    Kind.PLAIN: 1,
    Kind.NONE: 0,
}


class Bull(NamedTuple):
    """The best split of a hand. It speaks of places in the sorted hand: suits seldom make a difference."""

    multiplier: int
    points: int
    kind: Kind
    base: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()  # what each card counts for: the base's three, then the final two

    @property
    def strength(self) -> tuple[int, int]:
        """NN-6, NN-12  All that counts when two hands meet."""
        return self.multiplier, self.points


NO_BULL: Final = Bull(0, 0, Kind.NONE)
FIVE_FACES: Final = Bull(MULTIPLIER[Kind.FIVE_FACES], 10, Kind.FIVE_FACES, (0, 1, 2), (10,) * CARDS)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Counting:
    """How this house counts. There is one value for each choice of options, so identity is equality."""

    flex_3_6: bool
    any_ten: bool
    known: dict[int, Bull] = field(default_factory=dict, repr=False)  # by weight; a few thousand at most


COUNTINGS: Final = {
    (flex, any_ten): Counting(flex_3_6=flex, any_ten=any_ten)
    for flex, any_ten in product((False, True), repeat=2)
}


# Cards


def rank(card: Card) -> int:
    """NN-1  The raw rank, from the ace's 1 to the king's 13. It never changes."""
    return card // 4 + 1


def is_face(card: Card) -> bool:
    """NN-2  J, Q or K; a ten is none."""
    return rank(card) >= _JACK


def is_swapped(card: Card) -> bool:
    """NN-1  3 and 6, which change values."""
    return rank(card) in _SWAPPED


def values(card: Card, counting: Counting) -> tuple[int, ...]:
    """NN-1  What a card may count for: 3 counts 6 and 6 counts 3; where the house flexes, each is either."""
    raw = rank(card)
    if not is_swapped(card):
        return (min(raw, 10),)
    return (_SWAPPED[raw], raw) if counting.flex_3_6 else (_SWAPPED[raw],)


# Splits


def best_bull(cards: Hand, counting: Counting) -> Bull:
    """NN-2, NN-3, NN-6  Of a sorted hand: the best split; of equals, the one whose base comes first."""
    if all(map(is_face, cards)):
        return FIVE_FACES
    bulls = (bull_with(cards, places, counting) for places in combinations(range(CARDS), BASE))
    return max((bull for bull in bulls if bull is not None), key=lambda bull: bull.strength, default=NO_BULL)


def bull_with(cards: Hand, places: tuple[int, ...], counting: Counting) -> Bull | None:
    """NN-3, NN-6  The split with its base at these places, if they make one."""
    base = base_counts([cards[place] for place in places], counting)
    if base is None:
        return None
    first, second = (card for place, card in enumerate(cards) if place not in places)
    points, kind, final = best_final(first, second, counting)
    return Bull(MULTIPLIER[kind], points, kind, places, (*base, *final))


def base_counts(cards: list[Card], counting: Counting) -> tuple[int, ...] | None:
    """NN-3  A base: three cards whose values sum to a multiple of ten."""
    choices = product(*(values(card, counting) for card in cards))
    return next((counts for counts in choices if sum(counts) % 10 == 0), None)


def best_final(first: Card, second: Card, counting: Counting) -> tuple[int, Kind, tuple[int, int]]:
    """NN-6  Points, kind and values of the final two, as serves the hand best."""
    choices = product(values(first, counting), values(second, counting))
    finals = [(points(sum(two)), final_kind(first, second, sum(two), counting), two) for two in choices]
    return max(finals, key=lambda final: (MULTIPLIER[final[1]], final[0]))


def points(total: int) -> int:
    """NN-6  The final two's values mod 10, 0 counting as 10."""
    return total % 10 or 10


def final_kind(first: Card, second: Card, total: int, counting: Counting) -> Kind:
    """NN-4, NN-5  The highest that applies: face with the ace of spades, pair, ten; else plain."""
    if _ACE_OF_SPADES in (first, second) and (is_face(first) or is_face(second)):
        return Kind.FACE_ACE_OF_SPADES
    if rank(first) == rank(second):
        return Kind.PAIR
    if total == 10 or (counting.any_ten and total % 10 == 0):
        return Kind.TEN
    return Kind.PLAIN


# Hands

# Hands of the same ranks are worth the same, save where the ace of spades is among them:
# a digit, base five, for each rank and one for that ace.
_WEIGHT: Final = tuple(1 if card == _ACE_OF_SPADES else 5 ** rank(card) for card in PACK_52)


def bull(hand: Hand, counting: Counting) -> Bull:
    """NN-6  The best split of five cards: worked out once, then looked up."""
    a, b, c, d, e = hand
    weight = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    known = counting.known.get(weight)
    if known is None:
        known = counting.known[weight] = best_bull(tuple(sorted(hand)), counting)
    return known


def split(hand: Hand, bull: Bull) -> tuple[Hand, Hand]:
    """NN-6  Base and final two in canonical order; five faces as dealt; nothing where there is no base."""
    if bull.kind is Kind.NONE:
        return (), ()
    cards = hand if bull.kind is Kind.FIVE_FACES else tuple(sorted(hand))
    base = tuple(cards[place] for place in bull.base)
    return base, tuple(card for place, card in enumerate(cards) if place not in bull.base)
