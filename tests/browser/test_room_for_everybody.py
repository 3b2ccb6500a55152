"""However many sit down: nobody lies under the dock, under the tab of the log, or under the stock's words."""

import pytest

from tests.browser.states import tables

NARROW, ASIDE, TABLET = (360, 780), (844, 390), (768, 1024)
WITHOUT_SCROLLING = "document.scrollingElement.scrollHeight <= innerHeight"
COVERED = """([one, others]) => {
  const box = (e) => e.getBoundingClientRect();
  const top = document.querySelector(one);
  if (!top || !top.checkVisibility()) return [];
  const { left, right, top: upper, bottom } = box(top);
  return [...document.querySelectorAll(others)].filter((e) => {
    const under = box(e);
    return under.left < right && under.right > left && under.top < bottom && under.bottom > upper;
  }).map((e) => e.textContent.trim());
}"""


async def looks(an, scene, size):
    await an.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    await an.opens(scene.path)
    await an.sees(scene.ready)
    await an.page.evaluate("document.fonts.ready")


@pytest.mark.parametrize(("players", "seats"), [(7, 8), (5, 6)])
async def test_everybody_has_room(comes, server, players, seats):
    wanted, seen = {f"players-turn-{players}", f"result-{players}"}, set()
    async for scene in tables(server, players, "xidach"):
        if scene.name not in wanted:
            continue
        seen.add(scene.name)
        an = await comes(scene.name, cookie=scene.cookie)
        for size in (NARROW, ASIDE, TABLET):
            await looks(an, scene, size)
            assert await an.page.locator(".seat").count() == seats
            assert await an.page.evaluate(WITHOUT_SCROLLING), (scene.name, size)
            assert await an.page.evaluate(COVERED, ["#dock", ".seat"]) == [], (scene.name, size)
            if size == TABLET:
                assert await an.page.evaluate(COVERED, [".rail-edge", ".seat"]) == [], scene.name
            if size == NARROW:
                assert await an.page.evaluate(COVERED, [".centre-note", ".seat-text"]) == [], scene.name
    assert seen == wanted
