"""The best hand of a round, as its game tells it: what counts for more, whose it is and what it is called."""

import pytest
from django.utils import translation

from games.books.told import told
from games.registry import game
from tests.games.bigtwo.table import short
from tests.games.niuniu.table import NO_BULL
from tests.games.niuniu.table import Table as Niuniu
from tests.games.rummy.table import Table as Rummy
from tests.games.rummy.table import turns
from tests.games.xidach.table import Table as Xidach
from tests.games.xidach.table import two_hands


def best_of(table):
    """As a passer-by is told of the round as it stands."""
    return game(table.engine.game).best(table.view("khach"))


def said(best, language="en"):
    with translation.override(language):
        return told(best.name)


XIDACH_HANDS = [
    # the worse         the better        is called         in Vietnamese
    ("8S TC",           "9H KC",          "19",             "19"),
    ("9H KC JD",        "6H KC",          "16",             "16"),  # quắc is none
    ("TS KC AD",        "2S 3H AC 4D 5C", "Ngũ Linh (15)",  "ngũ linh 15"),
    ("2S 3H 6C 4D 4C",  "2H 3D AC 4S 5H", "Ngũ Linh (15)",  "ngũ linh 15"),
    ("TS 9D",           "AS QC",          "Xì Dách",        "xì dách"),
    ("AS QC",           "AH AD",          "Xì Bàng",        "xì bàng"),
]  # fmt: skip


@pytest.mark.parametrize(("worse", "better", "name", "vi"), XIDACH_HANDS)
def test_hands_of_xidach(worse, better, name, vi):
    for con, cai, seat in ((better, worse, 1), (worse, better, 0)):
        best = best_of(two_hands(con, cai, "vipgame"))
        assert (best.seat, said(best), said(best, "vi")) == (seat, name, vi)
        assert list(best.cards) == better.split()


def test_of_two_that_are_equal_the_first_seat_has_it():
    assert best_of(two_hands("9H KC", "9S KD", "vipgame")).seat == 0


def test_no_hand_of_xidach_is_told_before_it_lies_open():
    table = Xidach("classic", 3, "AS 9C 8S  KD 8D 9S").play("cai deal left")
    assert best_of(table).seat == 1, "whose xì dách won at once"
    assert best_of(Xidach("classic", 2, "9C TS  8C TD").play("cai deal left")) is None


NIUNIU_HANDS = [
    # the worse         the better        is called
    (NO_BULL,           "TS JC QC 2S AC", "Bull 3"),
    ("TS JC QC 2S AC",  "TH JD QD 4S 4D", "Pair bull 8"),
    ("TS JC QC 4S 4C",  "JH QD KD KH JS", "Five faces"),
]  # fmt: skip


@pytest.mark.parametrize(("worse", "better", "name"), NIUNIU_HANDS)
def test_hands_of_niuniu(worse, better, name):
    for hands, seat in (((better, worse), 0), ((worse, better), 1)):
        best = best_of(Niuniu("duel", *hands).over())
        assert (best.seat, said(best)) == (seat, name)
        assert sorted(best.cards) == sorted(better.split())


def test_what_was_not_revealed_in_niuniu_is_none_and_no_bull_is_none():
    table = Niuniu("duel", NO_BULL, "JH QD KD KH JS").dealt().play("cai reveal")
    assert best_of(table) is None
    assert best_of(table.play("an reveal")).seat == 1


def test_the_strongest_set_that_was_played_in_bigtwo():
    table = short().play("dung 2S")
    while not table.view("khach").over:
        assert best_of(table) is None
        (name,) = table.to_act()
        table.play(f"{name} {next(iter(table.plays(name)), 'pass')}")
    best = best_of(table)
    assert (best.cards, best.seat) == (("9S", "TS", "JS", "QS", "KS"), 3)
    assert (said(best), said(best, "vi")) == ("Straight flush", "Thùng phá sảnh")


def test_who_went_out_against_the_most_in_rummy():
    """With all that they laid down."""
    table = Rummy("3C 3D 4H 5S 6C 9D X1", "7C 7D 7H 9C 9S 2S 3S", "5H", "7S")
    table.play("binh draw stock, binh lay_down 7C 7D 7H / 9C 9S 2S, binh lay_off 7S 0")
    best = best_of(table.play("binh discard 3S"))
    assert (best.seat, best.rank) == (1, (50,))
    assert sorted(best.cards) == sorted(["7C", "7D", "7H", "7S", "9C", "9S", "2S"])
    assert said(best) == "Out against 50 points"


def test_a_blocked_round_of_rummy_has_none():
    hands = "3C 3D 4H 5S 6C 9D X1", "7C 8D 9H TS JC QD KH"
    assert best_of(turns(Rummy(*hands, "5H", max_turns=20), 20)) is None
