"""What a room may choose, and the words of the rulebook."""

from enum import StrEnum
from typing import Final

from games.core.options import Option

GAME: Final = "baicao"
RULESETS: Final = ("classic",)
OPTIONS: Final = (Option(name="stake", default=1, kind="int", low=1, high=1000),)  # BC-4


class Role(StrEnum):
    NHA_CAI = "nha_cai"
    NHA_CON = "nha_con"


class Phase(StrEnum):
    DEALING = "dealing"
    REVEAL = "reveal"
    OVER = "over"


class Outcome(StrEnum):
    """From the nhà con's side."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
