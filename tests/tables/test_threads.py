"""The threads that ask the database for sockets: how often they look after their connections."""

from concurrent.futures import ThreadPoolExecutor

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
