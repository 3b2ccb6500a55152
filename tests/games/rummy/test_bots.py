"""RM-11 … RM-13: the house opponent to the letter; `easy` and `sharp` beside it."""

import time
from math import sqrt
from random import Random

import pytest

from games.core.engine import Setup
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.shuffle import Scripted
from games.rummy.engine import RUMMY
from tests.games.rummy.table import Table
from tests.games.story import FULL

LAID = "binh draw stock, binh lay_down 7C 7D 7H / 9C 9D 2S"
SETS = "7C 7D 7H 9C 9D 2S 3S"


# RM-11

DRAWS = [
    # hand                    turned up  drawn from
    ("3S 4D 6H 8S TC JD KH",  "2C",      "discard"),
    ("3S 4D 6H 8S TC JD KH",  "X1",      "discard"),
    ("3S 4D 6H 8S TC JD KH",  "8C",      "discard"),  # a rank in hand
    ("3S 4D 6H 8S TC JD KH",  "7S",      "stock"),
    ("3S 4D 6H 8S TC JD 2H",  "7S",      "stock"),  # a wild in hand is of no rank
]  # fmt: skip


@pytest.mark.parametrize(("cards", "up", "source"), DRAWS)
def test_what_it_draws_before_it_laid_down(cards, up, source):
    """RM-11"""
    assert Table("3C 3D 4C 5H 9S QC KC", cards, up).house("binh") == f"draw {source}"


@pytest.mark.parametrize(("up", "source"), [
    ("7S", "discard"),  # the rank of the other's set
    ("9H", "discard"),
    ("2C", "discard"),
    ("QC", "stock"),
    ("5C", "stock"),
])  # fmt: skip
def test_it_denies_the_others_ranks(up, source):
    """RM-11  Before it has laid down itself."""
    table = Table("3C 4D 6H 8S TC JD KH", SETS, "5H", up).play(LAID)
    assert table.play(f"binh discard {up}").house("an") == f"draw {source}"


@pytest.mark.parametrize(("up", "source"), [
    ("5C", "discard"),  # the naturals of the run
    ("8D", "discard"),
    ("6D", "stock"),  # only a wild stands for it
    ("4H", "stock"),  # it would lengthen the run, and is not in it
    ("9H", "stock"),
])  # fmt: skip
def test_it_denies_the_ranks_of_naturals_in_a_run(up, source):
    """RM-11"""
    mine = "JC JD JS 5H X1 7H 8H 3S"
    table = Table("3C 3D TC TD QH KS AS AC", mine, "QD", up, round=2).play("binh draw stock")
    table.play("binh lay_down JC JD JS / 5H X1 7H 8H", f"binh discard {up}")
    assert table.house("an") == f"draw {source}"


def test_having_laid_down_it_takes_what_it_can_lay_off():
    """RM-11  And nothing else, whatever it holds."""
    table = Table("3C 4D 6H 8S TC JD KH", SETS, "5H", "KS").play(LAID, "binh discard KS, an draw stock")
    for card, source in (("3C", "stock"), ("KH", "stock")):
        assert _again(table, f"an discard {card}").house("binh") == f"draw {source}"
    table = Table("3C 4D 6H 8S TC 7S 2C", SETS, "5H", "KS").play(LAID, "binh discard KS, an draw stock")
    for card in ("7S", "2C"):
        assert _again(table, f"an discard {card}").house("binh") == "draw discard"


def _again(table, sentence):
    """The same table one move on, the table itself untouched."""
    other = object.__new__(Table)
    other.setup, other.state = table.setup, table.state
    return other.play(sentence)


# RM-12


def test_it_lays_down_lays_off_and_discards():
    """RM-12  Naturals before wilds, each onto the first meld that takes it."""
    table = Table("3C 4D 6H 8S TC JD KH", "7C 7D 7H 9C 9D X1 X2", "5H", "9H").play("binh draw stock")
    assert table.house("binh") == "lay_down 7C 7D 7H / 9C 9D 9H"
    table.play("binh lay_down 7C 7D 7H / 9C 9D 9H")
    assert table.house("binh") == "lay_off X1 0"
    table.play("binh lay_off X1 1")
    assert table.house("binh") == "lay_off X2 0"
    table = Table("3C 4D 6H 8S TC JD KH", "X1 7C 7D 7H 9C 9D 9S", "5H", "9H").play("binh draw stock")
    table.play("binh lay_down 7C 7D 7H / 9C 9D 9S")
    assert table.house("binh") == "lay_off 9H 1"


def test_it_never_lays_off_before_it_laid_down():
    """RM-12"""
    table = Table("7S 9H 6H 8S TC JD KH", SETS, "5H", "KS").play(LAID, "binh discard KS, an draw stock")
    assert table.house("an").startswith("discard")


# RM-13

DISCARDS = [
    # round  hand                     drawn   discarded
    (1, "3S 4D 6H 8S TS JD KH",       "AH",   "AH"),  # ten points, the highest rank
    (1, "3S 4D 6H 8S TS JD KH",       "9S",   "KH"),
    (1, "3S 4D 6H 8S TS JD 2H",       "9S",   "JD"),  # never a wild
    (1, "3S 4D 6H 8S 9S 5S 7H",       "4H",   "9S"),  # 4s are no single
    (1, "3S 4D 6H 8S KS KD QH",       "4H",   "QH"),
    (1, "3S 3H 4D 4H KS KD QH",       "QS",   "KS"),  # all paired: spades first
    (1, "KS KD 4D 6H 8S 9S X1",       "TH",   "TH"),  # with a wild the kings are a set
    (1, "KS 4D 4H 6H 8S X1 X2",       "9H",   "KS"),  # one natural and two wilds are none
    (2, "TS JS QS KS 3H 4D 6D 7D",    "9H",   "9H"),  # the run is kept
    (2, "3S 4D TS KS 9C 9D X1 X2",    "6H",   "6H"),
    (2, "2C 2D 2H 2S X1 X2 5S 6D",    "KH",   "KH"),  # with so many wilds each alone is in no meld
]  # fmt: skip


@pytest.mark.parametrize(("round_", "cards", "drawn", "discarded"), DISCARDS)
def test_what_it_discards_before_it_laid_down(round_, cards, drawn, discarded):
    """RM-13"""
    others = "3C 3D 5D 5C 6C 6S 7C 7S 8C 8D 8H TC"[: len(cards)]
    table = Table(others, cards, "4C", drawn, round=round_).play("binh draw stock")
    assert table.house("binh") == f"discard {discarded}"


KEPT = [
    # hand of an, drawn last                  discarded
    ("4D 9C 7S 6C 3D 3C 5C 5D 8C",            "8C"),  # 4, 9 and 7 would fit, 6 is inside; singles first
    ("4D 4S 7S 9C 9D JH 7D 4C 9S",            "JH"),  # the sets stay; J and 7 would both fit
    ("JH 4D 9C 7S 6C 3D 3C 5D 5C",            "6C"),  # the jack fits the set
]  # fmt: skip


@pytest.mark.parametrize(("cards", "discarded"), KEPT)
def test_ranks_that_fit_the_others_melds_are_kept(cards, discarded):
    """RM-13  Whatever the suit; a wild's place may be taken."""
    *own, drawn = cards.split()
    table = Table(" ".join(own), "JC JD JS 5H 6H X1 8H 3S", "QD", f"3H {drawn}", round=2)
    table.play("binh draw stock, binh lay_down JC JD JS / 5H 6H X1 8H, binh discard 3H, an draw stock")
    assert table.house("an") == f"discard {discarded}"


# The other levels


def match(chance, levels):
    """The sheets of seven rounds, the dealer alternating, with whole moves as the table plays them."""
    sheets = [0, 0]
    for number in range(1, 8):
        options = complete(RUMMY.options("contract"), {"round": number, "dealer": number % 2})
        shuffler = Scripted((tuple(chance.sample(RUMMY.pack, 54)),))
        setup = Setup(ruleset="contract", options=options, seats=2, shuffler=shuffler)
        for seat, penalty in enumerate(sheet_of(setup, levels, chance)):
            sheets[seat] += penalty
    return sheets


def sheet_of(setup, levels, chance):
    state = RUMMY.start(setup)
    while acting := RUMMY.to_act(state):
        word = RUMMY.choose(RUMMY.view(state, acting[0]), levels[acting[0]], chance)
        move = RUMMY.read_move(setup, acting[0], word)
        assert not isinstance(move, Refusal), word
        state = RUMMY.apply(state, move)
        assert not isinstance(state, Refusal), word
    return RUMMY.outcome(state).sheet


def won_by(level, other, matches, seed=1):
    """Which share of the matches the first wins, ties half, and the margin of error of that."""
    chance, won = Random(seed), 0.0
    for number in range(matches):
        levels = [level, other] if number % 2 else [other, level]
        sheets = match(chance, levels)
        mine, its = sheets[levels.index(level)], sheets[levels.index(other)]
        won += 1.0 if mine < its else 0.5 if mine == its else 0.0
    share = won / matches
    return share, 1.96 * sqrt(share * (1 - share) / matches)


@pytest.mark.slow
def test_sharp_beats_house_and_house_beats_easy():
    """Of matches of seven rounds; never a refused move."""
    matches = 400 if FULL else 24
    for better, worse in (("sharp", "house"), ("house", "easy")):
        share, margin = won_by(better, worse, matches)
        assert share - margin > 0.5, (better, share, margin)
        assert share > 0.6 or better == "house"


@pytest.mark.slow
@pytest.mark.usefixtures("undisturbed")
@pytest.mark.parametrize("level", RUMMY.levels)
def test_a_bot_decides_in_a_breath(level):
    """Under 20 ms of work."""
    chance, slowest = Random(5), 0.0
    for number in range(1, 8):
        options = complete(RUMMY.options("contract"), {"round": number, "max_turns": 40})
        shuffler = Scripted((tuple(chance.sample(RUMMY.pack, 54)),))
        setup = Setup(ruleset="contract", options=options, seats=2, shuffler=shuffler)
        state = RUMMY.start(setup)
        while acting := RUMMY.to_act(state):
            view, began = RUMMY.view(state, acting[0]), time.process_time()
            word = RUMMY.choose(view, level, chance)
            slowest = max(slowest, time.process_time() - began)
            state = RUMMY.apply(state, RUMMY.read_move(setup, acting[0], word))
    assert slowest < 0.02


def test_sharp_takes_what_brings_it_nearer():
    """The house takes by rank; sharp sees that 6S would make a run, and that KC would not."""
    hand = "5S 7S 8S TC JD KH 3C 4D"
    others = "3S 3D TD TH QC QD AC AD"
    assert Table(others, hand, "6S", round=2).house("binh", "sharp") == "draw discard"
    assert Table(others, hand, "6S", round=2).house("binh") == "draw stock"
