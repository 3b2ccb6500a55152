"""Machines whose clocks differ, and moves that come as time runs out."""

import asyncio
import os
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from lobby import site_clock
from tests.client import Player
from tests.server import Server, Table
from tests.tables.test_socket_time import deadline, soon, version

FULL = bool(os.environ.get("FULL"))
A_MOMENT = timedelta(seconds=0.2)  # clocks are as near to one another as an answer is quick
TURN = 2  # seconds


# --- machines ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.xdist_group("processes")
@pytest.mark.parametrize("skew", [600, -600])
async def test_turns_end_in_time_whatever_the_clock_of_a_machine_says(houses, database, redis_url, skew):
    """T42  Ten minutes, on one of two: all is by the clock of the database."""
    where = {"DATABASE_URL": database, "REDIS_URL": redis_url, "SECRET_KEY": "k" * 50, "TABLE_LOOK": "3"}
    right, wrong = houses.new(**where).start(), houses.new(kind="skewed", SKEW=str(skew), **where).start()
    for here, there in ((right, wrong), (wrong, right)):
        await time_runs_out(here, there)
    for server in (right, wrong):
        server.stop()
        assert "Traceback" not in server.log
    assert "outage_given_back" not in wrong.log, "the other was there all the while"


async def time_runs_out(here: Server, there: Server) -> None:
    """The nhà cái is at one machine, the nhà con at the other, and nobody deals."""
    async with here.table(seats=2, turn_seconds=TURN, come=False) as table:
        table.people = [await table.enter(0), await table.enter(1, there)]
        earliest = soon(TURN) - A_MOMENT
        await table.start()
        for player in table.people:
            assert earliest < deadline(player.view) < soon(TURN) + A_MOMENT
        await asyncio.gather(*(plays_for_the_host(player) for player in table.people))
        assert table.moves[0] == (1, 0, 0, "deal", "table")
        for player in table.people:
            await player.until(lambda p: all(seat["online"] for seat in p.room["seats"]))


async def plays_for_the_host(player: Player) -> None:
    """Not before the time is up; nor minutes later, which nobody here waits for."""
    limit = deadline(player.view)
    await version(player, 1)
    assert datetime.now(UTC) > limit - A_MOMENT


class Told:
    """A database whose clock is `ahead`, and which takes its time."""

    vendor = "postgresql"

    def __init__(self, ahead: float, takes: float = 0.0) -> None:
        self.ahead, self.takes = ahead, takes

    def cursor(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def execute(self, _query):
        Clock.now += self.takes / 2
        self.told = datetime.fromtimestamp(Clock.now + self.ahead, UTC)
        Clock.now += self.takes / 2

    def fetchone(self):
        return (self.told,)


class Clock:
    now = 1000.0


@pytest.mark.parametrize(
    ("ahead", "takes", "kept"),
    [(600, 0.1, 600), (-600, 0.1, -600), (0.04, 0.1, 0), (600, 0.7, 0)],
    ids=["fast", "slow", "as good as right", "an answer that took long"],
)
def test_the_clock_is_set_by_the_middle_of_the_question(monkeypatch, ahead, takes, kept):
    monkeypatch.setattr(site_clock, "_ahead", timedelta())
    monkeypatch.setattr(site_clock, "connection", Told(ahead, takes))
    monkeypatch.setattr(site_clock, "monotonic", lambda: Clock.now)
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.fromtimestamp(Clock.now, UTC))
    site_clock.set_by_the_database()
    assert (site_clock.now().timestamp() - Clock.now) == pytest.approx(kept, abs=0.001)


# --- late moves ----------------------------------------------------------------------------------

RACES, TABLES = (2000, 25) if FULL else (60, 10)
A_STEP = 0.002  # seconds: who lost a race is so much earlier in the next


@pytest.mark.slow
async def test_a_move_that_comes_as_time_runs_out_is_played_once_by_one_of_both(houses):
    """T13  Within five milliseconds before and after; nothing is lost, nothing doubled."""
    server, chance = houses.new(kind="uvicorn").start(), Random(13)
    won: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        fresh = [server.table(batch=TABLES, seats=2, turn_seconds=1) for _ in range(TABLES)]
        tables = [await stack.enter_async_context(table) for table in fresh]
        await asyncio.gather(*(races(table, Random(chance.random()), won) for table in tables))
    assert "Traceback" not in server.log and "act_failed" not in server.log
    assert min(won["person"], won["table"]) > RACES / 10, won
    server.stop()


async def races(table: Table, chance: Random, won: Counter[str]) -> None:
    number, early = 0, 0.0
    while won.total() < RACES:
        number += 1
        await table.start()
        while (actor := await table.next_actor()) is not None:
            winner = await moves_at_the_last(actor, table, early + chance.uniform(-0.005, 0.005))
            early += A_STEP if winner == "table" else -A_STEP
            won[winner] += 1
        moves = table.moves_of(number)
        assert [move[1] for move in moves] == list(range(len(moves)))
        assert sum(table.people[0].newest["result"]["points"]) == 0
        await table.until_open(number + 1)


async def moves_at_the_last(actor: Player, table: Table, early: float) -> str:
    """Who was first. Everybody is told of it, and the other is refused."""
    view, word, told = actor.view, actor.choices[0], len(actor.frames)
    await asyncio.sleep((deadline(view) - soon(early)).total_seconds())
    await actor.move(**word, round=view["round"], n=view["n"])
    await table.until(lambda: all(p.reached > (view["round"], view["version"]) for p in table.people))
    (move,) = [move for move in table.moves_of(view["round"]) if move[1] == view["version"]]
    if move[4] != "table":
        return "person"
    await actor.until(lambda p: any(f["type"] == "refused" for f in p.frames[told:]))
    return "table"
