"""Big 2 as it is played: whole rounds by mouse, finger and keys, what a choice leaves over, hints, the vote.

Whoever is not under test plays by the house bot over a JSON socket; so does the person, but by hand.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.bigtwo.engine import BIGTWO
from tests.browser.by_hand import By, ByHand, Word
from tests.browser.person import DESK, RESULT, SIZES, TOUCH_PHONE, Person, does
from tests.client import Player
from tests.games.bigtwo.table import SUITS_APART, seen_by_a_player
from tests.games.bigtwo.table import Table as Story
from tests.tables.test_bigtwo_zones import ENDGAME, MOVES, a_round, page, story, told_by

PLAY, HINT, PUT_BACK, SORT = "#play button", "[data-hint]", "[data-put-back]", "[data-sort]"
CHOSEN = "#my-cards input:checked"
CARD = "#my-cards .card-button"
CODE = "e => (e.value ?? e.querySelector('input').value)"
FOCUS = "document.activeElement.closest('#my-cards') && document.activeElement.value"
IN_SIGHT = """() => [...document.querySelectorAll("#my-cards .card-button")]
  .map((e) => [e.getBoundingClientRect(), e.querySelector("input").value])
  .sort(([a], [b]) => a.top - b.top || a.left - b.left).map(([, code]) => code)"""


class Round(ByHand):
    async def plays_on(self, by: By, before_each: Callable[[Round], Awaitable[None]] | None = None) -> None:
        while await self.is_my_turn():
            if before_each:
                await before_each(self)
            await self.move(by)


def advice(player: Player) -> Word:
    return BIGTWO.choose(seen_by_a_player(player.view["view"]), "house", Random(0))


@asynccontextmanager
async def four(server, comes, **how: Any):
    opened = server.open_table("--game=bigtwo", "--seats=4", "--turn-seconds=300")
    an = await comes(cookie=opened[0]["cookie"], **how)
    players = [await Player.at(server.url, line["room"], line["cookie"]) for line in opened]
    try:
        await an.comes_to(opened[0]["room"])
        for player in players:
            await player.until_frame("room", status="open")
        yield Round(an, players[0], players[1:], advice)
    finally:
        for player in players:
            await player.close()


# --- by mouse, by finger, by keys ----------------------------------------------------------------


async def by_pointer(an: Person, word: Word) -> None:
    if word["do"] == "vote":
        await an.clicks(f"{does('vote')}[value={str(word['reshuffle']).lower()}]")
    elif word["do"] == "pass":
        await an.clicks(does("pass"))
    else:
        for code in word["cards"]:
            await picks(an, code)
        assert set(await an.all(CHOSEN, CODE)) == set(word["cards"])
        await an.clicks(f"{PLAY}:enabled")


async def picks(an: Person, code: str) -> None:
    """On the strip that its neighbour leaves."""
    card = an.locator(f"{CARD}:has([value='{code}'])")
    at = {"x": 12, "y": 24}
    await (card.tap(position=at) if an.taps else card.click(position=at))


async def by_keys(an: Person, word: Word) -> None:
    if word["do"] == "vote":
        await an.presses("r" if word["reshuffle"] else "Enter")
    elif word["do"] == "pass":
        await an.presses("b")
    else:
        await walks_to_the_hand(an)
        await an.presses("Home")
        for code in [code for code in await an.page.evaluate(IN_SIGHT) if code in word["cards"]]:
            while await an.page.evaluate(FOCUS) != code:
                await an.presses("ArrowRight")
            await an.presses("Space")
        assert set(await an.all(CHOSEN, CODE)) == set(word["cards"])
        await an.presses("Enter")


async def walks_to_the_hand(an: Person) -> None:
    for _ in range(40):
        if await an.page.evaluate(FOCUS):
            return
        await an.presses("Tab")
    raise AssertionError("no way to the hand by Tab")


async def narrows(table: Round) -> None:
    """Whatever of the hand no legal play uses is dim, before anything is chosen."""
    plays = table.me.view["view"]["plays"]
    useful = {card for cards in plays for card in cards}
    held = set(await table.an.hand())
    dim = set(await table.an.all(f"{CARD}.is-dim", CODE))
    assert dim == (held - useful if plays else set())


async def hints_first_what_the_bot_would_do(table: Round) -> None:
    word = advice(table.me)
    if word["do"] == "vote":
        return
    await table.an.presses("g")
    assert set(await table.an.all(CHOSEN, CODE)) == set(word.get("cards", ()))
    if word["do"] == "pass":
        assert "bỏ lượt" in (await table.an.reads("[data-chosen]")).lower()
    await table.an.presses("Escape")
    assert await table.an.all(CHOSEN, CODE) == []


@pytest.mark.parametrize(
    ("how", "by", "before_each"),
    [
        ({"size": DESK}, by_pointer, narrows),
        (TOUCH_PHONE, by_pointer, narrows),
        ({"size": DESK}, by_keys, hints_first_what_the_bot_would_do),
    ],
    ids=["mouse", "finger", "keys"],
)
async def test_a_whole_round(server, comes, how, by, before_each):
    async with four(server, comes, **how) as table:
        await table.starts()
        await table.plays_on(by, before_each)
        an, view = table.an, table.me.view["view"]
        await an.sees(RESULT)
        ranks = (await table.me.until_frame("result"))["ranks"]
        places = await an.all(".standing tbody tr", "row => row.cells[1].textContent")
        assert places.index("Bạn") + 1 == ranks[view["you"]]
        assert len(await an.hand()) == view["seats"][view["you"]]["count"]


async def test_what_lies_on_top_is_labelled_and_heard_with_who_played_it(server, comes):
    async with four(server, comes, size=DESK) as table:
        await table.starts()
        names = {n: seat["player"] for n, seat in enumerate(table.me.room["seats"])}
        while True:
            if await table.is_my_turn():
                top = table.me.view["view"]["table"]["top"]
                if top and top["seat"] != table.me.view["view"]["you"]:
                    break
                await table.move(by_pointer)
        name = names[table.me.view["players"][top["seat"]]]
        assert (await table.an.reads(".laid-name")).startswith(name)
        assert await table.an.all(".laid [data-card]", "e => e.dataset.card") == top["cards"]
        heard = "name => document.querySelector('[data-live=polite]').textContent.includes(`${name} đánh:`)"
        await table.an.page.wait_for_function(heard, arg=name)


HEARD = "word => document.querySelector('[data-live=polite]').textContent.includes(word)"


TIMED_OUT = """(place) => {
  const line = [...document.querySelectorAll("#log [data-line]")].at(place);
  line.dataset.kind = "timed_out";
  if (place) line.dataset.line += "0";
  document.querySelector("#table").dispatchEvent(new CustomEvent("table:frame", { detail: "" }));
}"""


async def test_what_was_covered_comes_back_to_be_read_and_not_to_be_heard(server, comes):
    """B2-11  At the end the log tells every play; ears have heard it already."""
    async with four(server, comes, size=DESK) as table:
        an, (setup, states) = table.an, a_round(3)
        await shows(an, setup, states[:-1], 0, "log")
        assert await an.locator(".log-title").is_visible()
        assert await an.locator("[data-kind=played]").count() <= 1
        await an.page.wait_for_function(HEARD, arg="bỏ lượt")
        await shows(an, setup, states, 0, "log")
        assert not await an.locator(".log-title").is_visible()
        assert await an.locator("[data-kind=laid]").count() > 10
        await an.page.wait_for_function(HEARD, arg="hết bài")
        assert not await an.page.evaluate(f"({HEARD})('bỏ lượt')")
        for place, toasts in ((0, 0), (-1, 1)):
            await an.page.evaluate(TIMED_OUT, place)
            assert await an.locator(".toast").count() == toasts, "only of what is new"


# --- the vote ------------------------------------------------------------------------------------


async def test_the_vote_shows_who_has_answered_and_never_what(server, comes):
    async with four(server, comes, size=DESK) as table:
        await table.starts()
        an, (first, *rest) = table.an, table.others
        await first.move("vote", reshuffle=True)
        await an.sees(".seat[data-status=voted] .seat-ready .icon", count=1)
        await an.clicks(f"{does('vote')}[value=true]")
        await an.sees(".hand-answered")
        await an.sees_no("#actions button:enabled")
        await rest[0].move("vote", reshuffle=False)
        await an.sees(".seat[data-status=voted]:not([data-mine])", count=2)
        said = await an.all(".seat[data-status=voted]:not([data-mine]) .seat-status", "e => e.innerHTML")
        assert len(set(said)) == 1  # one said yes, one no
        before = await an.hand()
        await rest[1].move("vote", reshuffle=True)
        await an.sees("[data-kind=reshuffled]")
        assert await an.hand() != before
        await an.sees(f"{does('vote')}:enabled", count=2)


# --- what a choice leaves over -------------------------------------------------------------------

HAND = "3D 4C 5H 6S 7D 8C 8D 9H 9S KD KC KH 2S"
OPENING = Story(HAND)
PAIRS = Story("3D 3C", HAND.replace("3D", "JD")).play("an 3D 3C")
SETS = Story("3D 3C 3H 5D 5C", HAND.replace("3D", "JD").replace("9H", "8H")).play("an 3D 3C 3H 5D 5C")
LONE_TWO = (
    "dung 6S", "an AD", "binh AC", "chi AH", "dung AS", "an pass", "binh pass", "chi pass",
)  # fmt: skip
CHOICES = [
    # story, seat, chosen, still bright, what the pill says, what the button says
    (OPENING, 0, "", "3D 4C 5H 6S 7D 2S", "", "Chọn bài"),
    (OPENING, 0, "3D", "3D 4C 5H 6S 7D 2S", "Lẻ 3♦ · đánh được", "Đánh 1 lá"),
    (OPENING, 0, "3D 4C", "3D 4C 5H 6S 7D 2S", "Sảnh · đã chọn 2/5", "Chọn thêm 3 lá"),
    (OPENING, 0, "3D 4C 5H 6S 7D", "3D 4C 5H 6S 7D", "Sảnh tới 7♦ · đánh được", "Đánh 5 lá"),
    (OPENING, 0, "8C", "", "", "Phải có 3♦"),
    (OPENING, 0, "3D 8C", "", "", "Chưa thành bộ"),
    (PAIRS, 1, "", "8C 8D 9H 9S KD KC KH", "", "Chọn bài"),
    (PAIRS, 1, "KD", "KD KC KH", "Đôi · đã chọn 1/2", "Chọn thêm 1 lá"),
    (PAIRS, 1, "8D 8C", "8C 8D", "Đôi 8♣ · chặt được", "Đánh 2 lá"),
    (PAIRS, 1, "4C", "", "", "Không chặt được"),
    (SETS, 1, "9S", "", "", "Không chặt được"),
    (SETS, 1, "KD KC KH", "8C 8D 8H KD KC KH", "Cù lũ · đã chọn 3/5", "Chọn thêm 2 lá"),
    (SETS, 1, "KD KC KH 8D 8H", "8D 8H KD KC KH", "Cù lũ K · chặt được", "Đánh 5 lá"),
]


async def looks(an: Person, what: str) -> list[str]:
    """For eyes: without the words that are only for ears."""
    return await an.all(
        what,
        """(e) => {
          const seen = e.cloneNode(true);
          for (const word of seen.querySelectorAll(".sr-only, [hidden], kbd")) word.remove();
          return seen.textContent.replace(/\\s+/g, " ").trim();
        }""",
    )


async def shows(an: Person, setup, states, seat: int, *zones: str, language: str = "vi") -> None:
    """The middle, the hand and the actions of this moment, as a frame would bring them."""
    html = told_by(page(setup, states, seat)[1], language)
    await an.page.evaluate(
        """(html) => {
          for (const [name, zone] of Object.entries(html)) document.getElementById(name).outerHTML = zone;
          document.querySelector("#table").dispatchEvent(new CustomEvent("table:frame", { detail: "" }));
        }""",
        {name: html[name] for name in ("centre", "hand", "actions", *zones)},
    )
    await an.page.evaluate("document.fonts.ready")


async def test_choosing_leaves_only_what_can_still_be_played(server, comes):
    async with four(server, comes, size=DESK) as table:
        an = table.an
        for told, seat, chosen, bright, pill, button in CHOICES:
            await shows(an, told.setup, [told.state], seat)
            await an.presses("Escape")
            for code in chosen.split():
                await picks(an, code)
            assert set(await an.all(f"{CARD}:not(.is-dim)", CODE)) == set(bright.split()), chosen
            seen = await looks(an, "[data-chosen]:not([hidden])") + await looks(an, PLAY)
            assert seen == ([pill, button] if pill else [button]), chosen
            assert await an.locator(PLAY).is_enabled() == button.startswith("Đánh")


STILL = ("#centre", ".laid", "#dock", "#heading", "#my-cards", ".hand-tools", "#actions", PLAY)
WHERE = """(all) => all.map((one) => {
  const { y, height } = document.querySelector(one).getBoundingClientRect();
  return [one, y, height].join(" ");
})"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
async def test_choosing_moves_nothing(server, comes, size):
    """Whatever the pill has to say, in one line or two."""
    async with four(server, comes, size=size) as table:
        an = table.an
        for told, seat, chosen, *_ in CHOICES:
            await shows(an, told.setup, [told.state], seat)
            await an.presses("Escape")
            before = await an.page.evaluate(WHERE, STILL)
            for code in chosen.split():
                await picks(an, code)
            assert await an.page.evaluate(WHERE, STILL) == before, chosen
        await shows(an, *story(*MOVES, *LONE_TWO), 3)
        before = await an.page.evaluate(WHERE, STILL)
        await an.presses("g")
        await an.sees("[data-chosen]:not([hidden])")
        assert await an.page.evaluate(WHERE, STILL) == before


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
async def test_a_play_moves_nothing(server, comes, size):
    """Mine least of all: from thirteen cards to one, my hand keeps its room."""
    async with four(server, comes, size=size) as table:
        an, told = table.an, Story(*SUITS_APART)
        await shows(an, told.setup, [told.state], 0)
        before = await an.page.evaluate(WHERE, STILL[:-1])
        for moves in (
            "an 3D 4D 5D 7D 8D", "binh pass, chi pass, dung pass", "an 9D TD JD QD KD",
            "binh pass, chi pass, dung pass", "an 6D", "binh 6C, chi pass, dung pass", "an AD",
        ):  # fmt: skip
            told.play(moves)
            await shows(an, told.setup, [told.state], 0)
            assert await an.page.evaluate(WHERE, STILL[:-1]) == before, moves


WHOLE = """(name) => [...document.querySelectorAll(".seat:not([data-mine]) .seat-name")].map((one) => {
  one.innerHTML = `<bdi class="seat-who">${name}</bdi> <span class="pill seat-bot">Máy</span>`;
  const [who, bot] = one.children;
  const { right, bottom } = one.getBoundingClientRect();
  const inside = (part) => part.right <= right + 1 && part.bottom <= bottom + 1;
  return who.scrollWidth <= who.clientWidth && who.scrollHeight <= who.clientHeight + 1
    && inside(who.getBoundingClientRect()) && (who.clientHeight > 30 || inside(bot.getBoundingClientRect()));
})"""


async def test_names_that_the_house_gives_are_read_whole(server, comes):
    """Of two guests the number tells which, of a bot the pill that it is one."""
    async with four(server, comes, size=DESK) as table:
        await shows(table.an, OPENING.setup, [OPENING.state], 0, *(f"seat-{chair}" for chair in range(4)))
        await table.an.sees(".seat-ask", count=3)
        for width, height in (
            (360, 780),
            (390, 844),
            (844, 390),
            (768, 1024),
            (1100, 800),
            (1280, 800),
            (1440, 900),
        ):
            await table.an.page.set_viewport_size({"width": width, "height": height})
            for name in ("Khách Rồng 388", "Guest Rooster 388", "Máy Mít", "Bot Jackfruit"):
                assert await table.an.page.evaluate(WHOLE, name) == [True] * 3, (name, width)


async def test_however_large_the_text_the_dock_leaves_the_table_in_sight(server, comes):
    """It scrolls, what one may do stays at its foot, and what is chosen moves no card."""
    async with four(server, comes, size={"width": 320, "height": 640}) as table:
        an = table.an
        await an.page.evaluate("document.documentElement.style.fontSize = '200%'")
        await shows(an, SETS.setup, [SETS.state], 1)
        dock = await an.locator("#dock").bounding_box()
        assert dock["height"] <= 360 and dock["y"] + dock["height"] == 640
        assert await an.locator(".laid").is_visible()
        cards = await an.locator("#my-cards").bounding_box()
        for code in ("KD", "KC", "KH", "8D", "8H"):
            await an.page.eval_on_selector(f"#choose-{code}", "card => card.click()")
        assert (await an.locator("#my-cards").bounding_box())["y"] == cards["y"]
        for place in (0, 9999):
            await an.page.eval_on_selector("#dock", "(dock, place) => { dock.scrollTop = place; }", place)
            button = await an.locator(PLAY).bounding_box()
            assert button["y"] >= dock["y"] and button["y"] + button["height"] <= 640
        await an.clicks(HINT)


async def test_a_lone_two_can_only_pass_and_the_hint_says_so(server, comes):
    """B2-8"""
    async with four(server, comes, size=DESK) as table:
        await shows(table.an, *story(*MOVES, *LONE_TWO), 3)
        assert not await table.an.locator(PLAY).is_enabled()
        await table.an.presses("g")
        assert await table.an.reads("[data-chosen]") == "Không đánh được: bỏ lượt"
        await shows(table.an, *story(*ENDGAME), 0)
        assert await table.an.locator(does("pass")).is_disabled()


FAN = """() => {
  const { left, right } = document.querySelector("#dock").getBoundingClientRect();
  const cards = [...document.querySelectorAll("#my-cards .card-button")]
    .sort((a, b) => a.style.order - b.style.order);
  const [from] = cards.map((card) => card.offsetParent.getBoundingClientRect().left);
  return [left - from, cards.map((card) => card.offsetLeft), right - from, cards[0].offsetWidth];
}"""


ROWS = {"desktop": DESK, "small": {"width": 1100, "height": 800}, "tablet": {"width": 1024, "height": 768}}


@pytest.mark.parametrize("size", ROWS.values(), ids=ROWS)
async def test_in_one_row_the_cards_lie_evenly_however_they_are_sorted(server, comes, size):
    async with four(server, comes, size=size) as table:
        an, told = table.an, Story(HAND)
        for moves in ("an 3D", "binh pass, chi pass, dung pass, an 4C 5H 6S 7D 8C"):
            told.play(moves)
            await shows(an, told.setup, [told.state], 0)
            for _ in ("by suit", "by rank"):
                await an.presses("x")
                left, cards, right, width = await an.page.evaluate(FAN)
                steps = [there - here for here, there in pairwise(cards)]
                assert steps[0] > 0 and max(steps) - min(steps) <= 1, steps
                assert left <= cards[0] and cards[-1] + width <= right


async def test_sorting_keeps_the_choice_and_the_focus(server, comes):
    async with four(server, comes, size=DESK) as table:
        await table.starts()
        an = table.an
        assert all([await an.locator(f"{tool} kbd").is_visible() for tool in (SORT, HINT)])
        await walks_to_the_hand(an)
        await an.presses("Home", "Space", "ArrowRight", "ArrowRight", "Space")
        chosen, at = await an.all(CHOSEN, CODE), await an.page.evaluate(FOCUS)
        assert len(chosen) == 2 and at in chosen
        for order in (lambda code: "DCHS".index(code[1]), lambda code: "3456789TJQKA2".index(code[0])):
            await an.presses("x")
            row = await an.page.evaluate(IN_SIGHT)
            assert row == sorted(row, key=order)
            assert await an.all(CHOSEN, CODE) == chosen and await an.page.evaluate(FOCUS) == at
            await an.presses("Home")
            assert await an.page.evaluate(FOCUS) == row[0]
            for code in row[1 : row.index(at) + 1]:
                await an.presses("ArrowRight")
                assert await an.page.evaluate(FOCUS) == code
        await an.presses("x")
        setup, states = a_round(7)  # another hand
        await shows(an, setup, states[:1], 0)
        row = await an.page.evaluate(IN_SIGHT)
        assert row == sorted(row, key=lambda code: "DCHS".index(code[1]))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
async def test_the_host_changes_what_the_places_win_number_by_number(comes, server, scripts):
    opened = server.open_table("--game=bigtwo", "--seats=4")
    an = await comes(cookie=opened[0]["cookie"], java_script_enabled=scripts)
    await an.opens(f"/rooms/{opened[0]['room']}/")
    if scripts:
        await an.is_linked()
        await an.clicks("button[data-open-panel=menu]")
    await an.clicks("#menu-options summary")
    fields = an.locator("#menu-options [name=opt_points]")
    assert await fields.evaluate_all("them => them.map(({ value }) => Number(value))") == [3, 1, -1, -3]
    for place, points in enumerate((6, 2, -2, -6)):
        await fields.nth(place).fill(str(points))
    await an.clicks("#menu-options form button")
    await an.until(lambda: an.page.locator(".top-options", has_text="6 · 2 · −2 · −6").count(), "the points")
