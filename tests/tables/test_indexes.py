"""Every index is kept up with every row that is written: none says what another says already."""

from typing import NamedTuple

import pytest
from django.apps import apps
from django.db import connection

from tests.backing import run_tests_on

APPS = ("accounts", "lobby", "games")


class Index(NamedTuple):
    """`where`: of which rows, where not of all."""

    name: str
    columns: tuple[str, ...]
    descending: tuple[bool, ...]
    unique: bool = False
    where: str = ""


def doubled(indexes):
    """Those whose place another one takes: it finds all that they find. A unique one also keeps a promise, so
    that only one that promises the same takes its place."""
    for one in indexes:
        for other in indexes:
            if one is not other and _serves(other, one):
                yield one.name
                break


def _serves(other, one):
    """Where `one` begins `other`; a list can be read from either end."""
    length = len(one.columns)
    alike = other.columns[:length] == one.columns and other.where == one.where
    promise = not one.unique or (other.unique and len(other.columns) == length)
    orders = other.descending[:length], tuple(not way for way in other.descending[:length])
    return alike and promise and one.descending in orders


def index(name, columns, **more):
    """`-at` is `at`, the latest first."""
    told = columns.split()
    return Index(
        name, tuple(one.lstrip("-") for one in told), tuple(one.startswith("-") for one in told), **more
    )


DOUBLED = [
    (["a room", "b room number"], ["a"]),
    (["a room number", "b room number"], ["a", "b"]),
    (["a room", "b number room"], []),
    (["a room number", "b room -number"], []),
    (["a room number", "b -room -number"], ["a", "b"]),
]


@pytest.mark.parametrize(("told", "found"), DOUBLED)
def test_what_is_doubled_is_found(told, found):
    assert list(doubled([index(*one.split(maxsplit=1)) for one in told])) == found


def test_what_promises_something_stays():
    unique = index("promise", "room", unique=True)
    assert list(doubled([unique, index("more", "room number")])) == []
    assert list(doubled([unique, index("plain", "room")])) == ["plain"]
    assert list(doubled([unique, index("again", "room", unique=True)])) == ["promise", "again"]
    assert list(doubled([index("few", "room", where="running"), index("all", "room number")])) == []


def indexes_of(table):
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
        for name, told in found.items():
            if (told["index"] or told["unique"] or told["primary_key"]) and not name.endswith("_like"):
                columns = tuple(told["columns"])
                orders = told.get("orders") or ["ASC"] * len(columns)
                descending = tuple(order == "DESC" for order in orders)
                unique = bool(told["unique"] or told["primary_key"])
                yield Index(name, columns, descending, unique, _where(cursor, name))


def _where(cursor, name):
    """Introspection does not tell. `_like` is PostgreSQL's for beginnings of words: it finds other things."""
    asked = {
        "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'index' AND name = %s",
        "postgresql": "SELECT indexdef FROM pg_indexes WHERE indexname = %s",
    }
    cursor.execute(asked[connection.vendor], [name])
    found = cursor.fetchone()
    return (found[0] or "").partition(" WHERE ")[2] if found else ""


def tables():
    """Ours; those that join two of Django's are made by Django."""
    return [model._meta.db_table for app in APPS for model in apps.get_app_config(app).get_models()]


@pytest.mark.slow
@pytest.mark.django_db
def test_no_index_doubles_another():
    indexes = {table: list(indexes_of(table)) for table in tables()}
    assert any(one.where for one in indexes["games_round"]), "which rows an index is of is found"
    assert len(indexes["games_move"]) == 2, "its key, and round and number"
    assert list(doubled(list(indexes_of("accounts_user_groups")))), "Django's own table has one"
    assert {table: found for table in indexes if (found := list(doubled(indexes[table])))} == {}


@pytest.mark.slow
@pytest.mark.postgres
def test_none_on_postgresql_either(tests_database):
    assert " passed" in run_tests_on(tests_database, "-k", "test_no_index_doubles", __file__)
