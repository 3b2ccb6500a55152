"""The timer of what a table does by itself."""

import asyncio

import pytest
import uvloop

from games.live.dues import Dues


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
