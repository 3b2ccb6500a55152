"""The rules for people: each game has its own; `house` says what all share."""

from games.page.book import Rulebook
from games.registry import GAMES


def rulebook(game: str) -> Rulebook | None:
    """The rules of a game of the house, in no language yet; None where there is no such game."""
    return GAMES[game].book() if game in GAMES else None
