"""The database stops and comes back while people sit at a table: words are refused, nobody is thrown out."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    house = {"DATABASE_URL": new_database(f"{postgres.url}/postgres")}
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
