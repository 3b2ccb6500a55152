import pytest

from tests.twins.evening import a_house


@pytest.fixture
def house(db, monkeypatch):
    with a_house(monkeypatch) as house:
        yield house
