"""The servers that a bench plays on: each started when it is first asked for, and stopped at the end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.backing import Postgres, Redis, Service, new_database
from tests.bench.load import Row, load, with_children
from tests.bench.tables import BareTable, BoardgameTable, OurTable, Stored, Table
from tests.server import ROOT, Houses, Server

AS_IT_RUNS = {"TABLE_LOOK": "3", "TABLE_LOGINS": "15"}  # tests are in more of a hurry
CHECKING = 1800.0  # seconds at most
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
        self._ours: dict[str, Server] = {}
        self._matches = 0

    def __enter__(self) -> Site:
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    # --- ours ------------------------------------------------------------------------------

    def ours(self, kind: str, name: str = "", **env: str) -> Server:
        """The one of this name. A process that has stopped is started again, on its data."""
        name = name or kind
        if name not in self._ours:
            server = self._ours[name] = self._houses.new(kind=kind, **AS_IT_RUNS, **env)
            server.manage("migrate", "--verbosity=0")
        server = self._ours[name]
        runs = server.process is not None and server.process.poll() is None
        return server if runs else server.start()

    def play(
        self,
        doors: Sequence[Server],
        *,
        game: str,
        form: str,
        tables: int,
        spectators: int = 0,
        beside: Sequence[int] = (),
        **how: Any,
    ) -> Row:
        """`beside`: other processes whose time counts."""
        people = ["--spectators", str(spectators), "--turn-seconds", "300"]
        printed = doors[0].manage("open_tables", str(tables), "--game", game, *people)
        lines = [json.loads(line) for line in printed.splitlines()]
        size, stored = len(lines) // tables, Stored(doors[0])
        opened: list[Table] = [
            OurTable(lines[first : first + size], list(doors), stored, form=form, seed=first)
            for first in range(0, len(lines), size)
        ]
        try:
            return load(opened, _all_of(*(door.pid for door in doors), *beside), **how)
        finally:
            stored.close()

    def check(self) -> list[str]:
        """Every round that was played is as its moves and its seed say, and the standings as the ledger."""
        databases = {server.env.get("DATABASE_URL", name): server for name, server in self._ours.items()}
        return [
            f"{name}: {self._checked(server, *command)}"
            for name, server in databases.items()
            for command in (["verify_round"], ["rebuild_standings", "--check"])
        ]

    @staticmethod
    def _checked(server: Server, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT, env=server.env, capture_output=True, text=True, timeout=CHECKING,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return f"{' '.join(command)}: {done.stdout.strip()}"

    # --- PostgreSQL and Redis --------------------------------------------------------------

    @cached_property
    def services(self) -> tuple[Postgres, Redis]:
        folders = [self.folder / "postgres", self.folder / "redis"]
        for folder in folders:
            folder.mkdir()
        postgres, redis = Postgres.found(folders[0]), Redis.found(folders[1])
        postgres.make()
        for service in (postgres, redis):
            service.start()
            self._ends.callback(service.stop)
        return postgres, redis

    @cached_property
    def _database(self) -> str:
        return new_database(f"{self.services[0].url}/postgres")

    def play_backed(self, *, processes: int, **how: Any) -> Row:
        """On PostgreSQL and Redis, whose time counts too; each process has some seats of every table."""
        env = {"DATABASE_URL": self._database, "REDIS_URL": self.services[1].url}
        doors = [self.ours("uvicorn", f"backed {number}", **env) for number in range(processes)]
        try:
            return self.play(doors, beside=[_pid(service) for service in self.services], **how)
        finally:
            for door in doors:
                door.stop()

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
        folder.mkdir()
        return folder

    def _start(self, service: Service) -> Service:
        service.start()
        self._ends.callback(service.stop)
        return service


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
