"""Whether one wins follows from the cards: not from the chair, the stake, or whose seeds were in the deal."""

from collections import Counter
from itertools import product
from math import exp, lgamma, log
from random import Random

import pytest

from games.bigtwo.engine import BIGTWO
from games.core.engine import Setup
from games.core.fairness import FairRound, Kind, fair_seat, round_seed, seat_commit, server_commit
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.shuffle import Seeded
from games.niuniu.engine import NIUNIU
from games.xidach.engine import XIDACH
from tests.games.story import FULL

ROUNDS = {XIDACH: 20_000, NIUNIU: 40_000, BIGTWO: 8000} if FULL else {XIDACH: 400, NIUNIU: 800, BIGTWO: 200}
UNLIKELY = 1e-4
STAKES = {  # house options that say for how much is played
    XIDACH: [{"stake": 1}, {"stake": 10}, {"stake": 1000}],
    NIUNIU: [{"max_stake": 10}, {"max_stake": 100}, {"max_stake": 1000}],
    BIGTWO: [{}, {"points": [3, 2, -2, -3]}, {"points": [1000, 999, -999, -1000]}],
}
SEATS = 4


@pytest.mark.slow
@pytest.mark.parametrize("engine", STAKES, ids=lambda engine: engine.game)
def test_who_wins_follows_from_the_cards_alone(engine):
    """T35  Rounds of bots: of one seat in each, how it ended beside its chair, its stake, and its seed."""
    chance, counts = Random(35), [Counter(), Counter(), Counter()]
    for number in range(ROUNDS[engine]):
        seat, which = chance.randrange(int(engine.banker), SEATS), chance.randrange(3)
        kinds = [chance.choice((Kind.REVEALED, Kind.DEFAULT)) for _ in range(SEATS)]
        points = bots_play(engine, STAKES[engine][which], number, kinds, chance)
        ended = (points[seat] > 0) - (points[seat] < 0)
        for count, what in zip(counts, (seat, which, kinds[seat]), strict=True):
            count[what, ended] += 1
    for count in counts:
        assert UNLIKELY < by_chance(count) < 1 - UNLIKELY, count


def bots_play(engine, stakes, number, kinds, chance):
    """A round with seeds as at a table: what each seat has won."""
    ruleset = engine.rulesets[0]
    options = complete(engine.options(ruleset), stakes)
    seats, server_seed = [], chance.randbytes(32)
    for seat, kind in enumerate(kinds):
        seed = chance.randbytes(32) if kind == Kind.REVEALED else None
        commit = seed and seat_commit("room", number, seat, seed)
        seats.append(fair_seat("room", number, seat=seat, chair=seat, commit=commit, seed=seed))
    fair = FairRound(
        room="room", number=number, game=engine.game, ruleset=ruleset, options=options, pack=engine.pack,
        server_commit=server_commit("room", number, server_seed), seats=tuple(seats),
    )  # fmt: skip
    shuffler = Seeded(round_seed(server_seed, fair.transcript()))
    setup = Setup(ruleset=ruleset, options=options, seats=SEATS, shuffler=shuffler)
    state = engine.start(setup)
    while acting := engine.to_act(state):
        word = engine.choose(engine.view(state, acting[0]), engine.usual_level, chance)
        move = engine.read_move(setup, acting[0], word)
        assert not isinstance(move, Refusal)
        state = engine.apply(state, move)
    return engine.outcome(state).points


def by_chance(count):
    """How often a table of counts with these sums is as uneven as this one, or more so (chi square)."""
    rows, columns = ({cell[at] for cell in count} for at in (0, 1))
    total = count.total()
    chi = 0.0
    for row, column in product(rows, columns):
        of_row, of_column = (
            sum(n for cell, n in count.items() if cell[at] == one) for at, one in ((0, row), (1, column))
        )
        expected = of_row * of_column / total
        chi += (count[row, column] - expected) ** 2 / expected
    return tail(chi, (len(rows) - 1) * (len(columns) - 1))


def tail(chi, freedom):
    """One less the lower incomplete gamma function, by its series."""
    half, x = freedom / 2, chi / 2
    term = whole = 1 / half
    for step in range(1, 1000):
        term *= x / (half + step)
        whole += term
    return 1 - whole * exp(half * log(x) - x - lgamma(half)) if x else 1.0


@pytest.mark.parametrize(("chi", "freedom", "share"), [(3.841, 1, 0.05), (9.488, 4, 0.05), (51.0, 51, 0.474)])
def test_the_tables_of_chi_square_agree(chi, freedom, share):
    assert tail(chi, freedom) == pytest.approx(share, abs=0.001)


def test_a_chair_that_wins_more_is_seen():
    fair = Counter({(seat, ended): 100 for seat in range(4) for ended in (-1, 1)})
    assert by_chance(fair + Counter({(0, 1): 5, (0, -1): -5, (1, -1): 4, (1, 1): -4})) > 0.1
    assert by_chance(fair + Counter({(0, 1): 40})) > UNLIKELY
    assert by_chance(fair + Counter({(0, 1): 100})) < UNLIKELY
