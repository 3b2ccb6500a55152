"""RM-2, RM-3, RM-5 … RM-9: rounds as they are told."""

import pytest

from games.core.cards import PACK_54, codes
from games.core.engine import SeatNo
from games.core.options import BadOption, complete
from games.core.refusal import Refusal
from games.rummy.engine import RUMMY
from games.rummy.rules import DEALS
from tests.games.rummy.table import Table, turns

AN = "3C 3D 4H 5S 6C 9D X1"
BINH = "7C 8D 9H TS JC QD KH"
SETS = "7C 7D 7H 9C 9D 2S 3S"  # round 1, ready to be laid down
THREES = "3C 3D 3H KC KD KH 4C"
LAID = "binh draw stock, binh lay_down 7C 7D 7H / 9C 9D 2S"

# RM-2  The deal


@pytest.mark.parametrize(("round_", "cards", "contract"), [
    (1, 7, "set 3, set 3"),
    (2, 8, "set 3, run 4"),
    (3, 9, "run 4, run 4"),
    (4, 10, "set 4, set 5"),
    (5, 11, "run 7, set 3"),
    (6, 12, "set 3, set 3, run 4"),
    (7, 12, "run 4, run 4, set 3"),
])  # fmt: skip
def test_each_round_has_its_hands_and_its_contract(round_, cards, contract):
    """RM-2"""
    table = Table(round=round_)
    told = table.on_the_table()
    assert ", ".join(f"{kind} {size}" for kind, size in told["contract"]) == contract
    assert [seat.count for seat in table.view("khach").seats] == [cards, cards]
    assert told["stock"] == 54 - 2 * cards - 1
    assert (told["round"], told["turn"], told["laid_down"]) == (round_, 1, [False, False])


def test_the_non_dealer_gets_the_first_card_and_begins():
    """RM-2"""
    table = Table(AN, BINH, "5H")
    assert (table.seen("an")[0], table.seen("binh")[1]) == (AN, BINH)
    assert (table.to_act(), table.on_the_table()["discard"]) == (["binh"], "5H")
    turned = Table(AN, BINH, "5H", dealer=1)
    assert (turned.seen("an")[0], turned.seen("binh")[1]) == (BINH, AN)
    assert turned.to_act() == ["an"]


@pytest.mark.parametrize(("name", "value", "taken"), [
    ("round", 1, True), ("round", 7, True), ("round", 0, False), ("round", 8, False), ("round", 2.0, False),
    ("round", "2", False), ("round", True, False), ("round", None, False), ("round", [1], False),
    ("dealer", 0, True), ("dealer", 1, True), ("dealer", 2, False), ("dealer", -1, False),
    ("dealer", False, False), ("max_turns", 20, True), ("max_turns", 1000, True), ("max_turns", 19, False),
    ("max_turns", 1001, False), ("max_turns", "200", False), ("stake", 1, False),
])  # fmt: skip
def test_options(name, value, taken):
    given = complete(RUMMY.options("contract"), {name: value})
    assert isinstance(given, BadOption) is not taken


def test_the_platform_sets_round_and_dealer():
    options = {option.name: option for option in RUMMY.options("contract")}
    assert list(options) == ["round", "dealer", "max_turns"]
    assert [option.platform for option in options.values()] == [True, True, False]
    assert [option.default for option in options.values()] == [1, 0, 200]


# RM-3  A turn


def test_a_drawn_card_is_the_last_of_the_hand():
    """RM-3"""
    table = Table(AN, BINH, "5H", "KS").play("binh draw stock")
    assert table.seen("binh")[1] == f"{BINH} KS"
    assert (table.on_the_table()["stock"], table.on_the_table()["discard"]) == (38, "5H")
    assert table.play("binh discard 7C").seen("binh")[1] == "8D 9H TS JC QD KH KS"
    assert (table.to_act(), table.on_the_table()["turn"]) == (["an"], 2)


def test_only_the_top_discard_can_be_taken():
    """RM-3"""
    table = Table(AN, BINH, "5H").play("binh draw discard")
    assert table.on_the_table()["discard"] is None
    table.play("binh discard KH, an draw discard")
    assert table.seen("an")[0] == f"{AN} KH"
    assert table.on_the_table()["discard"] is None
    table.play("an discard 4H, binh draw stock, binh discard 7C, an draw discard")
    assert table.on_the_table()["discard"] == "4H"


def test_the_card_just_taken_may_be_discarded():
    """RM-3"""
    table = Table(AN, BINH, "5H").play("binh draw discard, binh discard 5H")
    assert (table.on_the_table()["discard"], table.to_act()) == ("5H", ["an"])


def test_the_order_of_a_turn():
    """RM-3  A draw, then any melding, then a discard."""
    table = Table(AN, SETS, "5H")
    for early in ("binh discard 7C", "binh lay_down 7C 7D 7H / 9C 9D 2S", "binh lay_off 3S 0"):
        assert table.says(early) == "wrong_phase"
    table.play("binh draw stock")
    assert table.says("binh draw stock") == table.says("binh draw discard") == "wrong_phase"


# RM-5  Laying down


def test_laying_down_in_any_order():
    """RM-5, RM-6  Melds are numbered as the move lists them."""
    table = Table(AN, SETS, "5H").play("binh draw stock, binh lay_down 2S 9D 9C / 7H 7C 7D")
    assert table.melds() == ["1 set 9C 9D 2S", "1 set 7C 7D 7H"]
    assert table.on_the_table()["laid_down"] == [False, True]
    assert table.seen("binh")[1].split()[:1] == ["3S"]
    assert table.to_act() == ["binh"]


@pytest.mark.parametrize(("melds", "code"), [
    ("7C 7D 7H / 9C 9D KS", "not_your_card"),
    ("7C 7D 7H", "not_the_contract"),
    ("7C 7D 7H / 9C 9D 2S / 3S", "not_the_contract"),
    ("7C 7D 7H / 9C 9D", "not_the_contract"),
    ("7C 7D 7H 2S / 9C 9D", "not_the_contract"),
    ("7C 7D 7H 9C 9D 2S", "not_the_contract"),
    ("7C 7D 9H / 9C 9D 2S", "not_your_card"),
    ("7C 7D 9C / 7H 9D 2S", "bad_meld"),
    ("7C 7D 3S / 9C 9D 2S", "bad_meld"),
])  # fmt: skip
def test_what_a_lay_down_is_refused_for(melds, code):
    """RM-5  One's own cards, the contract, each meld valid: asked in this order."""
    table = Table(AN, SETS, "5H").play("binh draw stock")
    assert table.says(f"binh lay_down {melds}") == code


def test_the_size_tells_which_meld_is_meant():
    """RM-5  A set of four is no run of four, and a run of three no set."""
    table = Table("3C 3D 4H 5S 6C 9D X1 X2", "7C 7D 7H 7S 8S 9S 2C 2D", "5H", round=2).play("binh draw stock")
    assert table.says("binh lay_down 7S 8S 9S / 7C 7D 7H 2C") == "bad_meld"
    assert table.play("binh lay_down 7S 8S 9S 2C / 7C 7D 7H").melds() == [
        "1 run 7S 8S 9S 2C", "1 set 7C 7D 7H"
    ]  # fmt: skip


def test_once_per_seat_and_round():
    """RM-5  In this turn or a later one; a card not held is told first."""
    table = Table(AN, SETS, "5H", "KS TC TD").play(LAID)
    for melds in ("3S KS 9C / 9D 2S 7C", "3S KS TC"):
        assert table.says(f"binh lay_down {melds}") == "not_your_card"
    for melds in ("3S KS", "3S / KS"):
        assert table.says(f"binh lay_down {melds}") == "already_laid_down"
    table.play("binh discard KS, an draw stock, an discard TC, binh draw stock")
    assert table.says("binh lay_down 3S TD") == "already_laid_down"
    assert (
        RUMMY.apply(table.state, _read("binh", {"do": "lay_down", "melds": []})).code == "already_laid_down"
    )


def test_half_of_a_contract_meld_is_natural():
    """RM-4"""
    table = Table("3C 3D 4H 5S 6C 9D KS KD 9H TS", "7C 7D 8C 8D 8H 2C 2D X1 X2 3S", "5H", round=4)
    table.play("binh draw stock")
    assert table.says("binh lay_down 7C 7D 2C 2D / 8C 8D X1 X2 8H 3S") == "not_the_contract"
    assert table.says("binh lay_down 7C 8D 2C 2D / 7D 8C 8H X1 X2") == "bad_meld"
    assert table.says("binh lay_down 8C 8D 8H 3S / 7C 7D 2C 2D X1") == "bad_meld"
    assert table.play("binh lay_down 8C 8D 8H X1 X2 / 2D 7C 2C 7D").melds() == [
        "1 set 8C 8D 8H X1 X2", "1 set 7C 7D 2C 2D"
    ]  # fmt: skip


# RM-6  Laying off


def test_not_before_having_laid_down():
    """RM-6"""
    table = Table("7S 3C 3D 4H 5S 6C 9D", SETS, "5H", "KS").play(LAID, "binh discard KS, an draw stock")
    assert table.says("an lay_off 7S 0") == table.says("an lay_off 5S 0") == "not_laid_down"
    assert table.says("an lay_off 7S 99") == "not_laid_down"
    assert table.says("an lay_off 7C 0") == "not_your_card"


@pytest.mark.parametrize(("card", "meld", "code"), [
    ("3S", 0, "does_not_fit"),
    ("7S", 1, "does_not_fit"),
    ("7S", 2, "does_not_fit"),
    ("7S", -1, "does_not_fit"),
    ("7S", -2, "does_not_fit"),
    ("7S", 10**30, "does_not_fit"),
    ("9S", 1, "not_your_card"),
])  # fmt: skip
def test_what_a_lay_off_is_refused_for(card, meld, code):
    """RM-6"""
    table = Table(AN, SETS, "5H", "7S").play(LAID)
    assert table.says(f"binh lay_off {card} {meld}") == code
    assert table.play("binh lay_off 7S 0").melds()[0] == "1 set 7C 7D 7H 7S"


def test_laying_off_onto_anyones_meld():
    """RM-6  The meld stays its owner's."""
    table = Table(THREES, SETS, "5H", "KS 9S 3H").play(LAID, "binh discard 3S, an draw stock")
    table.play("an lay_down 3C 3D 3H / KC KD KH, an lay_off 9S 1")
    assert table.melds() == [
        "1 set 7C 7D 7H", "1 set 9C 9D 9S 2S", "0 set 3C 3D 3H", "0 set KC KD KH"
    ]  # fmt: skip
    assert table.seen("an")[0] == "4C"
    assert table.play("an discard 4C").outcome.ranks == (1, 2)


def test_a_natural_takes_a_wilds_place():
    """RM-6  The wild moves on, as the seed's own program does."""
    hand = "7C 7D 7H 5S 2D 7S 8S 6S"
    table = Table("3C 3D 4H 5D 6C 9D X1 X2", hand, "5H", "9H KS", round=2)
    table.play("binh draw stock, binh lay_down 7C 7D 7H / 5S 2D 7S 8S")
    assert table.melds()[1] == "1 run 5S 2D 7S 8S"
    assert table.play("binh lay_off 6S 1").melds()[1] == "1 run 5S 6S 7S 8S 2D"


# RM-7  Going out


def test_going_out_by_a_discard():
    """RM-7, RM-9"""
    table = Table(AN, SETS, "5H", "7S").play(LAID, "binh lay_off 7S 0, binh discard 3S")
    assert table.view("an").over and table.to_act() == []
    assert table.outcome.sheet == (20 + 5 * 6, 0)
    assert table.outcome.results == [
        {"seat": 0, "penalty": 50, "went_out": False}, {"seat": 1, "penalty": 0, "went_out": True}
    ]  # fmt: skip
    assert (table.outcome.points, table.outcome.ranks) == ((-50, 50), (2, 1))
    assert (table.on_the_table()["turn"], table.on_the_table()["discard"]) == (1, "3S")


def test_going_out_by_a_lay_off():
    """RM-7  At once: no discard is left to make, and everything is over."""
    table = Table(AN, "7C 7D 7H 9C 9D 2S 7S", "5H", "9H").play(LAID, "binh lay_off 7S 0, binh lay_off 9H 1")
    assert table.view("an").phase == "over"
    assert table.on_the_table()["discard"] == "5H"
    for late in ("an draw stock", "binh discard 9H", "an lay_off 3C 0", "binh lay_down 3C"):
        assert table.says(late) == "round_over"
    assert table.seen("khach") == [AN, ""]
    assert [seat.public for seat in table.view("khach").seats] == [True, True]


# RM-8  Restock, and the end of it


def test_an_empty_stock_is_filled_when_somebody_draws_from_it():
    """RM-8  The covered discards; the top one stays."""
    table = turns(Table(round=7, restocks=["QD 3C"]), 29)
    assert (table.on_the_table()["stock"], table.on_the_table()["discard"]) == (0, "X2")
    table.play("an draw stock")
    assert (table.on_the_table()["stock"], table.on_the_table()["discard"]) == (28, "X2")
    assert table.seen("an")[0].split()[-1] == "QD"  # 3C is in a hand
    assert table.state.restocks == 1
    assert set(codes(table.shuffler.shuffled[1])) == set(codes(tuple(range(24, 53))))


def test_the_discard_can_be_taken_over_an_empty_stock():
    """RM-8"""
    table = turns(Table(round=7), 29).play("an draw discard")
    assert (table.on_the_table()["stock"], table.state.restocks) == (0, 0)
    assert table.on_the_table()["discard"] == "X1"


def test_each_restock_is_the_next_shuffle():
    """RM-8"""
    table = turns(Table(round=7, restocks=["QD", "KS QD"]), 29 + 29 + 1)
    assert [len(cards) for cards in table.shuffler.shuffled] == [54, 29, 29]
    assert table.shuffler.shuffled[0] == PACK_54


def test_a_round_is_blocked_after_so_many_turns():
    """RM-8, RM-9  No winner: both score, the higher sheet pays the difference."""
    table = turns(Table(AN, BINH, "5H", max_turns=20), 19)
    assert (table.to_act(), table.on_the_table()["turn"]) == (["an"], 20)
    turns(table, 1)
    assert (table.view("an").phase, table.on_the_table()["turn"]) == ("over", 20)
    assert table.outcome.sheet == (50, 5 * 3 + 10 * 4)
    assert (table.outcome.points, table.outcome.ranks) == ((5, -5), (1, 2))
    assert [line["went_out"] for line in table.outcome.results] == [False, False]


def test_equal_sheets_of_a_blocked_round_move_nothing():
    """RM-9  And share the better rank."""
    table = turns(Table("3C 3D 3H 4C 4D 4H 5C", "6C 6D 6H 7C 7D 7H 8C", max_turns=20), 20)
    assert (table.outcome.sheet, table.outcome.points, table.outcome.ranks) == ((35, 35), (0, 0), (1, 1))


# The contract's codes


def _read(name, word):
    return RUMMY.read_move(Table().setup, SeatNo({"an": 0, "binh": 1}[name]), word)


@pytest.mark.parametrize("word", [
    {}, {"do": None}, {"do": ["draw"]}, {"do": "stand"}, {"do": "Draw"}, {"do": "draw"},
    {"do": "draw", "from": "deck"}, {"do": "draw", "from": 0}, {"do": "draw", "from": ["stock"]},
    {"do": "discard"}, {"do": "discard", "card": "X3"}, {"do": "discard", "card": "??"},
    {"do": "discard", "card": "7c"}, {"do": "discard", "card": ["7C"]}, {"do": "discard", "card": 7},
    {"do": "lay_off", "card": "7C"}, {"do": "lay_off", "meld": 0},
    {"do": "lay_off", "card": "7C", "meld": "0"},
    {"do": "lay_off", "card": "7C", "meld": 0.0}, {"do": "lay_off", "card": "7C", "meld": True},
    {"do": "lay_off", "card": "2", "meld": 0}, {"do": "lay_off", "card": "7C", "meld": None},
    {"do": "lay_down"}, {"do": "lay_down", "melds": None}, {"do": "lay_down", "melds": {}},
    {"do": "lay_down", "melds": "7C"}, {"do": "lay_down", "melds": ["7C"]}, {"do": "lay_down", "melds": [7]},
    {"do": "lay_down", "melds": [["7C", "7C"]]}, {"do": "lay_down", "melds": [["7C"], ["7C"]]},
    {"do": "lay_down", "melds": [["7C", "??"]]}, {"do": "lay_down", "melds": [[None]]},
    {"do": "lay_down", "melds": [[["7C"]]]}, {"do": "house"},
])  # fmt: skip
def test_what_the_table_does_not_understand(word):
    refusal = _read("an", word)
    assert isinstance(refusal, Refusal) and refusal.code == "malformed"


@pytest.mark.parametrize("word", [
    {"do": "draw", "from": "stock"},
    {"do": "draw", "from": "discard"},
    {"do": "discard", "card": "X2"},
    {"do": "lay_off", "card": "7C", "meld": -4},
    {"do": "lay_down", "melds": []},
    {"do": "lay_down", "melds": [[], []]},
    {"do": "lay_down", "melds": [["7C", "7D", "7H"], ["X1"]]},
])  # fmt: skip
def test_a_move_is_written_as_it_is_read(word):
    """Parameters a verb does not have are ignored."""
    move = _read("binh", {**word, "seat": 1, "colour": "red"})
    assert RUMMY.write_move(move) == {"seat": 1, **word}


def test_the_phase_is_judged_before_the_turn_and_that_before_the_cards():
    table = Table(AN, BINH, "5H")
    assert table.says("an discard KS") == "wrong_phase"
    assert table.says("an draw stock") == "not_your_turn"
    table.play("binh draw stock")
    assert table.says("an draw stock") == "wrong_phase"
    for word in ("an discard KS", "an lay_off KS 7", "an lay_down KS"):
        assert table.says(word) == "not_your_turn"


def test_time_runs_out():
    """RM-13  Draw from the stock, then the discard of the house."""
    table = Table(AN, "3S 3H 4D 4S 9S KS QS", "KH", "5C")
    move = RUMMY.time_out(table.state, SeatNo(1))
    assert RUMMY.write_move(move) == {"seat": 1, "do": "draw", "from": "stock"}
    table.play("binh draw stock")
    move = RUMMY.time_out(table.state, SeatNo(1))
    assert RUMMY.write_move(move) == {"seat": 1, "do": "discard", "card": "KS"}


def test_who_runs_out_of_time_lays_nothing_down():
    """RM-13  Only discards, though the contract is complete; what one's own melds take is kept."""
    table = Table(AN, "7C 7D 7H KC KD KH 9S", "5H", "4S")
    table.play("binh draw stock")
    assert RUMMY.write_move(RUMMY.time_out(table.state, SeatNo(1)))["card"] == "9S"
    table = Table(AN, "7C 7D 7H KC KD KH KS", "5H", "4S").play("binh draw stock")
    table.play("binh lay_down 7C 7D 7H / KC KD KH")
    assert RUMMY.write_move(RUMMY.time_out(table.state, SeatNo(1)))["card"] == "4S"


def test_no_lay_down_ends_a_round_by_itself():
    """RM-7  No contract takes all the cards there are after a draw."""
    for deal in DEALS.values():
        assert sum(deal.sizes) < deal.cards + 1
