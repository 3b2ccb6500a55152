"""What tests of tables ask for."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.template import engines

from games.live import writer
from games.table import zone as memo
from tests.backing import Postgres, Redis, new_database
from tests.tables.clock import Clock


@pytest.fixture
def missing(monkeypatch):
    """What a template asks for in vain shows as this, instead of as nothing."""
    mark = "¿"
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", mark + "%s?")
    for kept in (memo._rendered_once, memo._all_rendered):
        kept.cache_clear()
    yield mark
    for kept in (memo._rendered_once, memo._all_rendered):
        kept.cache_clear()


@pytest.fixture
def one_connection(monkeypatch):
    """What a test writes is not committed: where the writer tries again it would close the test's own
    connection. SQLite in memory never closes it, PostgreSQL does, and all would be lost."""
    monkeypatch.setattr(writer, "close_old_connections", lambda: None)


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", lambda: clock.now)
    return clock


@contextmanager
def a_folder() -> Iterator[Path]:
    """Where the user that runs PostgreSQL may go too."""
    folder = Path(tempfile.mkdtemp(prefix="backing-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with a_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
def any_database() -> Iterator[str]:
    """One PostgreSQL for all tests that do not stop it."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    with a_folder() as folder:
        postgres = Postgres.found(folder)
        postgres.make()
        postgres.start()
        postgres.counts_no_rows_by_itself()
        yield f"{postgres.url}/postgres"
        postgres.stop()


@pytest.fixture(scope="module")
def database(any_database: str) -> str:
    return new_database(any_database)


@pytest.fixture(scope="session")
def tests_database(any_database: str) -> str:
    """For whole tests that are run on PostgreSQL; what they make there is made once."""
    return new_database(any_database)


@pytest.fixture(scope="module")
def own_redis(folder: Path) -> Iterator[Redis]:
    """That a test may kill."""
    (folder / "redis").mkdir()
    redis = Redis.found(folder / "redis")
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture(scope="module")
def redis_url(request: pytest.FixtureRequest) -> str:
    return os.environ.get("TEST_REDIS_URL") or request.getfixturevalue("own_redis").url
