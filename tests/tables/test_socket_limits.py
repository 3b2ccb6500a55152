"""How fast one may speak, and who is still there."""

import asyncio
import json
import time
from datetime import UTC, datetime
from random import Random

import pytest
from websockets.asyncio.client import connect

from games.bigtwo.engine import BIGTWO
from games.core.engine import Setup
from games.core.shuffle import Scripted
from lobby.wire.pump import ANSWER
from tests.client import PATIENCE
from tests.server import Table

pytestmark = pytest.mark.slow  # a real server each


async def test_twenty_frames_at_once_then_five_a_second(any_server):
    async with any_server.table(seats=2) as table:
        an, began = table.people[1], time.monotonic()
        for k in range(19):
            await an.say(room="ready", ready=bool(k % 2))
        for _ in range(41):
            await an.say(room="start")
        told = await refusals(an, at_least=41)
        assert set(told) == {"not_owner", "rate_limited"} and len(told) == 41
        assert 40 - filled_since(began) <= told.count("rate_limited") <= 40
        await asyncio.sleep(0.45)  # two more may be said
        await an.say(room="ready", ready=True)
        await an.until_frame("room", line_up=[0, 1])
        assert an.closed is None


async def refusals(player, at_least):
    await player.until(lambda p: len(refused(p)) >= at_least)
    await asyncio.sleep(0.2)
    return refused(player)


def refused(player):
    return [f["code"] for f in player.frames if f["type"] == "refused"]


def filled_since(began: float) -> float:
    """So many frames may have come into the bucket again."""
    return 5 * (time.monotonic() - began)


async def test_a_table_may_play_as_fast_as_its_seats_can(any_server):
    async with any_server.table(seats=2, ruleset="vipgame") as table:
        began, played = time.monotonic(), 0
        while played < 110:
            played += len(
                (await table.play_round(Random(played)), table.moves_of(table.people[0].view["round"]))[1]
            )
        assert played / (time.monotonic() - began) > 5 + 20 / 110  # faster than the bucket fills
        assert not [f for p in table.people for f in p.frames if f["type"] == "refused"]


async def a_trick(table: Table) -> None:
    """A round of Big 2 in which somebody has the turn."""
    await table.start()
    while table.people[0].view["view"]["phase"] != "play":
        actor = await table.next_actor()
        before = actor.view["version"]
        await actor.move("vote", reshuffle=False)
        await table.until(lambda v=before: all(p.view["version"] > v for p in table.people))


async def test_asking_is_no_faster_on_ones_own_turn(server):
    """It brings the round no further, so it is not what a table has to be fast at."""
    async with server.table(game="bigtwo", seats=4) as table:
        await a_trick(table)
        asker, before = await table.next_actor(), len(table.moves)
        target, n, began = (asker.view["view"]["you"] + 1) % 4, asker.view["n"], time.monotonic()
        for number in range(60):  # all at once; of those after the twentieth one may count
            await asker.move("ask_count", target=target, n=n + min(number, 20))
        await asker.until(lambda p: p.view["n"] - n + len(refused(p)) == 60)
        asked, told = len(table.moves) - before, refused(asker)
        assert asked == asker.view["n"] - n and asked in (20, 21) and set(told) <= {"rate_limited", "stale"}
        assert 40 - filled_since(began) <= told.count("rate_limited") <= 40
        await asker.act(Random(1))  # the turn itself is as free as ever
        assert len(table.moves) - before == asked + 1


async def test_a_round_takes_only_so_many_questions_and_is_played_on(server):
    """More moves than a play can have are stored already: no further question, and the round has its end."""
    async with server.table(game="bigtwo", seats=4) as table:
        await a_trick(table)
        asker = await table.next_actor()
        me, version, id_ = (asker.view["view"]["you"], asker.view["version"], asker.view["id"])
        question = json.dumps({"seat": me, "do": "ask_count", "target": (me + 1) % 4})
        most = BIGTWO.most_moves(Setup(ruleset="lawrence", options={}, seats=4, shuffler=Scripted(())))
        server.change(
            "INSERT INTO games_move (round_id, number, seat, word, by, at) WITH RECURSIVE k(n) AS"
            " (SELECT ? UNION ALL SELECT n + 1 FROM k WHERE n < ?)"
            " SELECT ?, n, ?, ?, 'person', '2026-11-19 00:00:00' FROM k",
            version, most - 2, id_, me, question,
        )  # fmt: skip
        server.change("UPDATE games_round SET move_count = ? WHERE id = ?", most - 1, id_)
        await asker.until(lambda p: p.view["version"] == most - 1)
        await asker.move("ask_count", target=(me + 1) % 4)
        await asker.until(lambda p: p.view["version"] == most)
        for player in table.people:
            you = player.view["view"]["you"]
            await player.until(lambda p: p.view["version"] == most)
            await player.refused(
                "rate_limited", do="ask_count", target=(you + 1) % 4, round=1, n=player.view["n"]
            )
        assert len(table.moves) == most
        assert (await table.play(Random(1)))["void"] is None


async def test_refused_moves_are_not_free(server):
    async with server.table(seats=2) as table:
        an = table.people[1]
        await table.start()
        began = time.monotonic()
        for _ in range(60):
            await an.move("draw")
        told = await refusals(an, at_least=60)
        assert 40 - filled_since(began) <= told.count("rate_limited") <= 40
        assert set(told) == {"wrong_phase", "rate_limited"}
        assert table.moves == []


async def test_a_flood_is_closed_and_the_others_play_on(any_server):
    async with any_server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        try:
            for _ in range(200):
                await khach.say(room="ready", ready=True)
        except ConnectionError:
            pass  # shown out before the end
        assert await khach.until_closed() == (4429, "flood")
        assert sum(f["type"] == "refused" for f in khach.frames) <= 61
        await cai.say(room="chat", text="yên rồi")
        await an.until_frame("chat", text="yên rồi")


@pytest.fixture
def restless(houses):
    """A server that asks every second whether anyone is there."""
    return houses.shared(TABLE_PING="1")


async def test_who_sleeps_is_shown_out_after_three_unanswered_pings(restless):
    async with restless.table(seats=2) as table:
        sleeper = await table.enter(1, pongs=False)
        assert await sleeper.until_closed() == (4000, "silent")
        assert len([f for f in sleeper.frames if f["type"] == "ping"]) == 3
        await answers(table)


async def test_who_falls_silent_is_gone_for_the_others_and_back_as_soon_as_they_answer(houses):
    """A line that dies without a word closes nothing. Who answers in another tab is here."""
    server = houses.shared(TABLE_PING="4", TABLE_GONE="1")
    async with server.table(seats=2) as table:
        cai, an = table.people
        tab = await table.enter(1, pongs=False)
        await tab.until_frame("ping")
        await asyncio.sleep(ANSWER + 2)
        assert cai.room["seats"][1]["online"] and tab.closed is None
        an.pongs = False
        await cai.until(lambda p: not p.room["seats"][1]["online"])
        assert an.closed is None and cai.room["seats"][0]["online"]
        an.pongs = True
        await cai.until(lambda p: p.room["seats"][1]["online"])
        assert an.closed is None


async def answers(table: Table) -> None:
    """Everybody who answered is still there, after more than three pings."""
    for player in table.people:
        await player.until(lambda p: sum(f["type"] == "ping" for f in p.frames) > 4)
        assert player.closed is None
        assert len({f["k"] for f in player.frames if f["type"] == "ping"}) > 4


async def test_a_page_is_told_the_servers_time_soon_and_not_before_its_table(houses):
    quiet = houses.shared(TABLE_PING="300")
    async with quiet.table(seats=2, come=False) as table:
        address, came = f"{quiet.url.replace('http', 'ws')}/ws/rooms/{table.code}/", datetime.now(UTC)
        async with (
            connect(address, additional_headers={"Cookie": table.cookies[1]}, compression=None) as page,
            asyncio.timeout(PATIENCE),  # far less than from ping to ping
        ):
            assert (await page.recv()).startswith("<")
            while not (text := await page.recv()).startswith("{"):
                pass
            assert came <= datetime.fromisoformat(json.loads(text)["at"]) <= datetime.now(UTC)


async def test_a_pong_that_answers_nothing_does_not_count(restless):
    async with restless.table(seats=2) as table:
        sleeper = await table.enter(1, pongs=False)
        for k in (1, "1", None, True, [1], {"k": 1}):
            await sleeper.say(pong=k)
        assert await sleeper.until_closed() == (4000, "silent")
        assert not [f for f in sleeper.frames if f["type"] == "refused"]
