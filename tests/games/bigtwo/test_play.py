"""B2-4 … B2-13 as stories: who held what, what they tried, what the table said."""

import pytest

from games.bigtwo.engine import BIGTWO
from games.bigtwo.hands import read
from games.bigtwo.moves import Pass, Play, Vote
from games.bigtwo.play import material
from games.core.options import BadOption, complete
from games.core.refusal import Refusal
from tests.games.bigtwo.table import Table, short

POOR = "3D 3C 4D 5C 6H 7S 8D 9C TH 4S JD QD KD"  # 6 material points
RICH = "3D 3C 4D 5C 6H 7S 8D 9C TH 4S QD 2D TS"  # 7
FOUR_TWOS = "2D 2C 2H 2S"

MATERIAL = [
    # rule   hand                worth
    ("B2-4", "3D 9C TS",         0),
    ("B2-4", "JD QC KH AS 2D",   15),
    ("B2-4", POOR,               6),
    ("B2-4", RICH,               7),
]  # fmt: skip

VOTES = [
    # rule   an's hand  the answers                             what follows
    ("B2-4", RICH,      "an no, binh no, chi no, dung no",      "play"),
    ("B2-4", RICH,      "an yes, binh no, chi no, dung no",     "play"),
    ("B2-4", RICH,      "an yes, binh yes, chi no, dung no",    "play"),
    ("B2-4", RICH,      "an yes, binh yes, chi yes, dung no",   "reshuffle"),
    ("B2-4", RICH,      "dung yes, chi yes, an yes, binh yes",  "reshuffle"),
    ("B2-4", POOR,      "an yes, binh no, chi no, dung no",     "reshuffle"),
    ("B2-4", POOR,      "an no, binh yes, chi no, dung no",     "play"),
    ("B2-4", POOR,      "an no, binh yes, chi yes, dung no",    "play"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cards", "worth"), MATERIAL)
def test_a_hand_has_material(rule, cards, worth):
    assert material(read(cards)) == worth


@pytest.mark.parametrize(("rule", "cards", "answers", "follows"), VOTES)
def test_three_yes_or_a_poor_one_reshuffle(rule, cards, answers, follows):
    table = Table(cards, votes=False).play(answers)
    assert table.state.reshuffles == (follows == "reshuffle")
    assert str(table.state.phase) == follows
    assert table.to_act() == (["an"] if follows == "play" else ["an", "binh", "chi", "dung"])


def test_four_twos_are_reshuffled_before_anyone_is_asked():
    """B2-4  Again and again, and not as one of the five by vote."""
    table = Table(FOUR_TWOS, redeals=[("", FOUR_TWOS), (RICH,)], votes=False)
    assert (table.state.reshuffles, table.state.voted_reshuffles) == (2, 0)
    assert " ".join(table.view("an").seats[0].cards) == RICH


def test_a_thousand_decks_of_four_twos_are_no_trouble():
    assert Table(FOUR_TWOS, redeals=[(FOUR_TWOS,)] * 1500, votes=False).state.reshuffles == 1501


def test_after_five_votes_nobody_is_asked_again():
    """B2-4  The first deal after that which leaves no seat all four 2s is played."""
    yes = "an yes, binh yes, chi yes, dung yes"
    redeals = [(RICH,)] * 4 + [(FOUR_TWOS,), ("", RICH)]
    table = Table(RICH, redeals=redeals, votes=False).play(*[yes] * 4)
    assert str(table.state.phase) == "reshuffle"
    table.play(yes)
    assert (str(table.state.phase), table.state.reshuffles, table.to_act()) == ("play", 6, ["binh"])
    assert table.says("an yes") == "wrong_phase"


def test_one_answers_once():
    """B2-4"""
    table = Table(RICH, votes=False).play("chi yes")
    assert table.says("chi no") == "already_voted"
    assert table.to_act() == ["an", "binh", "dung"]


def test_the_holder_of_3d_leads_with_it():
    """B2-5"""
    table = Table("4D 4C", "3D 3C 4H 5H")
    assert table.to_act() == ["binh"]
    assert table.says("binh 4H") == "must_play_three_of_diamonds"
    assert table.says("binh 3C 4H") == "no_pattern"
    assert table.says("binh pass") == "must_lead"
    assert table.says("an 4D") == "not_your_turn"
    assert table.play("binh 3D 3C").to_act() == ["chi"]


def test_a_second_lead_needs_no_3d():
    """B2-5, B2-7"""
    table = Table("3D 4D").play("an 3D, binh pass, chi pass, dung pass")
    assert table.to_act() == ["an"]
    table.play("an 4D")


REFUSALS = [
    # rule   on top    who tries      the table says
    ("B2-6", "3D",     "binh 5C 5H",  "wrong_pattern"),
    ("B2-6", "3D 3C",  "binh 5C",     "wrong_pattern"),
    ("B2-6", "3D 3C",  "binh 5C 6C 7H 8H 9H", "wrong_pattern"),
    ("B2-6", "3D 3C",  "binh 5C 6C",  "no_pattern"),
    ("B2-6", "3D 3C",  "binh 3H 3S",  None),
    ("B2-6", "3D 3S",  "binh 3H 3C",  "not_your_card"),
    ("B2-6", "3D",     "chi 2S",      "not_your_turn"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "top", "tries", "says"), REFUSALS)
def test_who_follows_plays_the_same_pattern_higher(rule, top, tries, says):
    mine = "3D 3C" if "3C" in top or "3S" not in top else "3D 3S"
    table = Table(mine, "3H 5C 5H 6C 7H 8H 9H" + ("" if "3S" in mine else " 3S")).play(f"an {top}")
    if says is None:
        table.play(tries)
    else:
        assert table.says(tries) == says


def test_the_same_strength_is_too_low_and_so_is_less():
    """B2-6"""
    table = Table("3D 7C", "4D 5D", "6S").play("an 3D, binh 5D, chi 6S, dung pass")
    assert table.says("an 3D") == "not_your_card"
    table.play("an 7C")
    assert table.says("binh 4D") == "too_low"


def test_passing_locks_nobody_out():
    """B2-6"""
    table = Table("3D 9D", "8D", "7D", "6D").play("an 3D, binh pass, chi 7D, dung pass, an 9D, binh pass")
    assert (table.to_act(), table.passed) == (["chi"], ["binh"])


def test_all_others_pass_and_who_played_leads():
    """B2-7"""
    table = Table("3D 4D", "8D").play("an 3D, binh 8D, chi pass, dung pass")
    assert table.passed == ["chi", "dung"]
    table.play("an pass")
    assert (table.to_act(), table.passed, table.state.top) == (["binh"], [], None)
    assert table.says("binh pass") == "must_lead"


def test_who_is_out_may_still_be_beaten():
    """B2-7"""
    table = short().play("dung AS, an pass, binh pass, chi 2H, dung 2S, an pass, binh pass, chi pass")
    table.play("dung 6S")
    assert (table.out, table.to_act()) == (["dung"], ["an"])
    assert table.play("an AD").to_act() == ["binh"]


def test_all_pass_on_the_last_play_of_who_is_out():
    """B2-7  The next seat clockwise with cards leads."""
    table = short().play("dung AS, an pass, binh pass, chi 2H, dung 2S, an pass, binh pass, chi pass")
    table.play("dung 6S, an pass, binh pass")
    assert table.passed == ["an", "binh"]
    assert table.play("chi pass").to_act() == ["an"]


def test_two_out_one_over_the_other():
    """B2-7, B2-12  The lead goes on from the later one."""
    table = short().play("dung 2S, an pass, binh pass, chi pass, dung 6S, an pass, binh pass, chi AH")
    table.play("dung AS, an pass, binh pass, chi 2H, an pass, binh pass, chi 6H")
    assert (table.out, table.to_act()) == (["dung", "chi"], ["an"])
    assert table.play("an pass, binh pass").to_act() == ["an"]


def test_nobody_ends_on_a_single_2():
    """B2-8"""
    table = short().play("dung 6S, an AD, binh AC, chi AH, dung AS, an pass, binh pass, chi pass")
    assert (table.to_act(), table.counts("khach")[3]) == (["dung"], 1)
    assert table.says("dung 2S") == "cannot_end_on_two"
    assert table.plays("dung") == []
    assert table.play("dung pass").to_act() == ["an"]
    assert (table.passed, table.state.top) == (["dung"], None)
    assert table.says("an pass") == "must_lead"


def test_too_low_is_said_before_the_lone_2():
    """B2-8"""
    table = short().play("dung 6S, an AD, binh 2C, chi 2H, dung pass, an pass, binh pass, chi AH")
    table.play("dung AS, an pass, binh pass, chi pass, dung pass, an 6D, binh 6C, chi 6H")
    assert table.says("dung 2S") == "cannot_end_on_two"


def test_a_lone_2_may_still_follow_nothing_but_pass():
    """B2-8"""
    table = short().play("dung 6S, an AD, binh AC, chi AH, dung AS, an pass, binh pass, chi pass, dung pass")
    table.play("an 6D, binh 6C, chi 6H")
    assert table.says("dung 2S") == "round_over"  # each has just a 2: that was the end


def test_when_only_lone_2s_are_left_their_suits_decide():
    """B2-8  The moment that every seat still in holds just a 2."""
    table = short().play("dung 6S, an AD, binh AC, chi AH, dung AS, an pass, binh pass, chi pass, dung pass")
    table.play("an 6D, binh 6C, chi 6H")
    assert (table.outcome.ranks, table.outcome.points) == ((4, 3, 2, 1), (-3, -1, 1, 3))
    assert (table.out, table.to_act(), str(table.state.phase)) == ([], [], "over")


def test_pairs_and_sets_of_2s_may_come_last():
    """B2-8  The rule is about a single."""
    hand = "3D 4D 5D 6D 7D 8D 9D TD JD QD KD 2D 2C"
    table = Table(hand).play("an 3D 4D 5D 6D 7D, binh pass, chi pass, dung pass")
    table.play("an 8D 9D TD JD QD, binh pass, chi pass, dung pass, an KD, binh pass, chi pass, dung pass")
    assert table.play("an 2D 2C").out == ["an"]


def test_the_last_with_cards_is_last():
    """B2-12, B2-13"""
    table = short(points=[9, 4, -3, -10]).play("dung 2S, an pass, binh pass, chi pass, dung 6S, an pass")
    table.play("binh pass, chi AH, dung AS, an pass, binh pass, chi 2H, an pass, binh pass, chi 6H")
    table.play("an AD, binh 2C, an pass, binh AC, an 2D, binh pass, an 6D")
    assert (table.out, table.outcome.ranks) == (["dung", "chi", "an"], (3, 4, 2, 1))
    assert table.outcome.points == table.outcome.sheet == (-3, -10, 4, 9)
    assert table.outcome.results == [{"seat": seat, "rank": rank} for seat, rank in enumerate((3, 4, 2, 1))]
    assert table.says("binh 6C") == table.says("an yes") == table.says("an ask binh") == "round_over"


# Counts

COUNTS = [
    # rule    what was said                       what khach sees
    ("B2-10", ["an 3D"],                          [None, None, None, None]),
    ("B2-10", ["an ask binh"],                    [None, 13, None, None]),
    ("B2-10", ["binh ask an", "an 3D"],           [None, None, None, None]),
    ("B2-10", ["an ask binh", "an 3D", "binh pass"], [None, 13, None, None]),
    ("B2-10", ["an ask binh", "binh ask dung"],   [None, 13, None, 13]),
    ("B2-10", ["an ask binh", "chi ask binh"],    [None, 13, None, None]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "said", "seen"), COUNTS)
def test_a_count_is_public_from_the_question_to_the_next_play(rule, said, seen):
    assert Table("3D").play(*said).counts("khach") == seen


def test_one_left_is_told_and_out_is_nothing():
    """B2-9, B2-10"""
    table = short().play("dung 2S, an pass, binh pass, chi pass, dung 6S")
    assert table.counts("khach") == [None, None, None, 1]
    table.play("an pass, binh pass, chi pass, an ask dung, dung AS")
    assert table.counts("khach") == [None, None, None, 0]
    assert table.play("dung ask an").counts("khach") == [3, None, None, 0]


def test_nobody_asks_about_themselves_or_before_the_play():
    """B2-10"""
    assert Table("3D").says("an ask an") == "malformed"
    assert Table("3D", votes=False).says("an ask binh") == "wrong_phase"


def test_open_counts_need_no_question():
    """B2-10  In every phase; and the verb is none of this table's."""
    table = Table("3D", votes=False, open_counts=True)
    assert table.counts("khach") == [13] * 4
    assert table.says("an ask binh") == "malformed"
    assert table.play("an no, binh no, chi no, dung no, an 3D").counts("khach") == [12, 13, 13, 13]
    assert (table.legal("an"), table.legal("binh")) == ([], ["pass"])


# The door

MALFORMED = [
    {},
    {"do": "draw"},
    {"do": "vote"},
    {"do": "vote", "reshuffle": 1},
    {"do": "vote", "reshuffle": "true"},
    {"do": "play"},
    {"do": "play", "cards": "3D"},
    {"do": "play", "cards": ["3D", "3D"]},
    {"do": "play", "cards": ["3d"]},
    {"do": "play", "cards": ["X1"]},
    {"do": "play", "cards": ["??"]},
    {"do": "play", "cards": [3]},
    {"do": "play", "cards": [["3D"]]},
    {"do": "play", "cards": None},
    {"do": "ask_count"},
    {"do": "ask_count", "target": 0},
    {"do": "ask_count", "target": 4},
    {"do": "ask_count", "target": -1},
    {"do": "ask_count", "target": True},
    {"do": "ask_count", "target": 1.0},
    {"do": "ask_count", "target": "1"},
]


@pytest.mark.parametrize("word", MALFORMED, ids=str)
def test_words_that_are_none(word):
    outcome = Table("3D", votes=False).say(0, word)
    assert isinstance(outcome, Refusal) and str(outcome.code) == "malformed"


def test_what_a_verb_does_not_have_is_ignored():
    table = Table("3D")
    assert not isinstance(table.say(0, {"do": "play", "cards": ["3D"], "target": 9, "reshuffle": 3}), Refusal)


ORDER_OF_REASONS = [
    # everything at once        the first that applies
    ("binh 9D 8D",              "not_your_turn"),
    ("an 9D",                   "not_your_card"),
    ("an 4D 5D",                "no_pattern"),
    ("an 4D",                   "must_play_three_of_diamonds"),
]  # fmt: skip


@pytest.mark.parametrize(("tries", "says"), ORDER_OF_REASONS)
def test_of_several_reasons_the_first_is_told(tries, says):
    table = Table("3D 4D 5D", "9D")
    assert table.says(tries) == says
    before_the_play = Table("3D 4D 5D", "9D", votes=False)
    assert before_the_play.says(tries) == "wrong_phase"


def test_no_cards_are_no_pattern():
    """B2-2"""
    outcome = Table("3D").say(0, {"do": "play", "cards": []})
    assert str(outcome.code) == "no_pattern"


OPTIONS = [
    # rule    options                          fit
    ("B2-13", {"points": [3, 1, -1, -3]},      True),
    ("B2-13", {"points": [1000, 1, -1, -1000]}, True),
    ("B2-13", {"points": [1001, 0, -1, -1000]}, False),
    ("B2-13", {"points": [3, 1, 1, -5]},       False),
    ("B2-13", {"points": [-3, -1, 1, 3]},      False),
    ("B2-13", {"points": [3, 1, -1, -2]},      False),
    ("B2-13", {"points": [3, 0, -3]},          False),
    ("B2-13", {"points": [3, 1, -1, True]},    False),
    ("B2-13", {"points": (3, 1, -1, -3)},      False),
    ("B2-10", {"open_counts": True},           True),
    ("B2-10", {"open_counts": 0},              False),
    ("B2-10", {"open_counts": None},           False),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "options", "fit"), OPTIONS)
def test_options_are_read_once(rule, options, fit):
    assert isinstance(complete(BIGTWO.options("lawrence"), options), BadOption) != fit


def test_when_time_runs_out():
    """Vote no; pass if that is allowed, else lead the lowest single."""
    table = Table("3D 3C", votes=False)
    assert BIGTWO.time_out(table.state, 0) == Vote(0, False)
    table.play("an no, binh no, chi no, dung no")
    assert BIGTWO.time_out(table.state, 0) == Play(0, read("3D"))
    assert BIGTWO.time_out(table.play("an 3D").state, 1) == Pass(1)
    table.play("binh pass, chi pass, dung pass")
    assert BIGTWO.time_out(table.state, 0) == Play(0, read("3C"))


def test_a_state_shows_no_cards_in_a_log_line():
    assert repr(short().state) == "<Big 2, play>"
