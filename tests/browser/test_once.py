"""Whatever one does with the browser, a move is played once and the hand stays the same."""

import asyncio
import time

import pytest

from tests.browser.person import DESK, MY_CARDS, RESULT, Person, does, play, play_round, says, start, who_acts

CALM = {"turn_seconds": 120}


async def is_my_choice(an: Person, people) -> None:
    """Rounds until `an` may draw, with two cards in hand."""
    for _ in range(30):
        await start(people)
        while actor := await who_acts(people):
            if actor is an and await an.sees_now(f"#actions {does('draw')}:enabled"):
                return
            await actor.acts()
    raise AssertionError("never had a choice")


def drawn(server, an: Person, *, newest_round: bool = False) -> int:
    """Draws that are durable, anybody's."""
    moves = server.moves(an.room)
    return sum(move[3] == "draw" and not (newest_round and move[0] < moves[-1][0]) for move in moves)


def script_draws(server, an: Person) -> int:
    """Those that the newest round's script tells of."""
    query = (
        "SELECT max(r.id) FROM games_round r JOIN lobby_room m ON m.id = r.room_id"
        " WHERE m.code = ? AND r.status = 'over'"
    )
    script = server.get_json(f"/rounds/{server.rows(query, an.room)[0][0]}/script.json")
    return sum(move["do"] == "draw" for move in script["moves"])


async def newest(an: Person) -> tuple:
    return await an.hand(), await an.reads("#hand-title"), await an.all("#actions button", "e => e.disabled")


async def test_after_a_reload_it_is_the_same_hand_and_the_same_turn(table):
    _cai, an = people = await table(seats=2, **CALM)
    await is_my_choice(an, people)
    before = await newest(an)
    await an.page.reload()
    await an.is_linked()
    assert await newest(an) == before and len(before[0]) >= 2
    await an.acts()
    await play(people)
    await an.sees(RESULT)


async def test_back_and_forward_lead_to_the_table_as_it_is(table):
    cai, an = people = await table(seats=2, **CALM)
    await is_my_choice(an, people)
    before = await newest(an)
    await an.opens("/lobby/")
    await an.page.go_back()
    await an.is_linked()
    assert await newest(an) == before
    await an.page.go_forward()
    await an.sees("#rooms")
    await an.page.go_back()
    await an.is_linked()
    await an.acts()
    await play(people)
    for person in (cai, an):
        await person.sees(RESULT)
        await person.sees("#sheet tbody tr")


async def test_a_double_click_draws_one_card(table, server):
    _cai, an = people = await table(seats=2, **CALM)
    await is_my_choice(an, people)
    before, held = drawn(server, an), await an.hand()
    await an.locator(does("draw")).dblclick()
    await an.sees(MY_CARDS, len(held) + 1)
    await an.until(lambda: unlocked(an), "the table is unlocked")
    assert drawn(server, an) == before + 1
    assert (await an.hand())[: len(held)] == held
    await play(people)
    assert script_draws(server, an) == drawn(server, an, newest_round=True)


async def test_the_second_half_of_a_slow_double_click_draws_no_other_card(table, server):
    """The answer to the first is there already."""
    _cai, an = people = await table(seats=2, sizes=(DESK,), **CALM)
    more = f"{does('draw')}:enabled"
    for _ in range(10):
        await is_my_choice(an, people)
        held = await an.hand()
        await an.clicks(more)
        await an.sees(MY_CARDS, len(held) + 1)
        await an.until(lambda: unlocked(an), "the table is unlocked")
        if await an.sees_now(more):
            break
        await play(people)
    before = drawn(server, an)
    await an.page.locator(more).hover()
    await an.page.mouse.down(click_count=2)
    await an.page.mouse.up(click_count=2)
    await an.chats("that was one click too many")
    await an.sees("[data-said][data-mine]")
    assert drawn(server, an) == before


TAPS = """button => {
  for (let tap = 0; tap < 2; tap += 1) {
    const how = { bubbles: true, cancelable: true, detail: 1, pointerType: "touch", clientX: 9, clientY: 9 };
    button.dispatchEvent(new PointerEvent("click", how));
  }
}"""


async def test_two_quick_taps_are_asked_once(table):
    cai, _ = await table(seats=2, sizes=(DESK,), **CALM)
    close = says("close")
    await cai.locator(close).evaluate(TAPS)
    await cai.sees("form[data-asked]")
    await cai.presses("Escape")
    assert not await cai.sees_now("form[data-asked]"), "Esc takes the question back"
    await cai.chats("still open")
    await cai.sees("[data-said][data-mine]")
    assert await cai.sees_now('#table[data-link="open"]')


async def unlocked(an: Person) -> bool:
    return not await an.sees_now("#table[data-locked]")


# At a moment, and only while it is the same card that is asked for: was it?
PRESS_AT = """([at, n]) => new Promise((pressed) => setTimeout(() => {
  const form = document.querySelector("#actions form:has(input[name=do][value=draw])");
  const same = form?.elements.n.value === n;
  if (same) form.requestSubmit();
  pressed(same);
}, at - Date.now()))"""


async def test_two_tabs_draw_one_card_between_them(table, comes, server):
    """Where one of them is so late that it has seen the other's card, it presses nothing: then once more."""
    _cai, an = people = await table(seats=2, **CALM)
    tab, both = None, False
    while not both:
        await is_my_choice(an, people)
        if tab is None:
            tab = await comes("An's second tab", beside=an)
            await tab.comes_to(an.room)
        held = await an.hand()
        await tab.until(lambda tab=tab, held=held: tab._is(tab.hand(), held), "the same hand")
        before = drawn(server, an)
        n = await an.page.input_value("#actions form:has(input[name=do][value=draw]) [name=n]")
        at = 1000 * time.time() + 200
        both = all(await asyncio.gather(*(one.page.evaluate(PRESS_AT, [at, n]) for one in (an, tab))))
        for one in (an, tab):
            await one.sees(MY_CARDS, len(held) + 1)
            await one.until(lambda one=one: unlocked(one), "the table is unlocked")
        assert await tab.hand() == await an.hand()
        assert drawn(server, an) == before + 1
        if not both:
            await play(people)


async def test_a_button_pressed_while_the_answer_is_on_its_way_plays_nothing(table, server):
    _cai, an = people = await table(seats=2, **CALM)
    await is_my_choice(an, people)
    before = drawn(server, an)
    held = await an.hand()
    await an.page.evaluate("""() => {
      const form = document.querySelector("#actions form:has(input[name=do][value=draw])");
      for (let i = 0; i < 5; i += 1) form.requestSubmit();
    }""")
    await an.sees(MY_CARDS, len(held) + 1)
    await an.until(lambda: unlocked(an), "the table is unlocked")
    assert drawn(server, an) == before + 1


async def test_several_rounds_follow_one_another(table, server):
    people = await table(seats=3, **CALM)
    for _ in range(3):
        await play_round(people)
    assert {move[0] for move in server.moves(people[0].room)} == {1, 2, 3}


# --- a page that has just come ---------------------------------------------------------------------


@pytest.fixture
def late():
    """Until it is set, no socket opens that waits for it."""
    return asyncio.Event()


LOST = '[data-link="lost"]'


async def taps_before_its_socket(comes, table, late, what: str, *, seat: int = 0, link: str = "") -> Person:
    """Has come to a page whose socket is not open, and taps there: the button waits."""

    async def opens(socket) -> None:
        await late.wait()
        socket.connect_to_server()

    person = await comes(cookie=table.cookies[seat], size=DESK)
    await person.page.route_web_socket("**/ws/rooms/**", opens)
    await person.opens(f"/rooms/{table.code}/")
    await person.sees(f'#table[data-link]{link}:not([data-link="open"])')
    await person.clicks(what)
    await person.sees(f"{what}[aria-busy=true]")
    return person


async def is_as_ever(person: Person) -> None:
    await person.is_linked()
    await person.until(lambda: unlocked(person), "the table is unlocked")
    assert await person.all(".toast", "e => e.textContent") == []


async def test_what_is_tapped_before_the_socket_is_open_is_said_once_it_is(comes, server, late):
    async with server.table(seats=2, **CALM) as table:
        cai = await taps_before_its_socket(comes, table, late, says("start"))
        assert table.moves == []
        late.set()
        await cai.sees(f"{does('deal')}:enabled")
        await is_as_ever(cai)


async def test_what_the_table_offers_no_more_by_then_is_not_said(comes, server, late):
    async with server.table(seats=2, **CALM) as table:
        await table.start()
        cai = await taps_before_its_socket(comes, table, late, does("deal"))
        await table.play(moves=1)
        late.set()
        await cai.has_seen("{}.{}".format(*table.people[0].reached))
        await cai.is_linked()
        await cai.chats("too late, and nobody minds")
        await cai.sees("[data-said][data-mine]")
        assert len(table.moves) == 1
        await is_as_ever(cai)


@pytest.mark.parametrize("link", ["", LOST], ids=["before", "after"])
async def test_a_tap_is_held_while_the_line_is_slow_to_open_and_said_once(comes, server, late, link):
    """Before the page says that it waits for the network, or after. What comes then comes with a welcome."""
    async with server.table(seats=2, **CALM) as table:
        await table.start()
        cai = await taps_before_its_socket(comes, table, late, does("deal"), link=link)
        await cai.sees(f"#table{LOST}")
        assert await cai.sees_now(f"{does('deal')}[aria-busy=true]")
        late.set()
        await cai.until(lambda: asyncio.sleep(0, len(table.moves) == 1), "the deal")
        await cai.has_seen("{}.{}".format(*table.people[0].reached))
        await is_as_ever(cai)


async def test_of_two_buttons_of_a_form_the_one_that_was_tapped_is_said(comes, server, late):
    async with server.table(game="rummy", seats=2, **CALM) as table:
        await table.start()
        actor = await table.next_actor()
        seat, stock = table.people.index(actor), "button[name=from][value=stock]"
        an = await taps_before_its_socket(comes, table, late, stock, seat=seat)
        assert await an.sees_now("button[name=from][value=discard]")
        late.set()
        await an.until(lambda: asyncio.sleep(0, len(table.moves) == 1), "the draw")
        [(word,)] = server.rows(WORDS, table.code)
        assert "stock" in word


WORDS = """SELECT word FROM games_move m JOIN games_round r ON r.id = m.round_id
    JOIN lobby_room o ON o.id = r.room_id WHERE o.code = ?"""
