"""A moderator comes in by the front door and acts; whom it concerns reads why, at table and door."""

import asyncio
import os

import pytest

from tests.back_office import MAKE, PASSWORD
from tests.browser.person import DESK, PHONE, start

TOLD = {
    "vi": ("Tạm thời bạn không được chat.", "nói tục quá", "Bạn không được chơi ở đây nữa"),
    "en": ("You cannot write in chat for now.", "nói tục quá", "You may not play here any more"),
}


async def register(server, *names):
    for name in names:
        await asyncio.to_thread(server.manage, "shell", "-c", MAKE.format(name, PASSWORD))


async def logs_in(person, name, onward):
    await person.opens(f"/accounts/login/?next={onward}")
    await person.types("login", name)
    await person.types("password", PASSWORD)
    await person.clicks("main form button.button-action")


async def acts(office, name, action, **said):
    """As one does every day: searches, ticks, chooses, says why."""
    await chooses(office, "/admin/accounts/user/", name, action)
    for field, value in said.items():
        if field == "term":
            await office.clicks(f"#ask [name=term][value={value}]")
        else:
            await office.types(field, value)
    await office.clicks("#ask [name=apply]")
    await office.sees(".messagelist .success")


async def chooses(office, listing, wanted, action):
    """Up to the page that asks."""
    await office.opens(listing)
    await office.locator("#searchbar").fill(wanted)
    await office.presses("Enter")
    await office.sees("#result_list .action-select", count=1)
    await office.clicks("#result_list .action-select")
    await office.locator("select[name=action]").select_option(action)
    await office.clicks("#changelist button[name=index]")
    await office.sees("#ask")


WAYS = [("vi", PHONE), ("en", DESK)]


@pytest.mark.parametrize(("language", "size"), WAYS if os.environ.get("FULL") else WAYS[:1])
async def test_a_mute_and_a_ban_from_the_office_to_the_door(comes, server, language, size):
    line = (await asyncio.to_thread(server.open_table, "--seats=2"))[0]
    an_name, mod_name = f"An {line['room']}", f"Cô Tư {line['room']}"
    await register(server, an_name, mod_name)
    await asyncio.to_thread(server.manage, "make_moderator", mod_name)
    an = await comes("An", language=language, size=size)
    await logs_in(an, an_name, f"/rooms/{line['room']}/")
    await an.is_linked()
    office = await comes("Cô Tư", language=language, size=size)
    await logs_in(office, mod_name, "/admin/")
    await office.sees("#user-tools")
    told, why, door = TOLD[language]

    await acts(office, an_name, "mute", reason=why, term="day")
    await an.sees("#notices .notice")
    shown = await an.reads("#notices .notice")
    assert told in shown and why in shown
    box = await an.locator("#notices .notice").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] >= 0
    await an.clicks("#notices .notice button")
    await an.sees_no("#notices .notice")
    await an.comes_to(line["room"])
    assert not await an.sees_now("#notices .notice"), "what was read does not come back"

    await acts(office, an_name, "ban", reason=why, term="good")
    await an.sees('#table[data-link="bye"]')
    await an.clicks('[data-bye="banned"] a')
    await an.sees("main h1")
    assert await an.reads("main h1") == door and why in await an.reads("main")
    await an.context.clear_cookies()
    an.expects("403 .*/accounts/login/", "status of 403")
    await logs_in(an, an_name, "/lobby/")
    await an.sees("main textarea[name=text]")
    assert await an.reads("main h1") == door and why in await an.reads("main")
    await an.types("text", "Tôi xin lỗi.")
    await an.clicks("main form button.button-action")
    await an.sees_no("main textarea[name=text]")

    await office.opens("/admin/accounts/appeal/")
    await office.clicks(f"#result_list tr:has-text('{an_name}') .action-select")
    await office.locator("select[name=action]").select_option("let_back_in")
    await office.clicks("#changelist button[name=index]")
    await office.types("reason", "lần sau nhé")
    await office.clicks("#ask [name=apply]")
    await office.sees(".messagelist .success")
    await logs_in(an, an_name, f"/rooms/{line['room']}/")
    await an.is_linked()
    assert "lần sau nhé" in await an.reads("#notices")


SMALL_PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
CLOSED = {
    "vi": "Quản trị viên đã đóng phòng này: “chơi ăn tiền”",
    "en": "A moderator closed this room: “chơi ăn tiền”",
}
WRITE = "#chat-text, [data-quick]"


@pytest.mark.parametrize(("language", "size"), WAYS if os.environ.get("FULL") else WAYS[:1])
async def test_who_plays_in_a_room_that_staff_close_reads_why_there(comes, server, language, size):
    lines = await asyncio.to_thread(server.open_table, "--seats=2", "--turn-seconds=300")
    how = SMALL_PHONE if size == PHONE else {}
    cai, an = [
        await comes(name, cookie=line["cookie"], language=language, size=size, **how)
        for name, line in zip(("cai", "an"), lines, strict=True)
    ]
    for person in (cai, an):
        await person.comes_to(lines[0]["room"])
    await start([cai, an])
    mod_name = f"Cô Năm {lines[0]['room']}"
    await register(server, mod_name)
    await asyncio.to_thread(server.manage, "make_moderator", mod_name)
    office = await comes("Cô Năm", language=language)
    await logs_in(office, mod_name, "/admin/")
    await office.sees("#user-tools")
    await chooses(office, "/admin/lobby/room/", lines[0]["room"], "close_rooms")
    await office.types("reason", "chơi ăn tiền")
    await office.clicks("#ask [name=apply]")
    for person in (cai, an):
        await person.sees('#table[data-link="bye"]')
        told = await reads_notices(person)
        assert CLOSED[language] in await person.reads("#banner")
        assert not await person.sees_now("#dock button, #dock form, .seat form, #menu form, .invite")
        if size == PHONE:
            await person.clicks("[data-open-panel=chat]")
        assert await person.locator("#chat .chat-notice").last.is_visible()
        assert not await person.locator(WRITE).first.is_visible()
        await person.opens("/lobby/")  # what came with the last of the table, or did not, waits here
        told += await reads_notices(person)
        assert len(told) == (2 if person is cai else 1) and all("chơi ăn tiền" in one for one in told)


async def reads_notices(person):
    told = []
    while await person.sees_now("#notices .notice"):
        told.append(await person.reads("#notices .notice"))
        left = await person.locator("#notices .notice").count() - 1
        await person.clicks("#notices .notice button")
        await person.sees("#notices .notice", count=left)
    return told
