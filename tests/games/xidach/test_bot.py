"""The house bots: never refused, quick, and `house` worth its name."""

import time
from random import Random

import pytest

from games.core.engine import Setup
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.shuffle import Scripted
from games.xidach.engine import XIDACH
from games.xidach.hands import DU_FROM, value
from tests.games.story import FULL
from tests.games.xidach.table import Table

EVENING = 6_000 if FULL else 160


def bot(level):
    return lambda view, chance: XIDACH.choose(view, level, chance)


def first_du(view, chance):
    """Draws until it may stand on 16 or more, and never compares."""
    words = {move.do: move.as_json() for move in view.legal}
    if "bet" in words:
        return {"do": "bet", "stake": 2}
    if "deal" in words:
        return words["deal"]
    enough = "stand" in words and value(view.seats[view.you].hand) >= DU_FROM
    return words["stand"] if enough else words.get("draw", words.get("stand"))


def evening(ruleset, nha_cai, nha_con, **wanted):
    """What the nhà cái wins in a round, on average, over the same packs each time."""
    won = list(rounds_of(ruleset, nha_cai, nha_con, **wanted))
    return sum(won) / len(won)


def rounds_of(ruleset, nha_cai, nha_con, *, seats=5, rounds=EVENING, seed=1):
    """What the nhà cái wins in each round."""
    chance = Random(seed)
    options = complete(XIDACH.options(ruleset), {})
    for _ in range(rounds):
        shuffler = Scripted((tuple(chance.sample(XIDACH.pack, 52)),))
        setup = Setup(ruleset=ruleset, options=options, seats=seats, shuffler=shuffler)
        state, luck = XIDACH.start(setup), Random(0)
        while acting := XIDACH.to_act(state):
            player = nha_con if acting[0] else nha_cai
            word = player(XIDACH.view(state, acting[0]), luck)
            move = XIDACH.read_move(setup, acting[0], word)
            assert not isinstance(move, Refusal), word
            state = XIDACH.apply(state, move)
            assert not isinstance(state, Refusal), word
        yield XIDACH.outcome(state).points[0]


@pytest.mark.slow
@pytest.mark.parametrize("level", XIDACH.levels)
@pytest.mark.parametrize("ruleset", XIDACH.rulesets)
@pytest.mark.parametrize("seats", [2, 8])
def test_a_bot_is_never_refused(ruleset, level, seats):
    evening(ruleset, bot(level), bot(level), seats=seats, rounds=EVENING // 8)


def test_house_takes_the_only_way():
    table = Table("classic", 2, "TC TD 2C 4D KC").play("cai deal left")
    assert XIDACH.choose(table.view("an"), "house", Random(0)) == {"do": "draw"}
    table.play("an draw")
    assert XIDACH.choose(table.view("an"), "house", Random(0)) == {"do": "stand"}


def test_house_nha_con_stands_on_20_and_vipgames_draws_on_12():
    table = Table("classic", 2, "TC TD KC 7D").play("cai deal left")
    assert XIDACH.choose(table.view("an"), "house", Random(0)) == {"do": "stand"}
    table = Table("vipgame", 2, "TC TD 2C 7D").play("an bet 1, cai deal")
    assert XIDACH.choose(table.view("an"), "house", Random(0)) == {"do": "draw"}


def test_house_nha_cai_settles_with_long_hands_first():
    """XD-24  With 17: who drew twice is often quắc, who stood on two cards has 16 to 21."""
    table = Table("classic", 3, "2C TD TH 3C 9D 6H 4C 9H").play("cai deal left")
    table.play("an draw, an draw, an stand, binh stand")
    assert XIDACH.choose(table.view("cai"), "house", Random(0)) == {"do": "compare", "target": 1}


@pytest.mark.slow
@pytest.mark.usefixtures("undisturbed")
def test_a_bot_decides_in_a_breath():
    """Under 20 ms of work, also with eight at the table."""
    chance = Random(5)
    slowest = 0.0
    for ruleset in XIDACH.rulesets:
        for seats in (2, 8):
            options = complete(XIDACH.options(ruleset), {"pay_ngu_linh": 3})
            shuffler = Scripted((tuple(chance.sample(XIDACH.pack, 52)),))
            setup = Setup(ruleset=ruleset, options=options, seats=seats, shuffler=shuffler)
            state = XIDACH.start(setup)
            while acting := XIDACH.to_act(state):
                view, began = XIDACH.view(state, acting[0]), time.process_time()
                word = XIDACH.choose(view, "house", chance)
                slowest = max(slowest, time.process_time() - began)
                state = XIDACH.apply(state, XIDACH.read_move(setup, acting[0], word))
    assert slowest < 0.02


@pytest.mark.skipif(not FULL, reason="an evening of thousands of rounds")
@pytest.mark.parametrize("ruleset", XIDACH.rulesets)
def test_house_plays_better_than_standing_on_the_first_du(ruleset):
    house = bot("house")
    assert evening(ruleset, house, house) < evening(ruleset, house, first_du)
    assert evening(ruleset, house, first_du) > evening(ruleset, first_du, first_du)
    assert evening(ruleset, house, bot("easy")) > 0
