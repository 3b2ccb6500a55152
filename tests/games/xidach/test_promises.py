"""What is promised of every round of Xì Dách alone, over random plays."""

import pytest

from games.core.replay import shuffled
from games.xidach.engine import XIDACH
from tests.games.promise import promise
from tests.games.xidach.table import GAME


@pytest.mark.slow
@promise(GAME)
def test_every_nha_con_has_a_result(game, played):
    outcome = XIDACH.outcome(played.states[-1])
    assert outcome.sheet == outcome.points
    assert [entry["seat"] for entry in outcome.results] == played.seats[1:]


@pytest.mark.slow
@promise(GAME)
def test_one_shuffle_is_listed(game, played):
    assert shuffled(XIDACH, played.setup, played.moves) == (XIDACH.pack,)


@pytest.mark.slow
@promise(GAME)
def test_the_log_accounts_for_every_settled_seat(game, played):
    """Each nhà con's end is told once, to everybody, and each draw."""
    for viewer in played.viewers[:3]:
        told = game.told(played, viewer)
        ends = [e.seat for e in told if e.kind in ("special", "compared", "settled") and e.seat]
        assert sorted(ends) == played.seats[1:]
        drew = sum(e.kind == "drew" for e in told)
        assert drew == sum(map(len, played.states[-1].hands)) - 2 * played.setup.seats
