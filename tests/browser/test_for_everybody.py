"""Pages for ears, fingers and small screens: landmarks, contrast, names, and nothing beyond the edge."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.browser.person import DESK, PHONE, TOUCH_PHONE, Person
from tests.browser.scenes import Scene, pages
from tests.browser.states import tables
from tests.games.story import FULL

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
LANG = {"vi": "vi", "en": "en", "zh-CN": "zh-hans"}
TABLES = [  # game, players beside the owner, language
    ("xidach", 1, "zh-CN"),
    ("xidach", 4, "vi"),
    ("xidach", 7, "en"),
    ("bigtwo", 3, "vi"),
    ("rummy", 1, "vi"),
    ("niuniu", 3, "zh-CN"),
    ("niuniu", 7, "vi"),
]
WIDTHS = [(360, 780), (390, 844), (768, 1024), (1440, 900)]
# Once for each page the style sheets are fetched and read too: that takes as long as all else.
SERIOUS = """async (how) => {
  const found = await axe.run(document, { resultTypes: ["violations"], ...how });
  const bad = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const why = ({ target, any }) => `${target} ${any[0]?.message ?? ""}`;
  return bad.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${why(node)}`));
}"""
# axe does not judge what stands on a gradient or a picture: felt, dock and jade are seen in their lightest.
PLAIN = """() => {
  const { style } = document.documentElement;
  style.setProperty("--felt", "#1A6B55");
  style.setProperty("--dock", "#33241F");
  style.setProperty("--safe", "#1D7F67");
  for (const felt of document.querySelectorAll(".on-felt")) felt.style.backgroundImage = "none";
}"""
BASICS = """() => {
  const skip = document.querySelector("a.skip-link")?.getAttribute("href");
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  return {
    headings: document.querySelectorAll("h1").length,
    lang: document.documentElement.lang,
    main: document.querySelectorAll("main").length,
    skip: document.querySelector(skip ?? "none") !== null,
    title: document.title,
    ids: ids.filter((id, at) => ids.indexOf(id) !== at),
  };
}"""
# How far anything can be scrolled sideways, and who sticks out.
BEYOND = """() => {
  const root = document.scrollingElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const out = [...document.querySelectorAll("body *")].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.right > innerWidth + 0.5 && getComputedStyle(e).position !== "fixed";
  });
  const named = out.slice(0, 4).map((e) => `${e.tagName}.${e.className}#${e.id}`);
  return [`${root.scrollWidth} > ${root.clientWidth}`, ...named];
}"""
# Elements, what the server says of some for the style sheets, and what stands in these and no others.
SAID = (
    (".seat-cards", ".is-open", "[data-card]"),
    (".seat-hand", ".has-act", ".seat-act"),
    ("[data-game=rummy] .seat", "[data-status=caught]:not([data-mine])", ".seat-cards.is-open"),
    (".seat.is-free", ".has-offers", ".seat-offers"),
    (".seat-name", ".has-bot", ".seat-bot"),
    (".seat", ".has-banker, [data-role=nha_cai]", ".seat-banker"),
    ("[data-game=bigtwo] .result", ".is-mine", ".result-sum"),
    (".stock", ".is-empty", ".card-slot"),
    (".round-seat", ".has-why", ".round-why"),
    ("[data-game=xidach] .seat-hand", ".has-stake", ".seat-stake"),
    (".round-cards", ".is-long", ":scope > :nth-child(8)"),
    (".example, .example-cards", ".is-whole", ".card:nth-child(13)"),
    (".example-cards", ".is-wide", ".card:nth-child(5), .card-row + .card-row"),
)
AMISS = """(said) => said.filter(([elements, some, inside]) => {
  const holds = (e) => e.querySelector(inside) !== null;
  return [...document.querySelectorAll(elements)].some((e) => e.matches(some) !== holds(e));
})"""
# What is pressed in the middle of a button is that button, and no card of mine reaches over its edge.
BUTTONS = "#actions button, .seat-act button, .seat-offers button"
COVERED = """(buttons) => [...document.querySelectorAll(buttons)].filter((e) => {
  const box = e.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const over = [...document.querySelectorAll(".dock [data-card]")].some((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
  });
  return box.width && (over || !e.contains(at));
}).map((e) => `${e.textContent.trim()} in ${e.closest("[id]").id}`)"""


STILL = """() => document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity)
  .forEach((one) => one.finish())"""


# Every rule each time; the sheets, which are the same on every screen, at the last.
ALL, ALL_BUT_SHEETS = {}, {"preload": False}
LIGHTS = {  # by width: as axe looks there
    PHONE["width"]: (("light", ALL_BUT_SHEETS), ("dark", ALL_BUT_SHEETS)),
    DESK["width"]: (*((("dark", ALL_BUT_SHEETS),) if FULL else ()), ("light", ALL)),
}


async def look(an: Person, scene: Scene, language: str) -> list[str]:
    """All that is wrong with how this page stands, at every width, and in light and dark."""
    wrong = []
    if scene.status != 200:
        an.expects(f"answer: {scene.status}", f"status of {scene.status}")
    await an.opens(scene.path)
    await an.sees(scene.ready)
    await an.page.evaluate("document.fonts.ready")
    basics = await an.page.evaluate(BASICS)
    if basics["headings"] != 1 or basics["main"] != 1 or not basics["skip"] or basics["ids"]:
        wrong.append(f"basics {basics}")
    if basics["lang"] != LANG[language] or not basics["title"].strip(" ·"):
        wrong.append(f"language or title {basics}")
    wrong += [f"said otherwise than it is: {what}" for what in await an.page.evaluate(AMISS, SAID)]
    await an.page.evaluate(AXE.read_text())
    wrong += await twice_as_large(an)
    for width, height in WIDTHS:
        await an.page.set_viewport_size({"width": width, "height": height})
        await an.page.evaluate(STILL)
        wrong += [f"{width} px: beyond {what}" for what in await an.page.evaluate(BEYOND)]
        wrong += [f"{width} px: covered {what}" for what in await an.page.evaluate(COVERED, BUTTONS)]
        for light, how in LIGHTS.get(width, ()):
            wrong += [f"{width} px {light}: {what}" for what in await axe_finds(an, light, how)]
    return [f"{scene.name}: {what}" for what in dict.fromkeys(wrong)]


async def axe_finds(an: Person, light: str, how: dict[str, Any]) -> list[str]:
    await an.page.evaluate(PLAIN)
    await an.page.emulate_media(color_scheme=light, reduced_motion="reduce")
    await an.page.evaluate(STILL)
    return await an.page.evaluate(SERIOUS, how)


async def twice_as_large(an: Person) -> list[str]:
    """What sticks out of the narrowest page when the text is set to 200 %."""
    await an.page.set_viewport_size({"width": 320, "height": 700})
    await an.page.evaluate("document.documentElement.style.fontSize = '200%'")
    await an.page.evaluate(STILL)
    wrong = [f"320 px, text twice as large: beyond {what}" for what in await an.page.evaluate(BEYOND)]
    await an.page.evaluate("document.documentElement.style.fontSize = ''")
    return wrong


@pytest.fixture
def server(still):
    return still


async def look_at_all(comes, server, scenes, language="vi") -> list[str]:
    wrong: list[str] = []
    someone: dict[str, Person] = {}
    async for scene in scenes:
        if scene.cookie not in someone:
            how = {"cookie": scene.cookie, "language": language, "to": server}
            someone[scene.cookie] = await comes(scene.name, **how)
        wrong += await look(someone[scene.cookie], scene, language)
    return wrong


async def test_every_page_can_be_read_by_everybody(comes, houses):
    empty = houses.new().start()
    wrong = await look_at_all(comes, empty, pages(empty))
    empty.stop()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("game", "players", "language"), TABLES)
async def test_every_state_of_the_table_can_be_read_by_everybody(comes, server, game, players, language):
    wrong = await look_at_all(comes, server, tables(server, players, game), language)
    assert not wrong, "\n".join(wrong)


# But for links within a sentence.
PRESSED = (
    "main :is(.button, .link-alone, form .spread a, select, summary, textarea, input:not([type=hidden]))"
)
SMALL = """(pressed) => [...document.querySelectorAll(pressed)]
  .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 2 && Math.min(width, height) < 43.5)
  .map(([e, { width, height }]) => `${e.outerHTML.slice(0, 60)} ${width.toFixed()} by ${height.toFixed()}`)"""


async def test_what_a_finger_presses_is_large_enough(comes, server):
    """Of the pages with forms; of tables: test_layout.py."""
    [line, _] = await asyncio.to_thread(server.open_table, "--seats=2")
    stranger, an = (
        await comes(to=server, **TOUCH_PHONE),
        await comes(cookie=line["cookie"], to=server, **TOUCH_PHONE),
    )
    doors = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")
    rooms = (
        "/lobby/",
        "/rooms/new/",
        "/accounts/settings/",
        "/accounts/close/",
        "/accounts/mfa/",
        "/reports/new/",
    )
    for person, path in ((stranger, doors), (an, rooms)):
        for address in path:
            await person.opens(address)
            assert await person.locator(PRESSED).count(), address
            assert await person.page.evaluate(SMALL, PRESSED) == [], address


async def test_a_page_does_not_jump_while_it_loads(comes):
    an = await comes(size=DESK)
    await an.page.add_init_script("""
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    """)
    for path in ("/", "/lobby/", "/accounts/signup/"):
        await an.opens(path)
        await an.page.evaluate("document.fonts.ready")
        assert await an.page.evaluate("window.shift") < 0.1, path
