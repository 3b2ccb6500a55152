"""What is to be reached, and the table that says whether it was."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import median

from tests.bench.load import Row
from tests.bench.plan import GAMES, WATCHING

TITLES = {"xidach": "Xì Dách", "bigtwo": "Big 2", "json": "JSON", "html": "HTML"}
GROWN = ("tables 400", "past 5000", "stored 1000000")


class Results:
    """Every row that was measured, kept in a file as it comes, so that a run that was stopped goes on."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.rows: defaultdict[str, list[Row]] = defaultdict(list)
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                row = json.loads(line)
                self.rows[row.pop("name")].append(row)

    def add(self, name: str, row: Row) -> None:
        self.rows[name].append(row)
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps({"name": name, **row}) + "\n")

    def of(self, name: str, figure: str) -> float | None:
        found = [row[figure] for row in self.rows.get(name, ()) if figure in row]
        return median(found) if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """`must` and `goal` are what a figure may be at most; where `least`, what it has to be at least."""

    what: str
    figure: Callable[[Results], float | None]
    must: float | None = None  # where it is only told
    goal: float | Callable[[Results], float | None] | None = None
    unit: str = ""
    least: bool = False

    def line(self, results: Results) -> tuple[str, ...] | None:
        found = self.figure(results)
        if found is None:
            return None
        goal = self.goal(results) if callable(self.goal) else self.goal
        reached = "goal" if self._meets(found, goal) else "must" if self._meets(found, self.must) else "NO"
        if self.must is None:
            reached = ""
        sign = "≥" if self.least else "≤"
        wanted = [f"{sign} {_short(value)}" if value is not None else "" for value in (self.must, goal)]
        return self.what, f"{_short(found)} {self.unit}".strip(), *wanted, reached

    def _meets(self, found: float, wanted: float | None) -> bool:
        return wanted is not None and (found >= wanted if self.least else found <= wanted)


def targets() -> Iterator[Target]:
    yield from _cpu("json", 100, "uvicorn", {"bigtwo": (1.3, 0.65), "xidach": (2, 1)})
    yield from _cpu("json", 100, "daphne", {"bigtwo": (2, 1), "xidach": (3, 1.5)})
    for tables in (25, 100):
        yield from _cpu("html", tables, "uvicorn", dict.fromkeys(("bigtwo", "xidach"), (6, 1.5)))
    for form, must in (("json", 6), ("html", 12)):
        for game in GAMES:
            yield Target(
                what=f"{TITLES[form]}, 100 tables, 200 moves/s, {TITLES[game]}: p99",
                figure=_of(f"steady {form} {game}", "p99"),
                must=must, goal=_of("boardgame steady", "p99"), unit="ms",
            )  # fmt: skip
    for game in GAMES:
        yield Target(
            what=f"HTML, one more spectator a move, {TITLES[game]}",
            figure=_one_more(f"crowd html {game}"),
            must=0.03, goal=_one_more("crowd bare"), unit="ms",
        )  # fmt: skip
    for game in GAMES:
        yield Target(
            what=f"two processes against one, JSON, {TITLES[game]}: CPU",
            figure=_ratio(f"processes {game} 2", f"processes {game} 1", "cpu"),
            must=2, goal=1.5, unit="×",
        )  # fmt: skip
    for form, kilobytes in (("json", 50), ("html", 80)):
        yield Target(
            what=f"memory a seat, {TITLES[form]}, 1,000 sockets",
            figure=_of(f"memory {form}", "seat"), must=kilobytes, goal=45, unit="KB",
        )  # fmt: skip
    for form in ("json", "html"):
        yield Target(
            what=f"1,000 people back after a restart, {TITLES[form]}",
            figure=_of(f"back {form}", "back"), must=5, unit="s",
        )  # fmt: skip
    for page, must in (("lobby", 6), ("profile", 8)):
        yield Target(
            what=f"page, {page}, 500 rooms, 5,000 people, 1,000,000 scores: CPU",
            figure=_of(f"page {page}", "cpu"), must=must, unit="ms",
        )  # fmt: skip
    for grown, (figure, title) in product(GROWN, (("cpu", "move"), ("start", "start"))):
        yield Target(
            what=f"growth, {grown}, JSON, Xì Dách: CPU a {title} against 25 tables of a new site (flat)",
            figure=_ratio(f"growth {grown}", "growth tables 25", figure), must=1.15, unit="×",
        )  # fmt: skip
    yield Target(
        what="rummy engine against pokerkit: moves/s",
        figure=_ratio("engine rummy", "engine pokerkit", "rate"), must=20, unit="×", least=True,
    )  # fmt: skip
    yield from _only_told()


def _only_told() -> Iterator[Target]:
    yield from _cpu("html", 100, "daphne", dict.fromkeys(("bigtwo", "xidach"), (None, None)))
    for form, tables in (("json", 100), ("html", 100), ("html", 25)):
        for game in GAMES:
            yield Target(
                what=f"{TITLES[form]}, {tables} tables, uvicorn, {TITLES[game]}: CPU against bare websockets",
                figure=_ratio(f"live uvicorn {form} {game} {tables}", f"bare {tables}", "cpu"), unit="×",
            )  # fmt: skip


def _cpu(
    form: str, tables: int, kind: str, wanted: dict[str, tuple[float | None, float | None]]
) -> Iterator[Target]:
    for game, (must, goal) in wanted.items():
        yield Target(
            what=f"{TITLES[form]}, {tables} tables, {kind}, {TITLES[game]}: CPU against boardgame.io",
            figure=_ratio(f"live {kind} {form} {game} {tables}", f"boardgame {tables}", "cpu"),
            must=must, goal=goal, unit="×",
        )  # fmt: skip


Figure = Callable[[Results], float | None]


def _of(name: str, figure: str) -> Figure:
    return lambda results: results.of(name, figure)


def _ratio(name: str, against: str, figure: str) -> Figure:
    def ratio(results: Results) -> float | None:
        ours, theirs = results.of(name, figure), results.of(against, figure)
        return None if ours is None or theirs is None else ours / theirs

    return ratio


def _one_more(name: str) -> Figure:
    def one_more(results: Results) -> float | None:
        few, many = results.of(f"{name} 0", "cpu"), results.of(f"{name} {WATCHING}", "cpu")
        return None if few is None or many is None else (many - few) / WATCHING

    return one_more


# --- as tables ----------------------------------------------------------------------------------

COLUMNS = {  # of a row: its heading, how it is written
    "rate": ("moves/s", "{:,.0f}"),
    "cpu": ("CPU ms a move (page)", "{:.3f}"),
    "start": ("a start", "{:.3f}"),
    "p50": ("p50 ms", "{:.1f}"),
    "p95": ("p95", "{:.1f}"),
    "p99": ("p99", "{:.1f}"),
    "client": ("client", "{:.0%}"),
    "up": ("s until up", "{:.1f}"),
    "back": ("all back", "{:.1f}"),
    "idle": ("KB a seat", "{:.0f}"),
    "seat": ("after", "{:.0f}"),
}
MEMORY = ("idle", "seat")  # says something only of a server on which nothing else was played


def measured(results: Results) -> str:
    lines = [("what", *(heading for heading, _ in COLUMNS.values()))]
    for name in results.rows:
        told = [column for column in COLUMNS if column not in MEMORY or name.startswith("memory")]
        found = {column: results.of(name, column) if column in told else None for column in COLUMNS}
        written = (
            "" if found[column] is None else form.format(found[column])
            for column, (_, form) in COLUMNS.items()
        )
        lines.append((name, *written))
    return table(lines)


def reached(results: Results) -> str:
    lines = [line for target in targets() if (line := target.line(results)) is not None]
    return table([("target", "found", "must", "goal", "reached"), *lines])


def table(lines: Iterable[tuple[str, ...]]) -> str:
    """The first column to the left, the others to the right."""
    rows = list(lines)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rows.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
            ]
        ).rstrip()
        for row in rows
    )


def _short(number: float) -> str:
    return f"{number:.3g}" if number < 100 else f"{number:,.0f}"
