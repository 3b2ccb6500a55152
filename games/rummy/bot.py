"""The house bots of Chinese Rummy. They see one view and nothing else, and remember nothing between moves.

`house` is the rulebook's own opponent; `easy` plays like it with a mind that wanders; `sharp` counts.
"""

from random import Random
from typing import Any, Final

from games.rummy import house, sharp
from games.rummy.play import Legal
from games.rummy.rules import Phase
from games.rummy.view import RummyView

LEVELS: Final = ("easy", "house", "sharp")
WANDERS: Final = 0.3  # how often `easy` does the first thing that comes to mind


def choose(view: RummyView, level: str, chance: Random) -> dict[str, Any]:
    """One of the moves that are legal in this view."""
    match level:
        case "easy":
            return _easy(view, chance).as_json()
        case "sharp":
            return sharp.choose(view).as_json()
        case _:
            return house.choose(view).as_json()


def time_out(view: RummyView) -> dict[str, Any]:
    """RM-13  Time out for a person: draw from the stock, then this discard."""
    return (house.STOCK if view.phase is Phase.DRAW else house.discard(view)).as_json()


def _easy(view: RummyView, chance: Random) -> Legal:
    return (
        view.legal[int(chance.random() * len(view.legal))]
        if chance.random() < WANDERS
        else house.choose(view)
    )
