"""Tables played for a while, and what that cost: one load, one row."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import uvloop

from tests.bench.tables import Found, Pace, Table

WARM_UP, WARM_MOVES = 2.0, 4  # seconds; moves of each table, so that what is drawn once has been drawn
COMING = 20  # tables whose people come at the same time
TOGETHER, AT_LEAST = 25, 100  # rounds that are started at once, so that batches are alike; all that are
TICKS = os.sysconf("SC_CLK_TCK")
Row = dict[str, float]


def load(
    tables: Sequence[Table],
    pids: Callable[[], list[int]],
    *,
    seconds: float,
    rate: float = 0.0,
    moves: int = 0,
    starts: float = 0.0,
) -> Row:
    """`rate`: moves a second of all tables together, instead of as many as there can be. `moves`: at
    least so many, however long it takes. `starts`: for so many seconds before, starts are measured alone."""
    return uvloop.run(_load(tables, pids, seconds=seconds, rate=rate, moves=moves, starts=starts))


async def _load(
    tables: Sequence[Table],
    pids: Callable[[], list[int]],
    *,
    seconds: float,
    rate: float,
    moves: int,
    starts: float,
) -> Row:
    before_anybody = rss_of(pids())
    await _come(tables)
    sockets = sum(len(table.wires) for table in tables)
    idle = rss_of(pids())
    start = await _start(tables, pids, seconds=starts) if starts else {}
    for number, table in enumerate(tables):
        table.pace = Pace(len(tables) / rate if rate else 0.0, number)
    playing = [asyncio.create_task(table.play()) for table in tables]
    await _play(playing, WARM_UP, _counted(tables), WARM_MOVES * len(tables))
    found = _counted(tables)
    began, cpu, client = time.perf_counter(), cpu_of(pids()), time.process_time()
    await _play(playing, seconds, found, max(1, moves))  # of none nothing can be told
    took, cpu, client = (
        time.perf_counter() - began,
        cpu_of(pids()) - cpu,
        time.process_time() - client,
    )
    after, latencies = rss_of(pids()), sorted(found.latencies)
    row = {
        "moves": found.moves,
        "rate": found.moves / took,
        "cpu": 1000 * cpu / found.moves,
        "p50": 1000 * latencies[len(latencies) // 2],
        "p95": 1000 * latencies[int(len(latencies) * 0.95)],
        "p99": 1000 * latencies[int(len(latencies) * 0.99)],
        "client": client / took,
        "idle": (idle - before_anybody) / sockets,
        "seat": (after - before_anybody) / sockets,
        **start,
    }
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(*(wire.close() for table in tables for wire in table.wires))
    return row


async def _start(tables: Sequence[Any], pids: Callable[[], list[int]], *, seconds: float) -> Row:
    """What a start takes: some tables begin at once, and nobody moves meanwhile; then they play their rounds
    to the end. The first rounds do not count: what is made once is made."""
    spent, starts, until = 0.0, -len(tables), time.perf_counter() + seconds
    while time.perf_counter() < until or starts < AT_LEAST:
        for first in range(0, len(tables), TOGETHER):
            some = tables[first : first + TOGETHER]
            before = cpu_of(pids())
            begun = await asyncio.gather(*(table.start() for table in some))
            if starts >= 0:
                spent += cpu_of(pids()) - before
            rounds = zip(some, begun, strict=True)
            await asyncio.gather(*(table.play_out(played) for table, played in rounds))
        starts += len(tables)
    return {"starts": starts, "start": 1000 * spent / starts}


def back(tables: Sequence[Any], restart: Callable[[], None]) -> Row:
    """All come, rounds begin, the server is gone and comes again: seconds until it answers, and from then on
    until everybody, all at once, has been told how their table stands."""
    return uvloop.run(_back(tables, restart))


async def _back(tables: Sequence[Any], restart: Callable[[], None]) -> Row:
    await _come(tables)
    await asyncio.gather(*(table.start() for table in tables))
    began = time.perf_counter()
    await asyncio.to_thread(restart)
    answered = time.perf_counter()
    await asyncio.gather(*(table.come_back() for table in tables))
    came = time.perf_counter()
    await asyncio.gather(*(table.leave() for table in tables))
    return {"up": answered - began, "back": came - answered}


async def _come(tables: Sequence[Table]) -> None:
    door = asyncio.Semaphore(COMING)

    async def come(table: Table) -> None:
        async with door:
            await table.come()

    await asyncio.gather(*(come(table) for table in tables))


def _counted(tables: Sequence[Table]) -> Found:
    """What all of them bring from now on."""
    found = Found()
    for table in tables:
        table.found = found
    return found


async def _play(playing: Sequence[asyncio.Task[None]], seconds: float, found: Found, moves: int) -> None:
    """So long, and until there are so many moves."""
    await _watch(playing, seconds)
    while found.moves < moves:
        await _watch(playing, 0.5)


async def _watch(playing: Sequence[asyncio.Task[None]], seconds: float) -> None:
    """A table that fails is a failure of the whole load."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
        raise AssertionError("a table stopped playing")


# --- what a server has used ---------------------------------------------------------------------


def with_children(pid: int) -> list[int]:
    tasks = [path.name for path in Path(f"/proc/{pid}/task").glob("*")]
    born = [int(child) for task in tasks for child in _asked(pid, f"task/{task}/children").split()]
    return [pid, *(one for child in born for one in with_children(child))]


def cpu_of(pids: Sequence[int]) -> float:
    """User and system time of processes and of their ended children so far, in seconds."""
    return sum(map(_cpu, pids))


def _cpu(pid: int) -> float:
    fields = _asked(pid, "stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def rss_of(pids: Sequence[int]) -> float:
    """What processes hold in memory, in KB."""
    return sum(map(_rss, pids))


def _rss(pid: int) -> float:
    held = [line for line in _asked(pid, "status").splitlines() if line.startswith("VmRSS:")]
    return sum(float(line.split()[1]) for line in held)


def _asked(pid: int, what: str) -> str:
    """Nothing of a process that has just ended."""
    try:
        return Path(f"/proc/{pid}/{what}").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""
