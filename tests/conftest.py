"""What every test stands on: plain static files, quick passwords, no waiting at the table, real servers."""

import os

import pytest
from django.core.cache import cache

from lobby.attendance import attendance
from tests.server import Houses

pytest_plugins = ("tests.quarantine", "tests.going_on")


def pytest_configure(config):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


@pytest.fixture(autouse=True)
def quick_settings(settings):
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()  # limits by address are not carried from test to test,
    attendance.clear()  # nor who was seen


@pytest.fixture(scope="session")
def houses(tmp_path_factory, worker_id):
    """Servers in processes of their own; every one is stopped at the end."""
    base = tmp_path_factory.getbasetemp()
    together = base if worker_id == "master" else base.parent  # of all test processes
    houses = Houses(tmp_path_factory.mktemp("houses"), together / "set-up")
    yield houses
    houses.stop()


@pytest.fixture
def server(houses):
    """The server of `make run`, shared by the tests of this process."""
    return houses.shared()


@pytest.fixture(params=["daphne", pytest.param("uvicorn", marks=pytest.mark.slow)])
def any_server(houses, request):
    """The server of `make run`, and the one that production starts."""
    return houses.shared(kind=request.param)
