"""A large site is upgraded while people play: no new migration locks a table that grows."""

import ast

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader

from accounts.indexes import AddIndexMeanwhile
from tests.backing import run_tests_on
from tests.files import ROOT
from tests.plans import GROWS

LANDED = {"accounts": 12, "lobby": 7, "games": 11}  # those up to here stay as they are: deploy/README.md
GROWING = GROWS | {"accounts_modaction", "accounts_notice", "accounts_whereabouts"}


def new_migrations():
    for app, last in LANDED.items():
        for path in sorted((ROOT / app / "migrations").glob("[0-9]*.py")):
            if int(path.name[:4]) > last:
                yield app, path


def locking(app, source):
    """What in this migration builds an index of a growing table in the ordinary way. Not of a table that it
    makes itself."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    said = [(_name(call), {word.arg: word.value for word in call.keywords}) for call in calls]
    made = {_text(words.get("name")) for name, words in said if name == "CreateModel"}
    for name, words in said:
        table = _text(words.get("model_name"))
        if f"{app}_{table}" in GROWING and table not in made and _builds_an_index(name, words):
            yield f"{name} of {table}"


def _builds_an_index(name, words):
    if name in ("AddField", "AlterField"):
        field = words["field"]
        told = {word.arg: _text(word.value) for word in field.keywords}
        linked = _name(field) in ("ForeignKey", "OneToOneField") and name == "AddField"
        return (linked and told.get("db_index") != "false") or "true" in (
            told.get("db_index"),
            told.get("unique"),
        )
    unique = name == "AddConstraint" and _name(words["constraint"]) == "UniqueConstraint"
    return name == "AddIndex" or unique


def _name(call):
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _text(node):
    return str(node.value).lower() if isinstance(node, ast.Constant) else ""


def test_new_migrations_build_indexes_beside_the_players():
    found = {
        path.name: list(locking(app, path.read_text(encoding="utf-8"))) for app, path in new_migrations()
    }
    assert not {name: what for name, what in found.items() if what}, "use accounts.indexes.AddIndexMeanwhile"


FOUND = [
    ("migrations.AddIndex(model_name='room', index=models.Index(fields=['name']))", "AddIndex of room"),
    ("AddIndex(model_name='Room', index=i)", "AddIndex of room"),
    ("m.AddField(model_name='room', name='n', field=models.ForeignKey(to='x'))", "AddField of room"),
    ("m.AlterField(model_name='room', field=models.TextField(db_index=True))", "AlterField of room"),
    ("m.AddConstraint(model_name='room', constraint=models.UniqueConstraint())", "AddConstraint of room"),
]
HARMLESS = [
    "AddIndexMeanwhile(model_name='room', index=i)",
    "migrations.AddIndex(model_name='little', index=i)",
    "[m.CreateModel(name='Room'), m.AddIndex(model_name='room', index=i)]",
    "m.AddField(model_name='room', name='n', field=models.ForeignKey(to='x', db_index=False))",
    "m.AddField(model_name='room', name='n', field=models.TextField())",
    "m.AddConstraint(model_name='room', constraint=models.CheckConstraint())",
]


@pytest.mark.parametrize(("source", "found"), [*FOUND, *((source, None) for source in HARMLESS)])
def test_what_would_keep_people_waiting_is_found(source, found):
    assert list(locking("lobby", source)) == ([found] if found else [])


def test_what_landed_is_not_forgotten():
    for app, last in LANDED.items():
        assert list((ROOT / app / "migrations").glob(f"{last:04}_*.py")), app


# --- the operation itself ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_index_is_made_and_taken_away_outside_a_transaction():
    operation = AddIndexMeanwhile("room", models.Index(fields=["created_at"], name="of_a_test"))
    before = MigrationLoader(connection).project_state()
    after = before.clone()
    operation.state_forwards("lobby", after)
    with connection.schema_editor(atomic=False) as editor:
        operation.database_forwards("lobby", editor, before, after)
    assert "of_a_test" in indexes()
    with connection.schema_editor(atomic=False) as editor:
        operation.database_backwards("lobby", editor, after, before)
    assert "of_a_test" not in indexes()
    assert isinstance(operation, migrations.AddIndex), "as makemigrations knows it"


def indexes():
    with connection.cursor() as cursor:
        return connection.introspection.get_constraints(cursor, "lobby_room")


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_makes_it_too(tests_database):
    assert " passed" in run_tests_on(tests_database, "-k", "test_an_index_is_made", __file__)
