"""Every state of every table is whole on every screen: nothing covered, cut or outside, nothing too small.

In pairs; with FULL=1 each state on every screen in every language, with short names and long ones.
"""

from collections.abc import Iterator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path

import pytest

from games.registry import ENGINES
from tests.browser.moments import CROWDED, KINDS, SHORT, Crowd, Moment, moments
from tests.browser.still_pages import pages
from tests.games.story import FULL

SCREENS = (
    (360, 640), (390, 664), (320, 568), (640, 360), (780, 360),
    (768, 1024), (820, 1180), (1024, 768), (1280, 720), (1440, 900),
)  # fmt: skip
MAY_SCROLL = {(320, 568), (640, 360), (780, 360)}  # their dock
DESK = 1100  # from here on there is a mouse
# Chinese is as wide as the machine's own font: there it is for eyes, and for the long form.
LANGUAGES = ("vi", "en", "zh-hans") if FULL else ("vi", "en")
MEASURED = (Path(__file__).parent / "measured.js").read_text()
COMES_TO_REST = """async () => {
  await document.fonts.ready;
  const ends = (one) => one.effect.getTiming().iterations !== Infinity;
  document.getAnimations().filter(ends).forEach((one) => one.finish());
}"""
# Another moment of the same game comes in place of this one.
SHOWS = """(html) => {
  const there = new DOMParser().parseFromString(html, "text/html"), table = document.querySelector("#table");
  document.documentElement.lang = there.documentElement.lang;
  table.dataset.seats = there.querySelector("#table").dataset.seats;
  const zones = ["top", "banner", "clock", "centre", "result", "hand", "actions", "log", "menu"];
  for (const what of [".seats", ...zones.map((name) => `#${name}`)])
    table.querySelector(what).replaceWith(document.adoptNode(there.querySelector(what)));
  table.dispatchEvent(new CustomEvent("table:frame", { detail: "" }));
}"""


@asynccontextmanager
async def onlookers(browser):
    """`show = …; await show(moment, screen, language, crowd)`: a page for fingers and one with a mouse."""
    with pages() as at:
        shown = {}
        contexts = []
        for touch in (True, False):
            how = {
                "has_touch": touch,
                "is_mobile": touch,
                "reduced_motion": "reduce",
                "service_workers": "block",
            }
            contexts.append(await browser.new_context(**how))
            shown[touch] = [await contexts[-1].new_page(), None, None]
            await shown[touch][0].route_web_socket("**/ws/**", lambda socket: socket.send("<p></p>"))

        async def show(moment, screen, language, crowd):
            one = shown[screen[0] < DESK]
            page, game, now = one
            html = moment.html(language, crowd)
            if game != moment.game:
                at.html = html
                await page.goto(f"{at.url}/rooms/4k2pqr/")
                await page.wait_for_selector('#table[data-link="open"]')
            elif now != html:
                await page.evaluate(SHOWS, html)
            one[1:] = moment.game, html
            await page.set_viewport_size(dict(zip(("width", "height"), screen, strict=True)))
            await page.evaluate(COMES_TO_REST)
            return page

        yield show
        for context in contexts:
            await context.close()


Look = tuple[Moment, tuple[int, int], str, Crowd]

# Of all that is amiss these are known and not mended yet. Whatever is mended must leave the list.
KNOWN = Path(__file__).parent / "known_amiss.txt"


def known(game: str) -> dict[str, set[str]]:
    """What is known to be amiss, and on which screens."""
    lines = [line.split(" | ", 2) for line in KNOWN.read_text().splitlines() if line.startswith(f"{game} | ")]
    return {what: set(screens.split()) for _game, screens, what in lines}


def looks(game: str) -> Iterator[Look]:
    """Each moment on each screen; in pairs on some of them, so that each kind of moment is seen on every
    screen, in every language, and with every number of seats."""
    for number, moment in enumerate(one for one in moments() if one.game == game):
        if FULL:
            for screen, language, crowd in product(SCREENS, LANGUAGES, (SHORT, CROWDED)):
                yield moment, screen, language, crowd
            continue
        many = SOME if len(ENGINES[game].seats) > 1 else len(SCREENS)
        for step in range(many):
            screen = SCREENS[(SOME * number + 3 * step) % len(SCREENS)]
            yield moment, screen, LANGUAGES[number % 2], CROWDED if (number // 2 + step) % 2 else SHORT


SOME = 4  # screens for each number of seats


async def amiss_of(browser, game: str) -> list[tuple[str, str, str]]:
    """Screen, moment, and what: all that is found."""
    found = []
    async with onlookers(browser) as show:
        # One screen after the other: to change it takes as long as to look.
        for moment, screen, language, crowd in sorted(looks(game), key=lambda look: SCREENS.index(look[1])):
            page = await show(moment, screen, language, crowd)
            at = "{}x{}".format(*screen)
            amiss = await page.evaluate(MEASURED, screen in MAY_SCROLL)
            found += [(at, f"{moment.name} {language} {crowd.name}", what) for what in amiss]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", KINDS)
async def test_nothing_more_than_is_known_is_amiss_on_any_screen(browser, game):
    """The long form meets more of what is known: until the list is empty, only another kind is news there."""
    excused, found = known(game), await amiss_of(browser, game)
    kinds = {what.partition(":")[0] for what in excused}
    news = [
        f"{at} {moment}: {what}"
        for at, moment, what in found
        if at not in excused.get(what, ()) and not (FULL and what.partition(":")[0] in kinds)
    ]
    assert not news, f"{len(news)} amiss\n" + "\n".join(news)
    assert excused.keys() - {what for _at, _moment, what in found} == set(), "mended: out of the list"
