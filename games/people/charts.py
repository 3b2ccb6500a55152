"""Small charts as the numbers of an SVG, ready to be written into attributes: no template computes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

SPARK_WIDTH, SPARK_HEIGHT, SPARK_MARGIN = 96, 28, 4
AREA_MARGIN: Final = 6  # of 100, above the highest and under the lowest line
LINES, DAYS_NAMED = 4, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Spark:
    """How a sum went up and down, without scales."""

    points: str  # of a polyline
    end: tuple[str, str]  # where its dot is
    change: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    at: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedDay:
    at: str
    anchor: str
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A sum at the end of each of many days, over a scale. Places are per cent of the picture."""

    line: str  # points of a polyline, x in days
    area: str  # the same, closed along the bottom
    width: int  # the last x
    end: str  # how deep its last point is
    ticks: tuple[Tick, ...]
    days: tuple[NamedDay, ...]
    table: tuple[tuple[date, int], ...]
    highest: int
    highest_on: date


def spark(changes: Sequence[int]) -> Spark:
    """From what each day brought, beginning at nothing."""
    sums = [0, *running(changes)]
    low, high = min(sums), max(sums)
    inner = SPARK_HEIGHT - 2 * SPARK_MARGIN
    width = SPARK_WIDTH - 2 * SPARK_MARGIN
    places = [
        (
            _number(SPARK_MARGIN + width * at / (len(sums) - 1)),
            _number(SPARK_MARGIN + inner * _depth(value, low, high)),
        )
        for at, value in enumerate(sums)
    ]
    return Spark(points=" ".join(f"{x},{y}" for x, y in places), end=places[-1], change=sums[-1])


def area(days: Sequence[date], changes: Sequence[int], *, before: int) -> Area:
    """`before`: what the sum was when the first of these days began."""
    sums = list(running(changes, before))
    scale = list(_scale(min(sums), max(sums)))
    low, high = min(*sums, *scale), max(*sums, *scale)

    def depth(value: int) -> str:
        return _number(AREA_MARGIN + (100 - 2 * AREA_MARGIN) * _depth(value, low, high))

    line = " ".join(f"{at},{depth(value)}" for at, value in enumerate(sums))
    last, best = len(sums) - 1, max(range(len(sums)), key=lambda at: (sums[at], at))
    return Area(
        line=line,
        area=f"0,100 {line} {last},100",
        width=last,
        end=depth(sums[-1]),
        ticks=tuple(Tick(at=depth(value), value=value) for value in scale),
        days=tuple(_named(days)),
        table=tuple(zip(days, sums, strict=True)),
        highest=sums[best],
        highest_on=days[best],
    )


def running(changes: Sequence[int], before: int = 0) -> Iterator[int]:
    for change in changes:
        before += change
        yield before


def _depth(value: int, low: int, high: int) -> float:
    """0 at the highest, 1 at the lowest; in the middle where there is no difference."""
    return (high - value) / (high - low) if high > low else 0.5


def _scale(low: int, high: int) -> range:
    """A few round numbers from one to the other."""
    step = next(step for step in _steps() if (high - low) / step <= LINES - 1)
    return range(-(-low // step) * step, high + 1, step)


def _steps() -> Iterator[int]:
    ten = 1
    while True:
        yield from (ten, 2 * ten, 5 * ten)
        ten *= 10


def _named(days: Sequence[date]) -> Iterator[NamedDay]:
    """A few days with equal gaps, the first and the last among them."""
    last = len(days) - 1
    for number in range(DAYS_NAMED):
        at = round(last * number / (DAYS_NAMED - 1))
        anchor = "start" if at == 0 else "end" if at == last else "middle"
        yield NamedDay(at=_number(100 * at / last), anchor=anchor, day=days[at])


def _number(value: float) -> str:
    """As SVG writes it, whatever the language of the page."""
    return f"{value:.1f}".removesuffix(".0")
