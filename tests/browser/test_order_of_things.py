"""A deal and an end of each game: nothing is told before the cards are seen of which it speaks."""

from random import Random

import pytest

from tests.browser.beside import beside
from tests.browser.in_order import all_is_told, keeps_record, order
from tests.browser.person import DESK, PHONE, RESULT
from tests.browser.states import hand, sensible

GAMES = [
    ("xidach", {"seats": 4, "ruleset": "classic"}, PHONE, "no-preference"),
    ("bigtwo", {"seats": 4}, DESK, "no-preference"),
    ("rummy", {"seats": 2, "options": {"max_turns": 20}}, PHONE, "reduce"),
    ("niuniu", {"seats": 4, "ruleset": "duel"}, DESK, "no-preference"),
]


@pytest.fixture
def server(still):
    return still


@pytest.mark.parametrize(("game", "wanted", "size", "motion"), GAMES, ids=[game for game, *_ in GAMES])
async def test_nothing_is_told_before_it_is_seen(comes, server, game, wanted, size, motion):
    async with server.table(game=game, turn_seconds=120, batch=1, **wanted) as table:
        an = await comes(cookie=table.cookies[1], size=size)
        await an.page.emulate_media(reduced_motion=motion)
        await keeps_record(an)
        await an.comes_to(table.code)
        await an.page.mouse.click(8, 400)  # after a tap it sounds
        dealt, ended = await a_round(table, an)
        assert dealt["early"] == ended["early"] == []
        assert len(dealt["covered"]) >= 2, "mine came as backs, and were turned"
        told = ended["told"]
        assert told.index("result-title") > max(map(told.index, filter(is_at_a_seat, told)))
        busts = await an.page.locator(".seat[data-status=quac]").count()
        assert ("duck" in ended["sounds"]) is (busts > 0)


def is_at_a_seat(told: str) -> bool:
    return told.endswith("seat-points")


async def test_a_first_place_is_celebrated_with_petals_that_are_seen(comes, server):
    async with server.table(game="bigtwo", seats=4, turn_seconds=120, batch=1) as table:
        an = await comes(cookie=table.cookies[0], size=PHONE)
        await an.page.emulate_media(reduced_motion="no-preference")
        await keeps_record(an)
        await an.comes_to(table.code)
        _dealt, ended = await a_round(table, an)
        assert table.players[0].newest["result"]["ranks"][0] == 1, "the same deal every time"
        told = ended["told"]
        assert "moment" in told and await an.sees_now("#table[data-moment]")
        await an.sees_no(".petal")
        lived = ended["petals"] + (await order(an))["petals"]
        assert len(lived) == 24 and min(lived) > 700


async def test_a_round_that_its_deal_ends_is_dealt_all_the_same(comes, server):
    how = {"game": "xidach", "ruleset": "classic", "seats": 2, "size": PHONE}
    async with beside(server, comes, 1, **how) as at:
        await at.an.page.emulate_media(reduced_motion="no-preference")
        await keeps_record(at.an)
        await at.an.comes_to(at.table.code)
        for coming in range(1, 40):
            await at.table.until_open(coming)
            if coming > 1:
                await at.is_shown()
            await all_is_told(at.an)
            await order(at.an)
            await at.table.start()
            await at.others("deal", first="left")
            if at.view["over"]:
                break
            await at.table.play()
        await all_is_told(at.an)
        kept = await order(at.an)
        assert kept["early"] == []
        assert len(kept["covered"]) == 4, "mine and the banker's, as backs"
        assert kept["told"].index("result-title") > kept["told"].index("seat-0 status-0")


async def a_round(table, an):
    """What was told of the deal, and then of the end."""
    await order(an)
    await table.start()
    while not hand(table.players[1]):
        await acts(await table.next_actor())
    await an.sees("#my-cards [data-card]")
    await all_is_told(an)
    dealt = await order(an)
    while actor := await table.next_actor():
        await acts(actor)
    await an.sees(RESULT)
    await all_is_told(an)
    return dealt, await order(an)


async def acts(actor):
    await actor.act(Random(1), sensible(actor.choices, hand(actor)))
