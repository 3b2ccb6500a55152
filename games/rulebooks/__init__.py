"""The rules for people: one module a game, structured like the rulebook it tells."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.registry import ENGINES
from games.rulebooks.shape import Rulebook


@cache
def rulebook(game: str) -> Rulebook | None:
    """The rules of a game of the house, in no language yet; None where there is no such game."""
    if game not in ENGINES or find_spec(f"{__name__}.{game}") is None:
        return None
    book: Rulebook = import_module(f"{__name__}.{game}").RULEBOOK
    return book
