"""A round that cannot go on: it ends or waits alone, its people are told, and every other table plays on."""

import json
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from random import Random

import pytest

from tests.server import Houses, Server, Table
from tests.tables.test_without_socket import Browser, dealt

pytestmark = pytest.mark.slow  # a real server each

STANDS_STILL = "this table stands still"
NEVER = {"seat": 1, "do": "deal", "first": "left"}  # the nhà cái deals
ROUNDS = (
    "SELECT r.status, r.void_cause FROM games_round r JOIN lobby_room room ON room.id = r.room_id"
    " WHERE room.code = ? AND r.number = 1"
)


def corrupt(server: Server, table: Table) -> None:
    """One more move is stored than the rules would ever take."""
    id_, number = server.rows(
        "SELECT r.id, r.move_count FROM games_round r JOIN lobby_room room ON room.id = r.room_id"
        " WHERE room.code = ? AND r.status = 'running'",
        table.code,
    )[0]
    server.change(
        "INSERT INTO games_move (round_id, number, seat, word, by, at)"
        " VALUES (?, ?, 1, ?, 'person', '2026-11-19 00:00:00')",
        id_, number, json.dumps(NEVER),
    )  # fmt: skip
    server.change("UPDATE games_round SET move_count = ? WHERE id = ?", number + 1, id_)


def set_round(server: Server, table: Table, **facts: object) -> None:
    for name, value in facts.items():
        server.change(
            f"UPDATE games_round SET {name} = ? WHERE number = 1 AND room_id ="
            " (SELECT id FROM lobby_room WHERE code = ?)",
            value, table.code,
        )  # fmt: skip


def ended(server: Server, table: Table) -> tuple[str, str]:
    return server.rows(ROUNDS, table.code)[0]


class Power:
    """A server with running tables whose people have all left, while it is off."""

    def __init__(self, houses: Houses) -> None:
        self.server = houses.new()
        self.tables: list[Table] = []

    async def running(self, stack: AsyncExitStack, count: int) -> list[Table]:
        """A round at each, and all the time in the world."""
        self.server.start()
        for _ in range(count):
            table = await stack.enter_async_context(self.server.table(seats=2, turn_seconds=300))
            await table.start()
            await table.leave()
            self.tables.append(table)
        self.server.kill()
        return self.tables

    def let_time_run_out(self) -> None:
        """Of every round, and soon of every turn that follows."""
        now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
        self.server.change("UPDATE lobby_room SET turn_seconds = 1")
        self.server.change(
            "UPDATE games_round SET deadline = ?, due_at = ? WHERE status = 'running'", now, now
        )


@pytest.fixture
async def power(houses):
    power = Power(houses)
    yield power
    power.server.stop()


async def test_one_round_that_does_not_replay_is_void_and_the_others_go_on(power: Power):
    async with AsyncExitStack() as stack:
        bad, lost, *good = await power.running(stack, 5)
        server = power.server
        power.let_time_run_out()
        corrupt(server, bad)
        server.change("UPDATE lobby_room SET game = 'nope' WHERE code = ?", lost.code)
        server.start()
        await bad.until(lambda: ended(server, bad) == ("void", "crash"))
        for table in good:
            await table.until(lambda t=table: ended(server, t) == ("over", ""), 40)
        assert ended(server, lost) == ("running", "")
        record = server.get_json(f"/fair/{bad.code}/1.json", bad.cookies[0])
        assert record["status"] == "void" and len(record["server_seed"]) == 64
        assert server.rows("SELECT count(*) FROM games_score s JOIN games_round r ON r.id = s.round_id"
                           " WHERE r.void_cause = 'crash'") == [(0,)]  # fmt: skip
        server.manage("verify_round")
        assert (
            "round.voided" in server.log and "rounds_crashed_total 1.0" in server.get("/metrics")[1].decode()
        )
        await bad.come()
        assert (await bad.play_round(Random(1)))["round"] == 2, "the room goes on"


async def test_who_sits_there_is_told_that_it_does_not_count(server):
    async with server.table(seats=3, spectators=1) as table:
        await dealt(table)
        before = [player.view for player in table.people]
        number = before[0]["round"]
        corrupt(server, table)
        for player, view in zip(table.people, before, strict=True):
            result = await player.until_frame("result", void="crash")
            assert (result["round"], result["points"], result["results"]) == (number, None, None)
            assert player.view == view, "what was seen is not shown again, nor less of it"
        await table.until_open(number + 1)
        assert table.people[0].room["status"] == "open"
        assert number not in [row["round"] for row in table.people[0].room["sheet"]]
        page = (await Browser(table, 1).page()).text
        assert "Something went wrong on our side. Nobody wins or loses." in page
        assert f"/rooms/{table.code}/fairness/#void" in page and STANDS_STILL not in page
        assert (await table.play_round(Random(1)))["void"] is None


async def test_a_round_that_does_not_replay_can_be_visited_and_then_its_room_can_be_closed(power: Power):
    """With the turn still running: its own page and socket end it, and answer."""
    async with AsyncExitStack() as stack:
        (bad,) = await power.running(stack, 1)
        corrupt(power.server, bad)
        power.server.start()
        page = await Browser(bad, 0).page()
        assert (page.status, ended(power.server, bad)) == (200, ("void", "crash"))
        await bad.come()
        await bad.people[0].say(room="close")
        assert await bad.people[0].until_closed() == (1000, "closed")


WAITING = [
    # what is wrong, and what would be right
    ({"rules_version": 2}, {"rules_version": 1}),  # begun by a newer process
    ({"ruleset": "nope"}, {"ruleset": "classic"}),  # anything else
]


@pytest.mark.parametrize(("wrong", "right"), WAITING, ids=["newer", "other"])
async def test_what_is_no_refused_move_waits_and_goes_on(power: Power, wrong, right):
    async with AsyncExitStack() as stack:
        bad, good = await power.running(stack, 2)
        server = power.server
        power.let_time_run_out()
        set_round(server, bad, **wrong)
        server.start()
        for which in (0, 1):
            page = await Browser(bad, which).page()
            assert (page.status, STANDS_STILL in page.text) == (200, True)
        cai = await bad.enter(0)
        assert cai.room["status"] == "playing" and "view" not in cai.newest and cai.room["stands_still"]
        await cai.refused("unavailable", do="deal", first="left", round=1, n=0)
        await cai.refused("round_running", room="close")
        await good.until(lambda: ended(server, good) == ("over", ""), 40)
        assert ended(server, bad) == ("running", "") and bad.moves == []
        set_round(server, bad, **right)
        await cai.until_round(1)
        await cai.until(lambda p: "stands_still" not in p.room)
        assert STANDS_STILL not in (await Browser(bad, 0).page()).text
        await bad.until(lambda: ended(server, bad) == ("over", ""), 40)
        assert {by for *_, by in bad.moves} == {"table"}


async def test_many_at_once_are_our_fault_and_are_not_voided_by_themselves(power: Power):
    async with AsyncExitStack() as stack:
        tables = await power.running(stack, 5)
        server = power.server
        for table in tables:
            corrupt(server, table)
        power.let_time_run_out()
        server.start()
        void = "SELECT count(*) FROM games_round WHERE void_cause = 'crash'"
        await tables[0].until(lambda: server.log.count("round.held") >= 2)
        assert server.rows(void) == [(3,)]
        held = [table for table in tables if ended(server, table) == ("running", "")]
        for table in held:
            assert STANDS_STILL in (await Browser(table, 0).page()).text
        server.change("UPDATE games_round SET ended_at = '2026-11-19 00:00:00' WHERE void_cause = 'crash'")
        await tables[0].until(lambda: server.rows(void) == [(5,)], 40)  # an hour later
