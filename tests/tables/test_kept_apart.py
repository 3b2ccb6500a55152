"""Whoever is kept apart, at real sockets and pages: who reads whom, and which rooms there are for them."""

import asyncio
import json
import re
from random import Random
from urllib.parse import quote

import pytest
from websockets.exceptions import InvalidStatus

from tests.client import PATIENCE, Page, Player
from tests.tables.test_socket_lobby import frame, lobby
from tests.tables.test_without_socket import Browser

pytestmark = pytest.mark.slow  # a real server each


async def name_of(player, table):
    """Whoever they are, by what the others read over a line of theirs."""
    mine = f"tôi là {id(player)}"
    await speaks(player, mine)
    return next(f["from"] for f in player.frames if f.get("text") == mine)


async def does(table, which, what, name, server=None):
    path = f"/players/{quote(name)}/{what}/"
    status, _ = await asyncio.to_thread((server or table.server).post, path, table.cookies[which])
    assert status == 302


def names(table):
    return [seat["player"] for seat in table.people[0].room["seats"]]


async def speaks(player, text):
    """And was heard: what others say next comes later."""
    await player.say(room="chat", text=text)
    await player.until(lambda p: text in lines(p))


def lines(player):
    return [f["text"] for f in player.frames if f["type"] == "chat"]


def shown(page):
    """The words of the chat as the page was last brought them."""
    told = [text for text in page.texts if 'id="chat"' in text]
    return re.findall(r'class="chat-text">([^<]*)<', told[-1][told[-1].index('id="chat"') :])


async def test_two_who_are_kept_apart_do_not_read_each_other(any_server):
    async with any_server.table(seats=3, spectators=1) as table:
        cai, an, binh, khach = table.people
        pages = [await Page.at(any_server.url, table.code, table.cookies[which]) for which in range(3)]
        await speaks(binh, "trước đó")
        await table.until(lambda: all(p.texts and "trước đó" in shown(p) for p in pages))
        await does(table, 1, "block", names(table)[2])
        await table.until(lambda: "trước đó" not in shown(pages[1]))
        await speaks(binh, "có ai không?")
        await speaks(an, "tôi đây")
        await speaks(cai, "thôi")
        await table.until(lambda: all("thôi" in lines(player) for player in table.people))
        assert lines(cai) == lines(khach) == ["trước đó", "có ai không?", "tôi đây", "thôi"]
        assert lines(an) == ["trước đó", "tôi đây", "thôi"]
        assert lines(binh) == ["trước đó", "có ai không?", "thôi"]
        await table.until(lambda: all("thôi" in shown(page) for page in pages))
        assert shown(pages[0]) == ["trước đó", "có ai không?", "tôi đây", "thôi"]
        assert shown(pages[1]) == ["tôi đây", "thôi"]
        assert shown(pages[2]) == ["trước đó", "có ai không?", "thôi"]
        polled = [(await Browser(table, which).looks()).zones for which in (1, 2)]
        assert "có ai không?" not in polled[0] and "tôi đây" not in polled[1]
        assert "có ai không?" not in (await Browser(table, 1).page()).text
        await does(table, 1, "unblock", names(table)[2])
        await table.until(lambda: "có ai không?" in shown(pages[1]))
        for page in pages:
            await page.close()


async def test_who_is_not_read_reads_on_and_hears_nothing_of_it(server):
    async with server.table(seats=3) as table:
        cai, an, binh = table.people
        await does(table, 1, "mute", names(table)[2])
        await speaks(binh, "có ai không?")
        await speaks(an, "tôi đây")
        await table.until(lambda: lines(cai) == lines(binh) == ["có ai không?", "tôi đây"])
        assert lines(an) == ["tôi đây"]
        await does(table, 1, "unmute", names(table)[2])
        await speaks(binh, "nghe chưa?")
        await an.until_frame("chat", text="nghe chưa?")


async def test_words_without_pictures_or_nothing_at_all(server):
    async with server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        for which, chat in ((1, "words"), (2, "none")):
            await asyncio.to_thread(server.post, "/accounts/blocked/", table.cookies[which], chat=chat)
        for text in ("hay quá 😂", "🧧", "thôi"):
            await speaks(cai, text)
        await table.until(lambda: "thôi" in lines(an))
        assert lines(an) == ["hay quá", "thôi"] and lines(khach) == []
        assert "chosen not to read" in (await Browser(table, 2).page()).text
        await speaks(khach, "tôi không đọc")  # one's own one reads


async def test_who_watches_is_sent_away_and_there_is_no_such_room_for_them(any_server):
    async with any_server.table(seats=2, spectators=2, batch=1) as table:
        cai, _an, khach, la = table.people
        code, page = table.code, await Page.at(any_server.url, table.code, table.cookies[2])
        await table.tell_the_lobby()
        async with (
            lobby(any_server, Cookie=table.cookies[2]) as programs,
            lobby(any_server, "?window=768", Cookie=table.cookies[2]) as browsers,
        ):
            first = json.loads(await programs.recv())
            assert code in {room["code"] for room in first["rooms"]}
            assert f'id="room-{code}"' in await browsers.recv()
            khach_is = await name_of(khach, table)
            await does(table, 0, "block", khach_is)
            await khach.refused("not_allowed", room="sit", seat=1)
            assert await khach.until_closed() == (4403, "not_allowed")
            assert (await frame(programs, "gone", code=code))["code"] == code
            async with asyncio.timeout(PATIENCE):
                while f'hx-target="#room-{code}" hx-swap="delete"' not in await browsers.recv():
                    pass
        await nothing_is_there(table, 2)
        await everything_is_there(table, 3)
        assert la.closed is None
        await does(table, 0, "unblock", khach_is)
        await everything_is_there(table, 2)
        await does(table, 2, "block", names(table)[0])  # nor the other way round
        await nothing_is_there(table, 2)
        await page.close()


def room_pages(code):
    paths = ("", "join/", "qr.svg", "history/", "ledger.csv", "fairness/", "zones/")
    return [*(f"/rooms/{code}/{path}" for path in paths), f"/rooms/{code.upper()}/"]


async def nothing_is_there(table, which):
    server, code, cookie = table.server, table.code, table.cookies[which]
    for path in room_pages(code):
        assert (await asyncio.to_thread(server.get, path, cookie))[0] == 404, path
    none = f"/rooms/{'z' * 6}/"
    for path, fields in (("room/", {"room": "sit", "seat": "1"}), ("play/", {"do": "stand"}), ("sit/", {})):
        assert (await asyncio.to_thread(lambda p=path, f=fields: server.post(none + p, cookie, **f)))[
            0
        ] == 404
        answer = await asyncio.to_thread(
            lambda p=path, f=fields: server.post(f"/rooms/{code}/{p}", cookie, **f)
        )
        assert answer[0] == 404
    with pytest.raises(InvalidStatus) as refused:
        await Player.at(server.url, code, cookie)
    with pytest.raises(InvalidStatus) as unknown:
        await Player.at(server.url, "z" * 6, cookie)
    assert refused.value.response.status_code == unknown.value.response.status_code
    lobbies = [
        await asyncio.to_thread(server.get, f"/lobby/?{query}", cookie)
        for query in ("window=768", f"code={code}")
    ]
    assert all(f'id="room-{code}"'.encode() not in body for _status, body in lobbies)
    assert [status for status, _body in lobbies] == [200, 200]
    async with lobby(server, Cookie=cookie) as programs:
        assert code not in {room["code"] for room in json.loads(await programs.recv())["rooms"]}


async def everything_is_there(table, which):
    server, code, cookie = table.server, table.code, table.cookies[which]
    assert (await asyncio.to_thread(server.get, f"/rooms/{code}/", cookie))[0] == 200
    assert (await asyncio.to_thread(server.get, f"/lobby/?code={code}", cookie))[0] == 302
    async with lobby(server, Cookie=cookie) as programs:
        assert code in {room["code"] for room in json.loads(await programs.recv())["rooms"]}
    player = await table.enter(which)
    await player.close()


async def test_who_sits_already_plays_on_and_is_sent_away_once_they_stand_up(server):
    async with server.table(seats=3) as table:
        cai, an, binh = table.people
        an_is = names(table)[1]
        await table.start()
        await does(table, 0, "block", an_is)
        result = await table.play(Random(3))
        assert result["round"] == 1 and len(result["points"]) == 3
        await table.until_open(2)
        again = await table.enter(1)
        assert again.room["you"] == 1 and (await Browser(table, 1).page()).status == 200
        assert (await table.play_round(Random(4)))["round"] == 2
        await speaks(an, "có ai không?")
        await binh.until_frame("chat", text="có ai không?")
        assert lines(cai) == []
        await an.say(room="stand_up")
        assert await an.until_closed() == (4403, "not_allowed")
        await nothing_is_there(table, 1)
        assert cai.closed is None and binh.closed is None


async def test_where_somebody_else_owns_the_room_they_sit_together(server):
    async with server.table(seats=3, spectators=1) as table:
        khach, khach_is = table.people[3], await name_of(table.people[3], table)
        await table.people[2].say(room="stand_up")
        await does(table, 1, "block", khach_is)
        await khach.say(room="sit", seat=2)
        await khach.until(lambda p: p.room["you"] == 2)
        await khach.say(room="ready", ready=True)
        await table.people[0].until(lambda p: p.room["line_up"] == [0, 1, 2])


async def test_a_room_that_is_handed_to_whoever_keeps_them_away_is_closed_to_them(server):
    async with server.table(seats=2, spectators=1) as table:
        cai, an, khach = table.people
        await does(table, 1, "block", await name_of(khach, table))
        assert khach.closed is None
        await cai.say(room="hand_over", seat=1)
        assert await khach.until_closed() == (4403, "not_allowed")


async def test_to_whoever_is_blocked_nothing_else_looks_or_counts_otherwise(server):
    """Two who watch, one of them blocked by who sits there: but for that one's lines all frames are equal."""
    async with server.table(seats=2, spectators=2) as table:
        cai, an, khach, la = table.people
        khach_is = await name_of(khach, table)
        pages = [await Page.at(server.url, table.code, table.cookies[which]) for which in (2, 3)]
        await table.until(lambda: all(page.texts for page in pages))
        since = [len(player.told) for player in (khach, la)]
        pages_since = [len(page.texts) for page in pages]
        await does(table, 1, "block", khach_is)
        await speaks(an, "không ai thấy")
        await an.say(room="ready", ready=False)
        await speaks(cai, "xong")
        await table.until(lambda: all("xong" in lines(p) for p in (khach, la)))
        told = [player.told[start:] for player, start in zip((khach, la), since, strict=True)]
        assert told[0] == [f for f in told[1] if f.get("text") != "không ai thấy"]
        await table.until(lambda: all("xong" in shown(page) for page in pages))
        assert not any("không ai thấy" in text for text in pages[0].texts)
        assert not any("block" in text for text in pages[0].texts[pages_since[0] :])
        for page in pages:
            await page.close()
