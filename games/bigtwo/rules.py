"""The one ruleset of Big 2, and what a room may switch."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

from games.core.options import Option

SEATS: Final = 4


class Phase(StrEnum):
    RESHUFFLE = "reshuffle"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The room's house options. Public: every one is printed on the table."""

    open_counts: bool  # B2-10
    points: tuple[int, ...]  # B2-13: by rank, the best first


def falls_to_zero(points: list[int]) -> bool:
    """B2-13  Each lower than the one before, and nothing in all."""
    return sum(points) == 0 and all(better > worse for better, worse in pairwise(points))


OPTIONS: Final = (
    Option(
        name="points",
        default=(3, 1, -1, -3),
        kind="ints",
        low=-1000,
        high=1000,
        length=SEATS,
        fits=falls_to_zero,
    ),
    Option(name="open_counts", default=False, kind="bool"),
)

RULESETS: Final[Mapping[str, tuple[Option, ...]]] = {"lawrence": OPTIONS}


def house(options: Mapping[str, Any]) -> House:
    return House(open_counts=options["open_counts"], points=tuple(options["points"]))
