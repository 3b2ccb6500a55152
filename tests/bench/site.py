"""The servers that a bench plays on: one of ours for each load, and others for all of them."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.backing import Postgres, Redis, Service, new_database
from tests.bench.growth import give_a_past, really_played
from tests.bench.load import Row, back, cpu_of, load, with_children
from tests.bench.tables import SEATS, BareTable, BoardgameTable, OurTable, Stored, Table
from tests.server import ROOT, Houses, Server

AS_IT_RUNS = {"TABLE_LOOK": "3", "TABLE_LOGINS": "15"}  # tests are in more of a hurry
ROOMS, CROWD, ROUNDS = 500, 10, 501  # of a site whose pages are asked for; the last round of each is void
VISITORS, WARM_PAGES = 20, 40
MODULES = ROOT / "var" / "bench"
BOARDGAME = ROOT / "tests" / "bench" / "boardgame"


class MissingPeerError(Exception):
    """What we measure ourselves against is not there."""


class Site:
    def __init__(self) -> None:
        self._ends = ExitStack()
        self.folder = Path(self._ends.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        self.folder.chmod(0o755)  # the user that runs PostgreSQL may go in too
        self._houses = Houses(self.folder, self.folder / "set-up")
        self._ends.callback(self._houses.stop)
        self._matches = 0
        self.checked: list[str] = []

    def __enter__(self) -> Site:
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    # --- ours ------------------------------------------------------------------------------

    @contextmanager
    def ours(self, kind: str, processes: int = 1, **env: str) -> Iterator[list[Server]]:
        """A fresh site; at the end everything that was played there is checked."""
        doors = [self._houses.new(kind=kind, **AS_IT_RUNS, **env) for _ in range(processes)]
        try:
            doors[0].manage("migrate", "--verbosity=0")
            for door in doors:
                door.start()
            yield doors
            self.checked += check_all(doors[0])
        finally:
            for door in doors:
                door.stop()

    @contextmanager
    def backed(self, processes: int) -> Iterator[list[Server]]:
        """The same on PostgreSQL and Redis."""
        postgres, redis = self.services
        env = {"DATABASE_URL": new_database(f"{postgres.url}/postgres"), "REDIS_URL": redis.url}
        with self.ours("uvicorn", processes, **env) as doors:
            yield doors

    @cached_property
    def services(self) -> tuple[Postgres, Redis]:
        postgres, redis = Postgres.found(self._folder("postgres")), Redis.found(self._folder("redis"))
        postgres.make()
        self._start(postgres)
        self._start(redis)
        return postgres, redis

    # --- a site of some years --------------------------------------------------------------

    @cached_property
    def old(self) -> tuple[Server, list[dict[str, Any]]]:
        """500 rooms, 5,000 people who all have played, 1,000,000 scores: it stands still. And its people."""
        server = self._houses.new(kind="uvicorn", **AS_IT_RUNS)
        server.manage("migrate", "--verbosity=0")
        people = open_rooms(server, ROOMS, watching=CROWD - SEATS)
        give_a_past(server, ROUNDS, rated=True, watching=CROWD - SEATS)
        return server, people

    def read_pages(self, *, page: str, many: int) -> Row:
        """`page`: an address in which a name may stand."""
        server, people = self.old
        server.start()
        try:
            return read(server, page, people, many=many)
        finally:
            server.stop()

    # --- others ----------------------------------------------------------------------------

    @cached_property
    def boardgame(self) -> Service:
        return self._start(Boardgame(self._folder("boardgame")))

    @cached_property
    def bare(self) -> Service:
        return self._start(Bare(self._folder("bare")))

    def play_boardgame(self, *, tables: int, **how: Any) -> Row:
        port = self.boardgame.port
        matches: list[Table] = [BoardgameTable(port, self._new_name()) for _ in range(tables)]
        return load(matches, _all_of(_pid(self.boardgame)), **how)

    def play_bare(self, *, tables: int, spectators: int = 0, **how: Any) -> Row:
        port = self.bare.port
        bare: list[Table] = [BareTable(port, self._new_name(), 4 + spectators) for _ in range(tables)]
        return load(bare, _all_of(_pid(self.bare)), **how)

    def _new_name(self) -> str:
        self._matches += 1
        return f"table-{self._matches}"

    def _folder(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        return folder

    def _start(self, service: Service) -> Service:
        service.start()
        self._ends.callback(service.stop)
        return service


def play(
    doors: Sequence[Server],
    *,
    game: str,
    form: str,
    tables: int,
    spectators: int = 0,
    past: int = 0,
    beside: Sequence[Service] = (),
    **how: Any,
) -> Row:
    """`past`: rounds that each room seems to have seen. `beside`: what else works for the site, so that its
    time counts too."""
    people = ["--spectators", str(spectators), "--turn-seconds", "300"]
    printed = doors[0].manage("open_tables", str(tables), "--game", game, *people)
    lines = [json.loads(line) for line in printed.splitlines()]
    size, stored = len(lines) // tables, Stored(doors[0])
    if past:
        give_a_past(doors[0], past)
    opened: list[Table] = [
        OurTable(lines[first : first + size], list(doors), stored, form=form, past=past, seed=first)
        for first in range(0, len(lines), size)
    ]
    try:
        return load(opened, _all_of(*(door.pid for door in doors), *map(_pid, beside)), **how)
    finally:
        stored.close()


def come_back(server: Server, *, form: str, tables: int) -> Row:
    """After a power cut."""
    stored, people = Stored(server), open_rooms(server, tables)
    size = len(people) // tables
    opened = [
        OurTable(people[first : first + size], [server], stored, form=form)
        for first in range(0, len(people), size)
    ]

    def restart() -> None:
        server.kill()
        server.start()

    try:
        return back(opened, restart)
    finally:
        stored.close()


def open_rooms(server: Server, rooms: int, *, watching: int = 0) -> list[dict[str, Any]]:
    asked = ["open_tables", str(rooms), "--spectators", str(watching), "--turn-seconds", "300"]
    return [json.loads(line) for line in server.manage(*asked).splitlines()]


def read(server: Server, page: str, people: Sequence[dict[str, Any]], *, many: int) -> Row:
    """What a page takes for one who is logged in: some visitors in turns, each time of somebody else. The
    connection stays, as that of the proxy does."""
    names = [name for (name,) in server.rows("SELECT username FROM accounts_user ORDER BY id")]
    visitors = people[:: len(people) // min(VISITORS, len(people))]
    pids, before, began = _all_of(server.pid), 0.0, 0.0
    line = HTTPConnection("127.0.0.1", server.port, timeout=10)
    for number in range(-WARM_PAGES, many):
        if not number:
            before, began = cpu_of(pids()), time.perf_counter()
        address = page.format(name=quote(names[7 * number % len(names)]))
        line.request("GET", address, headers={"Cookie": visitors[number % len(visitors)]["cookie"]})
        answer = line.getresponse()
        assert answer.read() and answer.status == 200, (address, answer.status)
    line.close()
    took, spent = time.perf_counter() - began, cpu_of(pids()) - before
    return {"pages": many, "rate": many / took, "cpu": 1000 * spent / many}


def check_all(server: Server) -> list[str]:
    """All that was played there, but not what was only stored as if it had been; and every standing."""
    played = really_played(server)
    rounds = [check(server, "verify_round", *played)] if played else []
    return [*rounds, check(server, "rebuild_standings", "--check")]


def check(server: Server, *command: str) -> str:
    """Is every round that was played as its moves and its seed say, and every standing as the ledger says?"""
    return f"{command[0]}: {server.manage(*command).strip()}"


def _pid(service: Service) -> int:
    assert service.process is not None
    return service.process.pid


def _all_of(*pids: int) -> Callable[[], list[int]]:
    return lambda: [one for pid in pids for one in with_children(pid)]


class Boardgame(Service):
    """boardgame.io from the npm registry, set up by `make bench`."""

    def command(self) -> list[str]:
        node = shutil.which("node") or shutil.which("nodejs")
        if node is None or not (MODULES / "node_modules" / "boardgame.io").is_dir():
            raise MissingPeerError("boardgame.io is not installed.")
        return [node, str(BOARDGAME / "server.js")]

    def run_as(self) -> dict[str, object]:
        modules = str(MODULES / "node_modules")
        return {"env": os.environ | {"PORT": str(self.port), "NODE_PATH": modules, "NODE_ENV": "production"}}


class Bare(Service):
    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.bench.bare", str(self.port)]

    def run_as(self) -> dict[str, object]:
        return {"env": os.environ | {"PYTHONPATH": str(ROOT)}}
