"""While bots alone are to act nobody counts their seconds: one sees whose turn it is all the same."""

import pytest

from tests.browser.moments import SHORT, moments
from tests.browser.test_layout import SCREENS, onlookers

RING = """() => {
  const face = document.querySelector(".seat[data-acting] > .seat-face");
  const ring = () => getComputedStyle(face, "::before").content !== "none";
  const timed = ring();
  face.removeAttribute("data-clock"); // as it is while bots alone are to act
  return [timed, ring()];
}"""


@pytest.mark.slow
async def test_a_bots_turn_has_a_ring_too(browser):
    async with onlookers(browser) as show:
        for name in ("bigtwo five none 4", "rummy draw none 2", "xidach turn none 4", "niuniu reveal none 4"):
            moment = next(one for one in moments() if one.name == name)
            page = await show(moment, SCREENS[0], "vi", SHORT)
            assert await page.evaluate(RING) == [False, True], name
