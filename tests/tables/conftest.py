"""What tests of tables ask for."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template import engines

from games.live import writer
from games.table import zone as memo
from tests.backing import Postgres, Redis, new_database


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


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Where the user that runs PostgreSQL may go too."""
    folder = Path(tempfile.mkdtemp(prefix="backing-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def database(folder: Path) -> Iterator[str]:
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield new_database(given)
        return
    (folder / "postgres").mkdir()
    postgres = Postgres.found(folder / "postgres")
    postgres.make()
    postgres.start()
    yield new_database(f"{postgres.url}/postgres")
    postgres.stop()


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
