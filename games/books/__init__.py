"""The rules for people: each game has its own; `house` says what all share."""

from functools import cache

from games.books import house
from games.page.book import Rulebook
from games.registry import GAMES


@cache
def rulebook(game: str) -> Rulebook | None:
    """The rules of a game of the house, in no language yet; None where there is no such game."""
    return GAMES[game].book(house) if game in GAMES else None
