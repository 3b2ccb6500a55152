"""A server that is told to stop takes its leave of everybody, and they come back to their tables."""

import asyncio
from pathlib import Path

import pytest

from tests.server import Houses


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["daphne", "uvicorn"])
async def test_who_is_there_hears_of_a_restart_and_plays_on_after_it(houses: Houses, kind: str):
    server = houses.new(kind=kind).start()
    async with server.table(seats=3, spectators=1, turn_seconds=300) as table:
        await table.start()
        before = [player.view for player in table.people]
        await asyncio.to_thread(server.stop)
        for player in table.people:
            assert await player.until_closed() == (4000, "restart")
        await asyncio.to_thread(server.start)
        await table.come()
        after = [await player.until_round(1) for player in table.people]
        assert [one["view"] for one in after] == [one["view"] for one in before]
        assert (await table.play())["round"] == 1
    server.stop()


@pytest.mark.slow
async def test_who_comes_back_under_another_secret_key_reads_a_page_and_stays_at_the_table(houses: Houses):
    """T20  The log-in is the same for the page and for the socket, which is held against it every moment."""
    server = houses.new(kind="uvicorn", SECRET_KEY="old " * 20, TABLE_LOGINS="0.5").start()
    async with server.table(seats=2, turn_seconds=300) as table:
        await table.start()
        await asyncio.to_thread(server.stop)
        server.env |= {"SECRET_KEY": "new " * 20, "SECRET_KEY_FALLBACKS": "old " * 20}
        await asyncio.to_thread(server.start)
        await table.come()
        for cookie in table.cookies:
            assert (await asyncio.to_thread(server.get, f"/rooms/{table.code}/", cookie))[0] == 200
        await asyncio.sleep(2)
        assert [player.closed for player in table.people] == [None, None]
        assert (await table.play())["round"] == 1
    server.stop()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["daphne", "uvicorn"])
def test_each_server_runs_on_the_quicker_loop(houses: Houses, kind: str):
    """daphne makes its loop as it is imported, so that it has to be chosen before."""
    server = houses.new(kind=kind).start()
    try:
        assert "uvloop" in Path(f"/proc/{server.pid}/maps").read_text()
    finally:
        server.stop()
