"""A host's mute ends by itself: their open page shows it then, though nobody does anything."""

import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import mute
from games.live import dues, hub
from games.live.catching_up import read_table
from games.live.html_voice import HtmlVoice
from games.live.hub import Hub
from games.live.viewing import Person
from games.live.writer import Writer
from games.rounds.services import start_round
from lobby import services
from lobby.wire import together
from tests.tables.test_own_news import here

ASKED, TOLD = 'name="reason"', "without a reason"
TERM = timedelta(seconds=0.5)


@pytest.fixture
def people(db, monkeypatch):
    for asker in (hub, dues, together):
        monkeypatch.setattr(asker, "in_database", here)
    return {name: User.objects.create_user(name) for name in ("cai", "an")}


@pytest.fixture
def room(people):
    room = services.create_room(by=people["cai"], game="xidach", seats=3, turn_seconds=300)
    services.sit(room_id=room.pk, by=people["an"], seat=1)
    services.set_ready(room_id=room.pk, by=people["an"], ready=True)
    return room


def sees(table, person):
    return HtmlVoice(table, Person(id=person.pk, name=person.username, session_key="", language="en"))


def told(voice):
    return " ".join("".join(voice.frames()).split())


async def at_the_table(room, *people):
    table = Hub(room.pk, Writer(), moved=lambda room_id: None)
    await table.refresh()
    return table, [sees(table, person) for person in people]


async def waits(met, seconds=5.0):
    """Until then, or in vain."""
    end = asyncio.get_running_loop().time() + seconds
    while not met() and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("plays", [False, True], ids=["between rounds", "in a round"])
def test_the_page_offers_to_give_a_reason_as_the_time_is_over(room, people, plays):
    if plays:
        start_round(room_id=room.pk, by=people["cai"])

    async def until_it_is_over():
        await here(mute, by=None, whom=people["cai"], until=timezone.now() + TERM)
        table, (cai, an) = await at_the_table(room, people["cai"], people["an"])
        opened = told(cai)
        told(an)
        woken = []
        table.wake = lambda: woken.append(timezone.now())
        assert told(cai) == "", "not before"
        await waits(lambda: woken)
        frames = told(cai), told(an)
        facts, _live = await here(read_table, room.pk)
        same = facts == table.facts
        table.close()
        return opened, frames, woken, same

    opened, (to_cai, to_an), woken, same = async_to_sync(until_it_is_over)()
    people["cai"].refresh_from_db()
    assert TOLD in opened and ASKED not in opened
    assert ASKED in to_cai and TOLD not in to_cai
    assert ASKED not in to_an, "it is nobody else's"
    assert len(woken) == 1 and woken[0] >= people["cai"].muted_until and same


async def a_table(room, people, **term):
    await here(mute, by=None, whom=people["cai"], **term)
    table, _voices = await at_the_table(room, people["cai"])
    return table


def test_a_mute_for_good_sets_no_timer(room, people):
    async def nothing_is_due():
        table = await a_table(room, people)
        timer = table.dues._timer
        table.close()
        return timer

    assert async_to_sync(nothing_is_due)() is None


def test_a_table_that_only_waits_for_it_rests_after_no_fault(room, people):
    async def waits_for_it():
        table = await a_table(room, people, until=timezone.now() + timedelta(hours=1))
        table.pauses.fail()
        table.dues.plan()
        left, timer = table.pauses.failures, table.dues._timer
        table.close()
        return left, timer

    failures, timer = async_to_sync(waits_for_it)()
    assert failures == 0 and timer is not None


def test_a_mute_that_ended_before_the_table_was_read_is_none(room, people):
    async def reads():
        table = await a_table(room, people, until=timezone.now() - timedelta(seconds=1))
        until, timer = table.facts.room.owner_muted_until, table.dues._timer
        table.close()
        return until, timer

    assert async_to_sync(reads)() == (None, None)
