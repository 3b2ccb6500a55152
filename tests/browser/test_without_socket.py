"""No socket comes through, or the browser runs no scripts: the table is played all the same."""

import asyncio
import re

import pytest_asyncio

from tests.browser.line import Line
from tests.browser.person import (
    AS_A_GUEST,
    DESK,
    MY_CARDS,
    RESULT,
    Person,
    does,
    play,
    play_round,
    says,
)

BLOCKED = ("502", "WebSocket connection to .* failed", "htmx:ws:error")
SLOW = '#table[data-link="slow"]'
CREATE = "form[data-room-form] .form-actions button"
# At once, for what comes meanwhile would put the number right.
LATE = "button => { button.form.elements.n.value = 7; button.form.requestSubmit(button); }"
GUEST = "main form[action$='/guest/'] button"


# --- scripts, but no socket -------------------------------------------------------------------


@pytest_asyncio.fixture(loop_scope="session")
async def blocked(server):
    line = await Line(server, sockets=False).mend()
    yield line
    await line.cut()


async def opens_a_room_slowly(an: Person) -> None:
    an.expects(*BLOCKED)
    await an.opens(AS_A_GUEST)
    await an.clicks(GUEST)
    await an.clicks(CREATE)
    await an.sees(SLOW)


async def test_a_round_is_played_without_the_socket_and_its_coming_back_is_noticed(comes, blocked):
    an = await comes(to=blocked)
    await opens_a_room_slowly(an)
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
    await play_round([an])
    await an.sees(RESULT)
    assert an.frames


async def test_without_the_socket_one_chats_and_is_told_what_was_refused(comes, blocked):
    an = await comes(to=blocked, size=DESK, language="en")
    await opens_a_room_slowly(an)
    await an.chats("Hello there")
    await an.sees("#chat .chat-text:has-text('Hello there')")
    await an.until(lambda: an._is(an.locator("#chat-text").input_value(), ""), "the line is empty again")
    before = await an.seen()
    await an.clicks(says("start"))
    await an.has_seen_more_than(before)
    await an.sees(f"{does('deal')}:enabled")
    await an.locator(does("deal")).first.evaluate(LATE)
    await an.sees(".toast-error:has-text('The table has moved on')")
    await an.moves("deal")


async def test_what_is_on_its_way_is_said_once_and_the_next_line_stays(comes, blocked):
    an = await comes(to=blocked, size=DESK)
    await opens_a_room_slowly(an)
    may_go = asyncio.Event()

    async def waits(route):
        await may_go.wait()
        await route.continue_()

    await an.page.route("**/room/", waits)
    await an.chats("only once")
    await an.presses("Enter")
    await an.page.locator("#chat-text").fill("the next")
    may_go.set()
    await an.sees("#chat .chat-text:has-text('only once')")
    await an.presses("Enter")
    await an.sees("#chat .chat-text:has-text('the next')")
    assert await an.all("#chat .chat-text", "e => e.textContent") == ["only once", "the next"]


async def test_what_the_others_do_arrives_without_the_socket(comes, blocked, server):
    async with server.table(seats=2, spectators=1) as table:
        khach = await comes(to=blocked, cookie=table.cookies[2])
        khach.expects(*BLOCKED)
        await khach.opens(f"/rooms/{table.code}/")
        await khach.sees(SLOW)
        await table.start()
        await table.people[0].move("deal", first="left")
        await khach.until(lambda: khach._is(khach.seen(), "1.1"), "the deal")
        assert not await khach.hand() and not khach.frames


# --- no scripts at all ------------------------------------------------------------------------

MY_TURN = "#actions form:has(input[name=do]) button:not([type=button]):enabled"


@pytest_asyncio.fixture(loop_scope="session")
async def plain(comes):
    """`await plain()`: somebody whose browser runs no scripts."""

    async def come(**how):
        return await comes(java_script_enabled=False, **how)

    return come


async def submits(an: Person, what: str) -> None:
    """A form, until the page that it leads to is there."""
    posted = an.page.expect_response(lambda answer: answer.request.method == "POST")
    async with an.page.expect_navigation(), posted:
        await an.clicks(what)


def done_by_hand(server, an: Person) -> set[str]:
    """The verbs of the moves that this person made."""
    code = an.page.url.split("/rooms/")[1].split("/")[0]
    return {move[3] for move in server.moves(code) if move[4] == "person"}


async def opens_a_room(an: Person, game: str, bots: int) -> None:
    await an.opens("/accounts/login/")
    await submits(an, GUEST)
    await an.opens(f"/rooms/new/?game={game}&bots={bots}")
    await submits(an, CREATE)
    await submits(an, says("start"))


async def test_a_whole_round_by_plain_forms(plain):
    an = await plain(language="en")
    await opens_a_room(an, "xidach", 1)
    await submits(an, does("deal"))
    while not await an.sees_now(RESULT):
        await an.sees(f"{MY_TURN}, {RESULT}")
        if not await an.sees_now(RESULT):
            low = await an.sees_now(f"{does('draw')}:enabled") and await an.value() < 16
            await submits(an, does("draw" if low else "stand"))
    assert "round" in (await an.reads(says("start"))).lower()
    for panel in ("#panel-log", "#sheet", "#rules", "#chat", "#menu"):
        assert await an.locator(panel).is_visible(), panel


async def test_one_writes_in_the_chat_while_the_page_holds_still(plain):
    an = await plain(language="en")
    await opens_a_room(an, "xidach", 1)
    await an.clicks("a[href*='still']")
    await an.sees_no("meta[http-equiv=refresh]")
    await an.types("text", "Hello there")
    await submits(an, "[data-chat-form] button:not([type=button])")
    await an.sees("#chat .chat-text:has-text('Hello there')")
    await an.sees("meta[http-equiv=refresh]")


async def test_what_is_late_is_said_on_the_page(plain, comes):
    an = await plain(language="en")
    await opens_a_room(an, "xidach", 1)
    tab = await comes(beside=an)
    await tab.opens(an.page.url.removeprefix(an.url))
    await submits(an, does("deal"))
    await submits(tab, does("deal"))
    await tab.sees(".toast:has-text('The table has moved on')")


async def test_big_two_is_played_and_passed_by_plain_forms(plain, server):
    an = await plain()
    await opens_a_room(an, "bigtwo", 3)
    while not {"play", "pass"} <= done_by_hand(server, an):
        await an.sees(f"{MY_TURN}, {RESULT}")
        if await an.sees_now(RESULT):
            await submits(an, says("start"))
        elif await an.sees_now(does("vote")):
            await submits(an, f"{does('vote')}[value=false]")
        elif await an.sees_now("form[data-plays]") and "play" not in done_by_hand(server, an):
            await plays_the_first(an)
        else:
            passes = await an.sees_now(f"{does('pass')}:enabled")
            await (submits(an, does("pass")) if passes else plays_the_first(an))


async def plays_the_first(an: Person) -> None:
    """The first of the plays that the form names; a pass where there is none."""
    groups = (await an.locator("form[data-plays]").get_attribute("data-plays")).split()
    if not groups:
        await submits(an, does("pass"))
        return
    codes = re.findall("..", groups[0].split(":")[1].split(",")[0])
    held = len(await an.hand())
    for code in codes:
        await an.clicks(f"label:has(#choose-{code})")
    await submits(an, does("play"))
    await an.sees(MY_CARDS, held - len(codes))


async def test_rummy_is_drawn_and_discarded_by_plain_forms(plain, server):
    an = await plain()
    await opens_a_room(an, "rummy", 1)
    await an.sees(f"{MY_TURN}, {RESULT}")
    while await an.locator(RESULT).count():  # the bot went out at once, as it may
        await submits(an, says("start"))
        await an.sees(f"{MY_TURN}, {RESULT}")
    held = len(await an.hand())
    await submits(an, does("draw"))
    await an.sees(MY_CARDS, held + 1)
    await an.clicks("#my-cards label >> nth=0")
    await submits(an, "#play-card button[value=discard]")
    assert done_by_hand(server, an) == {"draw", "discard"}


async def test_a_stake_is_placed_by_a_plain_form(plain, server):
    async with server.table(game="niuniu", seats=2) as table:
        await table.start()
        an = await plain(cookie=table.cookies[1])
        await an.opens(f"/rooms/{table.code}/")
        await an.types("stake", "3")
        await submits(an, does("bet"))
        assert [move[2:4] for move in table.moves] == [(1, "bet")]
        await an.sees_no(does("bet"))
