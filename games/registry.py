"""The games of the house, as the list in the settings has them."""

from importlib import import_module
from typing import Any, Final

from django.conf import settings

from games.core.engine import Engine
from games.page.game import Game


def found() -> dict[str, Game]:
    """By their names, in the order of the list."""
    games: list[Game] = [import_module(f"{package}.game").GAME for package in settings.GAMES]
    return {game.engine.game: game for game in games}


GAMES: Final = found()
ENGINES: Final[dict[str, Engine[Any, Any, Any]]] = {name: game.engine for name, game in GAMES.items()}


def game(name: str) -> Game:
    return GAMES[name]


def engine(name: str) -> Engine[Any, Any, Any]:
    return ENGINES[name]
