"""The database stops and comes back while people sit at a table: words are refused, nobody is thrown out."""

import asyncio
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from config.pages import PAGES
from tests.backing import Postgres, new_database
from tests.server import Houses, Server

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.xdist_group("database outage")]


@pytest.fixture(scope="module")
def postgres(folder: Path) -> Iterator[Postgres]:
    """Of our own, that a test may stop."""
    postgres = Postgres.found(folder)
    postgres.make()
    postgres.start()
    yield postgres
    postgres.stop()


@pytest.fixture(scope="module", params=["daphne", "uvicorn"])
def server(request, houses: Houses, postgres: Postgres) -> Iterator[Server]:
    house = {"DATABASE_URL": new_database(f"{postgres.url}/postgres"), "TABLE_ANSWER_LIMIT": "3"}
    server = houses.new(**house).start()  # daphne makes the tables
    if request.param == "uvicorn":
        server.stop()
        server = houses.new(kind="uvicorn", data=server.data, **house).start()
    yield server
    server.stop()


def stop(postgres: Postgres) -> None:
    """At once, as a restart in a hurry does."""
    assert postgres.process is not None
    postgres.process.send_signal(signal.SIGQUIT)
    postgres.process.wait(20)


async def test_room_words_are_refused_in_an_outage_and_heard_after_it(server, postgres):
    """T38"""
    async with server.table(seats=2, batch=1) as table:
        cai, an = table.people
        await asyncio.to_thread(stop, postgres)
        try:
            for word in ({"room": "ready", "ready": False}, {"room": "chat", "text": "alô?"}):
                refused = await an.refused("unavailable", **word)
                assert (
                    refused["text"]
                    == "Bàn chưa trả lời được lúc này, và chưa có gì thay đổi. Bạn thử lại nhé."
                )
            await cai.refused("unavailable", room="start")
        finally:
            await asyncio.to_thread(postgres.start)
        await an.say(room="chat", text="có ai không?")
        await cai.until_frame("chat", text="có ai không?")
        await cai.say(room="start")
        await an.until_round(1)
        assert cai.closed is an.closed is None


async def test_a_database_that_stands_still_keeps_nobody_waiting(server, postgres):
    """Its connections stay open, and nothing comes over them."""
    pages = ThreadPoolExecutor(2 * PAGES)
    async with server.table(seats=2, ruleset="vipgame", turn_seconds=300, batch=1) as table:
        cai, an = table.people
        await table.start()
        assert await ready(server) == 200
        with postgres.frozen():
            bet = {"do": "bet", "stake": 1, "round": 1, "n": 0}
            chat = cai.refused("unavailable", room="chat", text="alô?")
            await asyncio.gather(an.refused("unavailable", **bet), chat)
            assert await ready(server) == 503
            waiting = [pages.submit(server.get, "/lobby/") for _ in range(2 * PAGES)]
            await asyncio.sleep(1)
            assert (await asyncio.to_thread(server.get, "/healthz"))[0] == 200, "behind no page"
        assert await until_ready(server)
        assert {page.result()[0] for page in waiting} <= {200, 500}
        result = await table.play(Random(2))
        assert sum(result["points"]) == 0 and result["void"] is None
        assert [move[1] for move in table.moves] == list(range(len(table.moves)))
        await table.until_open(2)
        assert cai.closed is an.closed is None
    server.manage("verify_round")


async def test_a_row_that_somebody_holds_keeps_no_other_table_waiting(server):
    """PostgreSQL gives up by itself, and the one who writes for all tables goes on."""
    how: dict[str, Any] = {"seats": 2, "ruleset": "vipgame", "turn_seconds": 300, "batch": 1}
    async with server.table(**how) as held, server.table(**how) as other:
        for table in (held, other):
            await table.start()
        an, binh = held.people[1], other.people[1]
        async with await psycopg.AsyncConnection.connect(server.env["DATABASE_URL"]) as somebody:
            await somebody.execute("SELECT 1 FROM games_round WHERE id = %s FOR UPDATE", [an.view["id"]])
            await an.refused("unavailable", do="bet", stake=1, round=1, n=0)
            for _ in range(5):
                known = len(binh.frames)
                await binh.move("bet", stake=1)
                await binh.until(lambda p, k=known: len(p.frames) > k)
            await binh.until(lambda p: p.view["n"] == 1)
            assert held.moves == []
        await an.move("bet", stake=1)
        for table in (held, other):
            assert sum((await table.play(Random(1)))["points"]) == 0


async def ready(server: Server) -> int:
    status, _body = await asyncio.to_thread(server.get, "/readyz")
    return status


async def until_ready(server: Server) -> bool:
    for _ in range(50):
        if await ready(server) == 200:
            return True
        await asyncio.sleep(0.1)
    return False
