"""Stylesheets are served short. To a browser they say the same as where they were written."""

import json
from functools import partial
from urllib.parse import urlsplit

import pytest

from config.static import GamesInOne
from tests.browser.person import DESK, PHONE
from tests.files import served_as, stylesheets

pytestmark = pytest.mark.service_worker

TABLET = {"width": 834, "height": 1112}

# How every element but a clock looks, to the last property but how it moves. Files have hashed names where
# they are served; a background that is not there lies nowhere.
LOOKS = """() => {
  const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"));
  const value = (style, name) => style.getPropertyValue(name).replace(/\\.[0-9a-f]{12}(?=\\.)/g, "")
    .replace(name === "background-position" ? "0% 0%" : /(?!)/, "0px 0px");
  const of = (e, part) => [e.tagName, e.id, e.className.baseVal ?? e.className, part,
    ...names.map((name) => `${name}: ${value(getComputedStyle(e, part), name)}`)];
  const drawn = (e, part) => !part || getComputedStyle(e, part).content !== "none";
  const parts = (e) =>
    ["", "::before", "::after"].filter((part) => drawn(e, part)).map((part) => of(e, part));
  const all = document.body.querySelectorAll(":not(.ring, .timer-bar *, .time-left, .time-left *)");
  return [...all].flatMap(parts);
}"""
STILL = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
LETTERS = "document.body.offsetHeight && document.fonts.ready.then(() => null)"
AS_WRITTEN = """() => Promise.all([...document.querySelectorAll("link[rel=stylesheet]")].map(
  (link) => new Promise((loaded) => { link.onload = loaded; link.href += "?written"; })))"""
DIFFERENCES = f"""() => {{
  const now = ({LOOKS})();
  const found = now.flatMap((after, at) => after.flatMap((one, which) => {{
    const before = window.looked[at][which];
    return one === before ? [] : [[...after.slice(0, 4), before, one].join(" | ")];
  }}));
  return [now.length - window.looked.length, now[0].length, ...found];
}}"""


@pytest.fixture
def written(server):
    """By the address under which it is served."""
    names = json.loads((server.data / "static" / "staticfiles.json").read_text())["paths"]
    sheets = {served_as(path): path for path in stylesheets()}
    sheets |= {GamesInOne.name: server.data / "made" / GamesInOne.name}
    return {f"/static/{names[name]}": path for name, path in sheets.items()}


async def looks_as_written(an, opens, written):
    """Where the layout was not done as it was looked at, the page is opened once more."""
    found = []
    for _look in range(2):
        await opens()
        found = await differences(an, written)
        if not found:
            return
    pytest.fail(json.dumps(found, indent=1))


async def differences(an, written):
    """Between the page with the sheets that are served and the page with those that were written."""

    async def bring(route):
        await route.fulfill(path=written[urlsplit(route.request.url).path], content_type="text/css")

    await an.page.route("**/*.css?written", bring)
    await an.page.evaluate(STILL)
    await an.page.evaluate(LETTERS)
    await an.page.evaluate(f"() => {{ window.looked = ({LOOKS})(); }}")
    await an.page.evaluate(AS_WRITTEN)
    await an.page.evaluate(LETTERS)
    more, properties, *found = await an.page.evaluate(DIFFERENCES)
    assert more == 0 and properties > 300
    return found


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("page", ["/", "/lobby/", "/leaderboard/", "/rules/rummy/", "/accounts/signup/"])
async def test_a_page_looks_as_it_was_written(comes, written, page, size):
    an = await comes(size=size)
    await an.hears_no_news()
    await looks_as_written(an, partial(an.opens, page), written)


LOOKED_AT = [
    ("xidach", 5, PHONE, "light"),
    ("bigtwo", 4, DESK, "dark"),
    ("rummy", 2, TABLET, "dark"),
    ("niuniu", 5, PHONE, "light"),
]


@pytest.mark.parametrize(("game", "seats", "size", "light"), LOOKED_AT, ids=[game for game, *_ in LOOKED_AT])
async def test_a_table_looks_as_it_was_written(comes, server, written, game, seats, size, light):
    async with server.table(game=game, seats=seats, turn_seconds=300) as table:
        await table.start()
        an = await comes(size=size, cookie=table.cookies[0], color_scheme=light)
        await looks_as_written(an, partial(an.comes_to, table.code), written)
