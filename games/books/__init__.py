"""The rules for people: each game has its own; `house` says what all share."""

from functools import cache

from games.books import house
from games.page.book import Rulebook
from games.registry import GAMES


def rulebook(game: str) -> Rulebook | None:
    """The rules of a game of the house, in no language yet; None where there is no such game."""
    return _written(game) if game in GAMES else None


@cache
def _written(game: str) -> Rulebook:
    return GAMES[game].book(house)
