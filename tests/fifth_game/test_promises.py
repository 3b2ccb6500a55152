"""What is promised of every round of every game holds of a game that the house has never seen."""

import pytest

from games import registry
from tests.fifth_game.baicao.game import GAME as BAICAO
from tests.fifth_game.table import GAME
from tests.games import test_promises
from tests.games.promise import promise

PROMISES = [test.holds for test in vars(test_promises).values() if hasattr(test, "holds")]


@pytest.fixture
def in_the_house(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "baicao", BAICAO)
    monkeypatch.setitem(registry.ENGINES, "baicao", BAICAO.engine)


@pytest.mark.parametrize("holds", PROMISES, ids=lambda holds: holds.__name__)
def test_it_keeps_what_every_game_promises(in_the_house, holds):
    promise(GAME)(holds)(GAME)
