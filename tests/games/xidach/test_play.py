"""XD-6 … XD-12, XD-20 … XD-24, XD-40 … XD-42: rounds as they are told."""

import pytest

from games.core.engine import SeatNo
from games.xidach.engine import XIDACH
from tests.games.xidach.table import Table

# The deal


def test_left_first_is_dealt_in_two_laps_the_nha_cai_last():
    """XD-6, XD-7"""
    table = Table("classic", 3, "2C 5D 9H KS 8C 7D").play("cai deal left")
    assert (table.cards("an", "an"), table.cards("binh", "binh")) == ("2C KS", "5D 8C")
    assert table.cards("cai", "cai") == "9H 7D"
    assert table.view("khach").direction == "counterclockwise"
    assert table.to_act() == ["an"]


def test_right_first_is_dealt_the_other_way_round():
    """XD-6, XD-7, XD-8"""
    table = Table("classic", 3, "2C 5D 9H KS 8C 7D").play("cai deal right")
    assert (table.cards("binh", "binh"), table.cards("an", "an")) == ("2C KS", "5D 8C")
    assert table.view("khach").direction == "clockwise"
    assert table.to_act() == ["binh"]


def test_vipgame_is_dealt_left_first():
    """XD-40  `deal` takes no `first`; one that is given is ignored."""
    table = Table("vipgame", 3, "2C 5D 9H KS 8C 7D").play("an bet 1, binh bet 2, cai deal right")
    assert table.view("khach").direction == "counterclockwise"


# Turns


def test_turns_follow_the_dealing_order_and_skip_who_is_settled():
    """XD-8, XD-21"""
    table = Table("classic", 4, "TC AS TD 9C 7C KS 8D 8C").play("cai deal right")
    assert table.to_act() == ["chi"]  # dealt 3, 2, 1, 0: binh has xì dách
    table.play("chi stand")
    assert table.to_act() == ["an"]
    table.play("an stand")
    assert table.to_act() == ["cai"]


def test_a_non_nha_con_must_draw():
    """XD-22"""
    table = Table("classic", 2, "TC TD 5C 8D AH").play("cai deal left")
    assert table.legal("an") == ["draw"]
    refusal = table.refusal("an stand")
    assert (refusal.code, refusal.rule, dict(refusal.facts)) == ("must_draw", "XD-22", {"value": 15})
    assert table.play("an draw").legal("an") == ["draw", "stand"]


def test_a_quac_nha_con_must_still_stand():
    """XD-10, XD-22"""
    table = Table("classic", 3, "TC TD TH 5C 8D 9D KC").play("cai deal left, an draw")
    assert table.legal("an") == ["stand"]
    assert table.says("an draw") == "cannot_draw"
    assert table.view("binh").to_act == (1,)


def test_five_cards_end_a_nha_cons_turn():
    """XD-5, XD-10"""
    table = Table("classic", 2, "2C TD 2D 8D 2H 2S 3C").play("cai deal left, an draw, an draw, an draw")
    assert table.to_act() == ["cai"]
    assert table.says("an stand") == "not_your_turn"


def test_vipgame_never_makes_one_draw():
    """XD-42"""
    table = Table("vipgame", 2, "2C TD 2D 2H").play("an bet 1, cai deal")
    assert table.legal("an") == ["draw", "stand"]
    table.play("an stand")
    assert table.legal("cai") == ["draw", "stand"]
    assert table.play("cai stand").results == ["lose non -1"]


# The nhà cái's turn

NHA_CAI_TURN = [
    # rule    nhà cái draws to     may do
    ("XD-23", "TD 4D",             "draw"),
    ("XD-23", "TD 5D",             "draw, stand"),
    ("XD-23", "TD 6D",             "draw, stand, compare 1, compare 2"),
    ("XD-23", "AD 5D",             "draw, stand, compare 1, compare 2"),
    ("XD-23", "AD 5D 8S",          "draw"),  # 16 became 14
    ("XD-23", "AD 5D 9S",          "draw, stand"),  # 16 became 15
    ("XD-23", "TD 4D 7S",          "draw, stand, compare 1, compare 2"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cai", "legal"), NHA_CAI_TURN)
def test_the_nha_cais_line_is_asked_again_after_every_draw(rule, cai, legal):
    first, second, *drawn = cai.split()
    table = Table("classic", 3, " ".join(["TC", "KC", first, "8C", "8H", second, *drawn]))
    table.play("cai deal left, an stand, binh stand")
    for _ in drawn:
        table.play("cai draw")
    assert ", ".join(table.legal("cai")) == legal
    assert table.says("cai compare an") == "too_low_to_compare" if "compare" not in legal else True


def test_the_nha_cai_compares_draws_and_compares_again():
    """XD-11, XD-24"""
    table = Table("classic", 3, "TC KC TD 8C 9H 7D 4S").play("cai deal left, an stand, binh stand")
    table.play("cai compare an")
    assert table.says("cai compare an") == "already_settled"
    assert table.legal("cai") == ["draw", "stand", "compare 2"]
    table.play("cai draw, cai compare binh")
    assert table.results == ["win value 1", "lose value -1"]  # 18 against 17, 19 against 21


def test_the_line_comes_before_what_is_settled():
    """XD-23  `too_low_to_compare` is asked before `already_settled`."""
    table = Table("classic", 3, "TC KC AD 8C 8H 5D 8S").play("cai deal left, an stand, binh stand")
    table.play("cai compare an, cai draw")
    assert table.says("cai compare an") == "too_low_to_compare"
    assert table.says("cai compare binh") == "too_low_to_compare"
    assert table.says("cai stand") == "must_draw"


def test_a_quac_nha_cai_ends_the_round():
    """XD-12"""
    table = Table("classic", 2, "TC TD 8C 5D KS").play("cai deal left, an stand, cai draw")
    assert table.results == ["win quac 1"]
    assert table.says("cai stand") == "round_over"


def test_vipgame_has_no_compare_and_classic_no_bet():
    """XD-42"""
    table = Table("vipgame", 2, "TC TD 8C 8D").play("an bet 1, cai deal, an stand")
    assert table.legal("cai") == ["draw", "stand"]
    assert table.says("cai compare an") == "malformed"
    assert Table("classic").says("an bet 1") == "malformed"


# Betting


def test_bets_come_in_any_order_and_are_public():
    """XD-40"""
    table = Table("vipgame", 4).play("chi bet 5")
    assert table.to_act() == ["an", "binh"]
    assert table.view("khach").stakes == (0, None, None, 5)
    assert (table.legal("an"), table.legal("chi"), table.legal("cai")) == (["bet 1 10"], [], [])
    table.play("binh bet 10, an bet 1")
    assert table.to_act() == ["cai"]


REFUSED_BETS = [
    ("an bet 0", "bad_stake"),
    ("an bet 11", "bad_stake"),
    ("an bet 9999999999999999999999", "bad_stake"),
    ("an bet lots", "malformed"),
    ("an bet", "malformed"),
    ("binh bet 3", "already_bet"),
    ("binh bet 99", "already_bet"),
    ("cai bet 3", "not_your_turn"),
    ("cai bet 99", "not_your_turn"),
    ("cai deal", "wrong_phase"),
    ("an draw", "wrong_phase"),
    ("an stand", "wrong_phase"),
]


@pytest.mark.parametrize(("tried", "code"), REFUSED_BETS)
def test_what_is_refused_while_betting(tried, code):
    """XD-40"""
    assert Table("vipgame", 3).play("binh bet 3").says(tried) == code


REFUSED_ELSEWHERE = [
    # after                                              tried             code
    ("",                                                 "an deal left",   "not_your_turn"),
    ("",                                                 "cai deal",       "malformed"),
    ("",                                                 "cai deal up",    "malformed"),
    ("",                                                 "cai draw",       "wrong_phase"),
    ("",                                                 "an stand",       "wrong_phase"),
    ("",                                                 "an compare an",  "wrong_phase"),
    ("",                                                 "cai compare 0",  "malformed"),
    ("",                                                 "cai compare 3",  "malformed"),
    ("cai deal left",                                    "cai deal left",  "wrong_phase"),
    ("cai deal left",                                    "an deal left",   "wrong_phase"),
    ("cai deal left",                                    "binh draw",      "not_your_turn"),
    ("cai deal left",                                    "cai stand",      "not_your_turn"),
    ("cai deal left",                                    "cai compare an", "wrong_phase"),
    ("cai deal left, an stand",                          "an draw",        "not_your_turn"),
    ("cai deal left, an stand, binh stand",              "an compare an",  "not_your_turn"),
    ("cai deal left, an stand, binh stand",              "binh draw",      "not_your_turn"),
    ("cai deal left, an stand, binh stand, cai stand",   "cai stand",      "round_over"),
    ("cai deal left, an stand, binh stand, cai stand",   "binh compare an", "round_over"),
    ("cai deal left, an stand, binh stand, cai stand",   "cai deal left",  "round_over"),
    ("cai deal left, an stand, binh stand, cai stand",   "cai deal",       "malformed"),
]  # fmt: skip


@pytest.mark.parametrize(("after", "tried", "code"), REFUSED_ELSEWHERE)
def test_the_first_reason_is_the_one_that_is_told(after, tried, code):
    table = Table("classic", 3, "TC KC TD 8C 9H 7D")
    if after:
        table.play(after)
    assert table.says(tried) == code


# The end of a round


def test_specials_of_all_nha_con_end_the_round():
    """XD-12, XD-21"""
    table = Table("classic", 3, "AC AD TD KC QC 8D").play("cai deal left")
    assert table.results == ["win xi_dach 1", "win xi_dach 1"]
    assert table.cards("khach", "cai") == "TD 8D"


# When time runs out

TIMED_OUT = [
    ("classic", "",                                  "cai deal left"),
    ("vipgame", "",                                  "an bet 1"),
    ("vipgame", "an bet 5",                          "cai deal"),
    ("classic", "cai deal left",                     "an draw"),  # 12: it must
    ("classic", "cai deal left, an draw",            "an stand"),  # 17
    ("classic", "cai deal left, an draw, an stand",  "cai draw"),  # 14
    ("vipgame", "an bet 5, cai deal",                "an stand"),
    ("vipgame", "an bet 5, cai deal, an stand",      "cai stand"),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "after", "told"), TIMED_OUT)
def test_the_table_plays_on_when_time_runs_out(ruleset, after, told):
    table = Table(ruleset, 2, "TC TD 2C 4D 5S")
    if after:
        table.play(after)
    (name,) = table.to_act()
    word = XIDACH.write_move(XIDACH.time_out(table.state, SeatNo(Table.names[name])))
    assert " ".join([name, *(str(part) for key, part in word.items() if key != "seat")]) == told


def test_a_quac_seat_that_sleeps_stands():
    table = Table("classic", 2, "TC TD 5C 4D KS").play("cai deal left, an draw")
    assert XIDACH.write_move(XIDACH.time_out(table.state, SeatNo(1))) == {"seat": 1, "do": "stand"}
