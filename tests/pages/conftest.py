import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import make_guest
from lobby.models import Room
from lobby.services import create_room


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    cache.clear()


@pytest.fixture
def within_a_moment(monkeypatch):
    """No day, week or month ends in a test."""
    now = timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)


@pytest.fixture
def english():
    """A browser that asks for English, so that sentences can be read here."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def cai(db):
    return User.objects.create_user("Cái")


@pytest.fixture
def an(db):
    return User.objects.create_user("An")


@pytest.fixture
def binh(db):
    return User.objects.create_user("Bình")


@pytest.fixture
def khach(db):
    return make_guest()


@pytest.fixture
def open_room(cai):
    """`open_room(by=an, name="…")`: a room, opened as a page would."""

    def opened(*, by=cai, **fields):
        room = create_room(by=by, **{"game": "xidach", **fields})
        assert isinstance(room, Room), room
        return room

    return opened
