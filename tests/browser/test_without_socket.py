"""No socket comes through, or the browser runs no scripts: the table is played all the same."""


import pytest_asyncio

from tests.browser.line import Line
from tests.browser.person import RESULT, play, says

BLOCKED = ("502", "WebSocket connection to .* failed", "htmx:ws:error")
SLOW = '#table[data-link="slow"]'
CREATE = "form[data-room-form] .form-actions button"
GUEST = "main form[action$='/guest/'] button"


# --- scripts, but no socket -------------------------------------------------------------------


@pytest_asyncio.fixture(loop_scope="session")
async def blocked(server):
    line = await Line(server, sockets=False).mend()
    yield line
    await line.cut()


async def test_a_round_is_played_without_the_socket_and_its_coming_back_is_noticed(comes, blocked):
    an = await comes(to=blocked)
    an.expects(*BLOCKED)
    await an.opens("/")
    await an.clicks(GUEST)
    await an.clicks(CREATE)
    await an.sees(SLOW)
    await an.sees('.connection[data-state="slow"]')
    assert await an.locator('.connection [data-when="slow"]').is_visible()
    before = await an.seen()
    await an.clicks(says("start"))
    await an.has_seen_more_than(before)
    await play([an])
    await an.sees(RESULT)
    assert not an.frames, "nothing came over a socket"
    blocked.sockets = True
    await an.is_linked()
    assert not await an.locator('.connection [data-when="slow"]').is_visible()
    await an.clicks(says("start"))
    await play([an])
    await an.sees(RESULT)
