"""What the Xì Dách bots are worth: on the same packs, with the margin of error."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from tests.games.xidach.test_bot import bot, first_du, rounds_of

ROUNDS, SEATS = 24_000, 5  # as many as the difference needs
Bot = Callable[[Any, Any], Any]


def measure() -> list[tuple[str, str]]:
    with ProcessPoolExecutor() as processes:  # the rulesets beside each other
        return [row for rows in processes.map(_worth, ("classic", "vipgame")) for row in rows]


def _worth(ruleset: str) -> list[tuple[str, str]]:
    house = bot("house")
    both = _evening(ruleset, house, house)
    first_enough = _evening(ruleset, house, first_du)
    only_stands = _evening(ruleset, first_du, first_du)
    name = f"bots xidach/{ruleset}, {ROUNDS} rounds,"
    return [
        (f"{name} house nhà con v house nhà cái", _mean([-won / (SEATS - 1) for won in both])),
        (f"{name} … more than one that stands on the first đủ", _gain(first_enough, both, SEATS - 1)),
        (f"{name} house nhà cái more than one that only stands", _gain(first_enough, only_stands, 1)),
    ]


def _evening(ruleset: str, nha_cai: Bot, nha_con: Bot) -> list[int]:
    """The nhà cái's points in each round."""
    return list(rounds_of(ruleset, nha_cai, nha_con, seats=SEATS, rounds=ROUNDS))


def _gain(more: list[int], less: list[int], seats: int) -> str:
    """On the same packs, so that the luck of the deal cancels out."""
    return _mean([(a - b) / seats for a, b in zip(more, less, strict=True)])


def _mean(points: list[float]) -> str:
    margin = 1.96 * stdev(points) / sqrt(len(points))
    return f"{fmean(points):+.3f} ± {margin:.3f} points a round"
