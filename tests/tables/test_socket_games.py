"""Every game of the house in a room, over the socket: whole rounds, and what is true of each of them."""

import json
from random import Random

import pytest

from games.core import fairness
from games.core.script import answer
from games.registry import ENGINES

FEWEST = [(game, ruleset, engine.seats[0]) for game, engine in ENGINES.items() for ruleset in engine.rulesets]
ROUNDS = 3


@pytest.mark.slow
@pytest.mark.parametrize(("game", "ruleset", "seats"), FEWEST)
async def test_rounds_add_up_and_can_be_checked(server, game, ruleset, seats):
    chance = Random(7)
    async with server.table(game=game, ruleset=ruleset, seats=seats, spectators=1) as table:
        for _ in range(ROUNDS):
            result = await table.play_round(chance)
            assert sum(result["points"]) == 0 and result["void"] is None
            script, record = table.script(result), table.record(result)
            assert fairness.refute(record, lambda name: ENGINES[name].pack) is None
            replayed, ran = answer(json.dumps(script), ENGINES)
            assert ran and json.loads(replayed)["points"] == result["points"]
        names = [seat["player"] for seat in table.people[0].room["seats"]]
        assert sum(table.people[-1].room["totals"].get(name, 0) for name in names) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in ENGINES for level in ENGINES[game].levels]
)
async def test_bots_of_every_level_play_in_a_room(server, game, level):
    seats = ENGINES[game].seats[0]
    async with server.table(game=game, seats=seats) as table:
        cai, others = table.people[0], table.people[1:]
        for other in others:
            await other.say(room="stand_up")
        await cai.until(lambda p: sum(seat["player"] is not None for seat in p.room["seats"]) == 1)
        for seat in range(1, seats):
            await cai.say(room="bot", seat=seat, level=level)
        await cai.until(lambda p: len(p.room["line_up"]) == seats)
        await cai.say(room="start")
        chance = Random(3)
        while (
            not await cai.until(lambda p: p.newest.get("result") or (p.may_act and "turn"), 60) or cai.may_act
        ):
            await cai.act(chance)
        assert sum(cai.newest["result"]["points"]) == 0


@pytest.mark.slow
async def test_a_match_of_rummy_counts_its_rounds_and_the_dealer_takes_turns(server):
    async with server.table(game="rummy", seats=2) as table:
        cai, chance, dealers = table.people[0], Random(11), []
        assert (cai.room["match"]["round"], cai.room["match"]["of"]) == (1, 7)
        for coming in (2, 3):
            result = await table.play_round(chance)
            dealers.append(table.script(result)["options"]["dealer"])
            assert cai.room["match"]["round"] == coming
            assert "round" not in cai.room["options"] and "dealer" not in cai.room["options"]
        sheets = cai.room["sheet"]
        for name, total in cai.room["match"]["totals"].items():
            assert total == sum(row["scores"][name] for row in sheets)
        assert dealers == [0, 1]
