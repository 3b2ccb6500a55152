"""From the landing page to one's first cards, and a whole round: in few clicks, by nobody told how."""

import secrets

import pytest

from tests.browser.person import DESK, MY_CARDS, PHONE, RESULT, does, play, says

PLAY_NOW = "form.play-now button"
CREATE = "form[data-room-form] .form-actions button"


@pytest.mark.parametrize(("language", "size", "round_over"), [("vi", PHONE, "ván"), ("en", DESK, "round")])
async def test_a_newcomer_signs_up_and_plays_a_round_against_bots(comes, language, size, round_over):
    an = await comes(language=language, size=size)
    await an.opens("/")
    assert await an.locator("html").get_attribute("lang") == language
    await an.clicks("main a[href^='/accounts/signup/']")
    await an.types("username", f"An {secrets.token_hex(4)}")
    await an.types("password1", "xì dách tối thứ bảy")
    await an.clicks("main form.panel .form-actions button")
    await an.clicks(PLAY_NOW)
    await an.sees(says("start"))
    await an.is_linked()
    await an.clicks(says("start"))
    await an.clicks(does("deal"))
    await an.sees(MY_CARDS)
    assert len(await an.hand()) == 2
    assert an.clicked <= 5 and an.typed <= 2, "from the landing page to one's first two cards"
    await play([an])
    await an.sees(RESULT)
    assert round_over in (await an.reads(says("start"))).lower()


async def test_a_guest_plays_a_round_and_types_nothing(comes):
    an = await comes()
    await an.opens("/")
    await an.clicks("main form[action$='/guest/'] button")
    await an.clicks(CREATE)
    await an.sees('#table[data-link="open"]')
    await an.clicks(says("start"))
    await an.clicks(does("deal"))
    await an.sees(MY_CARDS)
    assert len(await an.hand()) == 2
    assert an.clicked <= 4 and an.typed == 0
    await play([an])
    await an.sees(RESULT)
