"""Niu Niu as it is played: whole rounds by mouse, finger and keys, row by row, mine last.

The others play over JSON sockets.
"""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.beside import Beside, By, beside, by_pointer
from tests.browser.in_order import all_is_told, keeps_record, order
from tests.browser.person import DESK, MY_CARDS, PHONE, RESULT, TOUCH_PHONE, Person, does, says

STAKE = 5
SUMS = "#my-cards .sum"
NUMBERS = "e => e.textContent.match(/\\d+/g).map(Number)"
ROWS = ".seat:is([data-status=hidden], [data-status=open]):not([data-mine])"
BOX = "e => (({top, bottom, left, right}) => ({top, bottom, left, right}))(e.getBoundingClientRect())"


def seated(server, comes, chair: int, *, seats: int = 4, ruleset: str = "duel", **how: Any):
    return beside(server, comes, chair, seats=seats, game="niuniu", ruleset=ruleset, **how)


async def is_dealt(at: Beside, by: By) -> None:
    """Stakes and deal, each by whose it is."""
    await at.others("bet", stake=3)
    if at.chair:
        await at.mine("bet", by)
        await at.others("deal")
    else:
        await at.mine("deal", by)


# --- by mouse, by finger, by keys ----------------------------------------------------------------


async def by_hand(an: Person, do: str) -> None:
    if do == "bet":
        await an.clicks(f"[data-fill=stake][data-value='{STAKE}']")
        assert await an.locator("#stake").input_value() == str(STAKE)
    await by_pointer(an, do)


async def by_keys(an: Person, do: str) -> None:
    if do == "bet":
        while not await an.page.evaluate("document.activeElement.id === 'stake'"):
            await an.presses("Tab")
        await an.presses("Control+a", str(STAKE))
    await an.presses("l" if do == "reveal" else "Enter")


async def by_enter(an: Person, do: str) -> None:
    await an.presses("Enter")


WAYS = [
    pytest.param({"size": DESK}, by_hand, 2, "duel", id="mouse"),
    pytest.param({"size": DESK}, by_hand, 0, "payout", id="mouse, nhà cái"),
    pytest.param(TOUCH_PHONE, by_hand, 1, "payout", id="finger"),
    pytest.param({"size": DESK}, by_keys, 3, "duel", id="keys"),
    pytest.param({"size": DESK}, by_enter, 0, "duel", id="nothing but Enter, nhà cái"),
]


@pytest.mark.parametrize(("how", "by", "chair", "ruleset"), WAYS)
async def test_a_whole_round(server, comes, how, by, chair, ruleset):
    async with seated(server, comes, chair, ruleset=ruleset, **how) as at:
        an, table = at.an, at.table
        if chair:
            await table.start()
        else:
            await (an.presses("Enter") if by is by_enter else an.clicks(says("start")))
            await asyncio.gather(*(player.until_round(1) for player in table.players))
        await is_dealt(at, by)
        assert at.view["table"]["stakes"][chair] == (STAKE if chair else 0)
        await splits_my_hand(at)
        assert not await an.sees_now(".felt [data-card]")
        first = 1 if chair == 0 else 0
        await at.others("reveal", first)
        await opens_in_its_row(at, first)
        await at.mine("reveal", by)
        assert not await an.sees_now(f"{does('reveal')}:enabled")
        await at.others("reveal")
        await an.sees(RESULT)
        await tells_how_it_ended(at)


async def splits_my_hand(at: Beside) -> None:
    """NN-3: from the deal on, base and final two as the rules found them, with the sum of each."""
    own = at.view["table"]["worth"][at.chair]
    await at.an.sees(MY_CARDS, count=5)
    shown = await at.an.hand()
    if not own["multiplier"]:
        assert set(shown) == set(at.view["seats"][at.chair]["cards"])
        return
    assert shown == own["base"] + own["final"]
    await adds_up(at.an, SUMS, own)


async def opens_in_its_row(at: Beside, chair: int) -> None:
    worth, seat = at.view["table"]["worth"][chair], f"#seat-{chair}"
    await at.an.sees(f"{seat} [data-card]", count=5)
    cards = await at.an.all(f"{seat} [data-card]", "e => e.dataset.card")
    assert set(cards) == set(at.view["seats"][chair]["cards"])
    if worth["multiplier"]:
        assert cards == worth["base"] + worth["final"]
        assert f"×{worth['multiplier']}" in await at.an.reads(f"{seat} .seat-called")
        await adds_up(at.an, f"{seat} .sum", worth)


async def adds_up(an: Person, sums: str, worth: dict[str, Any]) -> None:
    base, final = await an.all(sums, NUMBERS)
    assert [len(base), len(final)] == [4, 3]
    assert sum(base[:-1]) == base[-1] and sum(final[:-1]) == final[-1]
    assert base[-1] % 10 == 0 and (final[-1] % 10 or 10) == worth["points_value"]


async def tells_how_it_ended(at: Beside) -> None:
    an, me = at.an, at.me
    result = await me.until_frame("result")
    points, own = result["points"][at.chair], at.view["table"]["worth"][at.chair]
    told = (await an.reads(".result-big")).replace("−", "-").replace(".", "")
    assert int(told) == points
    assert await an.sees_now("#result[data-moment]") is (points > 0 and own["multiplier"] > 1)
    for chair, moved in enumerate(result["points"]):
        if chair != at.chair:
            shown = (await an.all(f"#seat-{chair} .seat-points", "e => e.textContent"))[0]
            assert int(shown.replace("−", "-").replace(".", "")) == moved


async def test_a_wrong_stake_is_said_under_its_field_and_goes_nowhere(server, comes):
    async with seated(server, comes, 1, size=PHONE, language="en") as at:
        an = at.an
        await at.table.start()
        await at.is_shown()
        assert not await an.locator("#stake-why").is_visible()
        await an.types("stake", "999")
        await an.clicks(does("bet"))
        assert await an.reads("#stake-why:visible") == "The stake must be a whole number from 1 to 10."
        assert await an.page.evaluate("document.activeElement.id") == "stake"
        await an.clicks("[data-fill=stake][data-value='5']")
        assert not await an.locator("#stake-why").is_visible()
        await at.mine("bet")
        assert at.view["table"]["stakes"][1] == 5


# --- row by row -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5, 8])
async def test_on_a_phone_there_is_a_row_for_every_hand_and_mine_is_last_and_big(server, comes, seats):
    async with seated(server, comes, 1, seats=seats, size=PHONE) as at:
        await at.table.start()
        await is_dealt(at, by_hand)
        await at.others("reveal", 0)
        await stands_in_rows(at, seats - 1)
        await at.others("reveal")
        await at.mine("reveal")
        await at.an.sees(RESULT)
        rows = await stands_in_rows(at, seats - 1)
        mine = await at.an.all(MY_CARDS, BOX)
        theirs = await at.an.all(f"{ROWS} [data-card]", BOX)
        assert min(card["top"] for card in mine) > rows[-1]["bottom"]
        assert width(mine) > 1.5 * width(theirs)


async def test_who_watches_six_on_a_phone_sees_what_each_hand_adds_up_to(server, comes):
    async with server.table(game="niuniu", seats=6, spectators=1, turn_seconds=300) as table:
        khach = await comes(cookie=table.cookies[-1], size=PHONE)
        await khach.comes_to(table.code)
        await table.start()
        worths = (await table.play())["results"]
        await khach.sees(".seat-points", count=6)
        seen = await khach.all(".seat .sum", "e => e.checkVisibility()")
        assert seen == [True, True] * sum(bool(worth["base"]) for worth in worths)


async def stands_in_rows(at: Beside, count: int) -> list[dict[str, float]]:
    """One under the other as they sit, all of one width, cards inside, nothing scrolls sideways."""
    await at.an.sees(ROWS, count=count)
    rows = await at.an.all(ROWS, BOX)
    assert all(above["bottom"] <= below["top"] for above, below in pairwise(rows))
    assert len({(row["left"], row["right"]) for row in rows}) == 1
    assert all(seat["bottom"] - seat["top"] < 100 for seat in await at.an.all(".seat", BOX))
    for card in await at.an.all(f"{ROWS} .card", BOX):
        assert rows[0]["left"] < card["left"] and card["right"] < rows[0]["right"]
    assert await at.an.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    return rows


def width(cards: list[dict[str, float]]) -> float:
    return max(card["right"] - card["left"] for card in cards)


async def test_hands_are_told_one_by_one_mine_last_where_motion_is_not_wanted_too(server, comes):
    async with seated(server, comes, 1, size=DESK) as at:
        await keeps_record(at.an)
        await at.an.comes_to(at.table.code)
        await at.table.start()
        await is_dealt(at, by_hand)
        await at.others("reveal")
        await at.mine("reveal")
        await at.an.sees(RESULT)
        for chair in (2, 3):
            (pod,), (points,) = [
                await at.an.all(f"#seat-{chair}{part}", BOX) for part in ("", " .seat-points")
            ]
            assert points["right"] <= pod["right"] - 8
        await all_is_told(at.an)
        told = (await order(at.an))["told"]
        points = [f"seat-{chair} seat-points" for chair in (0, 2, 3)]
        assert [what for what in told if what in (*points, "result-points")] == [*points, "result-points"]
