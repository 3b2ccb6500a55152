"""Coach marks: what a page points out to a newcomer, one thing at a time. In no language yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.page.words import Text

MOST: Final = 8  # of a game
LONGEST: Final = 76  # letters: two lines of a bubble


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One thing, at the moment it first matters. Selectors find it on the page of who plays."""

    key: str  # by which a person's page remembers it
    at: str  # the thing it points at: its moment is while that is there to be seen …
    when: str = ""  # … and, beside it, this
    done: str = ""  # once this is there, it is done: the mark goes by itself and does not come back
    says: Text


# What the house's own zones have in them, as selectors.
OTHERS: Final = ".seat.is-playing:not([data-mine])"
BANKER: Final = f"{OTHERS}[data-role='nha_cai'] .seat-face"
COVERED_HANDS: Final = f"{OTHERS} .seat-cards[role='img']"
MAY_BET: Final = "#actions .action-bet"
HAS_BET: Final = "#actions:not(:has(.action-bet))"
MY_CARDS: Final = "#hand #my-cards:has([data-card])"
MY_TURN: Final = "#heading[data-my-turn]"
NOT_MY_TURN: Final = "#heading:not([data-my-turn])"
RESULT: Final = "#result:not([hidden]) .result-points"
