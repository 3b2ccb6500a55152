"""The ledger is append-only in the database itself, whatever way one comes."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from games.management.commands.demo import play_round
from games.rounds.models import Round, Score
from lobby.models import Room
from lobby.services import add_bot, create_room
from tests.backing import run_tests_on

FIXED = {
    "id": 10**6,
    "round": lambda: Round.objects.get(status="next").pk,
    "room": lambda: other_room().pk,
    "seat": 7,
    "points": 10**6,
    "sheet": 10**6,
    "reverses": True,
    "at": lambda: timezone.now() + timedelta(days=1),
}


def other_room():
    return create_room(by=User.objects.get(), game="xidach")


def play():
    """A line of the ledger, as a round leaves it."""
    cai = User.objects.create_user("cai")
    room = create_room(by=cai, game="xidach", seats=2)
    add_bot(room_id=room.pk, by=cai, seat=1, level="house")
    play_round(room)
    return Score.objects.get(user=cai)


def refuses(change):
    before = list(Score.objects.order_by("pk").values())
    with pytest.raises(IntegrityError, match="ledger"), transaction.atomic():
        change()
    return list(Score.objects.order_by("pk").values()) == before


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("name", FIXED)
def test_what_a_line_of_the_ledger_says_is_never_changed(name):
    line, value = play(), FIXED[name]
    new = value() if callable(value) else value
    assert refuses(lambda: Score.objects.filter(pk=line.pk).update(**{name: new}))


@pytest.mark.django_db
def test_no_line_of_the_ledger_is_deleted():
    """T44"""
    line = play()
    assert refuses(Score.objects.all().delete)
    assert refuses(lambda: Score.objects.filter(pk=line.pk)._raw_delete("default"))
    with connection.cursor() as cursor:
        assert refuses(lambda: cursor.execute("DELETE FROM games_score WHERE id = %s", [line.pk]))


@pytest.mark.django_db
def test_whose_it_was_may_be_forgotten():
    """As when an account is closed; that a line stays as it is changes nothing."""
    line = play()
    Score.objects.filter(pk=line.pk).update(name="somebody", points=line.points)
    User.objects.get(pk=line.user_id).delete()
    after = Score.objects.get(pk=line.pk)
    assert (after.name, after.user_id, after.points) == ("somebody", None, line.points)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_database_of_tests_is_emptied_and_guarded_again(time):
    """What the first leaves behind is gone, and the second may change no line either."""
    assert not Room.objects.exists() and not Score.objects.exists()
    line = play()
    assert refuses(lambda: Score.objects.filter(pk=line.pk).update(points=1000))
    assert refuses(Score.objects.all().delete)


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_keeps_the_ledger_too(tests_database):
    assert "." * (len(FIXED) + 4) in run_tests_on(tests_database, __file__), "none was left out"
