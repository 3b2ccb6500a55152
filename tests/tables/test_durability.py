"""Power cuts: kill -9 in the middle of play. What was acknowledged is there, once, and the round goes on."""

import asyncio
import json
import os
import time
from collections import defaultdict
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from tests.client import Player
from tests.server import Houses, Server, Table
from tests.tables.test_leaks import Truth

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("durability")]

KILLS = 120 if os.environ.get("FULL") else 10
MOVES = (
    "SELECT r.number, m.number, m.seat, m.word, m.by FROM games_move m"
    " JOIN games_round r ON r.id = m.round_id JOIN lobby_room room ON room.id = r.room_id"
    " WHERE room.code = ? ORDER BY r.number, m.number"
)
ROUNDS = (
    "SELECT r.id, r.number, r.move_count, r.status FROM games_round r"
    " JOIN lobby_room room ON room.id = r.room_id WHERE room.code = ? AND r.status != 'next' ORDER BY 2"
)


class Memory:
    """What the people of one table were told and had acknowledged, over all their sockets."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.views: dict[tuple[int, int, int | None], Any] = {}  # round, version, seat
        self.kept: dict[tuple[int, int, int], dict[str, Any]] = {}  # round, seat, n: the acknowledged move
        self.reached: dict[int, int] = defaultdict(int)  # round: the newest version anyone saw

    def note(self) -> None:
        """Everything of the last sockets. The same view twice must be the same view."""
        for player in self.table.people:
            acknowledged: dict[int, int] = defaultdict(int)
            for frame in player.frames:
                if frame["type"] == "view":
                    key = (frame["round"], frame["version"], frame["view"]["you"])
                    assert self.views.setdefault(key, frame["view"]) == frame["view"]
                    self.reached[frame["round"]] = max(self.reached[frame["round"]], frame["version"])
                    acknowledged[frame["round"]] = frame["n"]
            for word in player.said:
                if "do" in word and word["n"] < acknowledged[word["round"]]:
                    self.kept[word["round"], player.view["view"]["you"], word["n"]] = word

    def rounds(self) -> list[tuple[Any, ...]]:
        return self.table.server.rows(ROUNDS, self.table.code)

    def check(self) -> None:
        """Nothing acknowledged is missing, nothing is there twice, no number is left out."""
        rows: dict[int, list[Any]] = defaultdict(list)
        counts: dict[tuple[int, int], int] = defaultdict(int)
        for number, move, seat, text, by in self.table.server.rows(MOVES, self.table.code):
            assert move == len(rows[number])
            word, n = json.loads(text), counts[number, seat]
            counts[number, seat] += 1
            rows[number].append(word)
            if by == "person" and (said := self.kept.get((number, seat, n))):
                assert word == {k: v for k, v in said.items() if k not in ("round", "n")} | {"seat": seat}
        durable = {
            number: count for _id, number, count, _status in self.table.server.rows(ROUNDS, self.table.code)
        }
        assert {number: len(words) for number, words in rows.items()} == {
            k: v for k, v in durable.items() if v
        }
        for number, version in self.reached.items():
            assert durable[number] >= version
        assert all(n < counts[number, seat] for number, seat, n in self.kept)

    def check_the_fold(self) -> list[int]:
        """Every view that was seen is the rulebook's, folded afresh from the record. Ids of its rounds."""
        ids = []
        for id_, number, _count, status in self.rounds():
            assert status == "over"
            ids.append(id_)
            line = self.table.server.get_json(f"/rounds/{id_}/script.json", self.table.cookies[0])
            truth = Truth(line)
            for (round_, version, seat), view in self.views.items():
                if round_ == number:
                    assert view == truth.view(seat, version)
        return ids


@pytest.mark.parametrize("kind", ["daphne", "uvicorn"])
async def test_killed_at_any_moment_no_acknowledged_move_is_lost_or_doubled(houses: Houses, kind: str):
    """T36"""
    chance = Random(f"kill {kind}")
    server = houses.new(kind=kind).start()
    async with AsyncExitStack() as tables:
        wanted = [{"seats": 2}, {"seats": 4, "ruleset": "vipgame"}, {"seats": 3, "spectators": 1}]
        memories = [
            Memory(await tables.enter_async_context(server.table(batch=1, come=False, **table)))
            for table in wanted
        ]
        await with_a_bot(memories[2].table)
        for _ in range(KILLS // 2):
            await play_until_killed(server, memories, chance)
            await asyncio.to_thread(server.start)
        for memory in memories:
            await to_the_end(memory, chance)
        ids = [id_ for memory in memories for id_ in memory.check_the_fold()]
        assert len(ids) >= 3
        server.manage("verify_round", *map(str, ids))
        server.manage("rebuild_standings", "--check")
    server.stop()


async def with_a_bot(table: Table) -> None:
    """The third chair is a bot's: it has to be woken up after every cut."""
    await table.come()
    cai, _an, binh, _khach = table.people
    await binh.say(room="stand_up")
    await cai.until_frame("room", line_up=[0, 1])
    await cai.say(room="bot", seat=2, level="house")
    await cai.until_frame("room", line_up=[0, 1, 2])
    await table.leave()
    table.chairs = 2
    del table.cookies[2]


async def play_until_killed(server: Server, memories: list[Memory], chance: Random) -> None:
    await asyncio.gather(*(memory.table.come() for memory in memories))
    for memory in memories:
        for player in memory.table.players:  # nobody is behind what they saw before
            if memory.reached:
                newest = max(memory.reached)
                at_least = (newest, memory.reached[newest])
                await player.until(lambda p, v=at_least: p.reached >= v)
    playing = [
        asyncio.create_task(player.keep_playing(Random(chance.random())))
        for memory in memories
        for player in memory.table.players
    ]
    await asyncio.sleep(chance.uniform(0.05, 0.8))
    server.kill()
    async with asyncio.timeout(20):
        await asyncio.gather(*playing)
    for memory in memories:
        await memory.table.leave()
        memory.note()
        memory.check()


async def to_the_end(memory: Memory, chance: Random) -> None:
    """What was running is played out, bots and all."""
    table = memory.table
    await table.come()
    if table.people[0].room["status"] == "playing":
        for player in table.people:
            await player.until(lambda p: "view" in p.newest)
        coming = table.people[0].view["round"] + 1
        playing = [asyncio.create_task(finish(player, chance)) for player in table.players]
        async with asyncio.timeout(20):
            await asyncio.gather(*playing)
        await table.until_open(coming)
    await table.leave()
    memory.note()
    memory.check()


async def finish(player: Player, chance: Random) -> None:
    while not player.view["view"]["over"]:
        await player.until(lambda p: p.may_act or p.view["view"]["over"])
        if player.may_act:
            await player.act(chance)


# --- time while the power was off ---------------------------------------------------------------


async def test_a_round_of_people_who_are_gone_ends_by_itself_after_a_cut(houses: Houses):
    server = houses.new().start()
    async with server.table(seats=3, turn_seconds=1, batch=1) as table:
        await table.start()
        server.kill()
        await asyncio.to_thread(server.start)
        over = "SELECT count(*) FROM games_round WHERE status = 'over'"
        await table.until(lambda: server.rows(over) == [(1,)], 40)
        assert {by for *_, by in table.moves} == {"table"}
    server.stop()


async def test_a_deadline_that_passed_while_the_power_was_off_gets_the_time_back(houses: Houses):
    server = houses.new().start()
    async with server.table(seats=2, turn_seconds=6, batch=1) as table:
        await table.start()
        before = datetime.fromisoformat(table.people[0].view["deadline"])
        await asyncio.sleep(0.6)  # a heartbeat is noted
        server.kill()
        off = time.monotonic()
        await asyncio.sleep(7)
        await asyncio.to_thread(server.start)
        again = await table.enter(0)
        view = await again.until_round(1)
        was_off = timedelta(seconds=time.monotonic() - off)
        deadline = datetime.fromisoformat(view["deadline"])
        assert view["version"] == 0 and deadline > datetime.now(UTC)
        assert timedelta(0) <= deadline - before - timedelta(seconds=7) <= was_off
        await again.until(lambda p: p.view["version"] == 1)
        assert datetime.now(UTC) >= deadline
    server.stop()


async def test_a_short_nap_of_the_only_process_loses_no_room(houses: Houses):
    """Who was there before the cut is not gone after it, and the room keeps its owner."""
    server = houses.new(TABLE_OWNER_GONE="1", TABLE_PRESENCE="2", TABLE_AWAY_AFTER_GONE="1").start()
    async with server.table(seats=2, batch=1) as table:
        await table.start()
        server.kill()
        await asyncio.sleep(2)
        await asyncio.to_thread(server.start)
        await table.come()
        for player in table.people:
            assert player.room["owner"] == 0 and player.room["seats"][player.room["you"]]["player"]
        assert (await table.play(Random(1)))["void"] is None
    server.stop()
