"""Reporting somebody from the table, which stays open meanwhile. What comes of it: test_moderation.py."""

import asyncio

from tests.browser.person import DESK, Person


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


async def test_a_line_of_the_chat_is_reported_with_keys_alone(comes, server):
    rows = await asyncio.to_thread(server.open_table, "--seats=2")
    an = await comes("an", cookie=rows[0]["cookie"], size=DESK, language="en")
    binh = await comes("binh", cookie=rows[1]["cookie"], size=DESK, language="en")
    for person in (an, binh):
        await person.comes_to(rows[0]["room"])
    await binh.chats("đồ ngốc")
    await an.sees(".chat-flag")
    await an.locator("#chat-text").focus()
    await an.presses(*["Shift+Tab"] * 2)
    assert await an.page.evaluate("document.activeElement.matches('.chat-flag')"), "after the quick words"
    form = await opens_beside(an, lambda: an.presses("Enter"))
    assert "đồ ngốc" in await form.reads("main")
    await form.locator("[name=reason]").focus()
    await form.presses("i", "Tab")
    assert await form.locator("[name=reason]").input_value() == "abuse"
    await form.page.keyboard.type("ba lần rồi")
    await form.presses("Tab", "Tab", "Enter")
    await form.sees("#mine [data-status=new]")
    assert not form.surprises
