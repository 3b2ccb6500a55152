"""What staff do in the back office is felt at open tables: told, silenced, renamed, shown out."""

import asyncio
import json

import pytest

from tests.back_office import Office
from tests.client import Page
from tests.tables.test_socket_doors import knock
from tests.tables.test_socket_lobby import frame, lobby

pytestmark = pytest.mark.slow  # a real server


async def office_beside(table):
    return await asyncio.to_thread(Office, table.server, f"cô tư {table.code}")


async def until_shown(page, *words):
    """A frame of the page's own socket that says all this."""
    async with asyncio.timeout(20):
        while not (shown := [t for t in page.texts if all(word in t for word in words)]):
            await asyncio.sleep(0.02)
    return shown[0]


async def test_who_is_muted_learns_it_at_once_and_is_not_heard_until_unmuted(any_server):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        name = an.room["seats"][1]["player"]
        page = await Page.at(any_server.url, table.code, table.cookies[1])
        office = await office_beside(table)
        await asyncio.to_thread(office.act, "mute", name, term="day")
        told = await an.until_frame("notice")
        assert (told["kind"], told["text"], told["reason"]) == (
            "mute",
            "Tạm thời bạn không được chat.",
            "vì thế",
        )
        assert told["until"] and told["at"]
        html = await until_shown(
            page, 'hx-target="#notices"', "Tạm thời bạn không được chat.", "vì thế", "Đến "
        )
        assert 'form="close-notice"' in html
        refused = await an.refused("muted", room="chat", text="chào")
        assert refused["text"].startswith("Đến ")
        await asyncio.to_thread(office.act, "unmute", name)
        await an.until(lambda player: player.newest["notice"]["kind"] == "unmute")
        await an.say(room="chat", text="chào lại")
        assert (await cai.until_frame("chat"))["text"] == "chào lại"
        assert "notice" not in cai.newest, "and nobody else is told"
        await page.close()


async def test_who_is_in_the_lobby_is_told_too(any_server):
    async with any_server.table(seats=2) as table:
        cookie = table.cookies[1]
        office = await office_beside(table)
        async with lobby(any_server, Cookie=cookie) as an, lobby(any_server, "", Cookie=cookie) as page:
            for socket in (an, page):
                await socket.recv()
            await asyncio.to_thread(office.act, "warn", table.people[1].room["seats"][1]["player"])
            assert (await frame(an, "notice"))["text"] == "Ban điều hành nhắc nhở bạn."
            async with asyncio.timeout(20):
                async for text in page:
                    if 'hx-target="#notices"' in text:
                        break
            assert "Ban điều hành nhắc nhở bạn." in text


@pytest.mark.parametrize(
    ("action", "close"), [("ban", (4403, "banned")), ("end_log_ins", (4401, "logged_out"))]
)
async def test_who_is_shown_out_is_out_at_once(any_server, action, close):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        office = await office_beside(table)
        await asyncio.to_thread(office.act, action, an.room["seats"][1]["player"])
        assert await an.until_closed() == close
        assert cai.closed is None and await knock(any_server, table.code, table.cookies[1]) == 403


async def test_who_is_renamed_is_called_so_at_the_table(any_server):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        office = await office_beside(table)
        new = f"Ba {table.code}"
        await asyncio.to_thread(office.act, "rename", an.room["seats"][1]["player"], name=new)
        await cai.until(lambda player: player.room["seats"][1]["player"] == new)
        told = await an.until_frame("notice")
        assert new in told["text"]


async def test_a_ban_that_is_over_lets_the_same_person_in_by_itself(any_server):
    """Nobody does anything: the server looks every few seconds."""
    async with any_server.table(seats=2) as table:
        an = table.people[1]
        name = an.room["seats"][1]["player"]
        office = await office_beside(table)
        await asyncio.to_thread(office.act, "ban", name, term="hour")
        assert await an.until_closed() == (4403, "banned")
        over = "UPDATE accounts_user SET banned_until = '2026-01-01 00:00:00' WHERE username = ?"
        await asyncio.to_thread(any_server.change, over, name)
        async with asyncio.timeout(30):
            while await knock(any_server, table.code, table.cookies[1]) == 403:
                await asyncio.sleep(0.5)
        back = await table.enter(1)
        await back.until_frame("room")
        assert json.loads(back.texts[0])["you"] == 1
        await back.close()
