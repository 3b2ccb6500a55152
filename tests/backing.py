"""Private PostgreSQL and Redis for tests, on free ports, started and stopped by process id.

Where neither is to be had the test skips with one line; with CI=true that is a failure.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.server import ROOT, STARTING, STOPPING, free_port


def is_missing(what: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing")


class Service:
    """A program of our own: started, killed and stopped by its process id."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def run_as(self) -> dict[str, Any]:
        return {}

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd="/", **self.run_as())
        until = time.monotonic() + STARTING
        while not self.answers():
            assert time.monotonic() < until and self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(STOPPING)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOPPING)
            except subprocess.TimeoutExpired:
                self.kill()


class Redis(Service):
    """Keeps nothing; may be killed and started again at the same address."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        where = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        return ["redis-server", *where, "--save", "", "--appendonly", "no"]

    @classmethod
    def found(cls, folder: Path) -> Redis:
        if shutil.which("redis-server") is None:
            is_missing("redis-server")
        return cls(folder)


class Postgres(Service):
    """A cluster in a folder. It refuses to be root, so that root runs it as `postgres`."""

    def __init__(self, folder: Path, programs: Path) -> None:
        super().__init__(folder)
        self.programs = programs

    @classmethod
    def found(cls, folder: Path) -> Postgres:
        places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        initdb = shutil.which("initdb") or (str(places[-1]) if places else None)
        if initdb is None:
            is_missing("postgresql")
        return cls(folder, Path(initdb).resolve().parent)

    def run_as(self) -> dict[str, Any]:
        return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}

    def make(self) -> None:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        command = [str(self.programs / "initdb"), "-D", str(self.folder / "data"), "-U", "postgres"]
        subprocess.run(
            [*command, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale", "C.UTF-8"],
            check=True, capture_output=True, timeout=STARTING, cwd="/", **self.run_as(),
        )  # fmt: skip

    def command(self) -> list[str]:
        where = ["-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder)]
        return [str(self.programs / "postgres"), *where, "-c", "listen_addresses=127.0.0.1"]

    def answers(self) -> bool:
        try:
            psycopg.connect(f"{self.url}/postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def counts_no_rows_by_itself(self) -> None:
        """So that its plans do not depend on when it last did."""
        with psycopg.connect(f"{self.url}/postgres", autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET autovacuum = off")
            connection.execute("SELECT pg_reload_conf()")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """All of it stands still for a while, its connections open."""
        assert self.process is not None
        stopped = []
        for pid in (self.process.pid, *self._children()):
            os.kill(pid, signal.SIGSTOP)
            stopped.append(pid)
        try:
            yield
        finally:
            for pid in reversed(stopped):
                os.kill(pid, signal.SIGCONT)

    def _children(self) -> Iterator[int]:
        """Asked for once the first process stands still and makes no more."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        yield from map(int, children.read_text().split())

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}"


def new_database(any_database: str) -> str:
    """The address of a fresh database beside this one."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(any_database, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return urlunsplit(urlsplit(any_database)._replace(path=f"/{name}"))


def run_tests_on(database: str, *which: str) -> str:
    """What pytest prints of these tests where they are run beside this database; none fails. The tables that
    the first of them makes there serve the others too."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "--reuse-db"]
    command += ["-k", "not postgresql"]
    env = os.environ | {"DATABASE_URL": database}
    done = subprocess.run(
        [*command, *which], cwd=ROOT, env=env, capture_output=True, text=True, timeout=2 * STARTING
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout
