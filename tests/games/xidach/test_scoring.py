"""XD-13, XD-21, XD-25, XD-41, XD-43: who wins when two hands meet."""

import pytest

from tests.games.xidach.table import Table, two_hands

SETTLED = [
    # rule    ruleset    nhà con            nhà cái            for the nhà con
    ("XD-25", "classic", "TC 8D",           "TD 7C",           "win value 1"),
    ("XD-25", "classic", "TC 7D",           "TD 8C",           "lose value -1"),
    ("XD-25", "classic", "TC 7D",           "TD 7C",           "push value 0"),
    ("XD-25", "classic", "TC 6D",           "TD 5C",           "win value 1"),  # the nhà cái stood on 15
    ("XD-25", "classic", "TC 5D KC",        "TD 7C",           "lose quac -1"),
    ("XD-25", "classic", "TC 7D",           "TD 5C KC",        "win quac 1"),
    ("XD-25", "classic", "TC 5D KC",        "TD 6C KD",        "push quac 0"),  # 25 and 26
    ("XD-25", "classic", "2C 2D 3H 4S 5H",  "TD 5C 6D",        "win ngu_linh 1"),  # 16 beats 21
    ("XD-25", "classic", "TC 7D",           "2C 2D 3H 4S 5H",  "lose ngu_linh -1"),
    ("XD-25", "classic", "2C 2D 3H 4S 4H",  "2H 2S 3C 4D 5H",  "push ngu_linh 0"),  # 15 and 16
    ("XD-25", "classic", "TC 2D 3H 4S 2H",  "TD 5C 6D",        "push value 0"),  # five cards, a plain 21
    ("XD-43", "vipgame", "TC 8D",           "TD 7C",           "win value 1"),
    ("XD-43", "vipgame", "TC 7D",           "TD 7C",           "push value 0"),
    ("XD-43", "vipgame", "TC 5D",           "TD 4C",           "win non 1"),
    ("XD-43", "vipgame", "TC 4D",           "TD 5C",           "lose non -1"),
    ("XD-43", "vipgame", "TC 5D",           "TD 5C",           "push non 0"),
    ("XD-43", "vipgame", "TC 6D",           "TD 5C",           "win non 1"),
    ("XD-43", "vipgame", "TC 5D",           "TD 6C",           "lose non -1"),
    ("XD-43", "vipgame", "TC 5D KC",        "TD 6C",           "lose quac -1"),
    ("XD-43", "vipgame", "TC 6D",           "TD 5C KC",        "win quac 1"),
    ("XD-43", "vipgame", "TC 5D KC",        "TD 2C",           "win quac 1"),  # quắc beats non
    ("XD-43", "vipgame", "TC 2D",           "TD 5C KC",        "lose quac -1"),
    ("XD-43", "vipgame", "TC 2D KC",        "TD 5C KD",        "win quac 1"),  # 22 beats 25
    ("XD-43", "vipgame", "TC 6D KC",        "TD 5C KD",        "lose quac -1"),
    ("XD-43", "vipgame", "TC 5D KC",        "TD 5C KD",        "push quac 0"),
    ("XD-43", "vipgame", "9C 8D AC 5D",     "TD 2C KD",        "lose quac -1"),  # 23 and 22
    ("XD-43", "vipgame", "2C 2D 3H 4S 5H",  "TD 5C 6D",        "win ngu_linh 1"),
    ("XD-43", "vipgame", "2C 2D 3H 4S 4H",  "2H 2S 3C 4D 5H",  "win ngu_linh 1"),  # 15 beats 16
    ("XD-43", "vipgame", "2C 2D 3H 4S 5H",  "2H 2S 3C 4D 4H",  "lose ngu_linh -1"),
    ("XD-43", "vipgame", "2C 2D 3H 4S 5H",  "2H 2S 3C 4D 5C",  "push ngu_linh 0"),
    ("XD-43", "vipgame", "TC 5D KC",        "2H 2S 3C 4D 5H",  "lose ngu_linh -1"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "ruleset", "con", "cai", "told"), SETTLED)
def test_two_hands_are_settled(rule, ruleset, con, cai, told):
    assert two_hands(con, cai, ruleset).results == [told]


SPECIALS = [
    # rule    ruleset    nhà con   nhà cái   for the nhà con
    ("XD-21", "classic", "AS KD",  "TD 7C",  "win xi_dach 1"),
    ("XD-21", "classic", "AS AD",  "TD 7C",  "win xi_bang 1"),
    ("XD-21", "classic", "TD 7C",  "AS KD",  "lose xi_dach -1"),
    ("XD-21", "classic", "TD 7C",  "AS AD",  "lose xi_bang -1"),
    ("XD-21", "classic", "AC TD",  "AS KD",  "push xi_dach 0"),
    ("XD-21", "classic", "AC AH",  "AS KD",  "push xi_bang 0"),  # the better of the two names it
    ("XD-21", "classic", "AS KD",  "AC AH",  "push xi_bang 0"),
    ("XD-41", "vipgame", "AS KD",  "TD 7C",  "win xi_dach 1"),
    ("XD-41", "vipgame", "TD 7C",  "AS KD",  "lose xi_dach -1"),
    ("XD-41", "vipgame", "AC TD",  "AS KD",  "push xi_dach 0"),
    ("XD-41", "vipgame", "AC AH",  "AS KD",  "win xi_bang 1"),
    ("XD-41", "vipgame", "AS KD",  "AC AH",  "lose xi_bang -1"),
    ("XD-41", "vipgame", "AS AD",  "AC AH",  "push xi_bang 0"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "ruleset", "con", "cai", "told"), SPECIALS)
def test_specials_settle_as_they_are_dealt(rule, ruleset, con, cai, told):
    assert two_hands(con, cai, ruleset).results == [told]


PAYS = [
    ("AS AD",          "TD 7C",           {"pay_xi_bang": 3},               "win xi_bang 3"),
    ("TD 7C",          "AS AD",           {"pay_xi_bang": 3},               "lose xi_bang -3"),
    ("AS KD",          "TD 7C",           {"pay_xi_dach": 2, "stake": 10},  "win xi_dach 20"),
    ("AC AH",          "AS KD",           {"pay_xi_bang": 5},               "push xi_bang 0"),
    ("2C 2D 3H 4S 5H", "TD 5C 6D",        {"pay_ngu_linh": 4},              "win ngu_linh 4"),
    ("TC 7D",          "2C 2D 3H 4S 5H",  {"pay_ngu_linh": 4, "stake": 5},  "lose ngu_linh -20"),
    ("TC 2D 3H 4S 2H", "TD 5C 5D",        {"pay_ngu_linh": 4},              "win value 1"),
    ("AS 5D 5H",       "TD 7C",           {"pay_xi_dach": 5},               "win value 1"),
]  # fmt: skip


@pytest.mark.parametrize(("con", "cai", "options", "told"), PAYS)
def test_the_house_pays_more_for_what_it_names(con, cai, options, told):
    """XD-13 and the house options: a win by either side that has that reason."""
    assert two_hands(con, cai, **options).results == [told]


def test_the_nha_cai_has_minus_the_sum_of_the_others():
    """XD-13"""
    table = Table("classic", 4, "TC KC TD QC 8C 7C 9D 8D", stake=5)
    table.play("cai deal left, an stand, binh stand, chi stand, cai stand")
    assert table.results == ["push value 0", "lose value -5", "win value 5"]
    assert table.points == (0, 0, -5, 5)
