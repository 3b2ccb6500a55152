"""Chinese Rummy as it is played: whole rounds by mouse, finger, drag and keys, the proposal and how it is
changed, melds in both bands on every screen.

The other seat plays by the house bot over a JSON socket; so does the person, but by hand.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from games.rummy.engine import RUMMY
from tests.browser.by_hand import ByHand, Word
from tests.browser.person import DESK, PHONE, RESULT, SIZES, TOUCH_PHONE, Person, does, says
from tests.client import Player
from tests.games.rummy.table import Table as Story
from tests.games.rummy.table import seen_by_a_player
from tests.tables.test_rummy_zones import STORY, TO_THE_END, a_match, page

STOCK, DISCARDS = '[data-presses="#draw-stock"]', "[data-discards]"
DISCARD, LAY_OFF, OPENER, LAY, CANCEL = (
    "[data-needs-card]", "[data-needs-fit]", "[data-trays-opener]", "[data-lay]", "[data-trays-close]",
)  # fmt: skip
ONTO = "#play-card select"
CARD = "#my-cards .card-button"
CODE = "e => e.querySelector('[data-card]').dataset.card"
FOCUS = "document.activeElement.closest('#my-cards') && document.activeElement.value"
TAGGED = """() => {
  window.tagged = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const tag of addedNodes) {
      if (tag.className === "card-tag") window.tagged.push(tag.parentElement.querySelector("input").value);
    }
  }).observe(document.querySelector("#dock"), { childList: true, subtree: true });
}"""


MOVES_AT_ONCE = """async (code) => {
  const card = document.querySelector(`#my-cards [value="${code}"]`).closest(".card-button");
  const finger = (kind, y) => card.dispatchEvent(new PointerEvent(kind, {
    pointerType: "touch", isPrimary: true, bubbles: true, button: 0, clientX: 60, clientY: y,
  }));
  finger("pointerdown", 600);
  finger("pointermove", 560);
  await new Promise((done) => setTimeout(done, 500));
  finger("pointermove", 500);
  return document.querySelector(".card-ghost") !== null;
}"""


class Round(ByHand):
    async def plays_until_i_may(self, do: str) -> None:
        """Round after round, until I may do this: by JSON, the page only looks on."""
        while True:
            if not await self.is_my_turn():
                await self.me.until(lambda me: me.room["status"] == "open")
                await self.starts()
            elif any(move["do"] == do for move in self.me.view["view"]["legal"]):
                return
            else:
                await self.me.act(Random(0), [advice(self.me)])


def advice(player: Player) -> Word:
    return RUMMY.choose(seen_by_a_player(player.view["view"]), "sharp", Random(0))


@asynccontextmanager
async def two(server, comes, **how: Any) -> AsyncIterator[Round]:
    opened = server.open_table("--game=rummy", "--seats=2", "--turn-seconds=300")
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


# --- by mouse, by finger, by drag, by keys ------------------------------------------------------


async def by_pointer(an: Person, word: Word) -> None:
    """Piles and melds are tapped, cards picked and named by the buttons."""
    match word:
        case {"do": "draw", "from": source}:
            await an.clicks(STOCK if source == "stock" else DISCARDS)
        case {"do": "lay_down"}:
            await an.clicks(OPENER)
            await an.clicks(f"{LAY}:enabled")
        case {"do": "lay_off", "card": card, "meld": meld}:
            await picks(an, card)
            await an.clicks(f'[data-meld="{meld}"][data-takes]')
        case {"card": card}:
            await picks(an, card)
            await an.clicks(f"{DISCARD}:enabled")


async def picks(an: Person, code: str) -> None:
    """On the strip that its neighbour leaves."""
    card, at = an.locator(f"{CARD}:has([value='{code}'])"), {"x": 12, "y": 24}
    await (card.tap(position=at) if an.taps else card.click(position=at))


async def by_drag(an: Person, word: Word) -> None:
    match word:
        case {"do": "draw", "from": source}:
            await drags(an, STOCK if source == "stock" else DISCARDS, "#my-cards")
        case {"do": "lay_off", "card": card, "meld": meld}:
            await drags(an, f"{CARD}:has([value='{card}'])", f'[data-meld="{meld}"]')
        case {"do": "discard", "card": card}:
            await drags(an, f"{CARD}:has([value='{card}'])", DISCARDS)
        case _:
            await by_pointer(an, word)


async def drags(an: Person, what: str, onto: str) -> None:
    mouse, start, end = an.page.mouse, await box(an, what), await box(an, onto)
    await mouse.move(start["x"] + 12, start["y"] + 24)
    await mouse.down()
    await mouse.move(end["x"] + 20, end["y"] + 30, steps=4)
    await an.sees(".card-ghost")
    await mouse.up()


async def box(an: Person, what: str) -> Any:
    await an.locator(what).scroll_into_view_if_needed()
    return await an.locator(what).bounding_box()


async def by_keys(an: Person, word: Word) -> None:
    match word:
        case {"do": "draw", "from": source}:
            await an.presses("r" if source == "stock" else "a")
        case {"do": "lay_down"}:
            await an.presses("l")
            await an.sees(f"{LAY}:enabled")
            await an.presses("h")
        case {"do": "lay_off", "card": card, "meld": meld}:
            await walks_to(an, card)
            await an.presses("Space")
            if await an.locator(ONTO).is_visible():
                await an.locator(ONTO).focus()
                while await an.locator(ONTO).input_value() != str(meld):
                    await an.presses("ArrowDown")
                await walks_to(an, card)
            await an.presses("g")
        case {"card": card}:
            await walks_to(an, card)
            await an.presses("Space", "b")


async def walks_to(an: Person, code: str) -> None:
    for _ in range(60):
        if await an.page.evaluate(FOCUS):
            break
        await an.presses("Tab")
    await an.presses("Home")
    for _ in range(16):
        if await an.page.evaluate(FOCUS) == code:
            return
        await an.presses("ArrowRight")
    raise AssertionError(f"no way to {code} by keys")


@pytest.mark.parametrize(
    ("how", "by"),
    [
        ({"size": DESK}, by_pointer),
        (TOUCH_PHONE, by_pointer),
        ({"size": DESK}, by_drag),
        ({"size": DESK}, by_keys),
    ],
    ids=["mouse", "finger", "drag", "keys"],
)
async def test_a_whole_round(server, comes, how, by):
    async with two(server, comes, **how) as table:
        await table.starts()
        await table.an.page.evaluate(TAGGED)
        drawn = []
        while await table.is_my_turn():
            if (await table.move(by))["do"] == "draw" and not table.me.view["view"]["over"]:
                drawn.append(own_cards(table.me)[-1])
        an = table.an
        await an.sees(RESULT)
        assert await an.page.evaluate("window.tagged") == drawn
        sheet = (await table.me.until_frame("result"))["sheet"][table.me.view["view"]["you"]]
        await an.until(
            lambda: an._is(an.reads(".match-sheet tbody tr:first-child td:nth-child(2)"), str(sheet))
        )


def own_cards(player: Player) -> list[str]:
    view = player.view["view"]
    return view["seats"][view["you"]]["cards"]


async def test_a_finger_that_holds_still_drags_and_one_that_does_not_scrolls(server, comes):
    async with two(server, comes, **TOUCH_PHONE) as table:
        await table.starts()
        await table.plays_until_i_may("discard")
        an, code = table.an, own_cards(table.me)[0]
        card, pile = await box(an, f"{CARD}:has([value='{code}'])"), await box(an, DISCARDS)
        wire = await an.context.new_cdp_session(an.page)

        async def touch(kind: str, *at: float) -> None:
            points = [{"x": at[0], "y": at[1]}] if at else []
            await wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        start, end = (card["x"] + 12, card["y"] + 20), (pile["x"] + 20, pile["y"] + 30)
        assert not await an.page.evaluate(MOVES_AT_ONCE, code)
        await touch("touchStart", *start)
        await an.sees(".card-ghost")
        await touch("touchMove", *end)
        await touch("touchEnd")
        await table.me.until(lambda me: code not in own_cards(me))


# --- the proposal ---------------------------------------------------------------------------------

SETS = Story("3C 4D 6H 8S 9D JC KH", "7C 7D 7H 9C 9H 9S 2S", "5H", "QH").play("binh draw stock")
RUNS = Story(
    "3C 4D 6H 8S 9D JC KH QS", "7C 7D 7H 3H 4H 5H 6H 9S", "5D", "2S", round=2
).play("binh draw stock")  # fmt: skip
FIRST_ROUND = a_match(round=1)
EDITS = [
    # story, taken out of the trays, put in (card, tray), what is said, whether it may be laid
    (SETS, "", (), "", True),
    (SETS, "7C", (), "few", False),
    (SETS, "7C", ("2S 0",), "", True),
    (SETS, "", ("2S 0",), "many", False),
    (SETS, "7C", ("QH 0",), "set", False),
    (SETS, "7C 9C", ("9C 0", "7C 1"), "set", False),
    (SETS, "7C", ("7C 0",), "", True),
    (RUNS, "", (), "", True),
    (RUNS, "3H", ("2S 1",), "", True),
    (RUNS, "3H", ("9S 1",), "run", False),
    (RUNS, "4H", ("2S 1",), "", True),
    (RUNS, "4H 5H", ("2S 1", "9S 1"), "run", False),
]


async def shows(
    an: Person, story: Story, *zones: str, seat: int = 1, language: str = "vi", match: Any = FIRST_ROUND
) -> None:
    """What lies on the table and in my hand, as a frame would bring it."""
    html = page(story, seat, match, language)
    await an.page.evaluate(
        """(html) => {
          for (const [name, zone] of Object.entries(html)) document.getElementById(name).outerHTML = zone;
          document.querySelector("#table").dispatchEvent(new CustomEvent("table:frame", { detail: "" }));
        }""",
        {name: html[name] for name in zones},
    )
    await an.page.evaluate("document.fonts.ready")


KEEPS_THE_FOCUS = """() => {
  const card = document.querySelector("[data-take-back]");
  card.focus();
  document.querySelector("#table").dispatchEvent(new CustomEvent("table:frame", { detail: "" }));
  return document.activeElement === card;
}"""


async def test_the_proposal_can_be_changed_and_says_what_is_wrong(server, comes):
    async with two(server, comes, size=DESK) as table:
        an = table.an
        for story, out, into, said, fine in EDITS:
            await shows(an, story, "hand", "actions")
            assert not await an.locator("#lay-down").is_visible()
            await an.clicks(OPENER)
            await an.sees("#lay-down[data-open]")
            assert await an.page.evaluate("document.activeElement.matches('[data-lay]')"), "Enter lays down"
            assert await an.page.evaluate(KEEPS_THE_FOCUS), "whatever others do"
            for code in out.split():
                await an.clicks(f"[data-take-back='{code}']")
            for code, tray in map(str.split, into):
                await picks(an, code)
                await an.locator("[data-tray]").nth(int(tray)).locator("[data-put]").click()
            assert await an.locator("[data-why]").get_attribute("data-why") == said, (out, into)
            assert await an.locator(f"[data-why] [data-when='{said}']").is_visible()
            assert await an.locator(LAY).is_enabled() == fine
            assert story.accepts(f"binh lay_down {await trays(an)}") == fine
            in_trays = set((await trays(an)).replace("/", "").split())
            in_hand = set(await an.all(f"{CARD}:not([hidden])", CODE))
            assert not in_trays & in_hand and in_trays | in_hand == set(story.view("binh").seats[1].cards)
            await an.presses("Escape")
            assert not await an.locator("#lay-down").is_visible()
            assert await an.locator(f"{CARD}:visible").count() == len(story.view("binh").seats[1].cards)


async def test_on_a_desktop_the_trays_leave_my_hand_the_largest_cards_and_move_nothing(server, comes):
    async with two(server, comes, size=DESK) as table:
        an, still = table.an, ("#dock", "#my-cards", ".piles")
        for width, height in ((1440, 900), (1366, 768)):
            await an.page.set_viewport_size({"width": width, "height": height})
            await shows(an, SETS, *ALL)
            there = await an.page.evaluate(WHERE, still)
            await an.clicks(OPENER)
            await an.sees("#lay-down[data-open]")
            hand, pile, tray = [
                (await box(an, f"{where} .card >> nth=0"))["width"]
                for where in (f"{CARD}:not([hidden])", ".pile-top", ".tray")
            ]
            assert hand >= pile > tray
            assert await an.page.evaluate(WHERE, still) == there
            await an.presses("Escape")


async def trays(an: Person) -> str:
    return await an.locator("#lay-down [name=melds]").input_value()


async def test_a_changed_proposal_is_judged_by_the_table(server, comes):
    async with two(server, comes, size=DESK) as table:
        await table.starts()
        await table.plays_until_i_may("lay_down")
        an, before = table.an, table.me.reached
        await an.clicks(OPENER)
        await an.sees("#lay-down[data-open]")
        wrong = " ".join(own_cards(table.me)[:3])
        await an.page.eval_on_selector(
            "#lay-down [name=melds]", "(field, melds) => { field.value = melds; }", wrong
        )
        await an.clicks(LAY)
        await an.sees(".toast")
        assert table.me.reached == before and await an.locator(LAY).is_visible()
        first = an.locator("[data-take-back]").first
        code = await first.get_attribute("data-take-back")
        await first.click()
        await an.sees(f"{LAY}:disabled")
        await picks(an, code)
        await an.locator("[data-tray]").first.locator("[data-put]").click()
        await an.clicks(f"{LAY}:enabled")
        await table.me.until(lambda me: me.reached > before)
        assert table.me.view["view"]["table"]["laid_down"][table.me.view["view"]["you"]]


async def test_without_scripts_the_proposal_is_laid_by_one_button(server, comes):
    async with two(server, comes, size=DESK) as table:
        await table.starts()
        await table.plays_until_i_may("lay_down")
        cookies = await table.an.context.cookies()
        cookie = next(f"{c['name']}={c['value']}" for c in cookies if "session" in c["name"])
        binh = await comes(cookie=cookie, size=DESK, java_script_enabled=False)
        await binh.opens(table.an.page.url.removeprefix(server.url))
        assert await binh.locator(".tray").count() == 2 and not await binh.locator(LAY).is_visible()
        await binh.clicks(OPENER)
        await table.me.until(lambda me: me.view["view"]["table"]["laid_down"][me.view["view"]["you"]])


async def test_where_the_trays_do_not_come_the_proposal_is_laid_as_it_is(server, comes):
    async with two(server, comes, size=DESK) as table:
        an = table.an
        await table.starts()
        await table.plays_until_i_may("lay_down")
        await an.page.route("**/games/rummy/trays*.js", lambda route: route.abort())
        an.expects("trays", "ERR_FAILED")
        await an.clicks(OPENER)
        await table.me.until(lambda me: me.view["view"]["table"]["laid_down"][me.view["view"]["you"]])


# --- room for everything --------------------------------------------------------------------------

# Both have laid down three melds; the second seat has drawn and may lay off a seven onto a set and a run.
FULL = Story(
    "9C 9D 9H JC JD JH TS JS QS KS 4D 6D", "7C 7D 7H QC QD QH 3S 4S 5S 6S KD 8C", "5H", "AH AC 7S", round=6
).play(
    "binh draw stock, binh lay_down 7C 7D 7H / QC QD QH / 3S 4S 5S 6S, binh discard AH",
    "an draw stock, an lay_down 9C 9D 9H / JC JD JH / TS JS QS KS, an discard AC",
    "binh draw stock",
)  # fmt: skip
# The second seat has gone out; the first holds seven cards, or twelve whose costs fill two lines.
SEVEN_LEFT = Story(*STORY).play(*TO_THE_END)
TWELVE_LEFT = Story(
    "AC AD AH QC QD JC JD 3S 3H 8S 9S TS", "3C 4C 5C 6C 7D 8D 9D TD KC KH KS 2S", "5H", "4H", round=7
).play(
    "binh draw stock, binh lay_down 3C 4C 5C 6C / 7D 8D 9D TD / KC KH KS, binh lay_off 2S 0, binh discard 4H"
)  # fmt: skip
REACHED = """(element) => {
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const there = document.elementFromPoint(x, y);
  return element.contains(there) || there?.contains(element);
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
async def test_everything_can_be_reached_with_melds_in_both_bands(server, comes, size):
    async with two(server, comes, size=size) as table:
        an = table.an
        await table.starts()
        await shows(an, FULL, "seat-0", "seat-1", "centre", "hand", "actions")
        what = [
            "[data-stock] .card",
            ".pile-top .card",
            *(f"[data-meld='{n}']" for n in range(6)),
            DISCARD,
            LAY_OFF,
        ]
        for one in what:
            assert await an.page.eval_on_selector(one, REACHED), one
        if size["height"] > 479:  # at once, without scrolling
            piles, dock = await an.locator(".piles").bounding_box(), await an.locator("#dock").bounding_box()
            await an.page.eval_on_selector(".felt", "felt => { felt.scrollTop = 0; }")
            assert piles["y"] + piles["height"] <= dock["y"] + 1
        await picks(an, "7S")
        await an.sees("[data-takes]", count=2)
        assert await an.locator(".meld-takes:visible").count() == 2
        assert await an.page.evaluate(OVER_A_NAME) == 0
        await picks(an, "7S")
        await an.sees("[data-takes]", count=0)


OVER_A_NAME = """() => [...document.querySelectorAll(".meld[data-takes]")].filter((meld) => {
  const at = (one) => meld.querySelector(one).getBoundingClientRect();
  return at(".meld-takes").top < at(".meld-name").bottom;
}).length"""
ALL = ("seat-0", "seat-1", "centre", "hand", "actions")
STILL = (".piles", "[data-stock] .card", ".pile-top .card", "#dock", "#heading", "#my-cards", "#actions")
WHERE = """(all) => all.map((one) => {
  const { x, y, height } = document.querySelector(one).getBoundingClientRect();
  const wide = one.startsWith("#") ? 0 : x; // what is written there may be longer or shorter
  return [one, ...[wide, y, height].map(Math.round)].join(" ");
})"""
FEW = ("3C 4D 6H 8S 9D JC KH", "7C 7D 7H 9C 9H 9S 2S", "5H", "QH TS 4S")
MANY = ("9C 9D 9H JC JD JH TS JS QS KS 4D 6D", "7C 7D 7H QC QD QH 3S 4S 5S 6S KD 8C", "5H", "AH AC 7S 8D")
TURNS = [
    # round, dealt, what came before, moves that leave everything where it is
    (1, FEW, "", "binh draw stock, binh discard QH, an draw stock, an discard TS, binh draw discard"),
    (
        6, MANY, "",
        "binh draw stock, binh discard AH, an draw stock, an lay_down 9C 9D 9H / JC JD JH / TS JS QS KS,"
        "an discard AC, binh draw discard",
    ),
    (
        6, MANY, "binh draw stock, binh lay_down 7C 7D 7H / QC QD QH / 3S 4S 5S 6S",
        "binh discard AH, an draw stock, an lay_down 9C 9D 9H / JC JD JH / TS JS QS KS, an discard AC,"
        "binh draw stock, binh lay_off 7S 2, binh discard KD, an draw stock, an discard 8D",
    ),
]  # fmt: skip


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
async def test_a_draw_and_a_discard_move_nothing(server, comes, size):
    async with two(server, comes, size=size) as table:
        an = table.an
        await table.starts()
        for round_, dealt, before, moves in TURNS:
            story = Story(*dealt, round=round_)
            if before:
                story.play(before)
            await shows(an, story, *ALL)
            there = await an.page.evaluate(WHERE, STILL)
            for move in moves.split(","):
                story.play(move)
                await shows(an, story, *ALL)
                assert await an.page.evaluate(WHERE, STILL) == there, move


ENDS = [  # story, the match after it
    (SEVEN_LEFT, a_match((1, (45, 0)), round=2)),
    (TWELVE_LEFT, a_match(*((n, (10, 5)) for n in range(1, 7)), (7, (95, 0)), round=1)),
]
OUT_OF_SIGHT = """() => {
  const { left, right } = document.querySelector("#dock").getBoundingClientRect();
  return [...document.querySelectorAll("#my-cards .card, #actions .button")].filter((one) => {
    const at = one.getBoundingClientRect();
    return at.left < left || at.right > right || at.bottom > innerHeight;
  }).length;
}"""


async def test_the_result_shows_every_card_and_what_comes_next(server, comes):
    async with two(server, comes, size=PHONE) as table:
        an = table.an
        for story, match in ENDS:
            await shows(an, story, "result", "hand", "actions", seat=0, match=match)
            for size in SIZES:
                await an.page.set_viewport_size(size)
                assert await an.page.evaluate(OUT_OF_SIGHT) == 0, size


async def test_what_an_open_hand_lost_stands_beside_its_cards(server, comes):
    async with two(server, comes, size=PHONE) as table:
        for story, match in ENDS:
            await shows(table.an, story, "seat-0", "seat-1", "result", "hand", "actions", match=match)
            for size in SIZES:
                await table.an.page.set_viewport_size(size)
                *_, card = await table.an.locator("#seat-0 .seat-cards .card").all()
                card, points = await card.bounding_box(), await box(table.an, "#seat-0 .seat-points")
                assert card["x"] + card["width"] <= points["x"] and points["y"] < card["y"] + card["height"]


TOTALS = """() => ["tfoot .is-first", "tfoot td:not(.is-first)", "tbody .is-gain"].map((one) =>
  getComputedStyle(document.querySelector(`#sheet ${one}`)).color)"""


async def test_who_leads_the_match_stands_out_in_the_sheet(server, comes):
    async with two(server, comes, size=DESK) as table:
        await shows(table.an, SEVEN_LEFT, "sheet", match=a_match((1, (45, 0)), round=2))
        leads, other, won = await table.an.page.evaluate(TOTALS)
        assert leads == won != other


TAGS = """(word) => {
  const card = document.querySelector("#my-cards .card-button:last-child");
  const tag = document.createElement("span");
  tag.className = "card-tag";
  tag.textContent = word;
  card.append(tag);
  const [{ left, top, width }, at] = [card, tag].map((one) => one.getBoundingClientRect());
  tag.remove();
  return at.left < left + .17 * width && at.top < top + .5 * width;
}"""


async def test_the_tag_of_a_drawn_card_leaves_its_rank_in_sight(server, comes):
    async with two(server, comes, size=PHONE) as table:
        for story in (SETS, Story(*MANY, round=6).play("binh draw stock")):
            await shows(table.an, story, "hand", "actions")
            for size in SIZES:
                await table.an.page.set_viewport_size(size)
                assert not await table.an.page.evaluate(TAGS, "Mới bốc"), size


CUT_OFF = """() => {
  const [title, facts] = [".top-title", ".top-facts"]
    .map((one) => document.querySelector(one).getBoundingClientRect());
  if (title.bottom > facts.top + 2 && title.right > facts.left) return "the title";
  return [...document.querySelectorAll(".match-stands b")].filter((number) => {
    const { left, right } = number.getBoundingClientRect();
    return left < facts.left || right > facts.right;
  }).length;
}"""


async def test_the_bar_shows_both_totals_however_long_the_names(server, comes):
    async with two(server, comes, size=PHONE) as table:
        an = table.an
        for seat in (0, None):
            await shows(an, SEVEN_LEFT, "top", seat=seat, match=a_match((1, (200, 170)), round=2))
            await an.page.eval_on_selector_all(
                ".match-stands > bdi",
                "names => { for (const name of names) name.textContent = 'Ngưu Ma Vương'; }",
            )
            for size in SIZES:
                await an.page.set_viewport_size(size)
                assert await an.page.evaluate(CUT_OFF) == 0, size
                assert await an.locator(".match-stands b:visible").count() == 2


async def test_the_choice_between_melds_moves_nothing(server, comes):
    async with two(server, comes, size=PHONE) as table:
        an = table.an
        await table.starts()
        await shows(an, FULL, *ALL)
        there = await an.page.evaluate(WHERE, STILL)
        await picks(an, "7S")
        for one in (ONTO, LAY_OFF, DISCARD, f"{CARD}:has([value='8C'])"):
            assert await an.page.eval_on_selector(one, REACHED), one
        assert await an.page.evaluate(WHERE, STILL) == there
        await an.locator(ONTO).select_option("2")
        assert await an.locator(ONTO).input_value() == "2"


async def test_however_large_the_text_the_dock_leaves_the_table_in_sight(server, comes):
    """It scrolls, and what one may do stays at its foot; the piles can be reached."""
    async with two(server, comes, size={"width": 320, "height": 640}) as table:
        an = table.an
        await table.starts()
        await an.page.evaluate("document.documentElement.style.fontSize = '200%'")
        await shows(an, FULL, *ALL)
        dock = await an.locator("#dock").bounding_box()
        assert dock["height"] <= 360 and dock["y"] + dock["height"] == 640
        for place in (0, 9999):
            await an.page.eval_on_selector("#dock", "(dock, place) => { dock.scrollTop = place; }", place)
            button = await an.locator(DISCARD).bounding_box()
            assert button["y"] >= dock["y"] and button["y"] + button["height"] <= 640
        for pile in ("[data-stock] .card", ".pile-top .card"):
            assert await an.page.eval_on_selector(pile, REACHED), pile


async def test_who_watches_has_no_hand_and_presses_nothing(server, table):
    _cai, _an, khach = await table(game="rummy", seats=2, spectators=1, turn_seconds=120)
    await _cai.clicks(says("start"))
    await khach.sees(STOCK)
    assert not await khach.locator("#dock").is_visible()
    await khach.clicks(STOCK)
    assert [move[3] for move in server.moves(khach.room)] == []
    assert await khach.locator(".seat [data-card]").count() == 0
    assert not await khach.sees_now(does("draw"))
