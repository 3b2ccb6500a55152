"""The rules for people: each game has its own; `house` says what all share."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.page.book import Rulebook
from games.registry import ENGINES


@cache
def rulebook(game: str) -> Rulebook | None:
    """The rules of a game of the house, in no language yet; None where there is no such game."""
    if game not in ENGINES or find_spec(f"games.{game}.book") is None:
        return None
    book: Rulebook = import_module(f"games.{game}.book").RULEBOOK
    return book
