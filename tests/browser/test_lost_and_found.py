"""The line breaks, the server dies: nothing is lost, nothing is played twice, nobody has to reload."""

import asyncio

import pytest
from websockets.asyncio.client import connect

from tests.browser.person import MY_CARDS, RESULT, Person, does, play, start, who_acts
from tests.client import Player

pytestmark = pytest.mark.service_worker

GONE = (
    "ERR_CONNECTION_(REFUSED|RESET)",
    "ERR_EMPTY_RESPONSE",
    "WebSocket connection to .* failed",
    "htmx:ws:error",
)
LOST = '.connection[data-state="lost"]'
BACK = '#table[data-link="open"]'


@pytest.fixture(scope="module")
def own_server(houses):
    """One that may be killed."""
    server = houses.new().start()
    yield server
    server.stop()


async def in_mid_round(people) -> Person:
    """Until somebody may choose with cards in hand; a round may be over as soon as it is dealt."""
    for _ in range(10):
        await start(people)
        await people[0].moves("deal")
        if actor := await who_acts(people):
            return actor
    raise AssertionError("ten special hands")


async def kill(server) -> None:
    await asyncio.to_thread(server.kill)


async def start_again(server) -> None:
    await asyncio.to_thread(server.start)


async def hands(people) -> list[list[str]]:
    return [await person.hand() for person in people]


async def test_the_server_is_killed_in_mid_round_and_both_play_on(table, own_server):
    """T39"""
    people = await table(seats=2, to=own_server, turn_seconds=120)
    for person in people:
        person.expects(*GONE)
        await person.page.evaluate("window.notReloaded = true")
    actor = await in_mid_round(people)
    before, moves = await hands(people), own_server.moves(people[0].room)
    await kill(own_server)
    for person in people:
        await person.sees(LOST)
        assert await person.locator(f"{LOST} [data-when=lost]").is_visible()
        assert await person.hand() == before[people.index(person)]
    await cannot_act(actor)
    await start_again(own_server)
    for person in people:
        await person.sees(BACK)
    assert await hands(people) == before
    assert own_server.moves(people[0].room) == moves, "what was tapped while away is not played"
    await play(people)
    for person in people:
        await person.sees(RESULT)
        assert await person.page.evaluate("window.notReloaded")
        assert not await person.sees_now(LOST)


async def cannot_act(person: Person) -> None:
    """Its buttons do nothing while nobody hears them."""
    held, where = await person.hand(), person.page.url
    await person.page.evaluate("""() => {
      for (const form of document.querySelectorAll("#actions form, .seat-act form")) form.requestSubmit();
    }""")
    assert await person.hand() == held and person.page.url == where


async def test_offline_and_online_again(table, line):
    people = cai, an = await table(seats=2, lines=(None, line), turn_seconds=120)
    an.expects(*GONE)
    actor = await in_mid_round(people)
    held = await an.hand()
    await line.cut()
    await an.sees(LOST)
    assert await cai.sees_now(BACK)
    if actor is an:
        await cannot_act(an)
    await line.mend()
    await an.sees(BACK)
    assert await an.hand() == held
    await play(people)
    await an.sees(RESULT)


async def test_who_logs_out_elsewhere_is_told_and_does_not_come_back(table):
    """Only the code of the close says so to a page that the word before it did not reach."""
    _cai, an = await table(seats=2)
    await an.page.evaluate("""() => {
      window.opened = 0;
      document.addEventListener("htmx:ws:after:connection", () => { window.opened += 1; });
      document.querySelector("#table").addEventListener("htmx:ws:after:message:incoming", (event) => {
        if (String(event.detail.message.data).includes('"bye"')) event.stopImmediatePropagation();
      }, { capture: true });
      const body = new URLSearchParams();
      body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
      return fetch("/accounts/logout/", { method: "POST", body });
    }""")
    await an.sees('[data-connection] [data-bye="logged_out"][data-now]')
    assert await an.page.evaluate("window.opened") == 0


async def test_a_page_that_lost_a_piece_begins_anew(table):
    """A frame leaves out what the page shows already; where that is gone, the whole table comes again."""
    _, an = people = await table(seats=2, turn_seconds=120)
    assert await in_mid_round(people) is an
    await an.page.evaluate("""() => {
      document.querySelector("#cards-1").remove();
      window.opened = 0;
      document.addEventListener("htmx:ws:after:connection", () => { window.opened += 1; });
    }""")
    while await who_acts(people) is an:
        await an.acts()
    await an.until(lambda: an.page.evaluate("window.opened"), "another socket")
    await an.sees("#cards-1:not([data-same])")


async def test_a_page_that_could_not_put_a_frame_in_place_begins_anew(table):
    cai, an = people = await table(seats=2, turn_seconds=120)
    an.expects("nothing finds its place")
    await start(people)
    await an.page.evaluate("""() => {
      document.getElementById = () => {
        delete document.getElementById;
        throw new Error("nothing finds its place");
      };
      window.opened = 0;
      document.addEventListener("htmx:ws:after:connection", () => { window.opened += 1; });
    }""")
    await cai.moves("deal")
    await an.until(lambda: an.page.evaluate("window.opened"), "another socket")
    await an.sees(MY_CARDS)


async def test_a_page_out_of_the_browsers_own_cache_is_loaded_anew(table):
    """Safari brings it back so, with a socket that is dead; here the browser is only told that it did."""
    person, _ = await table(seats=2)
    async with person.page.expect_navigation():
        await person.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await person.is_linked()


async def test_what_happened_while_one_was_away_is_there_on_return(table, line):
    cai, an = people = await table(seats=2, lines=(None, line), turn_seconds=120)
    an.expects(*GONE)
    await start(people)
    await line.cut()
    await an.sees(LOST)
    await cai.moves("deal")
    assert not await an.hand()
    await line.mend()
    await an.locator("[data-try-now]").evaluate("button => button.click()")
    await an.sees(MY_CARDS)
    await play(people)


async def test_who_tries_at_once_keeps_the_line_that_is_back(table, line):
    """What waited to be tried later lets go of nothing."""
    _, an = await table(seats=2, lines=(None, line))
    an.expects(*GONE, "WebSocket is closed before")
    await an.page.clock.install()
    await an.page.reload()
    await an.is_linked()
    await an.page.evaluate("""() => {
      window.links = [];
      const table = document.querySelector("#table");
      table.addEventListener("table:link", ({ detail }) => window.links.push(detail));
    }""")
    await line.cut()
    await an.until(lambda: moves_the_clock(an, LOST), "the line to be lost")
    await line.mend()
    for _ in range(2):
        await an.page.evaluate("dispatchEvent(new Event('online'))")
    await an.sees(BACK)
    await an.page.clock.run_for(20_000)
    assert await an.page.evaluate("window.links") == ["lost", "open", "back"]


async def moves_the_clock(person: Person, what: str) -> bool:
    await person.page.clock.run_for(500)
    return await person.sees_now(what)


@pytest.mark.parametrize("page", ["table", "lobby"])
async def test_a_slow_line_brings_the_page_piece_by_piece_and_it_connects(comes, server, page):
    line = (await asyncio.to_thread(server.open_table, "--seats=2", batch=2))[0]
    an = await comes(cookie=line["cookie"])

    async def late(route):
        await asyncio.sleep(0.4)
        await route.continue_()

    await an.page.route("**/hx-ws*", late)
    await an.opens(f"/rooms/{line['room']}/" if page == "table" else "/lobby/")
    await an.until(lambda: heard(an), "a first frame")


async def heard(person: Person) -> bool:
    return bool(person.frames)


async def test_a_server_that_restarts_brings_the_lobby_back(comes, own_server):
    an = await comes(to=own_server)
    an.expects(*GONE)
    await an.opens("/lobby/")
    await an.until(lambda: heard(an), "the list of rooms")
    await kill(own_server)
    await start_again(own_server)
    seen = len(an.frames)
    await asyncio.to_thread(own_server.open_table, "--seats=3")

    async def told_more() -> bool:
        return len(an.frames) > seen

    await an.until(told_more, "the lobby again")
    await an.sees("#rooms .room")


async def test_a_draw_tapped_as_the_server_dies_is_played_at_most_once(table, own_server):
    people = await table(seats=2, to=own_server, turn_seconds=120)
    for person in people:
        person.expects(*GONE)
    for _ in range(8):
        actor = await in_mid_round(people)
        if await actor.sees_now(f"{does('draw')}:enabled"):
            break
        await play(people)
    held = await actor.hand()
    await actor.page.locator(does("draw")).click(no_wait_after=True)
    await kill(own_server)
    drawn = sum(move[3] == "draw" for move in own_server.moves(actor.room))
    await start_again(own_server)
    await actor.sees(BACK)
    await actor.sees(MY_CARDS, len(held) + drawn)
    assert (await actor.hand())[: len(held)] == held and drawn <= 1
    await play(people)


async def test_a_tab_too_many_says_so_and_stays_away(table, comes, server):
    cai, _an = await table(seats=2)
    [cookie] = [f"{c['name']}={c['value']}" for c in await cai.context.cookies() if c["name"] == "sessionid"]
    others = [await Player.at(server.url, cai.room, cookie) for _ in range(3)]
    late = await comes(cookie=cookie)
    await late.page.clock.install()
    await late.opens(f"/rooms/{cai.room}/")
    await late.sees('#table[data-link="bye"] [data-bye="too_many"][data-now]')
    await late.page.clock.fast_forward(60_000)
    assert len(late.frames) == 1, "and it asks no more"
    await others[0].close()
    await late.clicks(".connection [data-when=bye] a.button")
    await late.is_linked()
    assert await cai.sees_now(BACK)
    for other in others[1:]:
        await other.close()


async def test_the_lobby_in_a_tab_too_many_says_why_it_stands_still(comes, server):
    [cookie, _] = [line["cookie"] for line in await asyncio.to_thread(server.open_table, "--seats=2")]
    address = f"{server.url.replace('http', 'ws')}/ws/lobby/?format=json"
    others = [await connect(address, additional_headers={"Cookie": cookie}) for _ in range(12)]
    late = await comes(cookie=cookie)
    await late.opens("/lobby/")
    await late.sees("[data-still]:not([hidden]) [data-why=too_many]:not([hidden])")
    assert not await late.sees_now("[data-why=lost]:not([hidden])")
    for other in others:
        await other.close()
