"""What is promised of every round of Chinese Rummy alone, over random plays."""

from collections import Counter
from itertools import pairwise

import pytest

from games.core.replay import shuffled
from games.rummy.engine import RUMMY
from games.rummy.melds import arranged, holds
from tests.games.promise import promise
from tests.games.rummy.table import GAME


@pytest.mark.slow
@promise(GAME)
def test_melds_are_melds_and_lie_arranged(game, played):
    """RM-6"""
    for _, kind, cards in played.states[-1].melds:
        assert holds(kind, cards) and arranged(kind, cards) == cards


@pytest.mark.slow
@promise(GAME)
def test_the_fewest_penalty_points_win(game, played):
    outcome = RUMMY.outcome(played.states[-1])
    assert [line["penalty"] for line in outcome.results] == list(outcome.sheet)
    empty = [not hand for hand in played.states[-1].hands]
    assert [bool(line["went_out"]) for line in outcome.results] == empty
    best = min(outcome.sheet)
    assert [rank == 1 for rank in outcome.ranks] == [sheet == best for sheet in outcome.sheet]


@pytest.mark.slow
@promise(GAME)
def test_every_shuffle_is_listed(game, played):
    """RM-8  As the record of the deal has them."""
    first, *restocks = shuffled(RUMMY, played.setup, played.moves)
    assert first == RUMMY.pack and len(restocks) == played.states[-1].restocks
    pairs = pairwise(played.states)
    assert restocks == [before.discards[:-1] for before, after in pairs if after.restocks > before.restocks]


@pytest.mark.slow
@promise(GAME)
def test_the_log_accounts_for_every_move(game, played):
    """One line for each move, one for each restock, and the end told once."""
    verbs = Counter(RUMMY.write_move(move)["do"] for move in played.moves)
    for viewer in played.viewers:
        kinds = Counter(event.kind for event in game.told(played, viewer))
        assert kinds["drew"] + kinds["took"] == verbs["draw"]
        assert (kinds["laid_down"], kinds["laid_off"]) == (verbs["lay_down"], verbs["lay_off"])
        assert kinds["discarded"] == verbs["discard"]
        assert kinds["restocked"] == played.states[-1].restocks
        assert kinds["went_out"] + kinds["blocked"] == kinds["round_over"] == kinds["dealt"] == 1
