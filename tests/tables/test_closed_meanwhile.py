"""A round that ends in a room which was closed while it ran: it counts, and the room stays closed."""

import pytest
from django.dispatch import receiver

from accounts.models import User
from games.management.commands.demo import play_on
from games.rounds.models import Round, Score
from games.rounds.services import start_round, void_round
from lobby.models import Room
from lobby.services import add_bot, create_room
from lobby.signals import rooms_listed
from tests.backing import run_tests_on


def void(round_id):
    void_round(round_id=round_id, cause=Round.VoidCause.CRASH)


@pytest.fixture
def running(db):
    """A round in a room that would start the next by itself."""
    cai = User.objects.create_user("cai")
    room = create_room(by=cai, game="xidach", seats=2, auto_start=True)
    add_bot(room_id=room.pk, by=cai, seat=1, level="house")
    return start_round(room_id=room.pk, by=cai)


def ends(running, end, in_the_end, *, closed):
    """The room after it, and which rooms the lobby is told to list anew."""
    if closed:  # as no service leaves it: who closes a room ends its round first
        Room.objects.filter(pk=running.room_id).update(status=Room.Status.CLOSED)
    listed = []

    @receiver(rooms_listed)
    def hears(sender, room_id, **kwargs):
        listed.append(room_id)

    with in_the_end(execute=True):
        end(running.pk)
    return Room.objects.get(pk=running.room_id), listed


@pytest.mark.parametrize("end", [play_on, void])
def test_a_room_that_was_closed_stays_closed(running, end, django_capture_on_commit_callbacks):
    room, listed = ends(running, end, django_capture_on_commit_callbacks, closed=True)
    assert (room.status, room.start_at, listed) == ("closed", None, [])
    assert not room.seats.filter(in_round=True).exists()
    assert [one.status for one in room.rounds.all()] == ["over" if end is play_on else "void"], "none to come"
    assert Score.objects.count() == (2 if end is play_on else 0)


@pytest.mark.parametrize("end", [play_on, void])
def test_any_other_is_open_again(running, end, django_capture_on_commit_callbacks):
    room, listed = ends(running, end, django_capture_on_commit_callbacks, closed=False)
    assert (room.status, listed) == ("open", [room.pk]) and room.start_at is not None
    assert room.rounds.filter(status="next").count() == 1


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_keeps_it_closed_too(tests_database):
    assert "." * 4 in run_tests_on(tests_database, __file__), "none was left out"
