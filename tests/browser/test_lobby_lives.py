"""The lobby in front of somebody changes by itself, and never under their hands."""

import secrets

import pytest
import pytest_asyncio

from tests.browser.line import Line
from tests.browser.person import DESK, TOUCH_PHONE, says

LOBBY = "/lobby/?window=768"  # with all the rooms that other tests have left


@pytest_asyncio.fixture(loop_scope="session")
async def cai(table):
    cai, _ = await table(seats=2, batch=4)
    return cai


async def open_room(person, name, **fields):
    """By the page for it; where it leads."""
    await person.opens("/rooms/new/")
    await person.page.locator("[name=name]").fill(name)
    for field, value in fields.items():
        await person.page.locator(f"[name={field}][value={value}]").check()
    await person.clicks("form[data-room-form] .form-actions button")
    await person.is_linked()
    return person.page.url.rstrip("/").rsplit("/", 1)[1]


async def test_a_room_appears_and_goes_while_somebody_looks(comes, cai):
    an = await comes(size=DESK)
    await an.opens(LOBBY)
    await an.page.evaluate("window.notReloaded = true")
    name = f"Nhà {secrets.token_hex(3)}"
    code = await open_room(cai, name)
    await an.sees(f"#room-{code}")
    assert name in await an.reads(f"#room-{code}")
    taken = await an.reads(f"#room-{code} .room-seats .number")
    await cai.clicks(says("bot", seat=1))

    async def one_more():
        return await an.reads(f"#room-{code} .room-seats .number") != taken

    await an.until(one_more, "another seat taken")
    await cai.clicks("button[data-open-panel=menu]")
    await cai.clicks(says("close"))
    await cai.clicks(says("close"))
    await an.sees_no(f"#room-{code}")
    assert await an.page.evaluate("window.notReloaded")


async def test_a_room_for_those_with_the_link_is_not_listed(comes, cai):
    an = await comes()
    await an.opens(LOBBY)
    hidden = await open_room(cai, "Riêng", visibility="unlisted")
    shown = await open_room(cai, "Chung", visibility="public")
    await an.sees(f"#room-{shown}")
    assert not await an.sees_now(f"#room-{hidden}") and hidden not in await an.page.content()
    assert not any(hidden in frame.text for frame in an.frames)


async def test_a_row_stays_where_it_is_while_it_has_the_focus(comes, cai, server):
    an = await comes(size=DESK)
    code = await open_room(cai, "Dưới tay")
    await an.opens(LOBBY)
    await an.sees(f"#room-{code}")
    link = an.locator(f"#room-{code} .room-action a")
    await link.scroll_into_view_if_needed()
    await link.focus()
    place = "e => e.getBoundingClientRect().top"
    before = await link.evaluate(place)
    async with server.table(seats=5, batch=1) as other:
        await other.tell_the_lobby()
        await an.until(lambda: an.all(f"#room-{other.code}", "e => e.id"), "news of another room")
    assert abs(await link.evaluate(place) - before) < 2, "a hairline at most"
    assert await link.evaluate("e => e === document.activeElement")
    rows = await an.all("#rooms .room", "e => e.getBoundingClientRect().height")
    await link.evaluate("e => e.blur()")
    await an.page.mouse.move(5, 5)

    async def all_shown():
        return all(await an.all("#rooms .room", "e => e.getBoundingClientRect().height"))

    assert 0 in rows
    await an.until(all_shown, "the new room, now that nothing is held")


@pytest_asyncio.fixture(loop_scope="session")
async def two_rooms(server):
    async with server.table(seats=2, batch=2) as lower, server.table(seats=2, batch=2) as upper:
        yield sorted((lower, upper), key=lambda table: server.rows(ID, table.code), reverse=True)


ID = "SELECT id FROM lobby_room WHERE code = ?"
TOP = "e => e.getBoundingClientRect().top"
GROWS = "e => e.querySelector('.row-note').append(' · thêm'.repeat(200))"


async def test_nothing_moves_a_row_under_the_pointer(comes, server, two_rooms):
    upper, lower = two_rooms
    line = await Line(server).mend()
    an = await comes(size=DESK, language="en", to=line)
    an.expects("WebSocket connection", "ERR_CONNECTION", "htmx:ws:error")
    await an.opens(LOBBY)
    await an.until(lambda: told(an), "the first list")
    row, above = an.locator(f"#room-{lower.code}"), an.locator(f"#room-{upper.code}")
    await row.locator(".room-action a").hover()
    before = await row.evaluate(TOP)

    async def is_where_it_was():
        return abs(await row.evaluate(TOP) - before) < 1

    async with server.table(seats=3, batch=1) as new:  # not one that is listed already
        await new.people[1].say(room="stand_up")
        await an.sees(f"#room-{new.code}[hidden]:has(.pill-gain)")
        await new.people[1].say(room="sit", seat=1)
        await an.sees(f"#room-{new.code}:not(:has(.pill-gain))")
        assert await an.locator(f"#room-{new.code}").is_hidden() and await is_where_it_was()

    await above.evaluate(GROWS)
    assert await is_where_it_was(), "a longer text above"

    await upper.people[0].say(room="close")
    await an.sees(f"#room-{upper.code}[data-gone]")
    assert await above.locator(".room-state").inner_text() == "Closed"
    assert await above.locator("a[href]").count() == 0 and await is_where_it_was()

    await line.cut()
    await an.page.wait_for_selector("[data-still]", state="visible")
    assert await is_where_it_was(), "the list says that it stands still"
    await lower.people[0].say(room="close")
    await lower.people[0].until_closed()
    await line.mend()
    await an.sees(f"#room-{lower.code}[data-gone]")
    assert await is_where_it_was(), "the whole list was told anew"

    await an.page.mouse.move(5, 5)
    await an.sees_no("[data-gone]")
    await line.cut()


async def test_a_room_that_closes_under_the_focus_keeps_it_and_leads_nowhere(comes, two_rooms):
    room, _ = two_rooms
    an = await comes(size=DESK)
    await an.opens(LOBBY)
    await an.until(lambda: told(an), "the first list")
    await an.locator(f"#room-{room.code} a").focus()
    await room.people[0].say(room="close")
    await an.sees(f"#room-{room.code}[data-gone]:focus-within")
    await an.presses("Enter")
    assert an.page.url.endswith(LOBBY)
    await an.presses("Tab")
    await an.locator("[name=code]").focus()
    await an.sees_no(f"#room-{room.code}")


async def test_a_finger_that_has_left_holds_nothing(comes, two_rooms):
    upper, lower = two_rooms
    an = await comes(**TOUCH_PHONE)
    await an.opens(LOBBY)
    await an.until(lambda: told(an), "the first list")
    await an.clicks(f"#room-{lower.code} .room-name")
    await upper.people[0].say(room="close")
    await an.sees_no(f"#room-{upper.code}")


async def test_a_code_leads_to_its_room_however_it_is_typed(comes, cai):
    line = cai.room
    an = await comes(cookie=await cookie_of(cai))
    await an.opens(LOBBY)
    await an.page.locator("[name=code]").fill(line.upper())
    await an.page.locator("[name=code]").press("Enter")
    await an.is_linked()
    await an.opens(LOBBY)
    await an.page.locator("[name=code]").fill("zzzzzz")
    await an.page.locator("[name=code]").press("Enter")
    await an.sees("[name=code][aria-invalid=true]")
    assert await an.locator("#code-note").is_visible()


async def test_a_list_that_stands_still_says_so(comes, server):
    line = await Line(server).mend()
    an = await comes(size=DESK, to=line)
    an.expects("WebSocket connection", "ERR_CONNECTION", "htmx:ws:error")
    await an.opens(LOBBY)
    await an.until(lambda: told(an), "the first list")
    assert not await an.locator("[data-still]").is_visible()
    await line.cut()
    await an.page.wait_for_selector("[data-still]", state="visible")
    await line.mend()
    await an.page.wait_for_selector("[data-still]", state="hidden")
    await line.cut()


async def told(an):
    return an.frames


async def cookie_of(person):
    cookies = {cookie["name"]: cookie["value"] for cookie in await person.context.cookies()}
    return f"sessionid={cookies['sessionid']}"


STANDING = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const tiles = [...document.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect());
  const across = (side) => new Set(tiles.map((tile) => tile[side])).size;
  const middle = ({ top, bottom }) => (top + bottom) / 2;
  const [title, free] = [box("#rooms-title"), box(".lobby-rooms-head > .chip")];
  const wrong = {
    "a hole beside the tiles": across("x") * across("y") !== tiles.length,
    "a header of two lines": box(".topbar").height > 72,
    "a filter that is not beside its heading": Math.abs(middle(title) - middle(free)) > 2,
    "a filter out of sight": free.right > innerWidth,
  };
  return Object.keys(wrong).filter((what) => wrong[what]);
}"""


@pytest.mark.parametrize("language", ["vi", "en", "zh-CN"])
async def test_tiles_header_and_filter_stand_well_on_every_screen(comes, cai, language):
    (cookie,) = [one for one in await cai.context.cookies() if one["name"].startswith("session")]
    for an in (await comes(language=language), await comes(cookie=f"{cookie['name']}={cookie['value']}")):
        await an.opens("/lobby/")
        await an.page.evaluate("document.fonts.ready")
        for width in (360, 480, 600, 640, 768, 834, 1024, 1100, 1440):
            await an.page.set_viewport_size({"width": width, "height": 900})
            assert await an.page.evaluate(STANDING) == [], width
