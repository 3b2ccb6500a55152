"""What is promised of every round of Niu Niu alone, over random plays."""

import pytest

from games.core.replay import shuffled
from games.niuniu.engine import NIUNIU
from tests.games.niuniu.table import GAME
from tests.games.promise import promise


@pytest.mark.slow
@promise(GAME)
def test_every_seat_has_a_result(game, played):
    outcome = NIUNIU.outcome(played.states[-1])
    assert outcome.sheet == outcome.points
    assert [line["seat"] for line in outcome.results] == played.seats


@promise(GAME)
def test_one_shuffle_is_listed(game, played):
    assert shuffled(NIUNIU, played.setup, played.moves) == (NIUNIU.pack,)


@promise(GAME)
def test_the_log_tells_every_reveal_and_every_end_once(game, played):
    for viewer in played.viewers[:3]:
        told = game.told(played, viewer)
        assert [e.seat for e in told if e.kind == "revealed"] == list(played.states[-1].revealed)
        assert [e.seat for e in told if e.kind == "settled"] == played.seats[1:]
