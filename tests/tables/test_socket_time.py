"""When time runs out: the table plays, marks who is away, starts by itself. No clock is a client's."""

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from tests.client import Frame, Player
from tests.server import Server, Table

pytestmark = pytest.mark.slow


def deadline(view: Frame) -> datetime:
    return datetime.fromisoformat(view["deadline"])


def soon(seconds: float) -> datetime:
    """So many seconds from now."""
    return datetime.now(UTC) + timedelta(seconds=seconds)


async def version(player: Player, at_least: int, seconds: float = 10) -> Frame:
    return await player.until(lambda p: p.view["version"] >= at_least and p.view, seconds)


async def test_the_table_plays_for_who_lets_time_run_out(any_server):
    async with any_server.table(seats=2, turn_seconds=1) as table:
        cai = table.people[0]
        earliest = soon(1)
        await table.start()
        limit = deadline(next(f for f in cai.frames if f["type"] == "view"))  # the time may be up by now
        assert earliest < limit < soon(1)
        await version(cai, 1)
        assert limit <= soon(0)
        assert table.moves[0] == (1, 0, 0, "deal", "table")
        assert cai.view["n"] == 1  # the table's moves for a seat count as its own


async def test_twice_running_is_away_then_nobody_waits_and_any_frame_ends_it(server):
    async with server.table(seats=2, turn_seconds=1, ruleset="vipgame") as table:
        cai, an = table.people
        for number in (1, 2):  # an thinks too long about the stake, twice
            await table.start()
            await version(cai, 1)
            while await table.next_actor() is cai:
                await cai.act(Random(number))
            table.people, table.chairs = [cai], 1
            await table.play(Random(number))
            await table.until_open(number + 1)
            table.people, table.chairs = [cai, an], 2
            if cai.room["seats"][1]["away"]:
                break
        await cai.until(lambda p: p.room["seats"][1]["away"])
        assert cai.room["seats"][1]["online"]
        await cai.say(room="options", turn_seconds=300)
        await cai.until_frame("room", turn_seconds=300)
        await table.start()
        limit = deadline(cai.view)
        assert limit > soon(200)
        await version(cai, 1)
        assert soon(0) < limit  # the short pause, not the limit
        await an.say(room="ready", ready=True)
        await cai.until(lambda p: not p.room["seats"][1]["away"])


async def test_a_pong_is_no_sign_of_thought_but_a_stale_move_is(server):
    async with server.table(seats=2, turn_seconds=1) as table:
        cai, an = table.people
        for number in range(1, 9):  # some deals are over at once
            await table.start()
            await an.until(lambda p: p.room["seats"][0]["away"] or p.newest.get("result"), 20)
            if an.room["seats"][0]["away"]:
                break
            await table.until_open(number + 1)
            an.forget("result")
        await cai.say(pong=1)
        await cai.say(do="deal", round=99, n=99)
        await an.until(lambda p: not p.room["seats"][0]["away"])


async def test_bets_do_not_move_the_deadline_and_the_deal_has_its_own(any_server):
    async with any_server.table(seats=4, ruleset="vipgame", turn_seconds=60) as table:
        cai, an, binh, chi = table.people
        earliest = soon(60)
        await table.start()
        first = cai.view["deadline"]
        assert earliest < deadline(cai.view) < soon(60)
        for number, player in enumerate((binh, an), 1):
            await player.move("bet", stake=number)
            assert (await version(cai, number))["deadline"] == first
        await asyncio.sleep(0.05)
        await chi.move("bet", stake=3)
        dealing = await version(cai, 3)
        assert dealing["view"]["phase"] == "dealing" and dealing["deadline"] > first


async def test_who_may_move_again_has_the_whole_time_again(server):
    async with server.table(seats=2, turn_seconds=60) as table:
        await table.start()
        deadlines = [table.people[0].view["deadline"]]
        while (actor := await table.next_actor()) is not None:
            await asyncio.sleep(0.02)
            await actor.act(Random(1))
            deadlines.append(actor.view["deadline"])
        assert deadlines.pop() is None and deadlines == sorted(set(deadlines))


async def test_there_is_no_deadline_while_only_bots_are_to_act(houses):
    slow = houses.shared(TABLE_BOT_PAUSE="0.3")
    async with slow.table(seats=2, turn_seconds=60) as table:
        cai, an = table.people
        await an.say(room="stand_up")
        await cai.until_frame("room", line_up=[0])
        await cai.say(room="bot", seat=1, level="house")
        await cai.until_frame("room", line_up=[0, 1])
        table.people, table.chairs = [cai], 1
        bots = []
        for _ in range(20):  # some deals are over at once
            if len(bots) > 2:
                break
            await table.play_round(Random(1))
            views = [f for f in cai.frames if f["type"] == "view"]
            bots = [f for f in views if f["view"]["to_act"] == [1]]
        assert {f["deadline"] is None for f in views if f["view"]["to_act"] in ([1], [])} == {True}
        assert bots and all(f["deadline"] for f in views if f["view"]["to_act"] == [0])


async def test_time_runs_out_with_nobody_there(server):
    async with server.table(seats=2, turn_seconds=1) as table:
        await table.start()
        await table.leave()
        await ends(server, table, 1)
        assert {by for *_, by in table.moves} == {"table"}
        again = await table.enter(0)
        assert (await again.until_round(1))["view"]["over"] and again.room["next"]["round"] == 2


async def ends(server: Server, table: Table, number: int, seconds: float = 30) -> None:
    query = (
        "SELECT r.status FROM games_round r JOIN lobby_room room ON room.id = r.room_id"
        " WHERE room.code = ? AND r.number = ?"
    )
    await table.until(lambda: server.rows(query, table.code, number) == [("over",)], seconds)


async def test_the_table_starts_by_itself_three_seconds_after_the_last_change(server):
    async with server.table(seats=2) as table:
        cai, an = table.people
        await an.say(room="ready", ready=False)
        await cai.until_frame("room", line_up=[0])
        await cai.say(room="options", options={}, auto_start=True)
        await an.until_frame("room", auto_start=True)
        changed = datetime.now(UTC)
        await cai.say(room="ready", ready=True)
        await an.say(room="ready", ready=True)
        for number in (1, 2):
            await table.until(
                lambda n=number: all(p.newest.get("view", {}).get("round") == n for p in (cai, an))
            )
            assert when(server, table, "started_at", number) - changed >= timedelta(seconds=3)
            await table.play(Random(number))
            changed = when(server, table, "ended_at", number)
        await an.say(room="ready", ready=False)
        await cai.until_frame("room", line_up=[0])
        await asyncio.sleep(3.5)
        assert cai.view["round"] == 2


def when(server: Server, table: Table, what: str, number: int) -> datetime:
    """By the server's own clock; the test may be late, but never early."""
    query = (
        f"SELECT r.{what} FROM games_round r JOIN lobby_room room ON room.id = r.room_id"
        " WHERE room.code = ? AND r.number = ?"
    )
    [(at,)] = server.rows(query, table.code, number)
    return datetime.fromisoformat(at).replace(tzinfo=UTC)


async def test_who_is_not_ready_sits_out_until_they_are(server):
    async with server.table(seats=3) as table:
        cai, an, binh = table.people
        await binh.say(room="ready", ready=False)
        await cai.until_frame("room", line_up=[0, 1])
        first = await table.play_round(Random(1))
        assert (first["players"], binh.view["n"], binh.view["view"]["you"]) == ([0, 1], None, None)
        await binh.refused("not_seated", do="stand", round=1, n=0)
        await binh.say(room="ready", ready=True)
        await cai.until_frame("room", line_up=[0, 1, 2])
        second = await table.play_round(Random(2))
        assert second["players"] == [0, 1, 2] and binh.view["view"]["you"] == 2
        assert an.room["seats"][2]["ready"]


async def test_a_table_opened_in_advance_waits_for_its_people(houses):
    """One that they left is closed meanwhile."""
    server = houses.shared(TABLE_EMPTY_ROOM="2", TABLE_PRESENCE="1")
    async with server.table(seats=2, batch=2) as left_behind:
        await left_behind.leave()
        status = "SELECT status FROM lobby_room WHERE code = ?"
        await left_behind.until(lambda: server.rows(status, left_behind.code) == [("closed",)], 30)
    async with server.table(seats=2, batch=2) as waited:
        assert server.rows("SELECT count(*) FROM lobby_room") == [(2,)]
        assert await waited.play_round(Random(1))
