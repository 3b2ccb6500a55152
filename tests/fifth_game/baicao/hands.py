"""BC-1 … BC-3: what three cards are worth."""

from typing import Final, NamedTuple

from games.core.cards import Card, Hand

CARDS: Final = 3
BEST: Final = 9

_TEN, _JACK = 10, 11


class Worth(NamedTuple):
    """Of two hands the greater one wins."""

    three_faces: bool
    points: int


def rank(card: Card) -> int:
    """From the ace's 1 to the king's 13."""
    return card // 4 + 1


def value(card: Card) -> int:
    """BC-1  An ace counts one, J, Q and K ten, any other what is printed on it."""
    return min(rank(card), _TEN)


def points(hand: Hand) -> int:
    """BC-2  The last digit of the sum: nine is the best, and none (bù) the worst."""
    return sum(map(value, hand)) % 10


def has_three_faces(hand: Hand) -> bool:
    """BC-3  J, Q or K, all three: they beat any points. A ten is no face."""
    return all(rank(card) >= _JACK for card in hand)


def worth(hand: Hand) -> Worth:
    """BC-2, BC-3  Three faces have no points to compare: two such hands are equal."""
    return Worth(three_faces=has_three_faces(hand), points=points(hand) if not has_three_faces(hand) else 0)
