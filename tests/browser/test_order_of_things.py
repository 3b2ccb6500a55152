"""A deal and an end of each game: nothing is told before the cards are seen of which it speaks."""

from random import Random

import pytest

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
        dealt, ended = await a_round(table, an)
        assert dealt["early"] == ended["early"] == []
        assert len(dealt["covered"]) >= 2, "mine came as backs, and were turned"
        told = ended["told"]
        assert told.index("result-title") > max(map(told.index, filter(is_at_a_seat, told)))


def is_at_a_seat(told: str) -> bool:
    return told.endswith("seat-points")


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
