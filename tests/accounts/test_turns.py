"""Heavy work is done for one person at a time, also where somebody's turn runs out just as they look."""

import sys
from threading import Thread

import pytest
from django.core.cache import cache

from accounts import turns
from config.cache import OpenCache
from tests.backing import Redis

ROUNDS = 400


@pytest.fixture(params=["local", pytest.param("redis", marks=[pytest.mark.slow, pytest.mark.redis])])
def shared(request, monkeypatch):
    """What all processes remember."""
    if request.param == "local":
        yield cache
        return
    redis = Redis.found(request.getfixturevalue("tmp_path"))
    redis.start()
    monkeypatch.setattr(turns, "shared", OpenCache(redis.url, {}))
    yield turns.shared
    redis.stop()


def test_only_what_is_this_is_prolonged_or_taken_away(shared):
    assert not shared.touch_if("a", "mine", 60) and not shared.delete_if("a", "mine"), "nothing is there"
    shared.set("a", "mine", 60)
    assert not shared.touch_if("a", "theirs", 60) and not shared.delete_if("a", "theirs")
    assert shared.get("a") == "mine"
    assert shared.touch_if("a", "mine", 60) and shared.delete_if("a", "mine")
    assert shared.get("a") is None


def test_what_is_prolonged_lasts_so_long(shared):
    for seconds, lasts in ((0, False), (60, True)):
        shared.set("a", "mine", 30)
        assert shared.touch_if("a", "mine", seconds)
        assert (shared.get("a") == "mine") == lasts


def test_a_turn_that_runs_out_at_any_moment_is_never_taken_from_the_next(shared):
    """One goes on and gives back all the while; again and again that turn runs out and another takes it."""
    stopped, lost = [], []

    def goes_on():
        while not stopped:
            turn = turns.Turn("heavy")
            if turn.take():
                turn._renewed = float("-inf")  # looks
                turn.keep()
                turn.give_back()

    def is_quick():
        for _round in range(ROUNDS):
            shared.delete("turn:heavy")  # as it runs out
            turn = turns.Turn("heavy")
            if turn.take():
                if any(shared.get("turn:heavy") != turn._mine for _look in range(5)):
                    lost.append(turn)
                turn.give_back()
        stopped.append(True)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=work) for work in (goes_on, is_quick)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert not lost


class Interrupted:
    """A cache; before one of the next things that it is asked, the turn runs out and is somebody else's."""

    def __init__(self, cache, before):
        self.cache, self.left, self.quick = cache, before, None

    def __getattr__(self, name):
        def asked(*about):
            self.left -= 1
            if self.left == 0:
                self.cache.delete("turn:heavy")
                turns.shared, self.quick = self.cache, turns.Turn("heavy")
                assert self.quick.take()
                turns.shared = self
            return getattr(self.cache, name)(*about)

        return asked


@pytest.mark.parametrize("before", [1, 2, 3])
@pytest.mark.parametrize("what", ["keep", "give_back"])
def test_between_any_two_steps_of_the_cache_it_may_be_somebody_elses_turn(shared, monkeypatch, what, before):
    slow = turns.Turn("heavy")
    assert slow.take()
    slow._renewed = float("-inf")
    interrupted = Interrupted(shared, before)
    monkeypatch.setattr(turns, "shared", interrupted)
    has_it = getattr(slow, what)()
    if interrupted.quick is None:
        assert shared.get("turn:heavy") == (slow._mine if what == "keep" else None)
    else:
        assert shared.get("turn:heavy") == interrupted.quick._mine and not has_it
