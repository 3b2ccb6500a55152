"""What staff did is kept by the database itself, whatever way one comes."""

from datetime import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts import sanctions
from accounts.acts import record
from accounts.models import AppendOnlyError, ModAction, User
from tests.backing import run_tests_on

CHANGED = {
    "act": "warn", "kind": "room", "target": "9", "reason": "x", "until": timezone.now(), "facts": {"x": 1},
    "at": datetime(2020, 1, 1, tzinfo=timezone.get_default_timezone()), "whom": None,
}  # fmt: skip


def refuses(change):
    before = list(ModAction.objects.values())
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        change()
    return list(ModAction.objects.values()) == before


@pytest.fixture
def line(db):
    sanctions.ban(by=None, whom=User.objects.create_user("An"), reason="vì thế")
    return ModAction.objects.get()


@pytest.mark.parametrize("name", CHANGED)
def test_what_a_line_says_is_never_changed(line, name):
    assert refuses(lambda: ModAction.objects.filter(pk=line.pk).update(**{name: CHANGED[name]}))


def test_no_line_is_deleted(line):
    assert refuses(lambda: ModAction.objects.all()._raw_delete("default"))
    with connection.cursor() as cursor:
        assert refuses(lambda: cursor.execute("DELETE FROM accounts_modaction WHERE id = %s", [line.pk]))
    with pytest.raises(AppendOnlyError):
        line.delete()
    with pytest.raises(AppendOnlyError):
        line.save()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_database_of_tests_is_emptied_and_guarded_again(time):
    assert not ModAction.objects.exists()
    sanctions.warn(by=None, whom=User.objects.create_user("An"), reason="")
    assert refuses(lambda: ModAction.objects.update(reason="x"))


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_keeps_it_too(tests_database):
    assert "." * (len(CHANGED) + 4) in run_tests_on(tests_database, __file__), "none was left out"


@pytest.mark.django_db(transaction=True)
def test_an_act_is_recorded_with_what_it_does_or_not_at_all():
    with pytest.raises(transaction.TransactionManagementError):
        record(by=None, act="close_room", kind="room", target="abc")
    assert not ModAction.objects.exists()
