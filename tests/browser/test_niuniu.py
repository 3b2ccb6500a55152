"""Niu Niu as it is played: whole rounds by mouse, finger and keys, row by row, mine last.

Whoever is not under test plays over a JSON socket; so does the person, but by hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.person import DESK, MY_CARDS, PHONE, RESULT, TOUCH_PHONE, Person, does, says
from tests.server import Table

By = Callable[[Person, str], Awaitable[None]]

STAKE = 5
SUMS = "#my-cards .sum"
NUMBERS = "e => e.textContent.match(/\\d+/g).map(Number)"
ROWS = ".seat:is([data-status=hidden], [data-status=open]):not([data-mine])"
BOX = "e => (({top, bottom, left, right}) => ({top, bottom, left, right}))(e.getBoundingClientRect())"


class Round:
    """A table where one chair is a person at a browser, whose socket only listens."""

    def __init__(self, table: Table, an: Person, chair: int) -> None:
        self.table, self.an, self.chair = table, an, chair

    @property
    def view(self) -> dict[str, Any]:
        return self.table.players[self.chair].view["view"]

    async def is_shown(self) -> None:
        """The page has come as far as everybody's socket."""
        players = self.table.players
        await self.table.until(lambda: len({player.reached for player in players}) == 1)
        await self.an.has_seen("{}.{}".format(*players[0].reached))

    async def others(self, do: str, *chairs: int, **parameters: Any) -> None:
        """All others who may, or these."""
        for chair, player in enumerate(self.table.players):
            may = any(choice["do"] == do for choice in player.choices)
            if may and chair != self.chair and (not chairs or chair in chairs):
                n = player.view["n"]
                await player.move(do, **parameters)
                await player.until(lambda one, n=n: one.view["n"] > n)
        await self.is_shown()

    async def mine(self, by: By, do: str) -> None:
        await self.is_shown()
        await self.an.sees("#table:not([data-locked])")
        me = self.table.players[self.chair]
        n = me.view["n"]
        await by(self.an, do)
        await me.until(lambda one: one.view["n"] > n)
        await self.is_shown()

    async def is_dealt(self, by: By) -> None:
        """Stakes and deal, each by whose it is."""
        await self.others("bet", stake=3)
        if self.chair:
            await self.mine(by, "bet")
            await self.others("deal")
        else:
            await self.mine(by, "deal")


@asynccontextmanager
async def seated(server, comes, chair: int, *, seats: int = 4, ruleset: str = "duel", **how: Any):
    wanted = {"game": "niuniu", "ruleset": ruleset, "seats": seats, "turn_seconds": 120}
    async with server.table(batch=1, **wanted) as table:
        an = await comes(cookie=table.cookies[chair], **how)
        await an.comes_to(table.code)
        yield Round(table, an, chair)


# --- by mouse, by finger, by keys ----------------------------------------------------------------


async def by_pointer(an: Person, do: str) -> None:
    if do == "bet":
        await an.clicks(f"[data-fill=stake][data-value='{STAKE}']")
        assert await an.locator("#stake").input_value() == str(STAKE)
    await an.clicks(does(do))


async def by_keys(an: Person, do: str) -> None:
    if do == "bet":
        while not await an.page.evaluate("document.activeElement.id === 'stake'"):
            await an.presses("Tab")
        await an.presses("Control+a", str(STAKE))
    await an.presses("l" if do == "reveal" else "Enter")


async def by_enter(an: Person, do: str) -> None:
    await an.presses("Enter")


WAYS = [
    pytest.param({"size": DESK}, by_pointer, 2, "duel", id="mouse"),
    pytest.param({"size": DESK}, by_pointer, 0, "payout", id="mouse, nhà cái"),
    pytest.param(TOUCH_PHONE, by_pointer, 1, "payout", id="finger"),
    pytest.param({"size": DESK}, by_keys, 3, "duel", id="keys"),
    pytest.param({"size": DESK}, by_enter, 0, "duel", id="nothing but Enter, nhà cái"),
]


@pytest.mark.parametrize(("how", "by", "chair", "ruleset"), WAYS)
async def test_a_whole_round(server, comes, how, by, chair, ruleset):
    async with seated(server, comes, chair, ruleset=ruleset, **how) as round_:
        an, table = round_.an, round_.table
        if chair:
            await table.start()
        else:
            await (an.presses("Enter") if by is by_enter else an.clicks(says("start")))
            await asyncio.gather(*(player.until_round(1) for player in table.players))
        await round_.is_dealt(by)
        assert round_.view["table"]["stakes"][chair] == (STAKE if chair else 0)
        await splits_my_hand(round_)
        assert not await an.sees_now(".felt [data-card]")
        first = 1 if chair == 0 else 0
        await round_.others("reveal", first)
        await opens_in_its_row(round_, first)
        await round_.mine(by, "reveal")
        assert not await an.sees_now(f"{does('reveal')}:enabled")
        await round_.others("reveal")
        await an.sees(RESULT)
        await tells_how_it_ended(round_)


async def splits_my_hand(round_: Round) -> None:
    """NN-3: from the deal on, base and final two as the rules found them, with the sum of each."""
    own = round_.view["table"]["worth"][round_.chair]
    await round_.an.sees(MY_CARDS, count=5)
    shown = await round_.an.hand()
    if not own["multiplier"]:
        assert set(shown) == set(round_.view["seats"][round_.chair]["cards"])
        return
    assert shown == own["base"] + own["final"]
    await adds_up(round_.an, SUMS, own)


async def opens_in_its_row(round_: Round, chair: int) -> None:
    worth, seat = round_.view["table"]["worth"][chair], f"#seat-{chair}"
    await round_.an.sees(f"{seat} [data-card]", count=5)
    cards = await round_.an.all(f"{seat} [data-card]", "e => e.dataset.card")
    assert set(cards) == set(round_.view["seats"][chair]["cards"])
    if worth["multiplier"]:
        assert cards == worth["base"] + worth["final"]
        assert f"×{worth['multiplier']}" in await round_.an.reads(f"{seat} .seat-bull")
        await adds_up(round_.an, f"{seat} .sum", worth)


async def adds_up(an: Person, sums: str, worth: dict[str, Any]) -> None:
    base, final = await an.all(sums, NUMBERS)
    assert [len(base), len(final)] == [4, 3]
    assert sum(base[:-1]) == base[-1] and sum(final[:-1]) == final[-1]
    assert base[-1] % 10 == 0 and (final[-1] % 10 or 10) == worth["points_value"]


async def tells_how_it_ended(round_: Round) -> None:
    an, me = round_.an, round_.table.players[round_.chair]
    result = await me.until_frame("result")
    points, own = result["points"][round_.chair], round_.view["table"]["worth"][round_.chair]
    told = (await an.reads(".result-big")).replace("−", "-").replace(".", "")
    assert int(told) == points
    assert await an.sees_now("#result[data-moment]") is (points > 0 and own["multiplier"] > 1)
    for chair, moved in enumerate(result["points"]):
        if chair != round_.chair:
            shown = (await an.all(f"#seat-{chair} .seat-points", "e => e.textContent"))[0]
            assert int(shown.replace("−", "-").replace(".", "")) == moved


# --- row by row -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5, 8])
async def test_on_a_phone_there_is_a_row_for_every_hand_and_mine_is_last_and_big(server, comes, seats):
    async with seated(server, comes, 1, seats=seats, size=PHONE) as round_:
        await round_.table.start()
        await round_.is_dealt(by_pointer)
        await round_.others("reveal", 0)
        await stands_in_rows(round_, seats - 1)
        await round_.others("reveal")
        await round_.mine(by_pointer, "reveal")
        await round_.an.sees(RESULT)
        rows = await stands_in_rows(round_, seats - 1)
        mine = await round_.an.all(MY_CARDS, BOX)
        theirs = await round_.an.all(f"{ROWS} [data-card]", BOX)
        assert min(card["top"] for card in mine) > rows[-1]["bottom"]
        assert width(mine) > 1.5 * width(theirs)


async def stands_in_rows(round_: Round, count: int) -> list[dict[str, float]]:
    """One under the other as they sit, all of one width, cards inside, nothing scrolls sideways."""
    await round_.an.sees(ROWS, count=count)
    rows = await round_.an.all(ROWS, BOX)
    assert all(above["bottom"] <= below["top"] for above, below in pairwise(rows))
    assert len({(row["left"], row["right"]) for row in rows}) == 1
    for card in await round_.an.all(f"{ROWS} .card", BOX):
        assert rows[0]["left"] < card["left"] and card["right"] < rows[0]["right"]
    assert await round_.an.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    return rows


def width(cards: list[dict[str, float]]) -> float:
    return max(card["right"] - card["left"] for card in cards)


async def test_hands_are_told_one_by_one_mine_last_and_at_once_where_motion_is_not_wanted(server, comes):
    async with seated(server, comes, 1, size=DESK) as round_:
        await round_.table.start()
        await round_.is_dealt(by_pointer)
        await round_.others("reveal")
        await round_.mine(by_pointer, "reveal")
        await round_.an.sees(RESULT)
        delays = "e => [getComputedStyle(e).animationName, parseFloat(getComputedStyle(e).animationDelay)]"
        told = [f"#seat-{chair} .seat-points" for chair in (0, 2, 3)] + [".result-points"]
        await round_.an.page.emulate_media(reduced_motion="no-preference")
        moving = [(await round_.an.all(one, delays))[0] for one in told]
        assert [delay for _, delay in moving] == pytest.approx([0, 0.44, 0.66, 0.88])
        await round_.an.page.emulate_media(reduced_motion="reduce")
        assert {(await round_.an.all(one, delays))[0][0] for one in told} == {"none"}
