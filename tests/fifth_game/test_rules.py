"""The rules of bài cào: a table by the number of the rule, and stories of its rounds."""

import pytest

from games.books import house
from games.core.cards import hand
from games.core.engine import SeatNo
from games.core.options import complete
from tests.fifth_game.baicao.engine import BAICAO
from tests.fifth_game.baicao.game import GAME
from tests.fifth_game.baicao.hands import worth
from tests.fifth_game.baicao.page import hand_zone
from tests.fifth_game.baicao.words import worth_name
from tests.fifth_game.table import Table
from tests.games.marks import check_marks

CAI, AN, BINH = "9S KD 9C", "9H TD KC", "KS QH JH"  # 8 points, 9 points, three faces
HIDDEN = "?? ?? ??"

HANDS = [
    # rule   hand        is called
    ("BC-1", "AS 2D 5C", "8 points"),
    ("BC-1", "AS KD QC", "1 point"),
    ("BC-2", "9S KD TC", "9 points"),
    ("BC-2", "9S 9D 9C", "7 points"),
    ("BC-2", "5S 5D KC", "Bù"),
    ("BC-2", "TS TD TC", "Bù"),
    ("BC-3", "JS QD KC", "Three faces"),
    ("BC-3", "KS KD KC", "Three faces"),
    ("BC-3", "TS QD KC", "Bù"),  # a ten is no face
]  # fmt: skip


@pytest.mark.parametrize(("rule", "cards", "name"), HANDS)
def test_a_hand_is_worth_what_the_rule_says(rule, cards, name):
    assert worth_name(worth(hand(cards))) == name


MEETINGS = [
    # rule   nhà con     nhà cái     a nhà con with a stake of 5 wins
    ("BC-3", "JS QD KC", "9S KD TC", 5),
    ("BC-3", "9S KD TC", "JS QD KC", -5),
    ("BC-6", "9S KD TC", "8S KH TD", 5),
    ("BC-6", "AS KD TC", "2S KH TD", -5),
    ("BC-6", "4S 4D KC", "8S KH TD", 0),
    ("BC-6", "JS QD KC", "JH QC KS", 0),
    ("BC-6", "5S 5D KC", "TS TD TC", 0),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "con", "cai", "won"), MEETINGS)
def test_a_nha_con_wins_or_loses_what_the_rule_says(rule, con, cai, won):
    assert Table(cai, con, stake=5).over().points == (-won, won)


def test_the_nha_cai_deals_one_card_at_a_time_and_itself_last():
    """BC-4"""
    table = Table(CAI, AN, BINH)
    assert table.to_act() == ["cai"] and table.says("an deal") == "not_your_turn"
    assert table.says("an reveal") == "wrong_phase"
    table.play("cai deal")
    assert [table.view(name).seats[no].cards for no, name in enumerate(("cai", "an", "binh"))] == [
        tuple(cards.split()) for cards in (CAI, AN, BINH)
    ]
    assert table.says("cai deal") == "wrong_phase"


def test_a_hand_is_its_owners_until_revealed():
    """BC-5"""
    table = Table(CAI, AN, BINH).play("cai deal")
    assert table.seen("an") == [HIDDEN, AN, HIDDEN] and table.seen("khach") == [HIDDEN] * 3
    table.play("binh reveal")
    assert table.seen("an") == [HIDDEN, AN, BINH] and table.seen("khach") == [HIDDEN, HIDDEN, BINH]
    assert table.says("binh reveal") == "already_revealed"
    assert table.to_act() == ["cai", "an"]


def test_the_last_card_may_be_peeled_until_the_hand_is_revealed():
    table = Table("9S KD TC", "2H 3H 4H").play("cai deal")
    assert hand_zone(table.view("an"), SeatNo(1)).is_peeled
    assert not hand_zone(table.play("an reveal").view("an"), SeatNo(1)).is_peeled


def test_the_round_is_over_when_all_lie_open():
    """BC-5, BC-6"""
    table = Table(CAI, AN, BINH, stake=20).play("cai deal, cai reveal, an reveal, binh reveal")
    assert table.points == (-40, 20, 20) and table.says("an reveal") == "round_over"


@pytest.mark.parametrize(
    ("stake", "fits"), [(1, True), (1000, True), (0, False), (1001, False), ("5", False)]
)
def test_the_stake_is_the_rooms_to_choose(stake, fits):
    """BC-4"""
    assert (complete(BAICAO.options("classic"), {"stake": stake}) == {"stake": stake}) is fits


def test_its_book_tells_every_rule():
    told = [article.id for article in GAME.book(house).articles() if article.id]
    assert told == ["BC-1", "BC-2", "BC-3", "BC-4", "BC-5", "BC-6"]


def test_its_book_has_a_minute_for_its_ruleset():
    (minute,) = GAME.book(house).minutes
    assert (minute.ruleset,) == tuple(BAICAO.rulesets)
    assert [example.hands[0].name for example in minute.hands] == ["9 points", "Three faces", "Bù"]


def test_it_points_things_out_to_newcomers_as_every_game_does():
    assert [mark.key for mark in GAME.marks] == ["cards", "reveal", "result"]
    check_marks(GAME.marks)


def test_the_best_hand_is_one_that_was_revealed():
    table = Table(CAI, AN, BINH).play("cai deal", "an reveal")
    assert GAME.best(table.view("khach")).seat == 1
    best = GAME.best(table.play("cai reveal", "binh reveal").view("khach"))
    assert (best.seat, best.name, " ".join(best.cards)) == (2, "Three faces", BINH)
    assert GAME.best(Table("TS TD TC", "KS QD TC").over().view("khach")) is None, "bù is none"
