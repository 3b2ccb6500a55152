"""The timer of what a table does by itself."""

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
import uvloop

from games.live.dues import BREATH, LONGEST, Due, Dues


@pytest.mark.slow
@pytest.mark.parametrize("run", [asyncio.run, uvloop.run])
@pytest.mark.parametrize("seconds", [0.0, 0.0001, 0.02])
def test_what_is_put_off_leaves_the_timer_as_it_is(run, seconds, monkeypatch):
    """What is due at once has no timer on uvloop, only its turn."""
    rung = []
    monkeypatch.setattr(Dues, "_spawn_due", lambda dues: rung.append(dues))

    async def plan():
        dues = Dues(None)
        dues._wake_in(seconds, at_least=False)
        first = dues._timer
        dues._wake_in(seconds + 30, at_least=False)
        assert dues._timer is first
        await asyncio.sleep(0.1)
        assert rung == [dues]
        dues.close()

    run(plan())


NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def played(shows_for, version=3):
    return SimpleNamespace(facts=SimpleNamespace(id=7), version=version, shows_for=shows_for)


def due_in(seconds, why="bot"):
    return Due(NOW + timedelta(seconds=seconds), why, 0)


def seconds(dues):
    return {seat: (due.at - NOW).total_seconds() for seat, due in dues.items()}


def test_bots_leave_a_move_the_time_it_takes_to_be_seen_and_act_one_by_one(settings):
    settings.TABLE = settings.TABLE | {"SHOWING": 1.0}
    waits = {1: due_in(0.7), 2: due_in(30, "limit"), 3: due_in(0.7), 4: due_in(1.6)}
    first, person, second, third = seconds(Dues(None)._one_by_one(played(1.4), waits, NOW)).values()
    assert 1.4 + BREATH[0] <= first <= 1.4 + BREATH[1] and person == 30
    assert BREATH[0] - 1e-5 <= second - first <= BREATH[1] and BREATH[0] - 1e-5 <= third - second <= BREATH[1]


def test_what_is_shown_is_waited_for_once_and_never_long(settings):
    settings.TABLE = settings.TABLE | {"SHOWING": 1.0}
    dues = Dues(None)
    at = seconds(dues._one_by_one(played(9.0), {1: due_in(0.7)}, NOW))[1]
    assert LONGEST < at <= 2
    later = NOW + timedelta(seconds=1)
    assert seconds(dues._one_by_one(played(9.0), {1: due_in(0.7)}, later))[1] == at  # the room changed
    assert seconds(dues._one_by_one(played(0.0, version=4), {1: due_in(1.9)}, later))[1] == 1.9
    settings.TABLE = settings.TABLE | {"SHOWING": 0.0}
    assert seconds(Dues(None)._one_by_one(played(1.4), {1: due_in(0.02)}, NOW))[1] == 0.02
