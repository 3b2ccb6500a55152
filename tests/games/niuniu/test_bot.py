"""The house bots: never refused, quick, and `house` worth its name where there is something to decide."""

import time
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from games.core.engine import Setup
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.shuffle import Scripted
from games.niuniu.engine import NIUNIU
from tests.games.niuniu.table import Table
from tests.games.story import FULL

EVENING = 10_000 if FULL else 600


def evening(ruleset, level, *, seats=4, rounds=EVENING, seed=1, **options):
    """What an nha con at this level wins in a round, seat by seat, over the same packs each time."""
    chance, won = Random(seed), []
    given = complete(NIUNIU.options(ruleset), options)
    for _ in range(rounds):
        shuffler = Scripted((tuple(chance.sample(NIUNIU.pack, 52)),))
        setup = Setup(ruleset=ruleset, options=given, seats=seats, shuffler=shuffler)
        state, luck = NIUNIU.start(setup), Random(seed)
        while acting := NIUNIU.to_act(state):
            word = NIUNIU.choose(NIUNIU.view(state, acting[0]), level, luck)
            move = NIUNIU.read_move(setup, acting[0], word)
            assert not isinstance(move, Refusal), word
            state = NIUNIU.apply(state, move)
            assert not isinstance(state, Refusal), word
        won.append(fmean(NIUNIU.outcome(state).points[1:]))
    return won


def average(won):
    """With its margin, two standard errors."""
    return fmean(won), 2 * stdev(won) / sqrt(len(won))


@pytest.mark.slow
@pytest.mark.parametrize("level", NIUNIU.levels)
@pytest.mark.parametrize("ruleset", NIUNIU.rulesets)
@pytest.mark.parametrize(("seats", "most"), [(2, 1), (8, 1000)])
def test_a_bot_is_never_refused(ruleset, level, seats, most):
    evening(ruleset, level, seats=seats, rounds=EVENING // 20, max_stake=most)


def test_house_stakes_what_the_ruleset_is_worth():
    duel, payout = Table("duel", seats=2, max_stake=50), Table("payout", seats=2, max_stake=50)
    assert NIUNIU.choose(duel.view("an"), "house", Random(0)) == {"do": "bet", "stake": 10}
    assert NIUNIU.choose(payout.view("an"), "house", Random(0)) == {"do": "bet", "stake": 50}
    assert NIUNIU.choose(Table(seats=2, max_stake=1).view("an"), "house", Random(0))["stake"] == 1


def test_easy_stakes_little():
    view, chance = Table("payout", seats=2, max_stake=50).view("an"), Random(0)
    assert {NIUNIU.choose(view, "easy", chance)["stake"] for _ in range(200)} == {1, 2, 3, 4, 5}


@pytest.mark.slow
def test_house_wins_more_than_easy_where_stakes_are_worth_placing():
    """NN-13"""
    (house, by), (easy, or_by) = (average(evening("payout", level)) for level in ("house", "easy"))
    assert house - by > easy + or_by > 0


@pytest.mark.slow
def test_a_duel_is_even_whatever_one_stakes():
    """NN-12"""
    mean, margin = average(evening("duel", "house", seats=2))
    assert abs(mean) < 2 * margin


@pytest.mark.usefixtures("undisturbed")
def test_a_bot_decides_in_a_breath():
    """Under 20 ms of work, also with eight at the table."""
    table = Table("payout", seats=8)
    began = time.process_time()
    for _ in range(50):
        NIUNIU.choose(table.view("hoa"), "house", Random(0))
    assert (time.process_time() - began) / 50 < 0.02
