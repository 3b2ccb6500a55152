"""However many sit down: nobody lies under the dock, under the tab of the log, or under the stock's words."""

import pytest

from tests.browser.person import RESULT
from tests.browser.scenes import CALM
from tests.browser.states import tables

NARROW, TALL, ASIDE, TABLET, TURNED = (360, 780), (390, 844), (844, 390), (768, 1024), (1024, 768)
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

FACES = """() => Object.fromEntries([...document.querySelectorAll(".seat")].flatMap((seat) => {
  const { x, y } = seat.firstElementChild.getBoundingClientRect();
  return [[`${seat.id} x`, x], [`${seat.id} y`, y]];
}))"""


async def looks(an, scene, size):
    await an.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    await an.opens(scene.path)
    await an.sees(scene.ready)
    await an.page.evaluate("document.fonts.ready")


@pytest.mark.parametrize(("game", "players"), [("xidach", 7), ("xidach", 5), ("niuniu", 7)])
async def test_everybody_has_room(comes, server, game, players):
    turn, result = ("players-turn", "result") if game == "xidach" else ("niuniu-reveal", "niuniu-result")
    wanted, seen = {f"{turn}-{players}", f"{result}-{players}"}, set()
    async for scene in tables(server, players, game):
        if scene.name not in wanted:
            continue
        seen.add(scene.name)
        an = await comes(scene.name, cookie=scene.cookie)
        for size in (NARROW, ASIDE, TABLET, TURNED):
            await looks(an, scene, size)
            assert await an.page.locator(".seat").count() == players + 1
            assert await an.page.evaluate(WITHOUT_SCROLLING), (scene.name, size)
            assert await an.page.evaluate(COVERED, ["#dock", ".seat"]) == [], (scene.name, size)
            if size == TABLET:
                assert await an.page.evaluate(COVERED, [".rail-edge", ".seat"]) == [], scene.name
            if size == NARROW:
                assert await an.page.evaluate(COVERED, [".centre-note", ".seat-text"]) == [], scene.name
    assert seen == wanted


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
async def test_nobody_moves_on_a_phone_when_the_first_round_starts_nor_when_it_is_over(comes, server, seats):
    async with server.table(seats=seats, turn_seconds=CALM) as table:
        an = await comes(cookie=table.cookies[1])
        await an.comes_to(table.code)
        waiting = pytest.approx(await faces(an), abs=2)
        await table.start()
        await an.sees(".seat[data-role] ~ .seat[data-role]")
        assert await faces(an) == waiting
        await table.play()
        await an.sees(RESULT)
        assert await faces(an) == waiting


async def faces(an):
    """Where everybody sits, on both phones."""
    places = {}
    for width, height in (NARROW, TALL):
        await an.page.set_viewport_size({"width": width, "height": height})
        await an.page.evaluate("document.fonts.ready")
        places |= {f"{width}, {what}": where for what, where in (await an.page.evaluate(FACES)).items()}
    return places
