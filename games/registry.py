"""The games of the house, as the list in the settings has them."""

from importlib import import_module
from typing import Final

from django.conf import settings

from games.core.engine import AnyEngine
from games.page.game import AnyGame


def found() -> dict[str, AnyGame]:
    """By their names, in the order of the list."""
    games: list[AnyGame] = [import_module(f"{package}.game").GAME for package in settings.GAMES]
    return {game.engine.game: game for game in games}


GAMES: Final = found()
ENGINES: Final[dict[str, AnyEngine]] = {name: game.engine for name, game in GAMES.items()}


def game(name: str) -> AnyGame:
    return GAMES[name]


def engine(name: str) -> AnyEngine:
    return ENGINES[name]
