"""What is promised of every round of Big 2 alone, over random plays."""

from collections import Counter

import pytest

from games.bigtwo.engine import BIGTWO
from games.bigtwo.hands import cards_of, judge
from games.bigtwo.play import plays
from games.bigtwo.rules import Phase
from games.core.replay import shuffled
from tests.games.bigtwo.table import GAME
from tests.games.promise import promise


@pytest.mark.slow
@promise(GAME)
def test_hands_are_what_was_dealt_less_what_was_played(game, played):
    for state in played.states:
        for held, dealt in zip(state.held, state.dealt, strict=True):
            assert held & ~cards_of(dealt) == 0


@pytest.mark.slow
@promise(GAME)
def test_points_go_by_rank(game, played):
    outcome = BIGTWO.outcome(played.states[-1])
    assert sorted(outcome.ranks) == [1, 2, 3, 4]
    assert outcome.sheet == outcome.points
    assert [played.setup.options["points"][rank - 1] for rank in outcome.ranks] == list(outcome.points)


@pytest.mark.slow
@promise(GAME)
def test_every_shuffle_is_listed(game, played):
    """B2-4  As the record of the deal has them."""
    shuffles = 1 + played.states[-1].reshuffles
    assert shuffled(BIGTWO, played.setup, played.moves) == (BIGTWO.pack,) * shuffles


@pytest.mark.slow
@promise(GAME)
def test_every_count_is_known_at_the_end(game, played):
    """B2-11"""
    assert played.states[-1].phase is Phase.OVER
    for viewer in played.viewers:
        assert all(seat.count is not None for seat in BIGTWO.view(played.states[-1], viewer).seats)


@pytest.mark.slow
@promise(GAME)
def test_the_log_accounts_for_every_move(game, played):
    """One line for each play and pass, one for each reshuffle, and at the end every play with its cards."""
    verbs = Counter(BIGTWO.write_move(move)["do"] for move in played.moves)
    end = played.states[-1]
    for viewer in played.viewers:
        told = game.told(played, viewer)
        kinds = Counter(event.kind for event in told)
        assert kinds["played"] == kinds["laid"] == verbs["play"]
        assert kinds["passed"] == verbs["pass"]
        assert kinds["dealt"] == kinds["opens"] == 1
        assert kinds["reshuffled"] == end.voted_reshuffles
        assert kinds["went_out"] == len(end.out)
        assert all(not e.cards or e.kind in ("opens", "laid") for e in told)


@pytest.mark.slow
@promise(GAME)
def test_a_higher_play_always_lies_on_a_lower(game, played):
    """B2-6  Of the plays of one trick each beats the one before."""
    for state in played.states:
        if state.top is not None and state.turn is not None:
            for made in map(judge, plays(state, state.turn)):
                assert made.pattern is state.top.made.pattern
                assert made.strength > state.top.made.strength
