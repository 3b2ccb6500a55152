"""The lobby shows the newest rooms, and more where somebody asks for them."""

import asyncio
import json

import pytest

from tests.browser.line import Line
from tests.browser.person import DESK, PHONE

MANY, WINDOW = 40, 12
MORE = "#open-rooms nav a"
ROWS = "[...document.querySelectorAll('#rooms .room')].map((row) => row.id.slice(5))"
FOCUS = "document.activeElement.closest('.room')?.id.slice(5)"
IN_SIGHT = """(id) => {
  const { top, bottom } = document.getElementById(id).getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}"""


@pytest.fixture(scope="module")
def server(houses):
    """One whose list nobody else changes."""
    server = houses.new().start()
    yield server
    server.stop()


@pytest.fixture
async def crowd(server):
    """The codes of many rooms, the newest first. No other is listed."""
    told = await asyncio.to_thread(server.manage, "open_tables", str(MANY), "--seats=4", "--game=bigtwo")
    yield list(dict.fromkeys(json.loads(line)["room"] for line in told.splitlines()))[::-1]
    server.change("UPDATE lobby_room SET status = 'closed'")


async def told(an):
    return an.frames


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_more_rooms_come_where_somebody_asks_for_them(comes, server, crowd, size):
    an = await comes(size=size, language="en")
    await an.opens("/lobby/?game=bigtwo")
    await an.until(lambda: told(an), "the first list")
    assert await an.page.evaluate(ROWS) == crowd[:WINDOW]
    assert len(an.frames[0].text.encode()) <= 20 * 1024
    await an.page.evaluate("window.notReloaded = true")

    await an.locator(MORE).focus()
    await an.presses("Enter")
    await an.page.wait_for_url("**/lobby/?game=bigtwo&window=24*")
    await an.sees(f"#room-{crowd[23]}")
    assert await an.page.evaluate(ROWS) == crowd[:24]
    assert await an.page.evaluate(FOCUS) == crowd[12], "the first that is new"
    assert await an.page.evaluate(IN_SIGHT, f"room-{crowd[12]}")

    async def tells_of_all():
        return an.frames[-1].text.count('class="room"') == 24

    await an.until(tells_of_all, "the longer list, as it lives")
    assert await an.page.evaluate(ROWS) == crowd[:24]

    await an.clicks(MORE)
    await an.sees(f"#room-{crowd[-1]}")
    assert await an.page.evaluate(ROWS) == crowd and await an.page.evaluate("window.notReloaded")
    assert await an.locator(MORE).count() == 0
    await an.page.reload()
    assert await an.page.evaluate(ROWS) == crowd, "as many as before"


async def test_a_row_under_the_pointer_is_not_closed_by_newer_rooms(comes, server, crowd):
    """The list that a page is told anew after its line broke has no place left for it."""
    line = await Line(server).mend()
    an = await comes(size=DESK, language="en", to=line)
    an.expects("WebSocket connection", "ERR_CONNECTION", "htmx:ws:error")
    await an.opens("/lobby/?game=bigtwo")
    await an.until(lambda: told(an), "the first list")
    row = an.locator(f"#room-{crowd[WINDOW - 1]}")
    await row.locator(".room-action a").hover()
    await line.cut()
    await an.page.wait_for_selector("[data-still]", state="visible")
    new = await asyncio.to_thread(server.open_table, "--seats=4", "--game=bigtwo", batch=1)
    await line.mend()
    await an.until(lambda: an.all(f"#room-{new[0]['room']}", "e => e.id"), "the list anew")
    assert await row.get_attribute("data-gone") is None and await row.locator("a[href]").count()
    await an.page.mouse.move(5, 5)
    await an.sees_no(f"#room-{crowd[WINDOW - 1]}")
    await line.cut()


async def test_without_scripts_more_rooms_are_a_page(comes, crowd):
    an = await comes(size=PHONE, language="en", java_script_enabled=False)
    await an.opens("/lobby/?game=bigtwo")
    assert await an.locator("#rooms .room").count() == WINDOW
    await an.locator(MORE).press("Enter")
    await an.page.wait_for_url("**/lobby/?game=bigtwo&window=24*")
    assert await an.locator("#rooms .room").count() == 24
    box = await an.locator(f"#room-{crowd[12]}").bounding_box()
    assert 0 < box["y"] < PHONE["height"], "one reads on where one was"
