"""What is measured, in the order in which it is: beside each load of ours one of those we compare it with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from tests.bench import engines, peers
from tests.bench.growth import give_a_past
from tests.bench.load import Row
from tests.bench.site import Site, come_back, play

GAMES = ("xidach", "bigtwo")
WATCHING = 200
STEADY = 200.0  # moves a second


@dataclass(frozen=True, slots=True)
class Run:
    name: str
    measure: Callable[[Site], Row]
    beside: tuple[str, ...] = ()  # what it is compared with


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    every: bool  # also what no target is set for
    seconds: float
    few: int  # moves at least, however slow they are
    many: int  # moves before memory is looked at
    pages: int


SHORT = Length(every=False, seconds=4.0, few=50, many=2_000, pages=100)
FULL = Length(every=True, seconds=5.0, few=200, many=10_000, pages=300)


def plan(length: Length) -> Iterator[Run]:
    yield from _engines()
    for tables in (100, 25):
        yield from _live(tables, length)
    yield from _steady(length.seconds)
    yield from _crowd(length.seconds, length.few)
    yield from _processes(length.seconds)
    yield from _memory(length.many)
    yield from _back()
    yield from _pages(length.pages)
    if length.every:
        yield from _growth(length.seconds)


def chosen(runs: Sequence[Run], words: Sequence[str], *, alone: bool) -> list[Run]:
    """Those that have all the words in their name, and what they are compared with, unless `alone`."""
    wanted = {run.name for run in runs if set(words) <= set(run.name.split())}
    beside = set() if alone else {name for run in runs if run.name in wanted for name in run.beside}
    return [run for run in runs if run.name in wanted | beside]


def _engines() -> Iterator[Run]:
    yield Run("engine pokerkit", lambda site: {"rate": peers.pokerkit()})
    yield Run("engine rummy", lambda site: {"rate": engines.rummy()}, ("engine pokerkit",))


def _live(tables: int, length: Length) -> Iterator[Run]:
    how: dict[str, Any] = {"tables": tables, "seconds": length.seconds}
    peer = _boardgame(f"boardgame {tables}", **how)
    yield _bare(f"bare {tables}", **how)
    for form, kind in product(("json", "html"), ("uvicorn", "daphne")):
        has_target = (form, tables) == ("json", 100) or (form, kind) == ("html", "uvicorn")
        if has_target or (length.every and tables == 100):
            yield peer
            for game in GAMES:
                yield _ours(f"live {kind} {form} {game} {tables}", kind, peer, game=game, form=form, **how)


def _steady(seconds: float) -> Iterator[Run]:
    how: dict[str, Any] = {"tables": 100, "seconds": 2 * seconds, "rate": STEADY}
    peer = _boardgame("boardgame steady", **how)
    yield peer
    for game in GAMES:
        for form in ("json", "html"):
            yield _ours(f"steady {form} {game}", "uvicorn", peer, game=game, form=form, **how)


def _crowd(seconds: float, moves: int) -> Iterator[Run]:
    """One table; how much more a move costs with many who watch."""
    how: dict[str, Any] = {"tables": 1, "seconds": seconds, "moves": moves}
    bare = [_bare(f"crowd bare {many}", spectators=many, **how) for many in (0, WATCHING)]
    yield from bare
    for game in GAMES:
        for many in (0, WATCHING):
            name = f"crowd html {game} {many}"
            yield _ours(name, "uvicorn", *bare, game=game, form="html", spectators=many, **how)


def _processes(seconds: float) -> Iterator[Run]:
    for game in GAMES:
        for processes in (1, 2):
            how = {"game": game, "form": "json", "tables": 100, "seconds": seconds, "processes": processes}
            others = (f"processes {game} 1",) if processes > 1 else ()
            yield Run(f"processes {game} {processes}", partial(_backed, **how), others)


def _memory(moves: int) -> Iterator[Run]:
    """Of a server of its own: what it held before anybody came is taken off."""
    for form in ("json", "html"):
        yield Run(f"memory {form}", partial(_in_memory, form=form, moves=moves))


def _back() -> Iterator[Run]:
    """A thousand people whose server was gone."""
    for form in ("json", "html"):
        yield Run(f"back {form}", partial(_come_back, form=form, tables=250))


def _pages(many: int) -> Iterator[Run]:
    """Of a site that has seen a million scores, for who is logged in."""
    for name, address in (("lobby", "/lobby/"), ("profile", "/players/{name}/")):
        yield Run(f"page {name}", partial(Site.read_pages, page=address, many=many))


def _growth(seconds: float) -> Iterator[Run]:
    """Beside 25 tables of a new site: more tables, rooms that have seen many rounds, a site that has. What a
    start takes is measured apart."""
    how: dict[str, Any] = {"game": "xidach", "form": "json", "seconds": seconds, "starts": seconds}
    beside = ("growth tables 25",)
    yield Run("growth tables 25", partial(_grown, tables=25, **how))
    yield Run("growth tables 400", partial(_grown, tables=400, **how), beside)
    yield Run("growth past 5000", partial(_grown, tables=25, past=5_000, **how), beside)
    yield Run("growth stored 1000000", partial(_grown, tables=25, others=200, **how), beside)


# --- how a run is done --------------------------------------------------------------------------


def _ours(name: str, kind: str, *beside: Run, **how: Any) -> Run:
    def measure(site: Site) -> Row:
        with site.ours(kind) as doors:
            return play(doors, **how)

    return Run(name, measure, tuple(run.name for run in beside))


def _boardgame(name: str, **how: Any) -> Run:
    return Run(name, lambda site: site.play_boardgame(**how))


def _bare(name: str, **how: Any) -> Run:
    return Run(name, lambda site: site.play_bare(**how))


def _backed(site: Site, *, processes: int, **how: Any) -> Row:
    with site.backed(processes) as doors:
        return play(doors, beside=site.services, **how)


def _grown(site: Site, *, others: int = 0, **how: Any) -> Row:
    """`others`: rooms beside those that are played in, each with a past of its own."""
    with site.ours("uvicorn") as doors:
        if others:
            doors[0].manage("open_tables", str(others))
            give_a_past(doors[0], 5_000)
        return play(doors, **how)


def _come_back(site: Site, **how: Any) -> Row:
    with site.ours("uvicorn") as doors:
        return come_back(doors[0], **how)


def _in_memory(site: Site, *, form: str, moves: int) -> Row:
    with site.ours("uvicorn") as doors:
        play(doors, game="bigtwo", form=form, tables=1, seconds=1.0)  # what is loaded once
        return play(doors, game="bigtwo", form=form, tables=250, seconds=1.0, moves=moves)
