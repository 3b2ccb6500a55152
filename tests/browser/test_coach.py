"""Coach marks at a practice table: one at a time, beside the thing, gone once it is done or not wanted."""

import pytest

from tests.browser.person import DESK, MY_CARDS, PHONE

MARK = ".coach-mark"
SAYS = ".coach-says"
COVERED = """() => {
  const mark = document.querySelector(".coach-mark").getBoundingClientRect();
  const kept = ".dock, .table-top, .ticker:not([hidden]), .felt :is(button:not(.name-ask), a, input)";
  const meets = ({ left, right, top, bottom }) =>
    right > left && left < mark.right && right > mark.left && top < mark.bottom && bottom > mark.top;
  const met = [...document.querySelectorAll(kept)].filter((one) => meets(one.getBoundingClientRect()));
  return met.map((one) => one.className);
}"""
FOUND = """async () => {
  const games = ["xidach", "bigtwo", "rummy", "niuniu"];
  const told = await Promise.all(games.map(async (game) => (await fetch(`/rules/${game}/marks/`)).json()));
  const marks = told.flatMap(({ marks }) => marks);
  const asked = marks.flatMap(({ at, when, done }) => [at, when, done]).filter(Boolean);
  for (const one of asked) document.querySelector(one);
  return marks.length;
}"""


async def said(an):
    return await an.page.locator(SAYS).text_content()


async def is_told(an, words):
    await an.until(lambda: an.page.locator(SAYS, has_text=words).is_visible(), words)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_a_newcomer_is_shown_one_thing_after_the_other_until_they_know_it(comes, size):
    an = await comes(language="en", size=size)
    await an.opens("/")
    await an.clicks(".tile[value=niuniu]")
    await an.page.wait_for_selector(MY_CARDS, state="visible")
    await an.is_linked()
    await is_told(an, "Three that make 10, 20 or 30")
    assert await an.page.evaluate(COVERED) == []
    assert await an.page.locator(MARK).count() == 1
    await an.until(
        lambda: an.page.evaluate(
            "document.querySelector('[data-live=polite]').textContent.includes('Three that make')"
        ),
        "heard",
    )
    await an.page.keyboard.press("Escape")
    await is_told(an, "Your bull")
    assert await an.page.evaluate(COVERED) == []
    await an.page.locator(".coach-got").focus()
    await an.page.keyboard.press("Enter")
    await an.until(
        lambda: an.page.evaluate("document.activeElement.closest('#actions') !== null"),
        "the focus at what one may do",
    )
    await is_told(an, "Reveal when you like")
    await an.clicks("#actions [data-act] button")
    await an.until(lambda: an.page.locator(SAYS, has_text="Reveal when").is_hidden(), "it is done")
    assert await an.page.evaluate(FOUND) > 20
    await an.page.reload()
    await an.is_linked()
    await an.page.wait_for_selector(MARK, state="visible")
    assert not (await said(an)).startswith(("Three that", "Your bull", "Reveal"))
    async with an.page.expect_response("**/accounts/coach/"):  # a page that comes sooner does not know it yet
        await an.clicks(".coach-stop")
    await an.page.wait_for_selector(MARK, state="hidden")
    await an.page.reload()
    await an.is_linked()
    assert await an.page.locator("[data-coach]").count() == 0
    assert await an.page.evaluate(
        "performance.getEntriesByType('resource').every(({ name }) => !name.includes('coach'))"
    )


async def test_who_only_watches_is_shown_nothing(comes, server):
    async with server.table(game="niuniu", seats=3, spectators=0, turn_seconds=120) as table:
        khach = await comes(language="en", size=PHONE)
        await khach.opens("/")
        await khach.clicks(".tile[value=niuniu]")
        await khach.page.wait_for_selector(MARK, state="visible")
        await khach.comes_to(table.code)
        await table.start()
        await khach.until(lambda: khach.seen(), "the round")
        assert await khach.page.locator("[data-coach]").count() == 1
        assert await khach.page.evaluate(
            "performance.getEntriesByType('resource').every(({ name }) => !name.includes('coach'))"
        )
