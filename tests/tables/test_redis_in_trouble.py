"""Redis dies, or stands still: the doors of the house stay open, and nobody waits for it."""

import asyncio
import json
import os
import secrets
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from config.cache import REST
from tests.backing import Redis
from tests.client import Player
from tests.server import Houses, Server, Table
from tests.tables.test_socket_doors import BAN

pytestmark = [pytest.mark.slow, pytest.mark.redis, pytest.mark.xdist_group("redis in trouble")]

PATIENCE = 3.0  # seconds on a busy machine; before there was a limit, it was over 12
PASSWORD = "xì dách tối thứ bảy"


@pytest.fixture(scope="module")
def redis(tmp_path_factory) -> Iterator[Redis]:
    redis = Redis.found(tmp_path_factory.mktemp("redis"))
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture(scope="module")
def server(houses: Houses, redis: Redis) -> Iterator[Server]:
    server = houses.new(REDIS_URL=redis.url, TABLE_LOGINS="1").start()
    yield server
    server.stop()


@contextmanager
def gone(redis: Redis) -> Iterator[None]:
    redis.kill()
    try:
        yield
    finally:
        redis.start()


@contextmanager
def frozen(redis: Redis) -> Iterator[None]:
    assert redis.process is not None
    os.kill(redis.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(redis.process.pid, signal.SIGCONT)


TROUBLES = pytest.mark.parametrize("trouble", [gone, frozen])


@TROUBLES
def test_people_come_in_and_are_not_kept_waiting(server, redis, trouble):
    name = f"Lan {secrets.token_hex(3)}"
    assert server.post("/accounts/signup/", username=name, password1=PASSWORD)[0] == 302
    assert server.get("/readyz") == (200, b"ready\n")
    with trouble(redis):
        for door, fields, wanted in [
            ("/accounts/guest/", {}, (302, "/lobby/")),
            ("/accounts/login/", {"login": name, "password": PASSWORD}, (302, "/lobby/")),
            ("/accounts/login/", {"login": name, "password": "sai rồi"}, (200, "")),
            ("/accounts/signup/", {"username": f"{name} 2", "password1": PASSWORD}, (302, "/lobby/")),
        ]:
            time.sleep(REST + 0.1)  # so that it is asked again
            began = time.monotonic()
            assert server.post(door, **fields) == wanted, door
            assert time.monotonic() - began < PATIENCE, door
        began = time.monotonic()
        assert server.get("/readyz") == (503, b"not ready\n")
        assert time.monotonic() - began < PATIENCE
        assert server.get("/lobby/?code=zzzzzz")[0] == server.get("/healthz")[0] == 200
    server._wait_until(lambda: server.get("/readyz")[0] == 200, 10)
    lines = [json.loads(line) for line in server.log.splitlines() if "cache.unanswered" in line]
    assert lines and {line["level"] for line in lines} == {"warning"}


@TROUBLES
async def test_a_ban_is_felt_within_the_tickers_time(server, redis, trouble):
    async with server.table(seats=2, turn_seconds=300, batch=2) as table:
        (cai, an), known = table.people, len(server.log)
        with trouble(redis):
            await cai.say(room="chat", text="có ai không?")
            await an.until_frame("chat", text="có ai không?")
            await table.until(lambda: "bus.publish_failed" in server.log[known:], PATIENCE)
            name = an.room["seats"][1]["player"]
            await asyncio.to_thread(server.manage, "shell", "-c", BAN.format(name))
            assert await an.until_closed(20) == (4403, "banned")
            assert cai.closed is None
        await plays_on(table, cai)


async def plays_on(table: Table, cai: Player) -> None:
    """Nothing that waited for Redis holds up who stays."""
    await cai.say(room="kick", seat=1)
    await cai.until(lambda p: p.room["seats"][1]["player"] is None)
    await cai.say(room="bot", seat=1, level="house")
    await cai.until(lambda p: p.room["line_up"] == [0, 1])
    await cai.say(room="start")
    await cai.until_round(1)
