"""Where the room deals by itself the nhà cái is not asked: cai deals, an, binh and chi play."""

import asyncio

import pytest
from asgiref.sync import async_to_sync

from games import registry
from games.live import dues, hub, speaker
from games.rounds.models import Move
from lobby import services
from lobby.models import Room
from lobby.wire import together
from tests.tables.test_own_news import Table, here

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_connection")]
TABLES = [
    (game, ruleset)
    for game, engine in registry.ENGINES.items()
    if engine.usual_deal is not None
    for ruleset in engine.rulesets
]


@pytest.fixture
def table(django_user_model, monkeypatch, request):
    for door in (dues, hub, speaker, together):
        monkeypatch.setattr(door, "in_database", here)
    game, ruleset = request.param
    people = [django_user_model.objects.create_user(name) for name in ("cai", "an", "binh", "chi")]
    room = services.create_room(by=people[0], game=game, ruleset=ruleset, seats=4, auto_deal=True)
    for chair, person in enumerate(people[1:], 1):
        services.sit(room_id=room.pk, by=person, seat=chair)
        services.set_ready(room_id=room.pk, by=person, ready=True)
    table = Table(room)
    async_to_sync(table.refresh)()
    table.host = people[0]
    return table


def begins_and_bets(table):
    """Until nobody but the nhà cái would be asked; who bets does so as when time is up."""

    async def plays():
        await table.begins(table.host)
        async with asyncio.timeout(20):
            while not any(verb == "deal" for verb, _by in await here(moves)):
                if table.dues._usual_deal() is None and not table.dues.at_work:
                    await table.moves()
                await asyncio.sleep(0.01)
            while table.dues.at_work:
                await asyncio.sleep(0.01)
        table.close()

    async_to_sync(plays)()


def moves():
    return [(word["do"], by) for word, by in Move.objects.order_by("number").values_list("word", "by")]


@pytest.mark.parametrize("table", TABLES, indirect=True, ids=" ".join)
def test_the_table_deals_for_the_nha_cai_and_nobody_was_too_late(table):
    begins_and_bets(table)
    deals = [by for verb, by in moves() if verb == "deal"]
    assert deals == ["room"]
    told = {line.event.kind for line in table.round.log(0)}
    assert "timed_out" not in told and table.round.zones(0).hand is not None
    assert not table.facts.room.seats[0].timeouts


@pytest.mark.parametrize("table", TABLES[:1], indirect=True, ids=" ".join)
def test_where_it_is_not_chosen_the_nha_cai_is_asked(table):
    Room.objects.update(auto_deal=False)

    async def plays():
        await table.refresh()
        await table.begins(table.host)
        await asyncio.sleep(0.1)
        table.close()

    async_to_sync(plays)()
    assert moves() == [] and table.round.to_act == (0,)
