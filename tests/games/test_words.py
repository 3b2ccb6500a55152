"""What things are called: every game has a word for all that a room shows of it."""

from importlib import import_module

import pytest

from games.core.cards import codes
from games.registry import GAMES
from lobby import catalogue

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def options_of(game):
    """Those that a room may switch."""
    every = (option for ruleset in game.engine.rulesets for option in game.engine.options(ruleset))
    return {option.name for option in every if not option.platform}


@every_game
def test_rulesets_and_options_have_their_words_and_nothing_else_has(game):
    assert set(game.words.rulesets) == set(game.engine.rulesets)
    assert set(game.words.options) == options_of(game)
    assert set(game.words.first) <= options_of(game)


@every_game
def test_every_code_of_its_own_has_a_sentence(game):
    codes_of_its_own = import_module(f"games.{game.engine.game}.play").Code
    assert set(game.words.refusals) == set(codes_of_its_own)


@every_game
def test_a_room_always_says_what_it_plays_for(game):
    entry = catalogue.game(game.engine.game)
    for ruleset in game.engine.rulesets:
        options = {o.name: o.default for o in game.engine.options(ruleset) if not o.platform}
        assert str(entry.brief(options))


@every_game
def test_cards_of_tiles_and_tips_are_of_the_pack(game):
    pack = set(codes(game.engine.pack))
    assert set(game.words.cards) | set(game.words.tip_cards) <= pack and len(game.words.cards) > 1


def test_what_has_no_words_is_called_by_its_key():
    """A room may be of a game that the house has no more."""
    gone = catalogue.game("five_draw")
    assert (gone.name, gone.ruleset("old_way").name) == ("Five draw", "Old way")
    assert (
        gone.option("wild_twos").name == "Wild twos"
        and gone.option("spectators") == catalogue.OWN["spectators"]
    )
    assert gone.brief({"wild_twos": True}) == "" and gone.pill("wild_twos", True) == "Wild twos"
