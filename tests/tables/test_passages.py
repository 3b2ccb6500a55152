"""Who comes and goes is told in the chat: cai owns the room, an and binh come, khach only watches."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.live import leftovers
from games.rounds.facts import Viewer
from games.rounds.reading import load_table
from games.table.zone import html_of
from games.table.zones import zones_of
from lobby import services
from lobby.attendance import attendance
from lobby.facts import facts_of
from lobby.models import Passage


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(username=name) for name in ("cai", "an", "binh", "khach")}


@pytest.fixture
def room(people):
    return services.create_room(by=people["cai"], game="xidach", seats=6)


def sits(room, person, seat=1):
    return services.sit(room_id=room.pk, by=person, seat=seat)


def leaves(room, person):
    return services.stand_up(room_id=room.pk, by=person)


def begin(room, chairs):
    services.rounds_started([(facts_of(services.lock(room.pk)), chairs)])


def told(room):
    return [(done.by, done.kind) for done in load_table(room.pk).notices]


def chat(room, language="en"):
    viewer = Viewer(user_id=None, name="", chair=None, owner=False, language=language)
    zones = zones_of(load_table(room.pk), None, viewer)
    return " ".join(html_of(zones["chat"], language).split())


def test_who_sits_down_and_who_leaves(room, people):
    sits(room, people["an"])
    sits(room, people["binh"], seat=2)
    leaves(room, people["an"])
    assert told(room) == [("an", "sat"), ("binh", "sat"), ("an", "went")]
    assert "<bdi>an</bdi> left the table." in chat(room)
    assert "<bdi>binh</bdi> vừa ngồi xuống." in chat(room, "vi")


def test_another_chair_is_no_news_nor_is_who_opens_the_room(room, people):
    sits(room, people["an"])
    sits(room, people["an"], seat=4)
    assert told(room) == [("an", "sat")]


def test_who_goes_in_and_out_is_told_of_once_a_minute(room, people):
    for _ in range(5):
        sits(room, people["an"])
        leaves(room, people["an"])
    assert told(room) == [("an", "sat"), ("an", "went")]
    Passage.objects.update(at=timezone.now() - timedelta(minutes=1))
    sits(room, people["an"])
    assert told(room)[-1] == ("an", "sat") and Passage.objects.count() == 3


def test_who_was_asked_to_leave_did_not_leave_by_themselves(room, people):
    sits(room, people["an"])
    services.kick(room_id=room.pk, by=people["cai"], seat=1)
    assert told(room) == [("an", "sat"), ("cai", "kick")]


def test_what_happened_is_told_in_its_order(room, people):
    """Deeds and passages are numbered each for themselves."""
    for chair, name in enumerate(("an", "binh"), 1):
        sits(room, people[name], seat=chair)
    services.change_options(room_id=room.pk, by=people["cai"], turn_seconds=60)
    leaves(room, people["binh"])
    assert [kind for _by, kind in told(room)] == ["sat", "sat", "options", "went"]


def test_who_runs_out_of_time_twice(room, people):
    sits(room, people["an"])
    begin(room, (0, 1))
    for _ in range(3):
        services.note_timeout(room.pk, people["an"].pk)
    assert told(room) == [("an", "sat"), ("an", "late")]
    assert "ran out of time twice" in chat(room)


def test_who_is_gone_from_a_round(room, people):
    sits(room, people["an"])
    begin(room, (0, 1))
    now = timezone.now()
    services.seen([(room.pk, people["an"].pk)], now - timedelta(seconds=61))
    services.tidy(now)
    services.tidy(now)
    assert told(room) == [("an", "sat"), ("an", "lost")]
    assert "lost the connection" in chat(room)


def is_gone(room, person, since=None):
    now = timezone.now()
    services.note_gone(room_id=room.pk, user_id=person.pk, since=since or now)


def test_who_closes_the_table_is_gone_and_comes_back(room, people):
    sits(room, people["an"])
    services.note_seen(room_id=room.pk, user_id=people["an"].pk)
    services.write_attendance(timezone.now())
    assert facts_of(room).seats[1].online
    is_gone(room, people["an"])
    assert not facts_of(room).seats[1].online and told(room) == [("an", "sat"), ("an", "lost")]
    services.note_seen(room_id=room.pk, user_id=people["an"].pk)
    services.write_attendance(timezone.now())
    attendance.clear()
    assert facts_of(room).seats[1].online, "as the database has it, too"


def test_who_was_seen_since_is_not_gone(room, people):
    sits(room, people["an"])
    closed = timezone.now()
    services.note_seen(room_id=room.pk, user_id=people["an"].pk)
    version = room.version
    is_gone(room, people["an"], since=closed)
    room.refresh_from_db()
    assert facts_of(room).seats[1].online and told(room) == [("an", "sat")] and room.version > version


def test_who_was_seen_by_another_process_is_not_gone(room, people):
    sits(room, people["an"])
    closed = timezone.now()
    services.seen([(room.pk, people["an"].pk)], closed + timedelta(seconds=1))
    is_gone(room, people["an"], since=closed)
    assert facts_of(room).seats[1].online


def test_who_only_watches_goes_without_a_word(room, people):
    services.note_seen(room_id=room.pk, user_id=people["khach"].pk)
    is_gone(room, people["khach"])
    assert told(room) == [] and facts_of(room).watching == 0


def test_what_was_told_is_not_told_again_when_they_are_away(room, people):
    sits(room, people["an"])
    begin(room, (0, 1))
    now = timezone.now()
    services.seen([(room.pk, people["an"].pk)], now)
    is_gone(room, people["an"], since=now)
    services.tidy(now + timedelta(seconds=61))
    assert room.seats.get(number=1).away and told(room) == [("an", "sat"), ("an", "lost")]


def test_only_the_newest_are_told_and_no_kick_is_lost_among_them(room, people):
    sits(room, people["an"])
    services.kick(room_id=room.pk, by=people["cai"], seat=1)
    Passage.objects.bulk_create(
        [Passage(room=room, user=people["khach"], kind=Passage.Kind.SAT) for _ in range(40)]
    )
    kinds = [kind for _by, kind in told(room)]
    assert (kinds.count("sat"), kinds.count("kick")) == (20, 1)


def test_it_goes_after_a_day(room, people):
    sits(room, people["an"])
    leaves(room, people["an"])
    assert "passages" not in dict(leftovers.clear(timezone.now()))
    assert dict(leftovers.clear(timezone.now() + timedelta(days=2)))["passages"] == 2
    assert not Passage.objects.exists()


def test_it_keeps_no_guest(room):
    guest = User.objects.create_user("Khách Mèo 123", is_guest=True)
    sits(room, guest)
    leaves(room, guest)
    month = timezone.now() - timedelta(days=30)
    User.objects.filter(pk=guest.pk).update(date_joined=month, last_login=month)
    assert list(leftovers.empty_guests(month + timedelta(days=1))) == [guest]
