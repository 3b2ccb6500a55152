"""XD-1 … XD-5: what a hand is worth."""

import pytest

from games.core.banker import Role
from games.core.cards import hand
from games.xidach import hands
from games.xidach.hands import Special
from games.xidach.rules import CLASSIC, VIPGAME, is_non

VALUES = [
    # rule   hand              worth
    ("XD-1", "2C 3D",            5),
    ("XD-1", "TC JD",           20),
    ("XD-1", "KS QH 2D",        22),
    ("XD-1", "AS AD TC",        21),  # ten, one and ten
    ("XD-1", "AS 5H",           16),  # eleven and five
    ("XD-1", "AS 2H 9D",        21),  # the ace counts ten
    ("XD-1", "AS 9H AD",        21),  # eleven, nine and one
    ("XD-1", "AS 6H TD",        17),  # the ace falls to one
    ("XD-1", "AS 5H 9D",        15),  # a draw can lower the value
    ("XD-1", "AS AD",           21),  # eleven and ten; eleven twice is too much
    ("XD-1", "AS AD AH",        21),  # ten, ten and one
    ("XD-1", "AS AD AH AC",     14),  # eleven and three ones; ten, ten and two ones is 22
    ("XD-1", "AS AD AH AC 7S",  21),  # eleven, three ones and seven
    ("XD-1", "9S 8D AC 5H",     23),  # no total is at most 21: the lowest one
    ("XD-1", "TC 2D 3H 4S 2H",  21),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cards", "worth"), VALUES)
def test_a_hand_is_worth_what_the_rule_says(rule, cards, worth):
    assert hands.value(hand(cards)) == worth


STATES = [
    # rule   ruleset  role           hand           state
    ("XD-2", CLASSIC, Role.NHA_CON, "TC 5D",       "non"),
    ("XD-2", CLASSIC, Role.NHA_CON, "TC 6D",       "du"),
    ("XD-2", CLASSIC, Role.NHA_CON, "TC 6D 5H",    "du"),
    ("XD-2", CLASSIC, Role.NHA_CON, "TC 6D 6H",    "quac"),
    ("XD-2", CLASSIC, Role.NHA_CAI, "TC 4D",       "non"),
    ("XD-2", CLASSIC, Role.NHA_CAI, "TC 5D",       ""),  # neither: it may stand, but not compare
    ("XD-2", CLASSIC, Role.NHA_CAI, "TC 6D",       "du"),
    ("XD-2", VIPGAME, Role.NHA_CON, "TC 5D",       "non"),
    ("XD-2", VIPGAME, Role.NHA_CAI, "TC 5D",       "non"),
    ("XD-2", VIPGAME, Role.NHA_CAI, "TC 6D",       "du"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "rules", "role", "cards", "state"), STATES)
def test_non_du_quac(rule, rules, role, cards, state):
    held = hand(cards)
    assert is_non(held, role, rules) == (state == "non")
    assert hands.is_du(held) == (state == "du")
    assert hands.is_quac(held) == (state == "quac")


SPECIALS = [
    ("XD-3", "AS AD",     Special.XI_BANG),
    ("XD-3", "AS TD",     Special.XI_DACH),
    ("XD-3", "KD AC",     Special.XI_DACH),
    ("XD-3", "AS 9D",     Special.NONE),
    ("XD-3", "TS KD",     Special.NONE),
    ("XD-3", "AS 5D 5H",  Special.NONE),  # 21, but three cards
    ("XD-3", "AS AD TH",  Special.NONE),
    ("XD-3", "",          Special.NONE),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cards", "special"), SPECIALS)
def test_specials_are_two_first_cards(rule, cards, special):
    assert hands.special(hand(cards)) is special


NGU_LINH = [
    ("XD-4", "2C 3D 4H 5S 2H",  True,  16),
    ("XD-4", "AC 2D AH 3S 4H",  True,  11),  # could count 21, but the lowest total is 11
    ("XD-4", "TC 2D 3H 4S AH",  True,  20),
    ("XD-4", "TC 2D 3H 4S 2H",  False, 21),  # exactly 21 is a plain 21
    ("XD-4", "AC 9D 9H AS AH",  False, 21),  # with every ace at one it is 21
    ("XD-4", "TC 2D 3H 4S 5H",  False, 24),
    ("XD-4", "2C 3D 4H 5S",     False, 14),  # four cards
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cards", "is_ngu_linh", "counts"), NGU_LINH)
def test_ngu_linh_counts_its_lowest_total(rule, cards, is_ngu_linh, counts):
    assert hands.is_ngu_linh(hand(cards)) is is_ngu_linh
    assert hands.strength(hand(cards)) == (counts, is_ngu_linh)


COUNTED = [
    ("AS AD TC",        (10, 1, 10)),
    ("AS 5H",           (11, 5)),
    ("AC 2D AH 3S 4H",  (1, 2, 1, 3, 4)),
    ("9S 8D AC 5H",     (9, 8, 1, 5)),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "counted"), COUNTED)
def test_each_card_counts_for_something(cards, counted):
    assert hands.counted(hand(cards)) == counted
