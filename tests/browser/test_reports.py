"""Somebody is reported from a name at the table; a moderator comes in at the front door, finds it and acts.
The reporter reads what came of it, and who was reported is not heard any more."""

import asyncio
import secrets

from tests.browser.person import DESK, TOUCH_PHONE, Person

PHONE = TOUCH_PHONE | {"viewport": {"width": 360, "height": 780}}
PASSWORD = "xì dách tối thứ bảy"
REPORT = 'a[href^="/reports/new/"]'


async def opens_beside(person, link):
    """What the link opens: a page of its own, the table stays."""
    async with person.context.expect_page() as coming:
        await link()
    page = await coming.value
    await page.wait_for_load_state()
    beside = Person(f"{person.name}, beside the table", person.context, page, person.url)
    beside.taps = person.taps
    return beside


async def reports(form, *, reason, text):
    assert await form.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await form.locator("[name=reason]").select_option(reason)
    await form.types("text", text)
    await form.clicks("main form .button-action")
    await form.sees("#mine [data-status=new]")
    assert not form.surprises


async def a_moderator(comes, server):
    """Logs in at the front door, sent there from the back office."""
    name = f"Cô Tư {secrets.token_hex(3)}"
    moderator = await comes("moderator", size=DESK, language="en")
    await moderator.opens("/accounts/signup/")
    await moderator.types("username", name)
    await moderator.types("password1", PASSWORD)
    await moderator.clicks("main form .button-action")
    await moderator.page.wait_for_url("**/lobby/")
    await asyncio.to_thread(server.manage, "make_moderator", name)
    await moderator.context.clear_cookies()
    await moderator.opens("/admin/")
    assert "/accounts/login/" in moderator.page.url
    await moderator.types("login", name)
    await moderator.types("password", PASSWORD)
    await moderator.clicks("main form .button-action")
    await moderator.page.wait_for_url("**/admin/")
    return moderator


async def test_a_player_reports_and_reads_what_came_of_it(comes, server):
    rows = await asyncio.to_thread(server.open_table, "--seats=2")
    an = await comes("an", cookie=rows[0]["cookie"], language="en", **PHONE)
    binh = await comes("binh", cookie=rows[1]["cookie"], size=DESK, language="en")
    for person in (an, binh):
        await person.comes_to(rows[0]["room"])
    await binh.chats("đồ ngốc")
    await an.sees(".chat-text")

    await an.clicks("[data-open-panel=menu]")
    form = await opens_beside(an, lambda: an.clicks(f"#menu {REPORT}"))
    about = await form.reads(".row-title")
    await reports(form, reason="abuse", text="lần thứ ba rồi")
    await an.is_linked()

    moderator = await a_moderator(comes, server)
    await moderator.clicks('#content-main a[href="/admin/accounts/report/"]')
    await moderator.clicks(f'#result_list a:text-is("{about}")')
    await moderator.page.wait_for_url("**/change/")
    page = await moderator.reads("#content")
    assert "lần thứ ba rồi" in page and "đồ ngốc" in page
    address = moderator.page.url
    await moderator.clicks("button[value=mute]")
    await moderator.types("reason", "Nói năng lịch sự nhé.")
    await moderator.clicks("[name=term][value=good]")
    await moderator.clicks("[name=apply]")
    await moderator.page.wait_for_url(address)
    await moderator.clicks("button[value=resolve]")
    await moderator.sees('.messagelist .success:has-text("1 report")')
    assert moderator.page.url == address

    await form.opens("/reports/")
    await form.sees("#mine [data-status=resolved]")
    assert "did something about it" in await form.reads("#mine")
    await binh.chats("tôi vẫn nói")
    await binh.sees("#toasts [data-toast]")
    assert await an.locator(".chat-text").count() == 1
    assert not form.surprises


async def test_a_line_of_the_chat_is_reported_with_keys_alone(comes, server):
    rows = await asyncio.to_thread(server.open_table, "--seats=2")
    an = await comes("an", cookie=rows[0]["cookie"], size=DESK, language="en")
    binh = await comes("binh", cookie=rows[1]["cookie"], size=DESK, language="en")
    for person in (an, binh):
        await person.comes_to(rows[0]["room"])
    await binh.chats("đồ ngốc")
    await an.sees(".chat-flag")
    await an.locator("#chat-text").focus()
    await an.presses(*["Shift+Tab"] * 5)
    assert await an.page.evaluate("document.activeElement.matches('.chat-flag')"), (
        "after the four quick words"
    )
    form = await opens_beside(an, lambda: an.presses("Enter"))
    assert "đồ ngốc" in await form.reads("main")
    await form.locator("[name=reason]").focus()
    await form.presses("i", "Tab")
    assert await form.locator("[name=reason]").input_value() == "abuse"
    await form.page.keyboard.type("ba lần rồi")
    await form.presses("Tab", "Tab", "Enter")
    await form.sees("#mine [data-status=new]")
    assert not form.surprises
