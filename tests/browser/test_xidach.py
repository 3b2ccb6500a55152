"""Xì Dách with the mouse at a desk: the nhà cái checks hand by hand, a nhà con places a stake."""

from __future__ import annotations

from typing import Any

from tests.browser.beside import Beside, beside
from tests.browser.in_order import all_is_told, keeps_record, order
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
            await at.an.sees(says("start"))
            heights = await at.an.all("#actions .button", "e => Math.round(e.getBoundingClientRect().height)")
            assert len(set(heights)) == 1, heights
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


async def test_hands_are_told_one_by_one_mine_last_and_what_was_told_stays(server, comes):
    """XD-24, classic"""
    async with beside(server, comes, 0, seats=4, game="xidach", ruleset="classic", size=DESK) as at:
        await keeps_record(at.an)
        await at.an.comes_to(at.table.code)
        for _ in range(18):
            await starts(at)
            await at.an.clicks(does("deal", first="left"))
            await at.me.until(lambda me: me.view["version"])
            checked = await checks_two(at)
            await tells_how_it_ended(at)
            await all_is_told(at.an)
            told = (await order(at.an))["told"]
            if 0 < len(checked) < 3:
                break
        else:
            raise AssertionError("in eighteen rounds nobody checked and nobody left to open")
        points = [what for what in told if what.endswith("seat-points")]
        left = [chair for chair in (1, 2, 3) if chair not in checked]
        in_order = [f"seat-{chair} seat-points" for chair in (*checked, *left, 0)]
        assert points == [what for what in in_order if what in points]  # a special says it with its name
        assert f"seat-{checked[0]} seat-points" in points
        assert told.index("result-points") > told.index(points[-2])


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


async def test_who_lets_time_run_out_is_told_that_the_table_moved_for_them(server, comes):
    async with server.table(batch=1, seats=2, turn_seconds=1, game="xidach", ruleset="classic") as table:
        an = await comes(cookie=table.cookies[0])
        await an.comes_to(table.code)
        await table.start()
        toast = await an.page.wait_for_function(
            "() => document.querySelector('[data-toast] .toast-text')?.textContent"
        )
        assert await toast.json_value() in ("Hết giờ, bàn đi giúp bạn.", "Hết giờ, bàn dằn giúp bạn.")
        assert (await an.all('#log [data-kind="timed_out"] ~ [data-kind="dealt"][data-mine]', "e => 1")) == [
            1
        ]


CUT = """(name) => [...document.querySelectorAll(".seat-who")].map((who) => {
  who.textContent = name;
  const line = who.parentElement.getBoundingClientRect();
  return who.scrollWidth > who.clientWidth + 1 || who.getBoundingClientRect().bottom > line.bottom + 1;
})"""


async def test_names_that_the_house_gives_are_read_whole_and_stakes_beside_their_hands(server, comes):
    """Of two guests the number tells which."""
    async with beside(server, comes, 2, seats=4, game="xidach", ruleset="vipgame", size=DESK) as at:
        for _ in range(20):
            await rounds_on(at.table)
            await at.others("bet", stake=3)
            await at.mine("bet")
            await at.others("deal")
            if at.view["phase"] == "nha_con":
                break
        for width, height in ((360, 780), (390, 844), (768, 1024), (844, 390), (1100, 800), (1440, 900)):
            await at.an.page.set_viewport_size({"width": width, "height": height})
            for name in ("Khách Rồng 388", "Guest Rooster 388"):
                assert await at.an.page.evaluate(CUT, name) == [False] * 3, (name, width)
            stakes = await at.an.all(".seat-stake", "e => [e.textContent, e.checkVisibility()]")
            assert stakes and all(seen and "cược" in said for said, seen in stakes)


DRAWN = """() => new MutationObserver((changes) => {
  for (const { target, addedNodes: [tag] } of changes)
    if (tag?.className === "card-tag")
      window.drawn = [target.dataset.card, target.className, target.textContent];
}).observe(document.querySelector("#dock"), { childList: true, subtree: true })"""


async def test_the_card_one_draws_wears_a_ring_and_says_so(server, comes):
    async with beside(server, comes, 1, seats=2, game="xidach", ruleset="vipgame") as at:
        for _ in range(20):
            await rounds_on(at.table)
            await at.mine("bet")
            await at.others("deal")
            if not at.view["over"]:
                break
        held = await at.an.hand()
        await at.an.page.evaluate(DRAWN)
        await at.mine("draw")
        [card] = set(await at.an.hand()) - set(held)
        told = await at.an.page.wait_for_function("() => window.drawn")
        shown, classes, words = await told.json_value()
        assert shown == card and "is-new" in classes.split() and words.endswith("Mới rút")
