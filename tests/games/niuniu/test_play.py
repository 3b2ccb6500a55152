"""NN-10, NN-11: rounds as they are told."""

import json

import pytest

from games.core.cards import PACK_52
from games.core.engine import SeatNo
from games.core.options import BadOption, complete
from games.core.refusal import Refusal
from games.core.script import answer
from games.niuniu.engine import NIUNIU
from games.niuniu.moves import Bet, Deal, Reveal
from tests.games.niuniu.table import NO_BULL, Table

TENS = ("JC QC KC AC 9C", "JD QD KD AD 9D", "JH QH KH AH 9H")

# Betting


def test_nha_con_bet_in_any_order_and_then_the_nha_cai_deals():
    """NN-10"""
    table = Table(seats=4)
    assert table.to_act() == ["an", "binh", "chi"]
    assert table.play("chi bet 3").to_act() == ["an", "binh"]
    assert table.play("an bet 10, binh bet 1").to_act() == ["cai"]
    assert table.view("khach").stakes == (0, 10, 1, 3)
    assert table.view("khach").phase == "dealing"


def test_stakes_are_public_as_placed():
    """NN-10"""
    table = Table(seats=3).play("binh bet 7")
    for viewer in ("cai", "an", "binh", "khach"):
        assert table.view(viewer).stakes == (0, None, 7)


@pytest.mark.parametrize(("most", "stake", "code"), [
    (10, 0, "bad_stake"),
    (10, -5, "bad_stake"),
    (10, 11, "bad_stake"),
    (10, 10**40, "bad_stake"),
    (1, 2, "bad_stake"),
    (1000, 1001, "bad_stake"),
])  # fmt: skip
def test_a_stake_is_from_one_to_the_houses_most(most, stake, code):
    """NN-10"""
    table = Table(seats=2, max_stake=most)
    refusal = table.refusal(f"an bet {stake}")
    assert (refusal.code, refusal.rule, dict(refusal.facts)) == (code, "NN-10", {"max": most})
    assert table.play(f"an bet {most}").view("an").stakes == (0, most)


@pytest.mark.parametrize("stake", ["1", 1.0, True, None, [1], {}])
def test_a_stake_is_a_whole_number(stake):
    refusal = NIUNIU.read_move(Table(seats=2).setup, SeatNo(1), {"do": "bet", "stake": stake})
    assert isinstance(refusal, Refusal) and refusal.code == "malformed"


# Order of refusals


def test_betting_refuses_in_the_rulebooks_order():
    """NN-10  Who bet already hears that first, whatever the stake; the nhà cái never bets."""
    table = Table(seats=3).play("an bet 2")
    assert table.says("an bet 3") == "already_bet"
    assert table.says("an bet 99") == "already_bet"
    assert table.says("cai bet 3") == "not_your_turn"
    assert table.says("cai bet 0") == "not_your_turn"
    assert table.says("binh bet 0") == "bad_stake"
    for early in ("cai deal", "an deal", "cai reveal", "an reveal"):
        assert table.says(early) == "wrong_phase"


def test_dealing_refuses_in_the_rulebooks_order():
    table = Table(seats=2).play("an bet 2")
    assert table.says("an deal") == "not_your_turn"
    assert table.says("an bet 0") == "wrong_phase"
    assert table.says("cai bet 1") == "wrong_phase"
    assert table.says("cai reveal") == "wrong_phase"


def test_revealing_refuses_in_the_rulebooks_order():
    """NN-11"""
    table = Table("duel", *TENS).dealt().play("binh reveal")
    assert table.says("binh reveal") == "already_revealed"
    assert table.says("cai deal") == "wrong_phase"
    assert table.says("binh deal") == "wrong_phase"
    assert table.says("an bet 1") == "wrong_phase"
    assert table.says("cai bet 0") == "wrong_phase"


def test_after_the_end_everything_is_too_late():
    table = Table("duel", *TENS).over()
    for late in ("an bet 1", "cai bet 0", "cai deal", "an deal", "an reveal", "cai reveal"):
        assert table.says(late) == "round_over"
    assert table.to_act() == []


WORDS = [
    ({"do": "bet", "stake": 3, "target": 0}, Bet(SeatNo(1), 3)),
    ({"do": "deal", "first": "left"}, Deal(SeatNo(1))),  # a parameter the verb does not have is ignored
    ({"do": "reveal", "cards": []}, Reveal(SeatNo(1))),
    ({"do": "bet"}, None),
    ({"do": "draw"}, None),
    ({"do": "stand"}, None),
    ({"do": "compare", "target": 1}, None),
    ({"do": "Reveal"}, None),
    ({"do": ["reveal"]}, None),
    ({}, None),
]  # fmt: skip


@pytest.mark.parametrize(("word", "move"), WORDS)
def test_words_are_read_at_the_door(word, move):
    read = NIUNIU.read_move(Table(seats=2).setup, SeatNo(1), word)
    assert read == move if move else isinstance(read, Refusal) and read.code == "malformed"


# The deal


def test_one_card_at_a_time_to_each_the_nha_cai_last_five_laps():
    """NN-10"""
    table = Table(seats=3).dealt()  # the pack in canonical order
    assert table.seen("an")[1] == "AC AS 2H 3D 4C"
    assert table.seen("binh")[2] == "AD 2C 2S 3H 4D"
    assert table.seen("cai")[0] == "AH 2D 3C 3S 4H"
    assert table.state.stock == PACK_52[15:]


def test_eight_seats_take_forty_cards():
    table = Table(seats=8).dealt()
    assert len(table.state.stock) == 12
    assert table.to_act() == ["cai", "an", "binh", "chi", "dung", "em", "gia", "hoa"]


def test_legal_moves_of_each_phase():
    """NN-10, NN-11"""
    table = Table("duel", *TENS, max_stake=25)
    assert (table.legal("an"), table.legal("cai"), table.legal("khach")) == (["bet 1 25"], [], [])
    table.play("an bet 1")
    assert (table.legal("an"), table.legal("binh")) == ([], ["bet 1 25"])
    table.play("binh bet 2")
    assert (table.legal("an"), table.legal("cai")) == ([], ["deal"])
    table.play("cai deal, an reveal")
    assert (table.legal("an"), table.legal("binh"), table.legal("cai")) == ([], ["reveal"], ["reveal"])


# The end


def test_the_last_to_reveal_ends_the_round_whoever_it_is():
    """NN-11"""
    for last in ("cai", "an", "binh"):
        table = Table("duel", *TENS).dealt()
        others = [name for name in ("binh", "cai", "an") if name != last]
        table.play(*(f"{name} reveal" for name in others))
        assert table.view("khach").phase == "reveal" and table.to_act() == [last]
        assert NIUNIU.outcome(table.state) is None
        assert table.play(f"{last} reveal").view("khach").phase == "over"
        assert [*others, last] == [table_name(seat) for seat in table.view("khach").revealed]


def table_name(seat: int) -> str:
    return ("cai", "an", "binh")[seat]


def test_when_time_runs_out():
    """Stake 1, deal, reveal."""
    table = Table("duel", *TENS)
    while acting := NIUNIU.to_act(table.state):
        table.state = NIUNIU.apply(table.state, NIUNIU.time_out(table.state, acting[0]))
    assert table.view("khach").stakes == (0, 1, 1)
    assert table.points == (0, 0, 0)


def test_the_state_does_not_show_its_cards():
    table = Table("duel", "JC QC KC AC 9C", NO_BULL).dealt()
    assert repr(table.state) == "<Niu Niu, reveal>"


# Options and scripts

OPTIONS = [
    ({}, True),
    ({"max_stake": 1, "flex_3_6": True, "any_ten": False}, True),
    ({"max_stake": 0}, False),
    ({"max_stake": 1001}, False),
    ({"max_stake": True}, False),
    ({"max_stake": 5.0}, False),
    ({"flex_3_6": 1}, False),
    ({"flex_3_6": None}, False),
    ({"any_ten": "yes"}, False),
    ({"stake": 1}, False),
    ({"pay_xi_bang": 1}, False),
]  # fmt: skip


@pytest.mark.parametrize("ruleset", NIUNIU.rulesets)
@pytest.mark.parametrize(("options", "fits"), OPTIONS)
def test_options_are_the_rulebooks(ruleset, options, fits):
    assert isinstance(complete(NIUNIU.options(ruleset), options), BadOption) != fits


def test_options_have_their_defaults():
    assert complete(NIUNIU.options("duel"), {}) == {"max_stake": 10, "flex_3_6": False, "any_ten": False}
    assert NIUNIU.rulesets == ("duel", "payout")


CANNOT_RUN = [
    {"seats": 1},
    {"seats": 9},
    {"seats": 2.0},
    {"ruleset": "classic"},
    {"ruleset": "vipgame"},
    {"options": {"flex_3_6": "true"}},
    {"options": {"stake": 1}},
    {"decks": [["X1"]]},
    {"decks": [["AS", "AS"]]},
    {"decks": None},
    {"viewers": [2]},
    {"viewers": ["cai"]},
]  # fmt: skip


@pytest.mark.parametrize("wrong", CANNOT_RUN)
def test_a_script_that_cannot_be_run_earns_a_sentence(wrong):
    script = {"id": "x", "game": "niuniu", "seats": 2, "decks": [[]], **wrong}
    text, ran = answer(json.dumps(script), {"niuniu": NIUNIU})
    assert not ran and set(json.loads(text)) == {"id", "error"}


def test_a_script_goes_on_after_a_refusal():
    moves = [
        {"seat": 0, "do": "deal"},
        {"seat": 1, "do": "bet", "stake": 0},
        {"seat": 5, "do": "bet", "stake": 1},
        {"seat": 1, "do": "house"},
        {"seat": 1, "do": "house"},
        {"seat": 0, "do": "deal"},
        {"seat": 1, "do": "reveal"},
        {"seat": 1, "do": "house"},
        {"seat": 0, "do": "reveal"},
        {"seat": 0, "do": "house"},
    ]
    script = {"game": "niuniu", "seats": 2, "decks": [[]], "moves": moves}
    line = json.loads(answer(json.dumps(script), {"niuniu": NIUNIU})[0])
    assert [(no["move"], no["code"]) for no in line["refusals"]] == [
        (0, "wrong_phase"),
        (1, "bad_stake"),
        (2, "malformed"),
        (4, "not_your_turn"),
        (7, "not_your_turn"),
        (9, "round_over"),
    ]
    assert line["over"] and [made["move"] for made in line["house"]] == [3]
