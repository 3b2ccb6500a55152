"""How fast live tables play: one server as `make run` starts it, everybody on a JSON socket.

Closed loop: the next seat moves as soon as it has seen the last move. A latency is from sending a move
to the view with its version: one's own, and the table's last. The client is cheap on purpose: it reads
a view only where its seat is to act.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect

from tests.server import Server

SECONDS, WARM_UP = 10.0, 2.0
SEATS = 4
TICKS = os.sysconf("SC_CLK_TCK")


def measure() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            return [row for tables in (25, 100) for row in _rows(server, tables)]
        finally:
            server.stop()


def _rows(server: Server, tables: int) -> list[tuple[str, str]]:
    found = uvloop.run(play(server, tables))
    name = f"live, {tables} tables × {SEATS}"
    return [
        (f"{name}: moves", f"{found.moves / SECONDS:,.0f} moves/s"),
        (f"{name}: server CPU", f"{found.server_cpu * 1000 / found.moves:.2f} ms a move"),
        (f"{name}: send → own view, p50 / p99", _percentiles(found.own)),
        (f"{name}: send → last seat, p50 / p99", _percentiles(found.last)),
        (f"{name}: client CPU", f"{found.client_cpu / SECONDS:.0%} of a core"),
    ]


def _percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
    return f"{p50:.1f} / {p99:.1f} ms"


@dataclass
class Found:
    moves: int = 0
    own: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    server_cpu: float = 0.0
    client_cpu: float = 0.0


class LoadedTable:
    """Four sockets and one move under way."""

    def __init__(self, found: Found, seed: int) -> None:
        self.found, self.chance = found, Random(seed)
        self.sockets: list[ClientConnection] = []
        self.seen = [-1] * SEATS
        self.started = self.moves = 0
        self.moved = (0, -1, 0.0)  # seat, the version it leads to, when
        self.told = asyncio.Event()  # everybody has seen the last move
        self.told.set()

    async def listen(self, seat: int) -> None:
        async for text in self.sockets[seat]:
            assert isinstance(text, str)
            if text.startswith('{"type":"view"'):
                await self.see(seat, text)
            elif text.startswith('{"type":"room"') and seat == 0:
                await self.start(json.loads(text))
            elif text.startswith('{"type":"ping"'):
                await self.sockets[seat].send(json.dumps({"pong": json.loads(text)["k"]}))
            elif text.startswith('{"type":"refused"'):
                raise AssertionError(text)

    async def start(self, room: dict[str, Any]) -> None:
        """Each round once, and when everybody has seen the end of the last one."""
        if room["next"] and room["next"]["round"] > self.started:
            self.started = room["next"]["round"]
            await self.told.wait()
            self.seen = [-1] * SEATS
            await self.sockets[0].send('{"room": "start"}')

    async def see(self, seat: int, text: str) -> None:
        now, at = time.perf_counter(), text.index('"version":') + 10
        self.seen[seat] = version = int(text[at : text.index(",", at)])
        mover, leads_to, sent = self.moved
        if version == leads_to and not self.told.is_set():
            if seat == mover:
                self.found.own.append(now - sent)
            if min(self.seen) == version:
                self.found.last.append(now - sent)
                self.found.moves += 1
                self.moves += 1
                self.told.set()
        if '"legal":[]' not in text:
            await self.move(seat, json.loads(text))

    async def move(self, seat: int, view: dict[str, Any]) -> None:
        """As soon as this seat may, and the last move is no longer on its way to somebody."""
        word = dict(self.chance.choice(view["view"]["legal"]), round=view["round"], n=view["n"])
        await self.told.wait()
        self.told.clear()
        self.moved = (seat, view["version"] + 1, time.perf_counter())
        await self.sockets[seat].send(json.dumps(word))


async def play(server: Server, tables: int) -> Found:
    found, warm_up = Found(), Found()
    lines = [json.loads(line) for line in server.manage("open_tables", str(tables)).splitlines()]
    loaded = [LoadedTable(warm_up, seed) for seed in range(tables)]
    for number, line in enumerate(lines):
        url = f"ws://127.0.0.1:{server.port}/ws/rooms/{line['room']}/?format=json"
        socket = await connect(url, additional_headers={"Cookie": line["cookie"]}, compression=None)
        loaded[number // SEATS].sockets.append(socket)
    listening = [asyncio.create_task(table.listen(seat)) for table in loaded for seat in range(SEATS)]
    await asyncio.sleep(WARM_UP)
    for table in loaded:
        table.found = found
    server_before, client_before = cpu_of(server.pid), time.process_time()
    await asyncio.sleep(SECONDS)
    found.server_cpu = cpu_of(server.pid) - server_before
    found.client_cpu = time.process_time() - client_before
    for table in loaded:
        assert table.moves, "a table stood still"
    broken = [task.exception() for task in listening if task.done()]
    assert not broken, broken
    for task in listening:
        task.cancel()
    await asyncio.gather(*(socket.close() for table in loaded for socket in table.sockets))
    return found


def cpu_of(pid: int) -> float:
    """User and system time of a process so far, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    for name, figure in measure():
        print(f"{name:<48}{figure}")
