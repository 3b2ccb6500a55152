"""What every test stands on: plain static files, quick passwords, no waiting at the table, real servers."""

import gc
import os

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings

from accounts import limits, middleware
from accounts.whereabouts.noting import notes
from games.core import fairness
from games.live.speaker import frames_of
from games.table.without_socket import polls
from lobby.attendance import attendance
from lobby.wire import hearing
from tests.server import Houses
from tests.still import same_seed

NOW = 1_800_000_000.0

pytest_plugins = ("tests.quarantine", "tests.going_on")


def pytest_configure(config):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    gc.disable()  # while all tests are read, nothing becomes garbage


def pytest_collection_finish():
    """What was read stays to the end: the collector of garbage need not look through it again and again."""
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items):
    """Whatever needs a real server waits until it has started: that is not for `make check`."""
    for item in items:
        if "houses" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def quick_settings():
    files = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES=settings.STORAGES | {"staticfiles": files},
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        CACHES={"default": {"BACKEND": "config.cache.LocalCache"}},
    ):
        yield


@pytest.fixture(autouse=True)
def as_if_nothing_was(monkeypatch):
    """Neither limits nor who was seen are carried from test to test, and no window ends in one."""
    cache.clear()
    attendance.clear()
    notes.clear()
    hearing.forget_all_but(set())
    for pace in (middleware.pages, middleware.records, middleware.strangers, polls, frames_of):
        pace.clear()
    monkeypatch.setattr(limits, "time", lambda: NOW)


@pytest.fixture
def same_deals(monkeypatch):
    """Those of this process are the same every time: no special hand ends a round as soon as it is dealt."""
    monkeypatch.setattr(fairness, "round_seed", same_seed)


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
