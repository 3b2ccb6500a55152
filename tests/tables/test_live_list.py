"""The list of open rooms in the memory of a process."""

import pytest

from lobby import live_list as module
from lobby.live_list import LiveList

READERS = {"somebody"}


@pytest.fixture
def asked(monkeypatch):
    """What is asked of the database."""
    asked = []

    async def in_database(function, *about):
        asked.append((function.__name__, *about))
        return {} if function is module.read_rooms else 0

    monkeypatch.setattr(module, "in_database", in_database)
    monkeypatch.setattr(LiveList, "_show", lambda self, rooms: None)
    return asked


async def test_while_nobody_reads_it_nothing_is_kept(asked):
    rooms = LiveList()
    for number in range(1000):
        rooms.touch(number)
    await rooms.look()
    assert rooms._touched == set() and asked == []


async def test_who_comes_reads_all_and_then_what_changed(asked):
    rooms = LiveList()
    rooms.touch(7)
    await rooms.look()
    rooms.readers = READERS
    await rooms.look()
    rooms.touch(8)
    await rooms.look()
    await rooms.look()
    assert asked == [("read_rooms",), ("count_online",), ("read_rooms", {8})]
