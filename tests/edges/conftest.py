from copy import copy

import pytest
from django.db import transaction

from tests.edges.world import World, tables_here


@pytest.fixture(scope="module")
def _one_world(django_db_setup, django_db_blocker):
    """Made once; what is done in it is undone at the end of each request."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture
def unhurried(monkeypatch):
    """However often one asks: else the long forms would look at one page that says to wait."""
    monkeypatch.setattr("accounts.paces.Bucket.take", lambda bucket: True)


@pytest.fixture
def world(_one_world, db, monkeypatch):
    with tables_here(monkeypatch) as loop:
        world = copy(_one_world)
        world.loop = loop
        yield world
