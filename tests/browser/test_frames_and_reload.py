"""The page that followed the frames shows what a fresh page shows: nothing stale, lost or doubled."""

import asyncio
from random import Random

import pytest

from tests.browser.person import says
from tests.browser.states import act

MOVES = 10  # of each round, looked at one by one

# Zone by zone, as the server writes it: what the page's own modules add, and the clocks, are left out. A zone
# that differs is told by the first line that does.
DIFFERENCES = """async () => {
  const ZONES = [".table-top", ".seats", "#centre", "#dock", "#log", "#sheet", "#rules", "#chat"];
  const APART = "[data-seconds], [data-chosen], [data-word], .card-tag, [name=csrfmiddlewaretoken]";
  const OURS = /^(style|tabindex|hidden|disabled|aria-(busy|description)|data-(takes|held|htmx-powered))$/;
  const MOMENTS = /\\b(is-soon|is-last|is-new|is-dim)\\b/g;
  const tell = (node, lines = []) => {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) lines.push(node.data.trim());
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(APART)) return lines;
    const said = [...node.attributes].filter(({ name }) => !OURS.test(name))
      .map(({ name, value }) => `${name}="${value.replace(MOMENTS, "").trim()}"`);
    lines.push(`<${node.localName} ${said.sort().join(" ")}>`);
    for (const child of node.childNodes) tell(child, lines);
    lines.push("</>");
    return lines;
  };
  const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  return ZONES.flatMap((zone) => {
    const [live, now] = [document, fresh].map((page) => tell(page.querySelector(zone)));
    const at = [...live, ...now].findIndex((_, n) => live[n] !== now[n]);
    return at < 0 ? [] : [`${zone}: ${live[at]} is, fresh: ${now[at]}`];
  });
}"""


async def shows_what_a_fresh_page_shows(person):
    """Once the frames are there."""
    differences = None

    async def agrees():
        nonlocal differences
        differences = await person.page.evaluate(DIFFERENCES)
        return not differences

    try:
        await person.until(agrees)
    except AssertionError:
        pytest.fail(f"{person.name}: {differences}")


@pytest.mark.parametrize(("game", "seats"), [("xidach", 4), ("bigtwo", 4), ("rummy", 2), ("niuniu", 4)])
async def test_who_followed_the_frames_sees_what_a_fresh_page_shows(comes, server, game, seats):
    async with server.table(game=game, seats=seats, spectators=1, turn_seconds=120, batch=1) as table:
        people = [await comes(name, cookie=table.cookies[who]) for name, who in (("An", 1), ("Khách", -1))]
        for person in people:
            await person.comes_to(table.code)
        chance = Random(7)
        await plays_and_looks(table, people, chance)
        await table.play(chance)
        await table.until_open(2)
        await all_look(people)
        await plays_and_looks(table, people, chance)


async def plays_and_looks(table, people, chance):
    """The first moves of a round."""
    await table.start()
    for _ in range(MOVES):
        actor = await table.next_actor()
        await all_look(people)
        if actor is None:
            return
        await act(actor, chance)


async def all_look(people):
    await asyncio.gather(*map(shows_what_a_fresh_page_shows, people))


FAST = """
const real = Date.now.bind(Date);
Date.now = () => real() + 55_000;
window.tens = 0;
document.addEventListener("table:ten", () => { window.tens += 1; }, true);
"""


async def test_a_device_whose_clock_is_fast_counts_down_by_the_servers(comes, server):
    """T42"""
    async with server.table(seats=2, turn_seconds=60, come=False) as table:
        await table.enter(1)
        cai = await comes(cookie=table.cookies[0])
        await cai.context.add_init_script(FAST)
        await cai.comes_to(table.code)
        await cai.clicks(says("start"))
        await cai.sees("#heading[data-my-turn] [data-seconds]:not(:empty)")
        assert int(await cai.reads("#heading [data-seconds]")) > 10
        await cai.comes_to(table.code)
        assert int(await cai.reads("#heading [data-seconds]")) > 10
        assert await cai.page.evaluate("window.tens") == 0, "ten seconds are not told before their time"
