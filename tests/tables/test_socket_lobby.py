"""The lobby's socket: what is open, told at once to whoever looks on, logged in or not."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.client import PATIENCE

pytestmark = pytest.mark.slow  # a real server each


def lobby(server, query="?format=json", *, max_size=2**20, **headers):
    address = f"{server.url.replace('http', 'ws')}/ws/lobby/{query}"
    return connect(address, additional_headers=headers, compression=None, max_size=max_size)


async def frame(socket, kind, **facts):
    """The next frame of this kind that says this."""
    async with asyncio.timeout(PATIENCE):
        async for text in socket:
            said = json.loads(text)
            room = said.get("room") or said
            if said["type"] == kind and all(room.get(key) == value for key, value in facts.items()):
                return said
    raise AssertionError(f"closed before {kind} came")


async def test_a_stranger_sees_the_open_rooms_and_what_becomes_of_them(server):
    async with server.table(seats=3) as table, lobby(server) as stranger:
        code, cai = table.code, table.people[0]
        opening = json.loads(await stranger.recv())
        assert opening["type"] == "rooms" and isinstance(opening["online"], int)
        entry = next(entry for entry in opening["rooms"] if entry["code"] == code)
        assert entry == {
            "code": code,
            "name": entry["name"],
            "game": "xidach",
            "ruleset": "classic",
            "options": entry["options"],
            "status": "open",
            "locked": False,
            "owner": cai.room["seats"][0]["player"],
            "seats": 3,
            "taken": 3,
            "bots": 0,
            "watching": 0,
            "spectators": True,
            "turn_seconds": entry["turn_seconds"],
        }
        await cai.say(room="start")
        await frame(stranger, "listed", code=code, status="playing")


async def test_a_program_may_ask_for_the_newest_few(server):
    async with server.table(seats=2) as _older, server.table(seats=2, batch=1) as newer:
        for asked, many in (("&window=1", 1), ("&window=2", 2), ("&window=x", None), ("", None)):
            async with lobby(server, f"?format=json{asked}") as khach:
                rooms = json.loads(await khach.recv())["rooms"]
                assert rooms[0]["code"] == newer.code
                assert len(rooms) == many if many else len(rooms) >= 2


async def test_a_list_longer_than_what_a_socket_may_say_is_told(server):
    opened = await asyncio.to_thread(server.manage, "open_tables", "50", "--seats=4", "--game=bigtwo")
    async with lobby(server, "?game=bigtwo&window=768", max_size=None) as page:
        async with asyncio.timeout(PATIENCE):
            told = await page.recv()
        assert len(told) > 65536
        for code in {json.loads(line)["room"] for line in opened.splitlines()}:
            server.change("UPDATE lobby_room SET status = 'closed' WHERE code = ?", code)
        await page.send('"' + "x" * 70000 + '"')  # and no more is heard than before
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    await page.recv()


async def test_new_rooms_come_and_closed_ones_go(server):
    async with lobby(server) as khach:
        await khach.recv()
        async with server.table(seats=2, batch=1) as table:
            await table.people[0].say(room="options", options={}, turn_seconds=77)
            await frame(khach, "listed", code=table.code, turn_seconds=77)
            await table.people[0].say(room="close")
            assert (await frame(khach, "gone", code=table.code))["code"] == table.code


async def test_the_page_gets_rows_that_its_filters_show(server):
    async with server.table(seats=2) as table, lobby(server, "?game=xidach&window=768") as page:
        text = await page.recv()
        assert f'id="room-{table.code}"' in text and "<hx-partial" in text
    async with lobby(server, "?game=xidach&free=1") as page:
        assert f'id="room-{table.code}"' not in await page.recv()


async def test_my_own_table_offers_the_way_back(server):
    async with (
        server.table(seats=2, spectators=1) as table,
        lobby(server, "?game=xidach&window=768", Cookie=table.cookies[0]) as mine,
        lobby(server, "?game=xidach&window=768", Cookie=table.cookies[-1]) as other,
    ):
        for page in (mine, other):
            await page.recv()
        await table.start()
        assert "Vào lại bàn" in await row(mine, table.code)
        assert "Vào lại bàn" not in await row(other, table.code)


@pytest.mark.parametrize(
    ("said", "word"), [("en", "Seats taken:"), ("vi", "Đã ngồi:"), ("xx", "已坐："), ("en%00", "已坐：")]
)
async def test_a_page_goes_on_in_its_own_language(server, said, word):
    chinese = {"Accept-Language": "zh-CN"}
    async with server.table(seats=2), lobby(server, f"?window=768&language={said}", **chinese) as page:
        assert word in await page.recv()


async def row(page, code):
    """As soon as it changes."""
    async with asyncio.timeout(PATIENCE):
        async for text in page:
            if f'id="room-{code}"' in text:
                return text.partition(f'id="room-{code}"')[2].partition("</li>")[0]
    raise AssertionError("closed before the row came")


@pytest.mark.parametrize("text", ['{"room": "start"}', "nonsense", '{"do": "draw"}', "[]"])
async def test_nobody_says_anything_in_the_lobby(server, text):
    async with lobby(server) as khach:
        for _ in range(3):
            await khach.send(text)
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                while True:
                    await khach.recv()
        assert khach.close_code == 4400


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_another_sites_page_may_not_listen(server, origin):
    with pytest.raises(InvalidStatus) as refused:
        async with lobby(server, Origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_the_lobby_tells_whose_turn_it_is_to_them_alone(server):
    async with server.table(seats=2, spectators=1, turn_seconds=300) as table:
        await table.start()
        actor = await table.next_actor()
        for player, cookie in zip(table.people, table.cookies, strict=True):
            page = (await asyncio.to_thread(server.get, "/lobby/", cookie))[1].decode()
            assert ("Đến lượt bạn" in page) == (player is actor)
            assert ("Ván đang dở" in page) == (player in table.players and player is not actor)
