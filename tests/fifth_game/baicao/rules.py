"""What a room may choose, and the words of the rulebook."""

from enum import StrEnum
from typing import Final

from games.core.options import Option

GAME: Final = "baicao"
RULESETS: Final = ("classic",)
OPTIONS: Final = (Option(name="stake", default=1, kind="int", low=1, high=1000),)  # BC-4


class Phase(StrEnum):
    DEALING = "dealing"
    REVEAL = "reveal"
    OVER = "over"
