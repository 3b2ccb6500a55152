"""RM-4, RM-5: what the page is told of a tray is the rule itself, however a proposal is changed."""

from itertools import combinations
from random import Random

import pytest

from games.core.cards import CODES, codes, hand
from games.rummy.melds import Kind, is_meld, is_wild
from games.rummy.page import tray
from games.rummy.proposal import proposal
from games.rummy.rules import DEALS, Asked
from tests.games.rummy.test_proposal import crowded_hand

GROUPS = [
    # meld             of this hand                what may stand together
    ("set 3", "7C 7D 7H 9C 9D 4S KS 2S", "7C7D7H 9C9D"),  # with a wild, so two are enough
    ("set 4", "7C 7D 9C 4S KS 2S X1 X2", "7C7D"),
    ("run 4", "3H 4H 5H 6H 9H 7D", "3H4H5H6H 6H9H"),
    ("run 4", "AH 3H 4H KH JH 2C", "AH3H4H AHJHKH"),  # the ace low or high, never round the corner
    ("run 7", "3D 4D 5D 6D TD AS 2S", "3D4D5D6D 4D5D6DTD"),
]


@pytest.mark.parametrize(("asked", "cards", "groups"), GROUPS)
def test_what_may_stand_together(asked, cards, groups):
    kind, size = asked.split()
    assert told(hand(cards), Asked(Kind(kind), int(size))).together == tuple(groups.split())


def told(cards, asked):
    return tray(0, asked, sample(asked), cards)


def sample(asked):
    return hand("7C 7D 7H 7S X1" if asked.kind is Kind.SET else "3C 4C 5C 6C 7C 8C 9C")[: asked.size]


def bears(tray, cards):
    """As static/games/rummy/trays.js judges a tray of the right size."""
    own = [CODES[card] for card in cards if not is_wild(card)]
    few = len(cards) - len(own) <= tray.most_wilds
    return few and any(all(code in group for code in own) for group in tray.together)


@pytest.mark.parametrize("round_", DEALS)
def test_a_tray_bears_what_the_rule_takes_and_nothing_else(round_):
    chance, contract = Random(round_), DEALS[round_].contract
    for cards in (crowded_hand(chance, DEALS[round_].cards + 1) for _ in range(12)):
        for asked in {asked for asked in contract if proposal(cards, contract)}:
            one = told(cards, asked)
            for some in combinations(cards, asked.size):
                assert bears(one, some) == is_meld(asked.kind, some), codes(some)
