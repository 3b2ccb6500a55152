"""A whole round by keyboard alone, by finger alone, and with everything in motion."""

import pytest

from tests.browser.person import (
    AS_A_GUEST,
    DESK,
    MY_CARDS,
    PHONE,
    RESULT,
    TOUCH_PHONE,
    Person,
    does,
    play_round,
    says,
    until,
)
from tests.browser.test_lobby_lives import cookie_of
from tests.client import Player

UNAVAILABLE = '{"type": "refused", "code": "unavailable", "text": "Please try again."}'
CHAT = "document.querySelector('#chat')"
FOCUS = """() => {
  const at = document.activeElement;
  const look = getComputedStyle(at);
  const box = at.getBoundingClientRect();
  return {
    name: at.id || at.textContent.trim(),
    href: at.getAttribute("href"),
    visible: look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2 || look.boxShadow !== "none",
    inSight: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
    inMenu: at.closest("#menu-panel") !== null,
    isAction: at.closest("#actions") !== null,
  };
}"""


async def tabs_to_an_action(an: Person) -> dict:
    """From the top of the page by the skip link, at most four stops."""
    for _ in range(4):
        await an.presses("Tab")
        at = await an.page.evaluate(FOCUS)
        if at["isAction"]:
            return at
    raise AssertionError(f"no action within four stops of the hand, but {at}")


async def test_a_whole_round_by_letters_and_enter(table):
    an, binh = await table(seats=2, sizes=(DESK,), turn_seconds=120)
    await an.presses("Enter")
    await an.sees(does("deal"))
    await an.presses("Enter")
    for person in (binh, an):
        while True:
            await person.until(lambda person=person: is_ready(person), "their turn")
            if await person.stands() == "over" or not await person.sees_now(
                "#actions button:enabled[data-key]"
            ):
                break
            before = await person.seen()
            must = not await person.sees_now(f"{does('stand')}:enabled")
            await person.presses("r" if must else "d")
            await person.has_seen_more_than(before)
            if not must:
                break
    for person in (an, binh):
        await person.sees(RESULT)


async def is_ready(person: Person) -> bool:
    return await person.stands() != "waits"


async def test_the_skip_link_leads_to_the_hand_and_tab_to_the_actions(table):
    an, _ = await table(seats=2, sizes=(DESK,), turn_seconds=120)
    await an.presses("Tab")
    first = await an.page.evaluate(FOCUS)
    assert first["href"] == "#dock" and first["inSight"] and first["visible"]
    await an.presses("Enter")
    for move in ("start", "deal"):
        at = await tabs_to_an_action(an)
        assert at["visible"] and at["inSight"], at
        before = await an.seen()
        await an.presses("Enter")
        await an.has_seen_more_than(before)
        if move == "start":
            await an.sees(does("deal"))
    await an.sees(MY_CARDS)


async def test_words_for_the_chat_are_not_lost(table, server):
    """A quick word leaves a draft alone; what was refused comes back; who reads back goes on reading."""
    an, binh = await table(seats=2, sizes=(DESK,))
    line, said = an.locator("#chat-text"), "#chat .chat-text"
    await line.fill("a draft")
    await an.clicks("[data-more-words]")
    await an.clicks("[data-quick]")
    await an.sees(said)
    assert await line.input_value() == "a draft"
    elsewhere = await Player.at(server.url, an.room, await cookie_of(an))
    for n in range(4):  # quickly: five in ten seconds are enough
        await elsewhere.say(room="chat", text=f"so many words {n} " * 18)
    await an.sees(said, 5)
    await elsewhere.close()
    await an.until(lambda: an.page.evaluate(f"{CHAT}.scrollTop > 100"), "the newest line")
    await an.page.evaluate(f"{CHAT}.scrollTop = 0")
    await an.chats("one too many")
    await line.press_sequentially(" and the next")
    await an.sees(".toast")
    assert " ".join((await line.input_value()).split()) == "one too many and the next"
    await binh.chats("hello")
    await an.sees(said, 6)
    assert await an.page.evaluate(f"{CHAT}.scrollTop") == 0


async def test_words_that_the_table_could_not_take_come_back(table):
    """As while its database restarts."""
    an, _ = await table(seats=2, sizes=(DESK,))

    def answers(socket):
        server = socket.connect_to_server()
        socket.on_message(lambda said: socket.send(UNAVAILABLE) if '"chat"' in said else server.send(said))

    await an.page.route_web_socket("**/ws/rooms/**", answers)
    await an.page.reload()
    await an.is_linked()
    await an.chats("do not lose this")
    await an.sees(".toast:has-text('try again')")
    assert await an.locator("#chat-text").input_value() == "do not lose this"


async def test_nothing_is_pressed_while_one_writes_in_the_chat(table, server):
    an, _ = await table(seats=2, sizes=(DESK,), turn_seconds=120)
    await an.page.locator("#chat-text").click()
    await an.page.keyboard.type("rd 1 dằn")
    assert await an.page.locator("#chat-text").input_value() == "rd 1 dằn"
    assert server.moves(an.room) == []


async def test_a_sheet_holds_the_focus_and_gives_it_back(table):
    an, _ = await table(seats=2, turn_seconds=120)
    opener = an.locator("button[data-open-panel=menu]")
    await opener.focus()
    await an.presses("Enter")
    await an.sees("#menu-panel[data-open][role=dialog]")
    for _ in range(25):
        await an.presses("Tab")
        at = await an.page.evaluate(FOCUS)
        assert at["inMenu"], at
    await an.presses("Escape")
    await an.sees_no("#menu-panel[data-open]")
    assert await opener.evaluate("button => button === document.activeElement")


async def test_a_whole_round_with_the_finger(comes):
    an = await comes(**TOUCH_PHONE)
    await an.opens(AS_A_GUEST)
    await an.clicks("main form[action$='/guest/'] button")
    await an.clicks("form[data-room-form] .form-actions button")
    await an.is_linked()
    await play_round([an])
    await an.sees(RESULT)


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_a_round_with_everything_in_motion(table, comes, size):
    cai, an = await table(seats=2, turn_seconds=120, sizes=(size,))
    for person in (cai, an):
        await person.page.emulate_media(reduced_motion="no-preference")
    for _ in range(2):
        await play_round([cai, an])
    await until(lambda: at_rest(an), "all cards lie still")


async def at_rest(person: Person) -> bool:
    endless = "animation.effect.getTiming().iterations === Infinity"
    running = f"document.getAnimations().some(animation => animation.playState === 'running' && !({endless}))"
    return not await person.page.evaluate(running)


async def test_the_host_sends_for_bots_and_takes_them_away(comes):
    an = await comes()
    await an.opens(AS_A_GUEST)
    await an.clicks("main form[action$='/guest/'] button")
    await an.clicks(".fold > summary")
    await an.page.locator("[name=bots]").fill("0")
    await an.clicks("form[data-room-form] .form-actions button")
    await an.is_linked()
    assert not await an.sees_now(f"{says('start')}:enabled")
    await an.clicks(says("bot", seat=2))
    await an.sees("#seat-2 .seat-bot")
    await an.sees(f"{says('start')}:enabled")
    await an.clicks("button[data-open-panel=menu]")
    await an.clicks(says("unbot", seat=2))
    await an.sees_no("#seat-2 .seat-bot")
