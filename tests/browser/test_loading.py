"""A page that is long in coming: its shape after 300 ms, nothing before, all as it was for who stays."""

import asyncio
import re

import pytest
import pytest_asyncio

from tests.browser.line import Line
from tests.browser.person import DESK, PHONE, until
from tests.browser.test_for_everybody import AXE, SERIOUS

WAIT = 300
BUSY = 'main[aria-busy="true"]'
SIDEWAYS = "document.scrollingElement.scrollWidth > document.scrollingElement.clientWidth"
NOTHING_COMES = """
addEventListener("submit", (event) => event.preventDefault());
addEventListener("click", (event) => { if (event.target.closest("a")) event.preventDefault(); });
"""
# A page on its way out answers none of the test's questions, but what it asks of the server is heard.
TELLS = """(() => {
  let clicked = 0;
  addEventListener("click", () => { clicked = performance.now(); }, true);
  new MutationObserver(() => {
    const after = performance.now() - clicked;
    const said = document.querySelector("[data-loading]").textContent;
    fetch(`/healthz?after=${after}&said=${said ? 1 : 0}`);
  }).observe(document.querySelector("main"), { attributes: true });
})()"""


class SlowLine(Line):
    """The leaderboard is not asked for until the page has told how it waits, and meanwhile the lobby goes on:
    what its socket brings comes only then."""

    told = b""
    asked = False

    async def _carry(self, reader, writer):
        there_reader, there = await asyncio.open_connection("127.0.0.1", self.server.port)
        self._open |= {writer, there}
        await asyncio.gather(self._ask(reader, there), self._pass(there_reader, writer))
        self._open -= {writer, there}

    async def _ask(self, reader, there):
        while piece := await reader.read(65536):
            if piece.startswith(b"GET /ws/lobby/"):
                await until(self._is_asked, "the leaderboard")
            if piece.startswith(b"GET /healthz?"):
                self.told = self.told or piece
            if piece.startswith(b"GET /leaderboard/"):
                self.asked = True
                await until(self._is_told, "the shape of the page")
            there.write(piece)
        there.close()

    async def _is_asked(self):
        return self.asked

    async def _is_told(self):
        return self.told


@pytest_asyncio.fixture(loop_scope="session")
async def waiting(comes):
    """Somebody in the lobby; nothing they ask for ever comes, and time stands still."""

    async def come(page="/lobby/", **how):
        an = await comes(**how)
        await an.page.clock.install(time=0)
        await an.opens(page)
        await an.page.clock.pause_at(60_000)
        await an.page.evaluate(NOTHING_COMES)
        return an

    return come


async def waits(an, ms):
    await an.page.clock.run_for(ms)


async def is_as_it_was(an):
    assert not await an.sees_now(f".skeleton, {BUSY}")
    assert not await an.page.locator("[data-loading]").text_content()


async def shape(an):
    """Which of the shapes stands in the page's place."""
    shapes = "[...document.querySelectorAll('template[data-shape]')]"
    shown = "document.querySelector('main[aria-busy=true] > .skeleton').outerHTML"
    return await an.page.evaluate(
        f"{shapes}.find((e) => e.content.firstChild.outerHTML === {shown}).dataset.shape"
    )


async def test_a_slow_page_shows_its_shape_until_it_is_there(comes, server):
    line = await SlowLine(server).mend()
    an = await comes(size=DESK, to=line)
    await an.opens("/lobby/")
    await an.page.evaluate(TELLS)
    await an.page.evaluate("""document.querySelector(".topbar-link[href='/leaderboard/']").click()""")
    await an.page.wait_for_url("**/leaderboard/")
    await an.sees("h1")
    after, said = re.search(rb"after=([\d.]+)&said=(\d)", line.told).groups()
    assert float(after) >= WAIT - 1
    assert said == b"1"
    await is_as_it_was(an)
    await an.page.go_back()
    await an.sees("#rooms-title")
    await is_as_it_was(an)
    await line.cut()


async def test_nothing_is_shown_before_a_third_of_a_second(waiting):
    an = await waiting(size=DESK)
    await an.clicks(".topbar-link[href='/leaderboard/']")
    await waits(an, WAIT - 1)
    await is_as_it_was(an)
    await waits(an, 1)
    assert await shape(an) == "rows"
    assert not await an.locator("#rooms-title").is_visible()
    assert await an.page.locator("[data-loading]").text_content()


async def test_a_page_that_comes_at_once_finds_no_timer_behind(waiting):
    an = await waiting(size=DESK)
    an.expects("WebSocket is closed before", "htmx:ws:error")  # the page shuts it, as one that is left does
    await an.clicks(".topbar-link[href='/leaderboard/']")
    await an.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    await waits(an, 2 * WAIT)
    await is_as_it_was(an)


LEADS = [
    (".topbar-link[href='/leaderboard/']", "rows"),
    (".topbar-link[href^='/rules/']", "text"),
    (".tile", "form"),
    (".topbar-link[href='/lobby/']", "lobby"),
    (".topbar-login", "form"),
    ("button[name=theme]:visible", "lobby"),
    (".play-now button", "table"),
    (".code-entry button", "table"),
]


async def test_the_shape_is_that_of_the_page_to_come(waiting):
    an = await waiting(size=DESK)
    await an.types("code", "abcdef")
    for what, wanted in LEADS:
        await an.clicks(what)
        await waits(an, WAIT)
        assert (what, await shape(an)) == (what, wanted)
        await an.presses("Escape")
        await is_as_it_was(an)


async def test_opening_a_room_shows_a_table(waiting, server):
    line = (await asyncio.to_thread(server.open_table, "--seats=2"))[0]
    an = await waiting(cookie=line["cookie"], size=DESK)
    await an.clicks(".lobby .play-now button")
    await waits(an, WAIT)
    assert await shape(an) == "table"


async def test_who_stays_finds_everything_as_it_was(waiting):
    an = await waiting(size={"width": 360, "height": 500})
    await an.types("code", "abc")
    await an.page.evaluate("document.querySelector('.code-entry button').focus()")
    place = "[scrollY, document.activeElement.matches('.code-entry button')]"
    before = await an.page.evaluate(place)
    assert before[0] and before[1]
    await an.presses("Enter")
    await waits(an, WAIT)
    assert await shape(an) == "table"
    await an.presses("Escape")
    await is_as_it_was(an)
    assert await an.page.evaluate(place) == before
    assert await an.locator("[name=code]").input_value() == "abc"


async def test_who_comes_back_finds_the_page_and_not_its_shape(waiting):
    """One without a socket; fresh.js loads a live one anew."""
    an = await waiting("/rules/bigtwo/", size=DESK)
    await an.clicks(".topbar-link[href='/leaderboard/']")
    await waits(an, WAIT)
    assert await shape(an) == "rows"
    await an.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await is_as_it_was(an)


STAYS = {
    "another tab": "link.target = '_blank'",
    "a file": "link.href = '/rooms/abcdef/ledger.csv'",
    "to save": "link.download = ''",
    "this page": "link.href = '#code'",
    "another site": "link.href = 'https://example.invalid/'",
    "prevented": "link.addEventListener('click', (event) => event.preventDefault())",
}


@pytest.mark.parametrize("why", STAYS)
async def test_what_does_not_lead_to_a_page_shows_nothing(waiting, why):
    an = await waiting(size=DESK)
    await an.page.evaluate(f"() => {{ const link = document.querySelector('.topbar-link'); {STAYS[why]} }}")
    await an.clicks(".topbar-link")
    await waits(an, 2 * WAIT)
    await is_as_it_was(an)


@pytest.mark.parametrize("key", ["Control", "Shift", "Meta", "Alt"])
async def test_a_click_that_asks_for_something_else_shows_nothing(waiting, key):
    an = await waiting(size=DESK)
    await an.page.locator(".topbar-link").first.click(modifiers=[key])
    await waits(an, 2 * WAIT)
    await is_as_it_was(an)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_every_shape_can_be_read_by_everybody_and_keeps_within_the_page(comes, size):
    an = await comes(size=size)
    await an.opens("/lobby/")
    await an.page.evaluate(NOTHING_COMES)
    await an.page.evaluate(AXE.read_text())
    for light in ("light", "dark"):
        await an.page.emulate_media(color_scheme=light, reduced_motion="reduce")
        for path in ("/lobby/", "/leaderboard/", "/rooms/new/", "/rules/xidach/", "/rooms/abcdef/"):
            await an.page.evaluate("path => { document.querySelector('.topbar-mark').href = path }", path)
            await an.clicks(".topbar-mark")
            await an.sees(BUSY)
            assert not await an.page.evaluate(SIDEWAYS), path
            assert await an.page.evaluate(SERIOUS) == [], path
            await an.presses("Escape")


PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("#dock, .felt, .seat, .rail-body, .menu-body")].map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    const seen = e.checkVisibility({ visibilityProperty: true });
    return [e.id || e.className, seen && [x, y, width, height].map(Math.round)];
  }))"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_a_table_stands_as_it_will_before_its_scripts_are_there(comes, server, size):
    async with server.table(seats=4) as table:
        an = await comes(cookie=table.cookies[0], size=size)
        may_come = asyncio.Event()

        async def late(route):
            await may_come.wait()
            await route.continue_()

        await an.page.route("**/js/table/*", late)
        await an.page.goto(f"{an.url}/rooms/{table.code}/", wait_until="commit")
        await an.sees("#menu-panel")
        await an.page.evaluate("document.fonts.ready")
        before = await an.page.evaluate(PLACES)
        may_come.set()
        await an.is_linked()
        assert await an.page.evaluate(PLACES) == before


async def test_the_table_plays_on_while_the_next_page_is_long_in_coming(table):
    _, an = await table(seats=2)
    assert "loading" not in await an.page.evaluate("document.documentElement.outerHTML")
