"""What one of all processes does once a day, at night, and how long it may take."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.live import daily, ticker
from games.live.models import Chore

NAME = "leftovers"
AT_HOME = timezone.get_default_timezone()


def at(day, hour, minute=0):
    return datetime(2026, 11, day, hour, minute, tzinfo=AT_HOME)


NIGHTS = [
    # done          next
    (at(19, 4, 0),  at(20, 4)),
    (at(19, 4, 20), at(20, 4)),
    (at(19, 15, 0), at(20, 4)),
    (at(19, 17, 0), at(21, 4)),
    (at(19, 3, 59), at(20, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("done", "due"), NIGHTS)
def test_the_next_time_is_at_night(done, due):
    assert daily.next_night(done) == due


FIRST = [
    # first asked    first done
    (at(19, 12, 0),  at(20, 4)),
    (at(19, 4, 1),   at(20, 4)),
    (at(19, 3, 59),  at(19, 4)),
    (at(19, 0, 30),  at(19, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "due"), FIRST)
def test_what_was_never_done_is_not_done_by_day(db, asked, due):
    """A site that is new, or has a new thing to do, does not begin with it at noon."""
    for meanwhile in (asked, asked + timedelta(seconds=30), due - timedelta(seconds=1)):
        assert not daily.take(NAME, meanwhile)
    assert [daily.take(NAME, due), daily.take(NAME, due)] == [True, False]


def test_a_site_that_sleeps_at_night_does_it_when_it_wakes(db):
    assert not daily.take(NAME, at(19, 20))
    assert daily.take(NAME, at(20, 9, 30))


@pytest.fixture
def due(db):
    """Both wait since tonight."""
    Chore.objects.bulk_create(Chore(name=name, due_at=at(19, 4)) for name, _work in daily.works())


@pytest.mark.usefixtures("due")
def test_one_process_takes_it_once_a_day():
    now = at(19, 20)
    assert [daily.take(NAME, now), daily.take(NAME, now), daily.take("collusion", now)] == [True, False, True]
    daily.done(NAME, now)
    assert not daily.take(NAME, at(21, 3, 59))
    assert daily.take(NAME, at(21, 4))


def test_of_two_who_find_it_due_one_takes_it(db, monkeypatch):
    """Both have read the row before either of them puts it off."""
    now = timezone.now()
    read = Chore.objects.create(name=NAME, due_at=now)
    monkeypatch.setattr(Chore.objects, "get_or_create", lambda **which: (read, False))
    assert [daily.take(NAME, now), daily.take(NAME, now)] == [True, False]


@pytest.mark.usefixtures("due")
def test_what_somebody_died_over_is_taken_again():
    now = at(19, 5)
    assert daily.take(NAME, now)
    assert not daily.take(NAME, now + timedelta(minutes=59))
    assert daily.take(NAME, now + daily.AGAIN)


def test_there_are_three_of_them():
    assert [name for name, _work in daily.works()] == ["leftovers", "seals", "reports", "collusion"]
    assert all(len(name) <= Chore._meta.get_field("name").max_length for name, _work in daily.works())


async def tonight():
    """It is time for all of them."""
    for name, _work in daily.works():
        await Chore.objects.acreate(name=name, due_at=timezone.now())


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_by_day_nothing_is_begun(monkeypatch):
    done = []
    monkeypatch.setattr(daily, "_works", {NAME: lambda now: iter([done.append(now) or ("guests", 1)])})
    monkeypatch.setattr(timezone, "now", lambda: at(19, 12))
    await ticker._daily()
    assert not done and (await Chore.objects.aget()).due_at == at(20, 4)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_a_long_night_has_an_end_and_goes_on_later(monkeypatch):
    steps, others = iter([("guests", 1)] * 3), iter([("rounds", 1)] * 2)
    monkeypatch.setattr(daily, "_works", {NAME: lambda now: steps, "collusion": lambda now: others})
    monkeypatch.setattr(daily, "LONGEST", timedelta(0))
    await tonight()
    began = timezone.now()
    await ticker._daily()
    assert (len(list(steps)), len(list(others))) == (2, 1), "one step of each, and no more this hour"
    async for chore in Chore.objects.all():
        assert began + daily.AGAIN <= chore.due_at < began + daily.BETWEEN


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
async def test_what_is_done_waits_for_the_next_night(monkeypatch):
    monkeypatch.setattr(daily, "_works", {NAME: lambda now: iter([("guests", 1)])})
    await tonight()
    began = timezone.now()
    await ticker._daily()
    chore = await Chore.objects.aget()
    assert timezone.localtime(chore.due_at).hour == daily.NIGHT and chore.due_at >= began + daily.BETWEEN
