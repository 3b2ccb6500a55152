"""A copy of the database that is made while people play, put in place elsewhere (`deploy/README.md`)."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
from contextlib import AsyncExitStack, closing
from random import Random

import pytest

from tests.backing import Postgres, new_database
from tests.server import Server, Table

FULL = bool(os.environ.get("FULL"))
TABLES = ({"seats": 2}, {"seats": 4, "ruleset": "vipgame"}, {"game": "bigtwo", "seats": 4})
MOVES = 2000 if FULL else 60  # before the copy is made
KEY = {"SECRET_KEY": "k" * 50}  # kept apart from the data
COUNT = "SELECT count(*) FROM games_move"


@pytest.mark.slow
async def test_a_backup_of_sqlite_made_while_people_play_is_whole(houses, tmp_path):
    """T44"""
    server, copy = houses.new(**KEY).start(), tmp_path / "copy.sqlite3"

    def back_up():
        with closing(sqlite3.connect(server.data / "chieubai.sqlite3", timeout=20)) as connection:
            connection.execute("VACUUM INTO ?", (str(copy),))

    def put_in_place():
        other = houses.new(**KEY)
        shutil.copy(copy, other.data / "chieubai.sqlite3")
        return other

    restored = await lost_and_restored(server, back_up, put_in_place)
    assert restored.rows("PRAGMA integrity_check") == [("ok",)]
    restored.stop()


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_backup_of_postgresql_made_while_people_play_is_whole(houses, database, tmp_path):
    """T44"""
    server = houses.new(DATABASE_URL=database, **KEY).start()
    programs, dump = Postgres.found(tmp_path).programs, str(tmp_path / "copy.dump")

    def back_up():
        subprocess.run([programs / "pg_dump", "-Fc", "-f", dump, database], check=True, timeout=60)

    def put_in_place():
        other = new_database(database)
        subprocess.run([programs / "pg_restore", "--no-owner", "-d", other, dump], check=True, timeout=60)
        return houses.new(DATABASE_URL=other, **KEY)

    restored = await lost_and_restored(server, back_up, put_in_place)
    restored.stop()


async def lost_and_restored(server: Server, back_up, put_in_place) -> Server:
    """The machine is gone right after the copy. All that was acknowledged before it is there and adds up, and
    the rounds that ran are played to their end by the same people, who are still logged in."""
    async with AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(server.table(batch=1, **wanted)) for wanted in TABLES]
        chance = Random(44)
        playing = [asyncio.create_task(one.keep_playing(chance)) for table in tables for one in table.players]
        async with asyncio.timeout(300):
            while (before := server.rows(COUNT)[0][0]) < MOVES:
                await asyncio.sleep(0.05)
        await asyncio.to_thread(back_up)
        server.kill()
        await asyncio.gather(*playing)
    restored = put_in_place()
    await asyncio.to_thread(restored.start)
    assert before <= restored.rows(COUNT)[0][0]
    assert_all_adds_up(restored)
    for table in tables:
        await plays_on(restored, table, chance)
    assert_all_adds_up(restored)
    return restored


def assert_all_adds_up(server: Server) -> None:
    server.manage("verify_round")
    server.manage("rebuild_standings", "--check")
    assert server.rows("SELECT sum(points) FROM games_score")[0][0] in (0, None)


async def plays_on(server: Server, table: Table, chance: Random) -> None:
    people = [{"room": table.code, "cookie": cookie, "seat": n} for n, cookie in enumerate(table.cookies)]
    again = Table(server, people)
    try:
        await again.come()
        if "view" in again.people[0].newest and not again.people[0].view["view"]["over"]:
            assert sum((await again.play(chance))["points"]) == 0
        else:
            assert sum((await again.play_round(chance))["points"]) == 0
    finally:
        await again.leave()
