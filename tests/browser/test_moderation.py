"""An evening that goes wrong, from three chairs. Somebody is reported in mid-round; a moderator comes in by
the front door, finds it and acts; who reported it and whom it concerns read what came of it.
"""

import asyncio
import os
from itertools import product

import pytest

from tests.back_office import MAKE, PASSWORD
from tests.browser.person import DESK, says, start
from tests.browser.test_reports import opens_beside, reports

NAMED = """
from lobby.models import Seat
person = Seat.objects.get(room__code={!r}, number=1).user
person.set_password({!r})
person.save(update_fields=["password"])
print(person.username)
"""
PLACES = {
    "phone": {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": DESK},
}
TOLD = {
    "vi": {
        "muted": "Tạm thời bạn không được chat.",
        "banned": "Bạn không được chơi ở đây nữa",
    },
    "en": {
        "muted": "You cannot write in chat for now.",
        "banned": "You may not play here any more",
    },
}
FULL = bool(os.environ.get("FULL"))
WAYS = [("vi", "phone"), ("en", "desk")]
TO_PRESS = "a, button, select, summary, textarea, input:not([type=hidden])"
TOO_SMALL = f"""() => [...document.querySelectorAll("#container :is({TO_PRESS})")].map((e) => {{
  const box = (["checkbox", "radio"].includes(e.type) && e.closest("label") || e).getBoundingClientRect();
  return [e.outerHTML.slice(0, 80), Math.round(box.width), Math.round(box.height)];
}}).filter(([, width, height]) => width && Math.min(width, height) < 44)"""


class Office:
    """A moderator at their pages, each of which is looked at."""

    def __init__(self, person):
        self.person = person

    async def comes_in(self, name):
        await comes_in(self.person, name, "/admin/")
        await self.person.page.wait_for_url("**/admin/")
        await self.looks()

    async def looks(self):
        """Nothing is wider than the screen, and under a finger nothing is too small."""
        page = self.person.page
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
        if self.person.taps:
            assert await page.evaluate(TOO_SMALL) == [], page.url

    async def turns_to(self, queue):
        """What waits, from the first page on."""
        await self.person.opens("/admin/")
        await self.person.clicks(f".waiting a[href*='/accounts/{queue}/']")
        await self.person.sees("#result_list")
        await self.looks()

    async def chooses(self, listing, wanted, action):
        """In a list, up to the page that asks: searches, ticks, chooses."""
        await self.person.opens(listing)
        await self.person.locator("#searchbar").fill(wanted)
        await self.person.presses("Enter")
        await self.person.page.wait_for_url("**?q=*")
        await self.person.sees("#result_list .action-select", count=1)
        await self.looks()
        await self.person.clicks("#result_list .action-select")
        await self.person.locator("select[name=action]").select_option(action)
        await self.person.clicks("#changelist button[name=index]")

    async def acts(self, action, reason, term=""):
        """A button on this page; the page that asks; and back again."""
        page = self.person.page.url
        await self.person.clicks(f"button[name=action][value={action}]")
        await self.says_why(reason, term)
        assert self.person.page.url == page

    async def says_why(self, reason, term=""):
        await self.person.sees("#ask")
        await self.looks()
        await self.person.types("reason", reason)
        if term:
            await self.person.clicks(f"#ask [name=term][value={term}]")
        await self.person.clicks("#ask [name=apply]")
        if await self.person.locator("#ask [name=sure]").count():  # what is final is asked twice
            assert await self.person.locator("#ask [name=sure]:invalid").count() == 1
            await self.person.clicks("#ask [name=sure]")
            await self.person.clicks("#ask [name=apply]")
        await self.person.sees(".messagelist .success")
        await self.looks()


async def comes_in(person, name, wanted):
    """Asks for a page as a stranger, and is sent to log in; from an invitation by its small link."""
    await person.opens(wanted)
    if await person.sees_now(".invitation"):
        await person.clicks(".invitation-small a")
        await person.page.wait_for_url("**/accounts/login/**")
    assert "/accounts/login/" in person.page.url
    await person.types("login", name)
    await person.types("password", PASSWORD)
    await person.clicks("main form[action$='/login/'] .form-actions button")


async def makes_a_moderator(server, name):
    await asyncio.to_thread(server.manage, "shell", "-c", MAKE.format(name, PASSWORD))
    await asyncio.to_thread(server.manage, "make_moderator", name)


async def reads_a_notice(person, *words):
    """Says what they are told, once, and closes it."""
    await person.sees("#notices .notice")
    shown = await person.reads("#notices .notice")
    assert all(word in shown for word in words), shown
    box = await person.locator("#notices .notice").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= person.page.viewport_size["width"] and box["y"] >= 0
    await person.clicks("#notices .notice button")
    await person.sees_no("#notices .notice")


async def answers(person, told, reason):
    """At the page for who is banned: reads why, and says something to it."""
    await person.sees("main textarea[name=text]")
    assert await person.reads("main h1") == told and reason in await person.reads("main")
    await person.types("text", "Tôi xin lỗi.")
    await person.clicks("main form button.button-action")
    await person.sees_no("main textarea[name=text]")


async def chats(person, text):
    if person.taps:
        await person.clicks("[data-open-panel=chat]")
    await person.chats(text)


async def closes_the_chat(person):
    if person.taps:
        await person.clicks("#rail [data-close-panel]")


@pytest.mark.parametrize(("language", "place"), list(product(TOLD, PLACES)) if FULL else WAYS)
async def test_an_evening_that_goes_wrong(comes, server, language, place):
    how, told = PLACES[place] | {"language": language}, TOLD[language]
    rows = await asyncio.to_thread(server.open_table, "--seats=2")
    code = rows[0]["room"]
    named = NAMED.format(code, PASSWORD)
    binhs_name = (await asyncio.to_thread(server.manage, "shell", "-v", "0", "-c", named)).split()[-1]
    moderators_name = f"Cô Tư {code}"
    await makes_a_moderator(server, moderators_name)

    an, binh = await comes("an", cookie=rows[0]["cookie"], **how), await comes("binh", **how)
    await comes_in(binh, binhs_name, f"/rooms/{code}/")
    await binh.is_linked()
    await an.comes_to(code)
    await chats(binh, "đồ ngốc")
    await an.sees(".chat-text")
    await closes_the_chat(binh)
    await start([an, binh])
    await an.clicks("[data-open-panel=menu]")
    form = await opens_beside(an, lambda: an.clicks('#menu a[href^="/reports/new/"]'))
    assert await form.reads(".row-title") == binhs_name
    await reports(form, reason="abuse", text="lần thứ ba rồi")
    await an.is_linked()

    moderator = await comes("Cô Tư", **how)
    office = Office(moderator)
    await office.comes_in(moderators_name)
    await office.turns_to("report")
    await moderator.clicks(f'#result_list a:text-is("{binhs_name}")')
    await moderator.page.wait_for_url("**/change/")
    await office.looks()
    page = await moderator.reads("#content")
    assert "lần thứ ba rồi" in page and "đồ ngốc" in page

    await office.acts("mute", "nói tục quá", term="day")
    await reads_a_notice(binh, told["muted"], "nói tục quá")
    await binh.comes_to(code)
    assert not await binh.sees_now("#notices .notice"), "what was read does not come back"
    await chats(binh, "tôi vẫn nói")
    await binh.sees("#toasts [data-toast]")
    assert await an.locator(".chat-text").count() == 1
    await closes_the_chat(binh)

    await office.acts("void_rounds", "chơi lại ván này")
    await reads_a_notice(an, "chơi lại ván này")
    await binh.sees("#notices .notice")
    await office.acts("ban", "nói tục mãi", term="good")
    await binh.sees('#table[data-link="bye"]')
    await binh.clicks('[data-bye="banned"] a')
    await answers(binh, told["banned"], "nói tục mãi")
    await office.acts("close_rooms", "nghỉ tối nay")
    await an.sees('#table[data-link="bye"]')
    assert "nghỉ tối nay" in await an.reads("#banner")
    await an.opens("/lobby/")  # what did not come with the last of the table waits here
    await reads_a_notice(an, "nghỉ tối nay")
    await moderator.clicks("button[value=resolve]")
    await moderator.sees(".messagelist .success")
    await form.opens("/reports/")
    await form.sees("#mine [data-status=resolved]")
    await form.opens(f"/rooms/{code}/history/")
    await form.sees("#rounds .pill-loss", count=1)
    assert "nghỉ tối nay" in await form.reads("main")

    binh.expects("403 .*/accounts/login/", "status of 403")
    await binh.context.clear_cookies()
    await comes_in(binh, binhs_name, "/rooms/new/")
    await binh.sees("main h1")
    assert await binh.reads("main h1") == told["banned"], "at the door too"
    await office.turns_to("appeal")
    await moderator.clicks(f"#result_list tr:has-text('{binhs_name}') .action-select")
    await moderator.locator("select[name=action]").select_option("let_back_in")
    await moderator.clicks("#changelist button[name=index]")
    await office.says_why("lần sau nhé")
    await comes_in(binh, binhs_name, "/rooms/new/")
    await binh.sees("#notices .notice")
    assert "lần sau nhé" in await binh.reads("#notices")
    assert not form.surprises


CLOSED = {
    "vi": "Người điều hành đã đóng phòng này: “chơi ăn tiền”",
    "en": "A moderator closed this room: “chơi ăn tiền”",
}
WRITE = "#chat-text, [data-quick]"


@pytest.mark.parametrize(("language", "place"), WAYS if FULL else WAYS[:1])
async def test_who_plays_in_a_room_that_staff_close_reads_why_there(comes, server, language, place):
    lines = await asyncio.to_thread(server.open_table, "--seats=2", "--turn-seconds=300")
    how, code = PLACES[place] | {"language": language}, lines[0]["room"]
    cai, an = [
        await comes(name, cookie=line["cookie"], **how)
        for name, line in zip(("cai", "an"), lines, strict=True)
    ]
    for person in (cai, an):
        await person.comes_to(code)
    await start([cai, an])
    await makes_a_moderator(server, f"Cô Năm {code}")
    office = Office(await comes("Cô Năm", **how))
    await office.comes_in(f"Cô Năm {code}")
    await office.chooses("/admin/lobby/room/", code, "close_rooms")
    await office.says_why("chơi ăn tiền")
    for person in (cai, an):
        await person.sees('#table[data-link="bye"]')
        told = await reads_notices(person)
        assert CLOSED[language] in await person.reads("#banner")
        assert not await person.sees_now("#dock button, #dock form, .seat form, #menu form, .invite")
        if person.taps:
            await person.clicks("[data-open-panel=chat]")
        assert await person.locator("#chat .chat-notice").last.is_visible()
        assert not await person.locator(WRITE).first.is_visible()
        await person.opens("/lobby/")  # what came with the last of the table, or did not, waits here
        told += await reads_notices(person)
        assert len(told) == (2 if person is cai else 1) and all("chơi ăn tiền" in one for one in told)
    moderator = office.person  # still in the list
    await moderator.clicks(f"#result_list tr:has-text('{code}') .action-select")
    await moderator.locator("select[name=action]").select_option("reopen_rooms")
    await moderator.clicks("#changelist button[name=index]")
    await moderator.sees("#ask")
    await office.says_why("nhầm bàn")
    for person in (cai, an):
        await person.opens("/lobby/")
        (told,) = await reads_notices(person)
        assert "nhầm bàn" in told
        await person.comes_to(code)
        assert not await person.sees_now("#banner .banner")
    await an.clicks(says("ready", ready="true"))
    await start([cai, an])


async def reads_notices(person):
    told = []
    while await person.sees_now("#notices .notice"):
        told.append(await person.reads("#notices .notice"))
        left = await person.locator("#notices .notice").count() - 1
        await person.clicks("#notices .notice button")
        await person.sees("#notices .notice", count=left)
    return told
