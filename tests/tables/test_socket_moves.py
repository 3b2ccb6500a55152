"""Moves that must not count: late, doubled, forged, misspelt, out of turn. A refusal changes nothing."""

import asyncio
import json
from random import Random

import pytest

from tests.client import Player
from tests.server import Table

pytestmark = pytest.mark.slow  # a real server each


async def dealt(table: Table) -> Player:
    """A round in which a nhà con is to act; who that is. Some deals are over at once."""
    for number in range(1, 20):
        await table.start()
        await table.people[0].move("deal", first="left")
        for player in table.people:
            await player.until(lambda p: p.view["version"] == 1)
        actor = await table.next_actor()
        if actor is not None:
            return actor
        await table.until_open(number + 1)
    raise AssertionError("every deal was over at once")


async def test_a_late_move_is_stale_and_comes_with_the_newest_view(any_server):
    async with any_server.table(seats=2) as table:
        await dealt(table)
        cai, moves = table.people[0], table.moves
        newest = cai.view
        number = newest["round"]
        for late in ({"n": 0}, {"n": 2}, {"n": -1}, {"round": number - 1}, {"round": number + 1}):
            since = len(cai.told)
            await cai.refused("stale", **{"do": "deal", "first": "left", "round": number, "n": 1, **late})
            await cai.until(lambda p: len(p.told) >= since + 2)
            assert cai.told[since + 1] == newest
        assert table.moves == moves


async def test_a_move_sent_many_times_over_two_sockets_counts_once(any_server):
    chance = Random(7)
    async with any_server.table(seats=2, ruleset="vipgame") as table:
        twins = [await table.enter(which) for which in range(2)]
        everybody = [*table.people, *twins]
        for number in range(1, 4):
            await table.start()
            while (actor := await table.next_actor()) is not None:
                twin = twins[table.people.index(actor)]
                await table.until(lambda: len(set(map(seen, everybody))) == 1)
                version, stale = actor.view["version"], refusals(actor) + refusals(twin)
                word = {"round": number, "n": actor.view["n"], **chance.choice(actor.view["view"]["legal"])}
                word |= {"stake": 1} if word["do"] == "bet" else {}
                times = chance.randint(2, 5)
                await asyncio.gather(*((actor, twin)[k % 2].say(**word) for k in range(times)))
                sent_back = stale + times - 1
                await table.until(lambda n=sent_back, p=(actor, twin): refusals(p[0]) + refusals(p[1]) == n)
                await table.until(lambda v=version: all(p.view["version"] == v + 1 for p in everybody))
                assert len(table.moves_of(number)) == version + 1
            await table.until_open(number + 1)


def seen(player: Player) -> tuple[int, int]:
    view = player.newest.get("view", {"round": 0, "version": 0})
    return view["round"], view["version"]


def refusals(player: Player) -> int:
    codes = [frame["code"] for frame in player.frames if frame["type"] == "refused"]
    assert set(codes) <= {"stale"}, codes
    return len(codes)


async def test_nobody_plays_from_anothers_seat(any_server):
    """T10"""
    async with any_server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        await table.start()
        deal = {"do": "deal", "first": "left", "round": 1, "n": 0, "seat": 0}
        await an.refused("not_your_turn", **deal)
        await khach.refused("not_seated", **deal)
        assert table.moves == []
        await cai.say(**deal | {"seat": 1})  # the server knows whose seat it is
        await an.until(lambda p: p.view["version"] == 1)
        assert [seat for _r, _n, seat, *_ in table.moves] == [0]


NOT_MOVES = [
    # the move                                   why not
    ({"do": "deal", "first": "left"},            "malformed"),  # neither round nor n
    ({"do": "deal", "first": "left", "round": 1}, "malformed"),
    ({"do": "deal", "round": "1", "n": 0},       "malformed"),
    ({"do": "deal", "round": 1, "n": 0.0},       "malformed"),
    ({"do": "deal", "round": 1, "n": True},      "malformed"),
    ({"do": "deal", "round": None, "n": None},   "malformed"),
    ({"do": "deal", "round": 1, "n": 7},         "stale"),
    ({"do": "deal", "round": 1, "n": 0},         "malformed"),  # which way?
    ({"do": "deal", "first": "up", "round": 1, "n": 0}, "malformed"),
    ({"do": "deal", "first": ["left"], "round": 1, "n": 0}, "malformed"),
    ({"do": "fly", "round": 1, "n": 0},          "malformed"),
    ({"do": "", "round": 1, "n": 0},             "malformed"),
    ({"do": None, "round": 1, "n": 0},           "malformed"),
    ({"do": {"do": "deal"}, "round": 1, "n": 0}, "malformed"),
    ({"do": "bet", "stake": 1, "round": 1, "n": 0}, "malformed"),  # of the other ruleset
    ({"do": "house", "round": 1, "n": 0},        "malformed"),  # of scripts alone
    ({"do": "draw", "round": 1, "n": 0},         "wrong_phase"),
    ({"do": "compare", "target": 1, "round": 1, "n": 0}, "wrong_phase"),
    ({"do": "compare", "target": 9, "round": 1, "n": 0}, "malformed"),
    ({"do": "compare", "target": True, "round": 1, "n": 0}, "malformed"),
]  # fmt: skip


async def test_what_is_no_move_is_refused_changes_nothing_and_closes_nothing(any_server):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        await table.start()
        before = cai.view
        for move, why in NOT_MOVES:
            again = await table.enter(0)  # of its own, so that no limit is near
            await again.until_round(1)
            await again.refused(why, **move)
            assert again.closed is None and again.view == before
            await again.close()
        assert table.moves == [] and an.view["version"] == 0
        await cai.move("deal", first="right")
        assert (await an.until(lambda p: p.view["version"] and p.view))["version"] == 1


async def test_a_move_before_the_first_round_and_after_the_last_changes_nothing(server):
    async with server.table(seats=2) as table:
        cai, _an = table.people
        await cai.refused("not_seated", do="deal", first="left", round=1, n=0)
        await table.play_round(Random(1))
        moves = table.moves
        await cai.refused("round_over", do="stand", round=1, n=cai.view["n"])
        await cai.refused("stale", do="stand", round=2, n=0)
        assert table.moves == moves


async def test_out_of_turn_is_refused_and_forgotten(server):
    async with server.table(seats=3) as table:
        actor = await dealt(table)
        version, moves = actor.view["version"], table.moves
        for other in table.people:
            if other is not actor:
                assert other.view["view"]["legal"] == []
                await other.refused("not_your_turn", do="stand", round=other.view["round"], n=other.view["n"])
        assert table.moves == moves and {p.view["version"] for p in table.people} == {version}


# --- frames that are none ------------------------------------------------------------------------

NOT_FRAMES = {
    "not JSON": "start",
    "nothing": "",
    "half an object": '{"do": "deal"',
    "two objects": '{"pong": 1}{"pong": 2}',
    "binary": b'{"room": "start"}',
    "an array": '[{"room": "start"}]',
    "a string": '"start"',
    "a number": "7",
    "null": "null",
    "no kind": '{"round": 1, "n": 0}',
    "two kinds": '{"do": "deal", "room": "start"}',
    "all kinds": '{"do": 1, "room": 1, "fair": 1, "pong": 1}',
    "a key twice": '{"room": "start", "room": "close"}',
    "a key twice inside": '{"room": "options", "options": {"stake": 1, "stake": 2}}',
    "NaN": '{"do": "bet", "stake": NaN}',
    "infinity": '{"do": "bet", "stake": -Infinity}',
    "2**70": json.dumps({"do": "bet", "stake": 2**70}),
    "a hundred digits": '{"do": "bet", "stake": ' + "9" * 100 + "}",
    "NUL": '{"room": "chat", "text": "a\\u0000b"}',
    "half a character": '{"room": "chat", "text": "\\ud800"}',
    "half a character as a key": '{"room": "chat", "\\udfff": 1}',
    "a bare NUL": '{"room": "chat", "text": "a\0b"}',
    "deep": '{"room": "chat", "text": ' + "[" * 4000 + "]" * 4000 + "}",
    "deep and open": "[" * 8000,
}


@pytest.mark.parametrize("what", NOT_FRAMES)
async def test_what_is_no_frame_is_malformed_and_the_third_time_the_socket_closes(any_server, what):
    async with any_server.table(seats=2, batch=30) as table:
        cai, an = table.people
        for _ in range(2):
            since = len(cai.told)
            await cai.socket.send(NOT_FRAMES[what])
            refused = await cai.until(lambda p: p.told[since:] and p.told[since])
            assert (refused["type"], refused["code"]) == ("refused", "malformed")
            assert refused["text"]
        await cai.socket.send(NOT_FRAMES[what])
        assert await cai.until_closed() == (4400, "malformed")
        assert an.closed is None and an.room["status"] == "open" and table.moves == []


async def test_a_frame_over_eight_kibibytes_closes(any_server):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        await cai.refused("malformed", room="chat", text="x" * 8000)
        await cai.say(room="chat", text="x" * 8192)
        code, _reason = await cai.until_closed()
        assert code in (1009, 4400)
        await an.socket.send("x" * 200_000)
        code, _reason = await an.until_closed()
        assert code in (1006, 1009, 4400)


async def test_two_bad_frames_are_forgiven(server):
    async with server.table(seats=2) as table:
        cai = table.people[0]
        for _ in range(2):
            await cai.socket.send("[]")
        await cai.say(room="chat", text="xin lỗi")
        assert (await cai.until_frame("chat"))["text"] == "xin lỗi"
