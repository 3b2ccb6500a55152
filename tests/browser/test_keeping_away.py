"""Who wishes to keeps others away from where they read the name: at a table, in the chat, on a profile."""

from tests.browser.person import DESK, PHONE, TOUCH_PHONE

ASK, PANEL, SAID = ".seat-name .name-ask", "#person-panel[open]", "#chat .chat-text"


async def test_a_finger_on_a_name_at_the_table_and_one_more_keeps_them_away(comes, server, table):
    cai, an = await table(seats=2, sizes=(PHONE,))
    finger = await comes("by finger", cookie=await cookie(an), **TOUCH_PHONE)
    await finger.comes_to(an.room)
    box = await finger.locator(ASK).evaluate(LARGE)
    assert box["width"] >= 43 and box["height"] >= 43, box
    await finger.clicks(ASK)
    await finger.sees(PANEL)
    assert await finger.reads("#person h1") == await finger.reads(ASK)
    assert await finger.page.evaluate(NOTHING_IS_CUT)
    await finger.clicks("#person form[action$='/block/'] button")
    await finger.sees("#person form[action$='/unblock/']")
    assert await finger.reads(".person-said") != ""
    await finger.clicks("[data-person-close]")
    await finger.sees_no(PANEL)
    await finger.clicks("[data-open-panel=chat]")
    await finger.chats("có ai không?")
    await finger.sees(SAID, 1)
    await cai.clicks("[data-open-panel=chat]")
    await cai.chats("có tôi đây")
    await cai.sees(SAID, 1)  # only their own
    assert await finger.locator(SAID).count() == 1
    await finger.opens("/accounts/blocked/")
    await finger.clicks("form[action$='/unblock/'] button")
    await finger.sees_no("form[action$='/unblock/']")


async def test_by_keyboard_from_a_line_of_the_chat(table):
    cai, an = await table(seats=2, sizes=(DESK,))
    await cai.chats("có ai không?")
    await an.sees(SAID, 1)
    await an.locator("#chat .name-ask").focus()
    await an.presses("Enter")
    await an.sees(PANEL)
    assert await an.page.evaluate("document.activeElement.tagName") == "H1"
    await an.presses("Tab", "Enter")
    await an.sees("#person form[action$='/unmute/']")
    await an.sees(SAID, 0)
    await an.presses("Tab", "Enter")
    await an.sees("#person form[action$='/mute/']")
    await an.sees(SAID, 1)
    await an.presses("Escape")
    await an.sees_no(PANEL)
    await an.sees("#dock:focus")  # the name was away for a while
    await an.locator("#chat .name-ask").focus()
    await an.presses("Enter")
    await an.sees(PANEL)
    await an.presses("Escape")
    await an.sees_no(PANEL)
    await an.sees("#chat .name-ask:focus")


async def test_without_scripts_and_from_a_profile_it_is_a_page(comes, server, table):
    cai, an = await table(seats=2, sizes=(PHONE,))
    plain = await comes("plain", cookie=await cookie(an), java_script_enabled=False)
    await plain.opens(f"/rooms/{an.room}/?still=1")
    await plain.clicks(ASK)
    await plain.sees("#person form[action$='/mute/']")
    await plain.clicks("#person form[action$='/mute/'] button")
    await plain.sees("#table")
    assert plain.page.url.startswith(f"{server.url}/rooms/{an.room}/")
    await plain.opens("/accounts/blocked/")
    await plain.sees("form[action$='/unmute/']", 1)
    await plain.opens(f"/players/{await plain.reads('.row-title')}/")
    await plain.clicks("a[href*='/accounts/person/']")
    await plain.sees("#person form[action$='/unmute/']", 1)


async def cookie(person):
    found = {one["name"]: one["value"] for one in await person.context.cookies()}
    return f"sessionid={found['sessionid']}"


# How far from the middle of the name a finger still hits it.
LARGE = """(ask) => {
  const { left, right, top, bottom } = ask.getBoundingClientRect();
  const at = (dx, dy) => document.elementFromPoint((left + right) / 2 + dx, (top + bottom) / 2 + dy);
  const hits = (dx, dy) => at(dx, dy)?.closest(".name-ask") === ask;
  const reach = (dx, dy, far = 0) => far < 99 && hits(dx * far, dy * far) ? reach(dx, dy, far + 1) : far;
  return { width: reach(-1, 0) + reach(1, 0), height: reach(0, -1) + reach(0, 1) };
}"""
NOTHING_IS_CUT = """() => {
  const box = document.querySelector("#person-panel").getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
    && document.body.scrollWidth <= innerWidth;
}"""
