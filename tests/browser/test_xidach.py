"""Xì Dách with the mouse at a desk: the nhà cái checks hand by hand, a nhà con places a stake."""

from __future__ import annotations

from typing import Any

from tests.browser.beside import Beside, beside
from tests.browser.person import CHECKS, DESK, MY_CARDS, RESULT, Person, does, says
from tests.server import Table

STAKE = 7


async def test_the_nha_cai_checks_them_one_by_one_and_the_rest_at_once(server, comes):
    """XD-23, XD-24, classic"""
    async with beside(server, comes, 0, seats=4, game="xidach", ruleset="classic", size=DESK) as at:
        checked: list[int] = []
        for left in ("left", "right", "left", "right", "left", "right") * 3:
            await starts(at)
            await at.an.clicks(does("deal", first=left))
            await at.me.until(lambda me: me.view["version"])
            checked += await checks_two(at)
            await tells_how_it_ended(at)
            if len(checked) >= 2:
                return
        raise AssertionError("in eighteen rounds nobody to check")


async def starts(at: Beside) -> None:
    coming = at.me.room["next"]["round"]
    await at.an.clicks(says("start"))
    for player in at.table.players:
        await player.until_round(coming)
    await at.is_shown()


async def checks_two(at: Beside) -> list[int]:
    """Draws while too low, checks two hands, and stands."""
    checked: list[int] = []
    while await at.others_play():
        verbs = {choice["do"] for choice in at.me.choices}
        assert await at.an.sees_now(f"{CHECKS}") is ("compare" in verbs)
        if "compare" in verbs and len(checked) < 2:
            checked.append(await checks_one(at))
        else:
            await at.mine("stand" if "compare" in verbs else "draw")
    return checked


async def checks_one(at: Beside) -> int:
    """The hand of one seat opens with what it came to; those not checked stay shut."""
    open_ = [choice["target"] for choice in at.me.choices if choice["do"] == "compare"]
    assert set(await at.an.all(CHECKS, "e => Number(e.value)")) == set(open_)
    target = open_[-1]
    before = at.me.view["n"]
    await at.an.clicks(f"#seat-{target} {CHECKS}")
    await at.me.until(lambda me: me.view["n"] > before)
    await at.is_shown()
    settled = {line["seat"]: line for line in at.view["table"]["settled"]}
    assert await cards_of(at.an, target) == at.view["seats"][target]["cards"]
    assert await points_of(at.an, target) == settled[target]["points"]
    for seat in set(open_) - set(settled):
        assert await cards_of(at.an, seat) == []
    return target


async def cards_of(an: Person, seat: int) -> list[str]:
    return await an.all(f"#seat-{seat} [data-card]", "e => e.dataset.card")


async def points_of(an: Person, seat: int) -> int:
    """Beside the hand, or with the name of a special one."""
    [shown] = await an.all(f"#seat-{seat} :is(.seat-points, .seat-status .pill)", "e => e.textContent")
    return number(shown.split()[-1])


def number(shown: str) -> int:
    return int(shown.replace("−", "-").replace("+", "").replace(".", ""))


async def tells_how_it_ended(at: Beside) -> dict[str, Any]:
    await at.an.sees(RESULT)
    await at.me.until(lambda me: me.room["next"])
    result = at.me.newest["result"]
    assert number(await at.an.reads(".result-big")) == result["points"][at.chair]
    for seat, moved in enumerate(result["points"]):
        if seat not in (at.chair, 0):
            assert await points_of(at.an, seat) == moved
            assert await cards_of(at.an, seat) == at.view["seats"][seat]["cards"]
    return result


async def test_a_nha_con_places_a_stake_and_is_asked_once_before_standing_too_low(server, comes):
    """XD-40, XD-42, vipgame"""
    async with beside(server, comes, 2, seats=4, game="xidach", ruleset="vipgame", size=DESK) as at:
        asked = False
        for _ in range(40):
            await rounds_on(at.table)
            await at.is_shown()
            await at.an.types("stake", str(STAKE))
            await at.mine("bet")
            assert at.view["table"]["stakes"][2] == STAKE
            assert str(STAKE) in await at.an.reads("#seat-2 .seat-status")
            await at.others("bet", stake=3)
            await at.others("deal")
            while await at.others_play():
                await at.an.sees(MY_CARDS, count=at.view["seats"][2]["count"])
                low = await at.an.value() < 16
                assert await stands(at) is low
                asked = asked or low
            result = await tells_how_it_ended(at)
            assert result["points"][2] in (-STAKE, 0, STAKE)
            if asked:
                return
        raise AssertionError("in forty rounds never too low")


async def rounds_on(table: Table) -> None:
    await table.until(lambda: all(player.room["next"] for player in table.players))
    await table.start()


async def stands(at: Beside) -> bool:
    """Whether the page asked first; the second press is the move."""
    before = at.me.view["n"]
    await at.an.clicks(does("stand"))
    asked = await at.an.is_asked_again()
    if asked:
        assert at.me.view["n"] == before
        await at.an.clicks(does("stand"))
    await at.me.until(lambda me: me.view["n"] > before)
    await at.is_shown()
    return asked
