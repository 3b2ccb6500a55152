"""B2-1 … B2-3: what beats what, as tables."""

from itertools import combinations
from random import Random

import pytest

from games.bigtwo.hands import LONE_TWOS, NONE, ORDER, Kind, codes, each, judge, read
from games.bigtwo.plays import legal_plays

ORDERED = [
    # rule   low to high
    ("B2-1", "3D 3C 3H 3S 4D TS JD QC KH AS 2D 2C 2H 2S"),
]  # fmt: skip

PATTERNS = [
    # rule   cards              pattern   kind
    ("B2-2", "3D",              "single", None),
    ("B2-2", "2S",              "single", None),
    ("B2-2", "8D 8S",           "pair",   None),
    ("B2-3", "3D 4C 5S 6H 7C",  "set",    "straight"),
    ("B2-3", "AC 2C 3C 4C 5D",  "set",    "straight"),
    ("B2-3", "2S 3D 4D 5D 6D",  "set",    "straight"),
    ("B2-3", "TD JD QD KD AC",  "set",    "straight"),
    ("B2-3", "JD QD KD AD 2C",  "set",    "straight"),
    ("B2-3", "3D 5D 7D 9D JD",  "set",    "flush"),
    ("B2-3", "QS KS AS 2S 3S",  "set",    "flush"),           # no wrap but A2345 and 23456
    ("B2-3", "KH AH 2H 3H 4H",  "set",    "flush"),
    ("B2-3", "9D 9C 9H 4D 4S",  "set",    "full_house"),
    ("B2-3", "9D 9C 4H 4D 4S",  "set",    "full_house"),
    ("B2-3", "9D 9C 9H 9S 2S",  "set",    "four_of_a_kind"),
    ("B2-3", "3D 2D 2C 2H 2S",  "set",    "four_of_a_kind"),
    ("B2-3", "3C 4C 5C 6C 7C",  "set",    "straight_flush"),
    ("B2-3", "AH 2H 3H 4H 5H",  "set",    "straight_flush"),
    ("B2-3", "2H 3H 4H 5H 6H",  "set",    "straight_flush"),
    ("B2-3", "JS QS KS AS 2S",  "set",    "straight_flush"),  # no royal
    ("B2-3", "TD JD QD KD AD",  "set",    "royal_flush"),
    ("B2-2", "3D 3C 3H",        None,     None),
    ("B2-2", "3D 3C 3H 3S",     None,     None),
    ("B2-2", "3D 4D",           None,     None),
    ("B2-2", "3D 4D 5D 6D",     None,     None),
    ("B2-2", "3D 4D 5D 6D 7D 8D", None,   None),
    ("B2-2", "3D 3C 4D 4C 5D",  None,     None),
    ("B2-3", "QD KC AH 2S 3D",  None,     None),
    ("B2-3", "KC AH 2S 3D 4D",  None,     None),
    ("B2-2", "",                None,     None),
]  # fmt: skip

BEATS = [
    # rule   higher             lower
    ("B2-1", "4D",              "3S"),
    ("B2-1", "3C",              "3D"),
    ("B2-1", "2D",              "AS"),
    ("B2-2", "4D 4C",           "3H 3S"),
    ("B2-2", "3C 3S",           "3D 3H"),
    ("B2-3", "2S 3D 4D 5D 6C",  "AS 2C 3H 4S 5S"),
    ("B2-3", "3C 4D 5D 6D 7D",  "2S 3D 4H 5H 6S"),
    ("B2-3", "2D 3D 4D 5D 6S",  "2S 3S 4S 5S 6H"),            # by the 6, not by the 2
    ("B2-3", "AD 2D 3D 4D 5S",  "AS 2S 3S 4S 5H"),
    ("B2-3", "JD QC KD AD 2D",  "TS JS QS KS AH"),
    ("B2-3", "3D 4D 5D 7D 8D",  "JD QC KD AD 2S"),            # any flush, any straight
    ("B2-3", "3C 4C 5C 7C 9C",  "4D 6D 8D AD 2D"),            # the suit first
    ("B2-3", "3D 4D 5D 6D 2D",  "8D 9D JD KD AD"),
    ("B2-3", "3D 3C 3H 4D 4C",  "5S 7S 9S AS 2S"),
    ("B2-3", "4D 4C 4H 3D 3C",  "3S 3H 3C 2D 2S"),            # by its three
    ("B2-3", "3D 3C 3H 3S 4D",  "2D 2C 2H AD AC"),
    ("B2-3", "4D 4C 4H 4S 3D",  "3D 3C 3H 3S 2S"),
    ("B2-3", "AD 2D 3D 4D 5D",  "2D 2C 2H 2S AS"),
    ("B2-3", "AC 2C 3C 4C 5C",  "JD QD KD AD 2D"),            # the suit first
    ("B2-3", "2C 3C 4C 5C 6C",  "AC 2C 3C 4C 5C"),
    ("B2-3", "JC QC KC AC 2C",  "9C TC JC QC KC"),
    ("B2-3", "TD JD QD KD AD",  "JS QS KS AS 2S"),
    ("B2-3", "TS JS QS KS AS",  "TH JH QH KH AH"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cards"), ORDERED)
def test_cards_stand_by_rank_then_suit(rule, cards):
    places = [ORDER.index(card) for card in cards.split()]
    assert places == sorted(places)
    strengths = [judge(read(card)).strength for card in ORDER]
    assert strengths == sorted(set(strengths)) == list(range(52))


@pytest.mark.parametrize(("rule", "cards", "pattern", "kind"), PATTERNS)
def test_a_play_is_what_the_rule_says(rule, cards, pattern, kind):
    made = judge(read(cards))
    assert (made and made.pattern, made and made.kind) == (pattern, kind)


@pytest.mark.parametrize(("rule", "higher", "lower"), BEATS)
def test_the_higher_beats_the_lower(rule, higher, lower):
    more, less = judge(read(higher)), judge(read(lower))
    assert more.pattern is less.pattern and more.strength > less.strength


def test_kinds_are_high_in_the_order_of_the_rule():
    assert [str(kind) for kind in Kind] == [
        "straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush",
    ]  # fmt: skip


def every_play(held, top=None, *, must_hold=NONE):
    """Slow and plain: any one, two or five cards, asked one after another."""
    sizes = (1, 2, 5)
    tries = [sum(some) for size in sizes for some in combinations(each(held), size)]
    for cards in tries:
        made = judge(cards)
        if made is None or held in LONE_TWOS or cards & must_hold != must_hold:
            continue
        if top is None or (made.pattern is top.pattern and made.strength > top.strength):
            yield cards


HANDS = [
    # what it is rich in
    "3D 3C 3H 3S 4D 4C 4H 4S 5D 5C 5H 5S 6D",
    "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S",
    "AD 2D 3D 4D 5D 6D AC 2C 3C 4C 5C 6C 7C",
    "TD JD QD KD AD TC JC QC KC AC 2D 2C 2H",
    "3D 5C 7H 9S JD KC 2H 4S 6D 8C TH QS AD",
    "2S",
    "2D 2S",
    "3D",
]


@pytest.mark.slow
@pytest.mark.parametrize("cards", HANDS)
def test_every_legal_play_is_listed_in_order(cards):
    held = read(cards)
    tops = [None, *map(judge, every_play(held))]
    for top in Random(1).sample(tops, min(len(tops), 12)):
        assert legal_plays(held, top) == tuple(every_play(held, top))
    for card in each(held):  # B2-5
        assert legal_plays(held, None, must_hold=card) == tuple(every_play(held, must_hold=card))


def test_plays_stand_by_number_of_cards_then_card_by_card():
    """B2-11"""
    chance = Random(2)
    for _ in range(20):
        held = read(" ".join(chance.sample(ORDER, 13)))
        written = [[ORDER.index(card) for card in codes(cards)] for cards in legal_plays(held, None)]
        assert written == sorted(written, key=lambda play: (len(play), play))
