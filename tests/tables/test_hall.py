"""The hall of one process: its tables, and who is at their doors."""

import pytest

from games.live import hall as halls
from games.live.hall import Hall
from games.live.voices import Person

AN = Person(id=1, name="An", session_key="", language="vi")


class KnownTable:
    async def refresh(self):
        pass


@pytest.fixture
def hall(monkeypatch):
    async def nothing(*args, **kwargs):
        pass

    monkeypatch.setattr(halls, "in_database", nothing)
    hall = Hall()
    hall.tables = {7: KnownTable(), 8: KnownTable()}
    return hall


async def test_who_came_in_is_no_longer_at_the_door(hall):
    async with hall.door(7, AN), hall.door(7, AN), hall.door(8, AN):
        assert hall._arriving == {7: 2, 8: 1}
    assert dict(hall._arriving) == {}


async def test_who_was_turned_away_is_not_at_the_door_either(hall):
    with pytest.raises(OSError):
        async with hall.door(7, AN):
            raise OSError
    assert dict(hall._arriving) == {}
