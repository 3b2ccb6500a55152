"""What may still come: the cards a viewer has not seen, and what hands they make.

A hand is followed as one number, since a bot looks at thousands: how many cards, and their weight
(see `hands.weight`). A drawn card does not thin the pack for the next one; that changes little.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NewType

from games.core.cards import PACK_52, Hand
from games.xidach.hands import (
    MOST,
    MOST_CARDS,
    WEIGHTS,
    Special,
    Strength,
    special_of_weight,
    strength_of_weight,
    value_of_weight,
    weight,
)
from games.xidach.view import XidachView

Held = NewType("Held", int)  # a hand as far as drawing goes
Chances = dict[Strength, float]  # how likely a hand ends as strong as this
Unseen = tuple[tuple[int, int], ...]  # the weight of a card, and how many such are left

HANDS: Final = 1024  # all of two and three cards and most of four: what is worked out for one is kept
STEP: Final = WEIGHTS  # one card more, whatever it weighs
_HELD: Final = [divmod(held, STEP) for held in range((MOST_CARDS + 1) * STEP)]
VALUES: Final = tuple(value_of_weight(weight) for _, weight in _HELD)
STRENGTHS: Final = tuple(strength_of_weight(cards, weight) for cards, weight in _HELD)


def held(hand: Hand) -> Held:
    return Held(len(hand) * STEP + weight(hand))


def is_done(held: Held) -> bool:
    """XD-5, XD-22  Quắc and five cards draw no more."""
    return held >= MOST_CARDS * STEP or VALUES[held] > MOST


class Odds:
    """Everything that follows from the cards not seen yet."""

    def __init__(self, unseen: Unseen) -> None:
        left = sum(count for _, count in unseen)
        self._draws = tuple((STEP + card, count / left) for card, count in unseen)
        self._first = {Held(2 * STEP + pair): chance for pair, chance in _first_hands(unseen)}

    def drawn(self, held: Held) -> Iterator[tuple[Held, float]]:
        """The hand with one more card, each with its chance."""
        for card, chance in self._draws:
            yield Held(held + card), chance

    def finals(self, stops: Callable[[Held], bool]) -> dict[int, Chances]:
        """How hands end that draw until they stop: by number of cards, how strong. Specials are out."""
        finals: dict[int, Chances] = {}
        hands = self._first
        for cards in range(2, MOST_CARDS + 1):
            ends, grown = finals.setdefault(cards, {}), dict[Held, float]()
            for held, chance in hands.items():
                if is_done(held) or stops(held):
                    ends[STRENGTHS[held]] = ends.get(STRENGTHS[held], 0.0) + chance
                    continue
                for more, likely in self.drawn(held):
                    grown[more] = grown.get(more, 0.0) + chance * likely
            hands = grown
        return finals


def odds(view: XidachView) -> Odds:
    """XD-9  The cards this view does not show, whoever may hold them."""
    seen = {card for seat in view.seats for card in seat.hand or ()}
    left = Counter(weight((card,)) for card in PACK_52 if card not in seen)
    return _odds(tuple(sorted(left.items())))


@lru_cache(maxsize=HANDS)
def _odds(unseen: Unseen) -> Odds:
    return Odds(unseen)


def _first_hands(unseen: Unseen) -> Iterator[tuple[int, float]]:
    """Two cards that are no special, as everybody holds whose round is still on."""
    pairs: dict[int, int] = {}
    for i, (a, many) in enumerate(unseen):
        for b, others in unseen[i:]:
            ways = many * (many - 1) // 2 if a == b else many * others
            if special_of_weight(a + b) is Special.NONE:
                pairs[a + b] = pairs.get(a + b, 0) + ways
    total = sum(pairs.values())
    return ((pair, ways / total) for pair, ways in pairs.items() if ways)
