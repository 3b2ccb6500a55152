"""From the landing page to one's first cards, and a whole round: in few clicks, by nobody told how."""

import secrets
import time

import pytest

from lobby.catalogue import GAMES
from tests.browser.person import DESK, MY_CARDS, PHONE, RESULT, play

pytestmark = pytest.mark.service_worker

PLAY_NOW = "form.play-now button"
WHERE_MANY_WORK = 8.0  # seconds; on a machine that does nothing else it is less than two


@pytest.mark.parametrize(("language", "size"), [("vi", PHONE), ("en", DESK)])
async def test_a_newcomer_signs_up_and_plays_a_round_against_bots(comes, language, size):
    an = await comes(language=language, size=size)
    await an.opens("/")
    assert await an.locator("html").get_attribute("lang") == language
    await an.clicks("main a[href^='/accounts/signup/']")
    await an.types("username", f"An {secrets.token_hex(4)}")
    await an.types("password1", "xì dách tối thứ bảy")
    await an.clicks("main form.panel .form-actions button")
    await an.clicks(PLAY_NOW)
    await an.sees(MY_CARDS)
    assert len(await an.hand()) == 2
    assert an.clicked <= 3 and an.typed <= 2, "from the landing page to one's first two cards"
    await an.is_linked()
    await play([an])
    await an.sees(RESULT)


async def test_one_tap_on_the_front_page_deals(comes, capsys):
    """Whoever comes for the first time, and who tries the other games after it."""
    an = await comes(language="en")
    for game in GAMES:
        await an.opens("/")
        clicks, tapped = an.clicked, time.monotonic()
        await an.clicks(f".tile[value={game}]")
        await an.page.wait_for_selector(MY_CARDS, state="visible")
        took = time.monotonic() - tapped
        with capsys.disabled():
            print(f"\nfrom the front page to the cards of {game}: {an.clicked - clicks} tap, {took:.2f} s")
        assert an.clicked == clicks + 1 and an.typed == 0
        assert took < WHERE_MANY_WORK
        await an.is_linked()
