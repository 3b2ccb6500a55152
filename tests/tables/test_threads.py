"""The threads that ask the database for sockets: how often they look after their connections."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import OperationalError

from lobby.wire import threads


def away():
    raise OperationalError("the database is away")


def test_where_one_thread_had_trouble_all_of_them_look_before_they_ask(monkeypatch):
    looks = []
    monkeypatch.setattr(threads, "close_old_connections", lambda: looks.append(1))
    monkeypatch.setattr(threads, "monotonic", lambda: now)
    now = 100.0
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:

        def asks(thread, work=lambda: "an answer"):
            return thread.submit(threads._with_a_live_connection, work).result(5)

        for thread in (one, other, one, other):
            assert asks(thread) == "an answer"
        assert len(looks) == 2, "each once"
        now += 0.5
        with pytest.raises(OperationalError):
            asks(one, away)
        now += 0.1
        assert asks(other) == asks(one) == asks(other) == "an answer"
        assert len(looks) == 4, "each once more, though not a second has passed"


@pytest.fixture
def few(monkeypatch):
    """Threads of this test alone: those of others hold connections that are not its own to look after."""
    with ThreadPoolExecutor(2) as few:
        monkeypatch.setattr(threads, "_threads", few)
        yield few


@pytest.mark.slow
async def test_nobody_waits_for_ever_and_what_was_not_begun_is_not_done(settings, few):
    settings.TABLE = settings.TABLE | {"ANSWER_LIMIT": 0.5}
    goes_on, begun = Event(), []

    def stands_still(which):
        begun.append(which)
        goes_on.wait(20)

    try:
        asked = [threads.in_database(stands_still, which) for which in range(5)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
    finally:
        goes_on.set()
    assert [type(answer) for answer in answers] == [OperationalError] * 5
    settings.TABLE = settings.TABLE | {"ANSWER_LIMIT": 20}
    assert await threads.in_database(lambda: "an answer") == "an answer"
    assert len(begun) == 2
