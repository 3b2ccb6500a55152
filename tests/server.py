"""A real server of its own, started and stopped by the tests: its process, its data, its people.

async with server.table(seats=3, spectators=1) as table:
    cai, an, binh, khach = table.people
    await cai.say(room="start")
    await table.play()
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from threading import Lock, Timer
from typing import Any

import psycopg

from tests.client import PATIENCE, Frame, Player

ROOT = Path(__file__).resolve().parent.parent
CSRF = "c" * 32  # our own token: Django asks only that cookie and header agree
QUICK = {
    "TABLE_BOT_PAUSE": "0.02", "TABLE_SHOWING": "0", "TABLE_LOOK": "0.5", "TABLE_AWAY_PAUSE": "0.1",
    "TABLE_LOGINS": "300",
}  # fmt: skip
NOT_OURS = (
    "DATABASE_URL", "REDIS_URL", "SITE_URL", "SECRET_KEY", "DEBUG", "PORT", "DATA_DIR", "METRICS_TOKEN",
)  # fmt: skip
STARTING, STOPPING = 120.0, 15.0  # a busy machine is slow to start
SHARES = 8  # of the ports, one for each test process
_given: set[int] = set()  # ports


def free_port() -> int:
    """Nobody else gets it: its server may be long in starting, or be stopped for a while."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port not in _given and port // 2 % SHARES == int(worker[2:]) % SHARES:
            _given.add(port)
            return port


class Server:
    """One process of the site. `**env` is its environment beside DATA_DIR and PORT."""

    def __init__(self, data: Path, *, kind: str = "daphne", **env: str) -> None:
        self.data, self.kind, self.port = data, kind, free_port()
        data.mkdir(parents=True, exist_ok=True)
        outside = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
        self.env = outside | QUICK | env | {"DATA_DIR": str(data), "PORT": str(self.port)}
        self.host = urllib.parse.urlsplit(env.get("SITE_URL", "")).hostname or "127.0.0.1"
        self.process: subprocess.Popen[bytes] | None = None
        self._clerk: subprocess.Popen[str] | None = None
        self._one_at_a_time = Lock()
        self._opened: dict[tuple[str, ...], list[list[dict[str, Any]]]] = defaultdict(list)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def log(self) -> str:
        return (self.data / "server.log").read_text(errors="replace")

    @property
    def pid(self) -> int:
        assert self.process is not None, "not started"
        return self.process.pid

    # --- its life --------------------------------------------------------------------------

    def start(self) -> Server:
        """Returns once it answers."""
        with (self.data / "server.log").open("ab") as log:
            self.process = subprocess.Popen(self._command(), cwd=ROOT, env=self.env, stdout=log, stderr=log)
        self._wait_until(self._answers, STARTING)
        return self

    def _command(self) -> list[str]:
        if self.kind == "daphne":
            return [sys.executable, "manage.py", "serve"]
        if self.kind in ("still", "counted", "skewed"):
            return [sys.executable, "-m", f"tests.{self.kind}"]
        uvicorn = (
            "-m uvicorn config.asgi:application --ws config.sockets:Socket --ws-per-message-deflate false"
        )
        return [sys.executable, *uvicorn.split(), "--no-access-log", "--port", str(self.port)]

    def _answers(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise AssertionError(f"the server stopped: {self.log[-2000:]}")
        try:
            return self.get("/healthz")[0] == 200
        except OSError:
            return False

    def _wait_until(self, met: Callable[[], bool], seconds: float) -> None:
        until = time.monotonic() + seconds
        while not met():
            assert time.monotonic() < until, f"not within {seconds} s: {self.log[-2000:]}"
            time.sleep(0.02)

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(STOPPING)

    def stop(self) -> None:
        """As a service manager would; what does not listen is killed."""
        self._sends_the_clerk_home()
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self.kill()

    # --- asking it -------------------------------------------------------------------------

    def manage(self, *arguments: str) -> str:
        """What a command prints, run in another process beside the server."""
        with self._one_at_a_time:
            if self._clerk is None or self._clerk.poll() is not None:
                self._clerk = self._called()
            went_well, printed = _asked(self._clerk, arguments)
        assert went_well, printed
        return printed

    def _called(self) -> subprocess.Popen[str]:
        """One who is there for further commands too, until the server is stopped."""
        with (self.data / "clerk.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.clerk"],
                cwd=ROOT, env=self.env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            )  # fmt: skip

    def _sends_the_clerk_home(self) -> None:
        if self._clerk is not None:
            self._clerk.kill()
            self._clerk.communicate(timeout=STOPPING)
            self._clerk = None

    def get(self, path: str, cookie: str = "") -> tuple[int, bytes]:
        request = urllib.request.Request(self.url + path, headers={"Cookie": cookie})
        return self._http(request)[:2]

    def get_json(self, path: str, cookie: str = "") -> Any:
        status, body = self.get(path, cookie)
        assert status == 200, (path, status)
        return json.loads(body)

    def post(self, path: str, cookie: str = "", **fields: str) -> tuple[int, str]:
        """The status, and the address one is sent on to."""
        headers = {"Cookie": f"{cookie}; csrftoken={CSRF}", "X-CSRFToken": CSRF}
        body = urllib.parse.urlencode(fields).encode()
        status, _body, address = self._http(
            urllib.request.Request(self.url + path, data=body, headers=headers)
        )
        return status, address

    def _http(self, request: urllib.request.Request) -> tuple[int, bytes, str]:
        try:
            with _opener.open(request, timeout=10) as answer:
                return answer.status, answer.read(), ""
        except urllib.error.HTTPError as error:
            return error.code, error.read(), error.headers.get("Location", "")

    def rows(self, query: str, *arguments: Any) -> list[tuple[Any, ...]]:
        """Straight from the database: what is durable, whatever the server says."""
        if url := self.env.get("DATABASE_URL"):
            with psycopg.connect(url) as postgres:
                return postgres.execute(query.replace("?", "%s"), arguments).fetchall()
        connection = sqlite3.connect(self.data / "chieubai.sqlite3", timeout=20)
        try:
            return connection.execute(query, arguments).fetchall()
        finally:
            connection.close()

    def change(self, query: str, *arguments: Any) -> None:
        """Behind the server's back."""
        if url := self.env.get("DATABASE_URL"):
            with psycopg.connect(url) as postgres:
                postgres.execute(query.replace("?", "%s"), arguments)
            return
        with closing(sqlite3.connect(self.data / "chieubai.sqlite3", timeout=20)) as connection, connection:
            connection.execute(query, arguments)

    def moves(self, code: str) -> list[tuple[Any, ...]]:
        """Every durable move of a room: round, number, seat, verb, by."""
        rows = self.rows(
            "SELECT r.number, m.number, m.seat, m.word, m.by FROM games_move m"
            " JOIN games_round r ON r.id = m.round_id"
            " JOIN lobby_room room ON room.id = r.room_id WHERE room.code = ? ORDER BY 1, 2",
            code,
        )
        return [
            (*row[:3], (json.loads(row[3]) if isinstance(row[3], str) else row[3])["do"], row[4])
            for row in rows
        ]

    # --- its tables ------------------------------------------------------------------------

    def open_table(self, *arguments: str, batch: int = 1) -> list[dict[str, Any]]:
        """The people of a room in which nobody was yet. It is opened now, or where `batch` of them are opened
        at a time, earlier: then the lobby may know it already, and others are newer."""
        if batch == 1:
            return self._open_tables(1, *arguments)[0]
        ready = self._opened[arguments]
        if not ready:
            ready += self._open_tables(batch, *arguments)
        return ready.pop()

    def _open_tables(self, count: int, *arguments: str) -> list[list[dict[str, Any]]]:
        lines = [json.loads(line) for line in self.manage("open_tables", str(count), *arguments).splitlines()]
        codes = dict.fromkeys(line["room"] for line in lines)
        return [[line for line in lines if line["room"] == code] for code in codes]

    @asynccontextmanager
    async def table(self, *, batch: int = 4, come: bool = True, **wanted: Any) -> AsyncIterator[Table]:
        """A fresh room, everybody seated and ready: `seats=3, ruleset="vipgame", turn_seconds=1`."""
        arguments = [f"--{name.replace('_', '-')}={_argument(value)}" for name, value in wanted.items()]
        table = Table(self, await asyncio.to_thread(self.open_table, *arguments, batch=batch))
        try:
            if come:
                await table.come()
            yield table
        finally:
            await table.leave()


def _argument(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _asked(clerk: subprocess.Popen[str], arguments: Sequence[str]) -> tuple[bool, str]:
    assert clerk.stdin is not None and clerk.stdout is not None
    too_long = Timer(STARTING, clerk.kill)
    too_long.start()
    try:
        clerk.stdin.write(json.dumps(arguments) + "\n")
        clerk.stdin.flush()
        return json.loads(clerk.stdout.readline() or '[false, "no answer"]')
    finally:
        too_long.cancel()


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_Stay)


class Table:
    """One room of a server and the people in it: those who sit by rising seat, then those who watch."""

    def __init__(self, server: Server, people: Sequence[dict[str, Any]]) -> None:
        self.server = server
        self.code: str = people[0]["room"]
        self.cookies = [person["cookie"] for person in people]
        self.chairs = sum(person["seat"] is not None for person in people)
        self.people: list[Player] = []
        self._sockets: list[Player] = []

    @property
    def players(self) -> list[Player]:
        return self.people[: self.chairs]

    async def come(self) -> None:
        """Everybody opens a socket, and has seen that all the others did."""
        self.people = [await self.enter(which) for which in range(len(self.cookies))]
        for player in self.people:
            await player.until(lambda p: all(seat["online"] for seat in p.room["seats"] if seat["player"]))

    async def enter(self, which: int, server: Server | None = None, **how: Any) -> Player:
        """Another socket of one of them, with its first frame."""
        player = await Player.at((server or self.server).url, self.code, self.cookies[which], **how)
        self._sockets.append(player)
        await player.until_frame("room")
        return player

    async def tell_the_lobby(self) -> None:
        """Of this room, at once: it was opened by another process, and such are looked for now and then."""
        await self.people[0].say(room="options", options={}, turn_seconds=31)
        await self.people[0].until_frame("room", turn_seconds=31)

    async def leave(self) -> None:
        """All sockets close; what they were told stays with the people."""
        await asyncio.gather(*(player.close() for player in self._sockets))
        self._sockets.clear()

    async def start(self) -> None:
        """The owner starts, and everybody who plays has the first view."""
        coming = self.people[0].room["next"]["round"]
        await self.people[0].say(room="start")
        for player in self.people:
            await player.until_round(coming)

    async def play(self, chance: Random | None = None, moves: int = 1000) -> Frame | None:
        """Whoever is to act makes random legal moves until the result, or so many moves."""
        chance = chance or Random(1)
        for _ in range(moves):
            actor = await self.next_actor()
            if actor is None:
                return self.people[0].newest["result"]
            await actor.act(chance)
        return None

    async def next_actor(self) -> Player | None:
        """Who may act now, once somebody may; None where everybody has the result."""
        await self.until(lambda: self._actor() or self._over())
        return self._actor()

    def _actor(self) -> Player | None:
        return next((player for player in self.players if player.may_act), None)

    def _over(self) -> bool:
        return all(p.newest.get("result", {}).get("round") == p.view["round"] for p in self.people)

    async def play_round(self, chance: Random | None = None) -> Frame:
        """From `start` to the result and the next commit, which everybody has when this returns."""
        coming = self.people[0].room["next"]["round"]
        await self.start()
        await self.play(chance)
        await self.until_open(coming + 1)
        return self.people[0].newest["result"]

    async def until_open(self, coming: int) -> None:
        """Everybody knows the commit of this round to come."""
        await self.until(lambda: all((p.room["next"] or {}).get("round") == coming for p in self.people))

    async def until(self, met: Callable[[], Any], seconds: float = PATIENCE) -> None:
        """What is so for several people at once."""
        async with asyncio.timeout(seconds):
            while not met():
                await asyncio.sleep(0.002)

    # --- what is durable -------------------------------------------------------------------

    @property
    def moves(self) -> list[tuple[Any, ...]]:
        return self.server.moves(self.code)

    def moves_of(self, number: int) -> list[tuple[Any, ...]]:
        return [move for move in self.moves if move[0] == number]

    def script(self, result: Frame) -> Any:
        return self.server.get_json(f"/rounds/{result['id']}/script.json", self.cookies[0])

    def record(self, result: Frame) -> Any:
        return self.server.get_json(result["record"], self.cookies[0])


# --- what was told -----------------------------------------------------------------------------

CARD = re.compile(r'"([A2-9TJQK][CDHS]|X[12])"')


def kinds(frames: Sequence[Frame]) -> list[str]:
    """The order of what was told, pings left out."""
    return [frame["type"] for frame in frames if frame["type"] != "ping"]


class Houses:
    """Servers for tests, each with data of its own copied from one that is set up."""

    def __init__(self, folder: Path, set_up: Path) -> None:
        self.folder, self._set_up = folder, set_up
        self._all: list[Server] = []
        self._shared: dict[tuple[Any, ...], Server] = {}

    def new(self, *, kind: str = "daphne", data: Path | None = None, **env: str) -> Server:
        """One that a test may kill; not started yet, and stopped at the end of the session at the latest."""
        server = Server(data or self._copy(), kind=kind, **env)
        self._all.append(server)
        return server

    def shared(self, *, kind: str = "daphne", **env: str) -> Server:
        """The one that all tests with these settings share."""
        key = (kind, *sorted(env.items()))
        if key not in self._shared:
            self._shared[key] = self.new(kind=kind, **env).start()
        return self._shared[key]

    def stop(self) -> None:
        for server in self._all:
            server.stop()

    def _copy(self) -> Path:
        """A database that is migrated and the pages' files, made once for all test processes."""
        _make_once(self._set_up)
        data = self.folder / f"{len(self._all) + 1}"
        shutil.copytree(self._set_up, data)
        return data


def _make_once(folder: Path) -> None:
    draft = folder.with_name(f"{folder.name}-draft")
    try:
        draft.mkdir()
    except FileExistsError:  # another test process is at it
        until = time.monotonic() + 2 * STARTING
        while not folder.exists():
            assert time.monotonic() < until, f"{folder} was never set up"
            time.sleep(0.1)
        return
    Server(draft / "data").start().stop()
    (draft / "data").rename(folder)
