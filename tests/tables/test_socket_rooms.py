"""Room words through the socket: who may say them, when, and what everybody is told."""

from random import Random

import pytest

from tests.server import kinds

pytestmark = pytest.mark.slow  # a real server each

LONG = 300  # seconds to think: nothing in these stories waits for time


async def test_sitting_standing_and_being_ready(any_server):
    async with any_server.table(seats=3, spectators=1) as table:
        cai, an, binh, khach = table.people
        assert khach.room["watching"] == 1 and khach.room["you"] is None
        await khach.refused("seat_taken", room="sit", seat=1)
        await an.say(room="stand_up")
        room = await khach.until(lambda p: p.room["seats"][1]["player"] is None and p.room)
        empty = {"player": None, "kind": None, "level": None, "online": False, "ready": False, "away": False}
        assert room["seats"][1] == {"seat": 1, **empty}
        await an.refused("not_seated", room="ready", ready=True)
        await khach.say(room="sit", seat=1)
        room = await khach.until_frame("room", you=1)
        assert (room["line_up"], room["seats"][1]["ready"]) == ([0, 2], False)
        await khach.say(room="ready", ready=True)
        await binh.until_frame("room", line_up=[0, 1, 2])
        await binh.say(room="ready", ready=False)
        await khach.until_frame("room", line_up=[0, 1])
        await cai.say(room="start")
        view = await binh.until_round(1)
        assert (view["players"], view["n"], view["view"]["you"]) == ([0, 1], None, None)  # sits out
        assert (await khach.until_round(1))["view"]["you"] == 1


async def test_who_sits_moves_chair_between_rounds_only(server):
    async with server.table(seats=4) as table:
        cai, an, _binh, dung = table.people
        await dung.say(room="stand_up")
        await an.until(lambda p: p.room["seats"][3]["player"] is None)
        await an.say(room="sit", seat=3)
        assert (await cai.until_frame("room", line_up=[0, 2, 3]))["seats"][1]["player"] is None
        await cai.say(room="start")
        await an.until_round(1)
        await an.refused("round_running", room="sit", seat=1)
        await dung.say(room="sit", seat=1)  # who does not play may
        await dung.until_frame("room", you=1, status="playing")


async def test_the_line_up_begins_with_the_owner_and_wraps_round(server):
    async with server.table(seats=3) as table:
        cai, an, binh = table.people
        await cai.say(room="hand_over", seat=1)
        await binh.until_frame("room", owner=1, line_up=[1, 2, 0])
        await cai.refused("not_owner", room="start")
        await an.say(room="start")
        view = await cai.until_round(1)
        assert (view["players"], view["view"]["you"]) == ([1, 2, 0], 2)
        assert (await binh.until_frame("lock"))["players"] == [1, 2, 0]


async def test_bots_come_and_go_and_finish_the_round_they_play(server):
    async with server.table(seats=3, turn_seconds=LONG) as table:
        cai, an, binh = table.people
        await binh.say(room="stand_up")
        await cai.until_frame("room", line_up=[0, 1])
        await an.refused("not_owner", room="bot", seat=2, level="house")
        await cai.refused("malformed", room="bot", seat=2, level="sharp")
        await cai.refused("malformed", room="bot", seat=3, level="easy")
        await cai.refused("seat_taken", room="bot", seat=1, level="easy")
        await cai.refused("seat_empty", room="unbot", seat=1)
        await cai.say(room="bot", seat=2, level="easy")
        bot = (await an.until_frame("room", line_up=[0, 1, 2]))["seats"][2]
        assert (bot["kind"], bot["level"], bot["ready"], bot["online"]) == ("bot", "easy", True, True)
        await table.start()
        await cai.say(room="unbot", seat=2)
        await table.play(Random(1))
        room = await cai.until_frame("room", status="open", line_up=[0, 1])
        assert room["seats"][2]["kind"] is None


async def test_a_kick_says_why_and_the_kicked_play_on_until_the_round_ends(server):
    async with server.table(seats=3) as table:
        cai, an, binh = table.people
        await table.start()
        await cai.refused("not_allowed", room="kick", seat=0)
        await an.refused("not_owner", room="kick", seat=2)
        await cai.refused("malformed", room="kick", seat=1, reason="x" * 101)
        await cai.say(room="kick", seat=1, reason="đi ăn cơm")
        result = await table.play(Random(2))
        room = await binh.until_frame("room", status="open", line_up=[0, 2])
        assert room["seats"][1]["player"] is None and len(result["points"]) == 3
        await an.refused("not_allowed", room="sit", seat=1)
        reasons = "SELECT text FROM lobby_chatline WHERE event_id IS NOT NULL"
        assert ("đi ăn cơm",) in server.rows(reasons)


async def test_a_kick_is_taken_back_by_name(any_server):
    async with any_server.table(seats=3) as table:
        cai, an, binh = table.people
        name = cai.room["seats"][1]["player"]
        await cai.refused("not_kicked", room="unkick", player=name)
        await cai.say(room="kick", seat=1, reason="đi ăn cơm")
        await an.until(lambda p: p.room["you"] is None)
        await an.refused("not_allowed", room="sit", seat=1)
        await binh.refused("not_owner", room="unkick", player=name)
        await cai.say(room="unkick", player=name)
        await cai.refused("not_kicked", room="unkick", player=name)  # so it was done
        await an.say(room="chat", text="cảm ơn")
        await cai.until_frame("chat", text="cảm ơn")
        await an.say(room="sit", seat=1)
        await an.until(lambda p: p.room["you"] == 1)


async def test_standing_up_in_a_round_leaves_the_chair_at_its_end(server):
    async with server.table(seats=3) as table:
        cai, an, binh = table.people
        await table.start()
        await an.say(room="stand_up")
        assert cai.room["seats"][1]["player"]
        table.people = [cai, binh]
        table.chairs = 2
        result = await table.play(Random(1))  # the table plays for an
        assert len(result["points"]) == 3
        await binh.until_frame("room", status="open", line_up=[0, 2])
        assert {by for *_, seat, _do, by in table.moves if seat == 1} <= {"table"}


async def test_the_owner_may_leave_and_the_round_still_counts(server):
    async with server.table(seats=3) as table:
        cai, an, binh = table.people
        await table.start()
        await cai.say(room="stand_up")
        await cai.close()
        table.people, table.chairs = [an, binh], 2
        result = await table.play(Random(1))
        assert sum(result["points"]) == 0 and result["void"] is None
        room = await an.until_frame("room", status="open")
        assert room["seats"][0]["player"] is None


async def test_options_change_between_rounds_and_what_is_not_named_stays(any_server):
    async with any_server.table(seats=2, turn_seconds=60) as table:
        cai, an = table.people
        await an.refused("not_owner", room="options", options={"stake": 5})
        for wrong in ({"stake": 0}, {"stake": "5"}, {"stake": True}, {"nope": 1}, {"dealer": 1}):
            await cai.refused("bad_options", room="options", options=wrong)
        await cai.refused("bad_options", room="options", options={}, turn_seconds=5)
        await cai.refused("bad_options", room="options", options={}, ruleset="rummy")
        await cai.refused("malformed", room="options", options=[1])
        await cai.refused("malformed", room="options", options={}, auto_start="yes")
        await cai.say(room="options", options={"stake": 5, "pay_xi_bang": 3})
        room = await an.until(lambda p: p.room["options"]["stake"] == 5 and p.room)
        assert (room["options"]["pay_xi_bang"], room["turn_seconds"], room["ruleset"]) == (3, 60, "classic")
        await cai.say(room="options", options={}, ruleset="vipgame", turn_seconds=90, auto_start=True)
        room = await an.until_frame("room", ruleset="vipgame")
        assert (room["turn_seconds"], room["auto_start"], room["options"]["max_stake"]) == (90, True, 10)
        assert "stake" not in room["options"]


async def test_a_closed_room_says_goodbye_to_everybody(any_server):
    async with any_server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        await an.refused("not_owner", room="close")
        await table.start()
        await cai.refused("round_running", room="close")
        await table.play(Random(1))
        await table.until_open(2)
        await cai.say(room="close")
        for someone in (cai, an, khach):
            assert await someone.until_closed() == (1000, "closed")
            assert kinds(someone.frames)[-2:] == ["room", "bye"] and someone.room["status"] == "closed"
            assert someone.room["next"] is None
        record = any_server.get_json(f"/fair/{table.code}/2.json", table.cookies[0])
        assert record["status"] == "void"


async def test_not_enough_players(any_server):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        await an.say(room="ready", ready=False)
        await cai.until_frame("room", line_up=[0])
        await cai.refused("not_enough_players", room="start")
        await cai.say(room="stand_up")
        await an.until(lambda p: p.room["seats"][0]["player"] is None)
        await cai.refused("not_seated", room="start")  # a nhà cái must sit
        assert an.room["status"] == "open" and table.moves == []


# who says it, what, while a round runs?, why not: the first reason in the order of the surface
ORDER = [
    ("khach", {"room": "ready"},                          True,  "malformed"),
    ("khach", {"room": "ready", "ready": 1},              True,  "malformed"),
    ("khach", {"room": "ready", "ready": True},           True,  "not_seated"),
    ("khach", {"room": "stand_up"},                       True,  "not_seated"),
    ("an",    {"room": "kick", "seat": 7},                True,  "malformed"),
    ("an",    {"room": "kick", "seat": -1},               True,  "malformed"),
    ("an",    {"room": "kick", "seat": "1"},              True,  "malformed"),
    ("an",    {"room": "kick", "seat": 1.0},              True,  "malformed"),
    ("an",    {"room": "kick", "seat": True},             True,  "malformed"),
    ("an",    {"room": "start"},                          True,  "not_owner"),
    ("an",    {"room": "close"},                          True,  "not_owner"),
    ("an",    {"room": "hand_over", "seat": 0},           True,  "not_owner"),
    ("an",    {"room": "options", "options": {"stake": 0}}, True, "not_owner"),
    ("cai",   {"room": "options", "options": 7},          True,  "malformed"),
    ("cai",   {"room": "options", "options": {"stake": 0}}, True, "round_running"),
    ("cai",   {"room": "start"},                          True,  "round_running"),
    ("cai",   {"room": "close"},                          True,  "round_running"),
    ("cai",   {"room": "hand_over", "seat": 9},           True,  "malformed"),
    ("cai",   {"room": "hand_over", "seat": 1},           True,  "round_running"),
    ("cai",   {"room": "kick", "seat": 2},                True,  "seat_empty"),
    ("cai",   {"room": "unbot", "seat": 2},               True,  "seat_empty"),
    ("cai",   {"room": "hand_over", "seat": 2},           False, "seat_empty"),
    ("cai",   {"room": "bot", "seat": 0, "level": "house"}, True, "seat_taken"),
    ("cai",   {"room": "dance"},                          False, "malformed"),
    ("cai",   {"room": None},                             False, "malformed"),
    ("cai",   {"room": ["start"]},                        False, "malformed"),
    ("cai",   {"room": "sit"},                            False, "malformed"),
    ("cai",   {"room": "sit", "seat": None},              False, "malformed"),
]  # fmt: skip


@pytest.mark.parametrize("running", [False, True])
async def test_the_first_reason_is_the_one_that_is_told_and_nothing_changes(server, running):
    async with server.table(seats=3, spectators=1, turn_seconds=LONG) as table:
        cai, _an, binh, _khach = table.people
        await binh.say(room="stand_up")
        await cai.until_frame("room", line_up=[0, 1])
        if running:
            await table.start()
        versions = "SELECT version FROM lobby_room WHERE code = ?"
        before = server.rows(versions, table.code)
        for who, word, in_a_round, why in ORDER:
            if in_a_round == running:
                speaker = await table.enter({"cai": 0, "an": 1, "khach": 3}[who])
                await speaker.refused(why, **word)
                await speaker.close()
        assert server.rows(versions, table.code) == before and table.moves == []


# --- chat ------------------------------------------------------------------------------------------


async def test_chat_is_for_all_and_later_comers_do_not_hear_it_again(any_server):
    async with any_server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        await khach.say(room="chat", text="  chào   cả nhà  ")
        for someone in (cai, an, khach):
            line = await someone.until_frame("chat")
            assert line["text"] == "chào cả nhà" and line["from"] and line["at"]
        late = await table.enter(1)
        await late.say(room="chat", text="ai đó?")
        assert (await late.until_frame("chat"))["text"] == "ai đó?"


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "\u200b", None, 7, ["x"], {"x": 1}])
async def test_chat_that_is_none_is_malformed(server, text):
    async with server.table(seats=2, batch=10) as table:
        await table.people[0].refused("malformed", room="chat", text=text)


async def test_the_owner_may_keep_the_chat_for_those_who_sit(any_server):
    async with any_server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        await cai.say(room="options", options={}, spectators_chat=False)
        await khach.until_frame("room", spectators_chat=False)
        await khach.refused("not_seated", room="chat", text="chào")
        await an.say(room="chat", text="chào")
        await khach.until_frame("chat", text="chào")
        await cai.say(room="options", options={}, spectators_chat=True)
        await khach.until_frame("room", spectators_chat=True)
        await khach.say(room="chat", text="đến rồi")
        await an.until_frame("chat", text="đến rồi")


async def test_what_was_just_said_is_refused_and_says_so(server):
    async with server.table(seats=2) as table:
        an = table.people[1]
        await an.say(room="chat", text="Nhanh lên!")
        await an.until_frame("chat", text="Nhanh lên!")
        refused = await an.refused("rate_limited", room="chat", text="nhanh lên")
        assert refused["text"] and refused["text"] != (await an.refused("malformed", room="chat"))["text"]


async def test_five_lines_in_ten_seconds_over_all_sockets(server):
    async with server.table(seats=2) as table:
        cai, an = table.people
        twin = await table.enter(0)
        for k in range(5):
            await (cai, twin)[k % 2].say(room="chat", text=f"{k}" + "x" * 299)
            await an.until(lambda p, k=k: p.newest.get("chat", {}).get("text", "").startswith(str(k)))
        await cai.refused("rate_limited", room="chat", text="nữa")
        await twin.refused("rate_limited", room="chat", text="nữa")
        assert len([f for f in an.frames if f["type"] == "chat"]) == 5
        await an.say(room="chat", text="tôi thì được")
        await cai.until_frame("chat", text="tôi thì được")
