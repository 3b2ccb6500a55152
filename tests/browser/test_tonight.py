"""The evening on the sheet of points: fetched when it is opened, and anew after a round while it stays so."""

from tests.browser.person import DESK, PATIENCE, PHONE, play_round

LINES = "section#tonight .tonight-line"
ROUNDS = "#tonight .tonight-head p"
LATER = 1000 * (10 + PATIENCE)  # it waits until the end of a round lies open


async def test_the_sheet_tells_of_tonight_once_it_is_opened(table):
    cai, an = people = await table(seats=2, sizes=(DESK, PHONE), languages=("en",))
    await play_round(people)
    assert not await an.sees_now("section#tonight") and not await cai.sees_now("section#tonight")
    await an.clicks("[data-open-panel=rules]")
    await an.clicks("#tab-sheet")
    await an.sees(LINES, count=2)
    await an.clicks("#rail [data-close-panel]")
    await cai.clicks("#tab-sheet")
    await cai.sees(LINES, count=2)
    await play_round(people)
    await cai.page.locator(ROUNDS, has_text="2 rounds").wait_for(timeout=LATER)
