import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.services import make_guest

PASSWORD = "xì dách tối thứ bảy"


@pytest.fixture(autouse=True)
def nobody_has_knocked_yet():
    cache.clear()


@pytest.fixture
def an(db):
    return User.objects.create_user("An", password=PASSWORD)


@pytest.fixture
def khach(db):
    return make_guest()


@pytest.fixture
def english():
    """A browser that asks for English, so that sentences can be read here."""
    return Client(headers={"accept-language": "en"})
