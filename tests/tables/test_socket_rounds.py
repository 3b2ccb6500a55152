"""A round through the table's socket: what is told, in which order, and what survives."""

import asyncio
import json
import re
from random import Random

import pytest

from games.core import fairness
from games.core.script import answer
from games.registry import ENGINES
from tests.client import Page
from tests.server import kinds

A_ROUND = ["room", "lock", "sealed", "view"]


@pytest.mark.slow
async def test_a_round_alone_with_a_bot_goes_as_the_page_for_programs_shows_it(any_server):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        await an.say(room="stand_up")
        await cai.until(lambda p: p.room["line_up"] == [0])
        await cai.say(room="bot", seat=1, level="house")
        room = await cai.until_frame("room", line_up=[0, 1])
        assert (room["status"], room["you"], room["owner"], room["next"]["round"]) == ("open", 0, 0, 1)

        since = len(cai.told)
        await cai.say(room="start")
        first = await cai.until_frame("view", round=1, version=0)
        assert kinds(cai.told[since:]) == A_ROUND
        assert (cai.room["status"], cai.room["next"]) == ("playing", None)
        assert (first["n"], first["players"], first["commit"]) == (0, [0, 1], room["next"]["commit"])
        assert (first["view"]["phase"], first["view"]["to_act"]) == ("dealing", [0])

        result = await table.play(Random(2))
        await cai.until_frame("room", status="open")
        after = kinds(cai.told[since + 4 :])
        assert after == ["view"] * (len(after) - 2) + ["result", "room"]
        assert [f["version"] for f in cai.told[since + 4 : -2]] == list(range(1, len(after) - 1))
        assert cai.view["view"]["over"] and cai.view["deadline"] is None
        assert (result["round"], cai.room["next"]["round"]) == (1, 2)

        since = len(cai.told)
        await cai.say(room="start")
        await cai.until_round(2)
        assert kinds(cai.told[since:])[:4] == A_ROUND


async def test_everybody_is_told_every_move_and_khach_sees_no_hand(any_server):
    async with any_server.table(seats=3, spectators=1) as table:
        cai, an, binh, khach = table.people
        result = await table.play_round(Random(3))
        for someone in table.people:
            versions = [f["version"] for f in someone.frames if f["type"] == "view"]
            assert versions == list(range(len(versions)))
            assert someone.newest["result"] == result
        assert {f["n"] for f in khach.frames if f["type"] == "view"} == {None}
        assert [f["view"]["you"] for f in (cai.view, an.view, binh.view, khach.view)] == [0, 1, 2, None]


async def test_the_doors_first_frames_are_the_room_then_the_newest_view(any_server):
    async with any_server.table(seats=2, spectators=1) as table:
        cai = table.people[0]
        assert cai.frames[0]["type"] == "room"
        await table.start()
        await table.play(Random(1), moves=1)
        for which in range(3):
            seen = await table.people[which].until_frame("view", version=1)
            again = await table.enter(which)
            assert await again.until_round(1) == seen
            assert kinds(again.frames)[:2] == ["room", "view"]
        await table.play(Random(1))
        late = await table.enter(1)
        await late.until_round(1)
        assert kinds(late.frames)[:2] == ["room", "view"] and late.view["view"]["over"]
        assert "result" not in late.newest


async def test_who_comes_back_in_the_middle_sees_the_whole_table_and_plays_on(any_server):
    async with any_server.table(seats=2) as table:
        an = table.people[1]
        seen = await under_way(table, an)
        await an.close()
        table.people[1] = await table.enter(1)
        assert await table.people[1].until_round(seen["round"]) == seen
        assert sum((await table.play(Random(4)))["points"]) == 0


async def under_way(table, an):
    """What an sees of a round that is dealt and not over: a special hand may end one with the deal."""
    for number in range(1, 30):
        await table.start()
        await table.play(Random(4), moves=1)
        seen = await an.until_frame("view", round=number, version=1)
        if not seen["view"]["over"]:
            return seen
        await table.until_open(number + 1)
    raise AssertionError("every deal ended its round")


async def test_two_sockets_of_one_person_are_told_the_same(any_server):
    async with any_server.table(seats=2) as table:
        an = table.people[1]
        second = await table.enter(1)
        result = await table.play_round(Random(5))
        await second.until_frame("result", round=1)
        assert second.view == an.view and second.newest["result"] == result


async def test_where_spectators_are_off_khach_sees_no_running_round(server):
    """T3"""
    async with server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        await cai.say(room="options", options={}, spectators=False)
        await khach.until_frame("room", spectators=False)
        await cai.say(room="start")
        await asyncio.gather(
            cai.until_round(1), an.until_round(1), khach.until_frame("room", status="playing")
        )
        outside = await table.enter(2)
        table.people = [cai, an]
        result = await table.play(Random(1))
        assert await khach.until_frame("result") == result
        shown = [f for k in (khach, outside) for f in k.frames if f["type"] == "view"]
        assert all(view["view"]["over"] for view in shown)
        await khach.refused("not_seated", room="chat", text="chào")


# --- what a result promises ---------------------------------------------------------------------

RULESETS = [("classic", 2), ("classic", 5), ("vipgame", 2), ("vipgame", 4)]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), RULESETS)
async def test_a_result_can_be_checked_by_anyone_and_nothing_before(server, ruleset, seats):
    async with server.table(seats=seats, ruleset=ruleset) as table:
        cai = table.people[0]
        commit = cai.room["next"]["commit"]
        await table.start()
        id_ = cai.view["id"]
        secret = [f"/rounds/{id_}/script.json", f"/fair/{table.code}/1.json", f"/rounds/{id_}/"]
        assert [server.get(path, table.cookies[0])[0] for path in secret] == [404] * 3
        result = await table.play(Random(seats))

        assert sum(result["points"]) == 0 and result["void"] is None
        script, record = table.script(result), table.record(result)
        replayed, could_run = answer(json.dumps(script), ENGINES)
        assert could_run and f'"points": {result["points"]}' in replayed
        assert script["seed"] == result["round_seed"] == record["round_seed"]
        assert record["server_commit"] == commit and record["server_seed"] == result["server_seed"]
        assert fairness.refute(record, lambda game: ENGINES[game].pack) is None
        sealed = next(f for f in cai.frames if f["type"] == "sealed")
        assert sealed["transcript"] == record["transcript"]
        assert sealed["sha"] == fairness.transcript_hash(sealed["transcript"])


async def test_ten_rounds_add_up_on_the_sheet(server):
    async with server.table(seats=3, ruleset="vipgame") as table:
        results = [await table.play_round(Random(round_)) for round_ in range(10)]
        cai = table.people[0]
        names = [seat["player"] for seat in cai.room["seats"]]
        sums = [sum(result["points"][seat] for result in results) for seat in range(3)]
        assert cai.room["totals"] == dict(zip(names, sums, strict=True))
        assert [row["round"] for row in cai.room["sheet"]] == list(range(1, 11))
        last = dict(zip(names, results[-1]["sheet"], strict=True))
        assert cai.room["sheet"][-1] == {"round": 10, "scores": last}


A_GUEST = "from accounts.models import User; User.objects.filter(username={!r}).update(is_guest=True)"


async def test_who_keeps_the_account_in_a_round_is_called_by_the_new_name(server):
    async with server.table(game="rummy", seats=2) as table:
        cai, an = table.people
        await table.start()
        while await table.next_actor() is not an:
            await cai.act(Random(5))
        old = cai.room["seats"][1]["player"]
        name = f"Lan {old[-5:]}"
        await asyncio.to_thread(server.manage, "shell", "-c", A_GUEST.format(old))
        kept = {"username": name, "password1": "xì dách tối thứ bảy"}
        await asyncio.to_thread(server.post, "/accounts/keep/", table.cookies[1], **kept)
        await cai.until(lambda p: p.room["seats"][1]["player"] == name)
        page = await Page.at(server.url, table.code, table.cookies[0])
        await table.until(lambda: page.texts)
        await page.close()
        assert name in re.search(r'id="hand-title".*?</h2>', page.texts[0], re.S)[0]
        assert old not in page.texts[0]
