"""NN-12, NN-13: who wins what."""

import pytest

from games.niuniu.engine import NIUNIU
from tests.games.niuniu.table import NO_BULL, Table

FACES = "JD QD KD JH QH"
ACE = "TC TD TH JC AS"
PAIR_7 = "TC TD TH 7C 7D"
PAIR_9 = "JD QD KD 9C 9D"
PAIR_2 = "JH QH KH 2C 2D"
TEN = "JS QS KS AC 9H"
BULL_9 = "JC QC KC 2C 7S"
BULL_7 = "JS QS KS 2S 5S"
NONE = "AD 5H 5D 7H 7D"

MET = [
    # rule    ruleset   nhà con   nhà cái   for a nhà con with a stake of 10
    ("NN-12", "duel",   BULL_9,   BULL_7,   "win 10"),
    ("NN-12", "duel",   BULL_7,   BULL_9,   "lose -10"),
    ("NN-12", "duel",   TEN,      BULL_9,   "win 20"),
    ("NN-12", "duel",   BULL_9,   TEN,      "lose -20"),  # the winner's multiplier
    ("NN-12", "duel",   PAIR_2,   TEN,      "win 30"),  # the multiplier goes first, 3 with 4 points
    ("NN-12", "duel",   PAIR_7,   PAIR_9,   "lose -30"),  # then the points: 4 and 8
    ("NN-12", "duel",   PAIR_7,   PAIR_2,   "push 0"),  # 14 and 4 are both 4
    ("NN-12", "duel",   ACE,      PAIR_9,   "win 50"),
    ("NN-12", "duel",   FACES,    ACE,      "win 70"),
    ("NN-12", "duel",   ACE,      FACES,    "lose -70"),
    ("NN-12", "duel",   NONE,     NO_BULL,  "push 0"),
    ("NN-12", "duel",   NONE,     BULL_7,   "lose -10"),
    ("NN-12", "duel",   BULL_7,   NONE,     "win 10"),
    ("NN-12", "duel",   NONE,     FACES,    "lose -70"),
    ("NN-13", "payout", BULL_7,   BULL_9,   "win 10"),  # the nhà cái's hand plays no part
    ("NN-13", "payout", TEN,      FACES,    "win 20"),
    ("NN-13", "payout", PAIR_9,   NO_BULL,  "win 30"),
    ("NN-13", "payout", ACE,      FACES,    "win 50"),
    ("NN-13", "payout", FACES,    NO_BULL,  "win 70"),
    ("NN-13", "payout", NONE,     FACES,    "lose -10"),  # the stake, once
    ("NN-13", "payout", NONE,     NO_BULL,  "lose -10"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "ruleset", "con", "cai", "told"), MET)
def test_a_nha_con_meets_the_nha_cai(rule, ruleset, con, cai, told):
    assert Table(ruleset, cai, con).over(10).results == [told]


def test_five_faces_push_against_five_faces():
    """NN-2, NN-6, NN-12"""
    assert Table("duel", "JC QC KC JS QS", FACES).over(4).results == ["push 0"]


def test_the_nha_cai_has_minus_the_sum_of_the_others():
    table = Table("duel", BULL_9, PAIR_9, "TS 8H 2H AH 4C").over(2, 5)
    assert table.results == ["win 6", "lose -5"]
    assert table.points == (-1, 6, -5)


def test_results_tell_every_hand_and_how_each_nha_con_did():
    """`results`: the nhà cái has neither outcome nor points."""
    outcome = NIUNIU.outcome(Table("payout", NONE, PAIR_9).over(2).state)
    assert outcome.results == [
        {"seat": 0, "multiplier": 0, "kind": "none", "points_value": 0, "base": [], "final": []},
        {
            "seat": 1,
            "multiplier": 3,
            "kind": "pair",
            "points_value": 8,
            "base": ["JD", "QD", "KD"],
            "final": ["9C", "9D"],
            "outcome": "win",
            "points": 6,
        },
    ]
    assert (outcome.points, outcome.sheet, outcome.ranks) == ((-6, 6), (-6, 6), None)


OPTIONS = [
    ("AC 4C 5C JD QD", {},                  "win 3"),  # plain, ten points
    ("AC 4C 5C JD QD", {"any_ten": True},   "win 6"),
    ("3H 6D 4C TS TH", {},                  "win 3"),
    ("3H 6D 4C TS TH", {"flex_3_6": True},  "win 9"),
]  # fmt: skip


@pytest.mark.parametrize(("con", "options", "told"), OPTIONS)
def test_house_options_change_what_a_hand_wins(con, options, told):
    assert Table("payout", NO_BULL, con, **options).over(3).results == [told]
