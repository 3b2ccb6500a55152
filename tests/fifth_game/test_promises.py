"""What is promised of every round of every game holds of a game that the house has never seen."""

import os
import subprocess
import sys

import pytest

from games import registry
from tests.fifth_game.baicao.game import GAME as BAICAO
from tests.fifth_game.table import GAME
from tests.files import ROOT
from tests.games import test_promises
from tests.games.promise import promise

PROMISES = [test.holds for test in vars(test_promises).values() if hasattr(test, "holds")]


@pytest.fixture
def in_the_house(monkeypatch):
    monkeypatch.setitem(registry.GAMES, "baicao", BAICAO)
    monkeypatch.setitem(registry.ENGINES, "baicao", BAICAO.engine)


@pytest.mark.slow
@pytest.mark.parametrize("holds", PROMISES, ids=lambda holds: holds.__name__)
def test_it_keeps_what_every_game_promises(in_the_house, holds):
    promise(GAME)(holds)(GAME)


@pytest.mark.slow
def test_its_hidden_cards_are_told_to_nobody():
    """Twin worlds of it."""
    told = house_says("-k", "alike", "tests/twins")
    assert "[baicao-classic-" in told and "xidach" not in told


@pytest.mark.slow
def test_who_follows_its_frames_sees_what_a_fresh_page_shows():
    """And what is shared of its pages is what a passer-by sees."""
    told = house_says("-k", "baicao", "tests/tables/test_pages.py")
    assert "test_who_follows_the_frames_sees_what_a_fresh_page_shows[baicao] PASSED" in told
    assert "test_what_seats_share_of_a_round_is_what_a_passer_by_sees[0-baicao] PASSED" in told


@pytest.mark.slow
def test_it_asks_for_no_sentence_twice():
    told = house_says("tests/tables/test_sentences.py")
    assert "test_a_round_that_is_drawn_again_asks_for_no_sentence[baicao] PASSED" in told


def house_says(*which):
    """In a process of their own: the house in which its name is in the list. What they said."""
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.fifth_game.settings"}
    asked = ["pytest", "-vv", "-n", "0", "-p", "no:cacheprovider", *which]
    run = [sys.executable, "-m", *asked]
    done = subprocess.run(run, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
    return done.stdout
