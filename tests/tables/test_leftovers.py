"""What nobody comes back for goes once a day; what anybody might miss stays."""

import os
import sqlite3
from collections import Counter
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.models import Notice, User
from accounts.sanctions import ban
from accounts.services import keep_account
from games.live import leftovers
from games.management.commands.demo import play_round
from lobby import services
from lobby.models import Admission, ChatLine, Presence, Room, Seat
from lobby.services import old_chat
from tests.server import Server

LONG_AGO = timedelta(days=15)  # a log-in lasts fourteen days
FULL = os.environ.get("FULL")
COOKIE = "sessionid"


@pytest.fixture
def guest(db):
    """A guest who came by the button on the landing page, longer ago than a log-in lasts."""
    return came(LONG_AGO)


@pytest.fixture
def room(db):
    owner = User.objects.create_user("Cái")
    return services.create_room(by=owner, game="xidach", seats=4, visibility="password", password="mở ra")


def came(ago):
    browser = Client()
    browser.post("/accounts/guest/")
    guest = User.objects.get(pk=browser.session["_auth_user_id"])
    then = timezone.now() - ago
    User.objects.filter(pk=guest.pk).update(date_joined=then, last_login=then)
    Session.objects.filter(pk=browser.cookies[COOKIE].value).update(expire_date=then + timedelta(days=14))
    return guest


def clear():
    cleared = Counter()
    for what, count in leftovers.clear(timezone.now()):
        cleared[what] += count
    return cleared


def is_there(person):
    return User.objects.filter(pk=person.pk).exists()


# --- what goes --------------------------------------------------------------------------------


def test_a_guest_who_left_nothing_goes_with_the_log_in(guest):
    assert clear() == {"log_ins": 1, "guests": 1}
    assert not User.objects.exists() and not Session.objects.exists()


def test_so_does_one_who_only_looked_around(guest, room):
    services.join_with_password(room_id=room.pk, by=guest, password="mở ra")
    services.seen([(room.pk, guest.pk)], at=timezone.now() - LONG_AGO)
    assert clear()["guests"] == 1
    assert not is_there(guest) and Room.objects.get() == room
    assert not Presence.objects.exists() and not Admission.objects.exists()


def test_a_log_in_that_lasts_stays(client, db):
    client.post("/accounts/guest/")
    assert clear() == {}
    assert client.get("/accounts/settings/").status_code == 200


@pytest.mark.slow
def test_many_go_a_step_at_a_time(db, monkeypatch):
    monkeypatch.setattr(leftovers, "STEP", 2)
    keeps_chair = came(LONG_AGO)
    for _ in range(4):
        came(LONG_AGO)
    services.create_room(by=keeps_chair, game="xidach")
    assert list(leftovers.clear(timezone.now())) == [
        ("log_ins", 2), ("log_ins", 2), ("log_ins", 1), ("guests", 1), ("guests", 2), ("guests", 1),
    ]  # fmt: skip
    assert list(User.objects.all()) == [keeps_chair]


def test_by_hand(guest, capsys):
    call_command("tidy")
    gone = "1 ended log-ins, 1 empty guests, 0 chat lines, 0 old notices, 0 old addresses, 0 closed accounts"
    assert capsys.readouterr().out == f"Gone: {gone}.\n"
    assert not is_there(guest)


def said(room, ago, count=1):
    """Lines of the owner, from so long ago."""
    lines = ChatLine.objects.bulk_create(
        [ChatLine(room=room, user=room.owner, text=f"câu {n}") for n in range(count)]
    )
    first, last = lines[0].pk, lines[-1].pk
    ChatLine.objects.filter(pk__gte=first, pk__lte=last).update(at=timezone.now() - ago)
    return lines


def test_chat_is_kept_for_ninety_days(room):
    said(room, timedelta(days=90, minutes=1))
    (kept,) = said(room, timedelta(days=89, hours=23))
    assert clear() == {"chat": 1}
    assert list(ChatLine.objects.all()) == [kept]
    assert clear() == {}, "nothing is left to do the second time"


@pytest.mark.slow
def test_much_chat_goes_in_small_steps(room, django_assert_max_num_queries):
    """Each takes a small part of it; and where nothing is old, a few questions say so."""
    many = 100_000 if FULL else 1200
    said(room, timedelta(days=91), many)
    (kept,) = said(room, timedelta(days=1))
    steps = [count for _what, count in leftovers.clear(timezone.now())]
    assert sum(steps) == many and max(steps) <= old_chat.STEP
    assert list(ChatLine.objects.all()) == [kept]
    with django_assert_max_num_queries(11):
        assert clear() == {}


def test_what_was_read_long_ago_goes(room):
    now = timezone.now()
    for seen_at in (now - timedelta(days=91), now - timedelta(days=89), None):
        Notice.objects.create(whom=room.owner, kind="warn", seen_at=seen_at)
    assert clear() == {"notices": 1} and clear() == {}
    assert Notice.objects.filter(seen_at=None).count() == Notice.objects.exclude(seen_at=None).count() == 1


def test_of_a_log_in_that_is_over_nothing_is_kept(db):
    """The list of log-ins names devices, also of those that were left by a log-out."""
    User.objects.create_user("Lan", password="xì dách tối thứ bảy")
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.post("/accounts/login/", {"login": "Lan", "password": "xì dách tối thứ bảy"})
    browsers[0].post("/accounts/logout/")
    assert UserSession.objects.count() == 2
    clear()
    assert UserSession.objects.get().session_key == browsers[1].cookies[COOKIE].value


# --- who stays --------------------------------------------------------------------------------


def sits(guest, room):
    services.join_with_password(room_id=room.pk, by=guest, password="mở ra")
    assert isinstance(services.sit(room_id=room.pk, by=guest, seat=1), Room)


def has_played(guest, room):
    sits(guest, room)
    services.set_ready(room_id=room.pk, by=guest, ready=True)
    play_round(room)
    services.stand_up(room_id=room.pk, by=guest)


def owns_a_room(guest, room):
    services.create_room(by=guest, game="rummy")


def had_a_room(guest, room):
    own = services.create_room(by=guest, game="bigtwo")
    services.close_room(room_id=own.pk, by=guest)


def has_said_something(guest, room):
    sits(guest, room)
    services.say(room_id=room.pk, by=guest, text="chào")
    services.stand_up(room_id=room.pk, by=guest)


def was_kicked(guest, room):
    sits(guest, room)
    services.kick(room_id=room.pk, by=room.owner, seat=1, reason="…")


def was_here_lately(guest, room):
    services.seen([(room.pk, guest.pk)], at=timezone.now() - timedelta(days=1))


def logged_in_lately(guest, room):
    User.objects.filter(pk=guest.pk).update(last_login=timezone.now() - timedelta(days=13))


def has_a_password(guest, room):
    guest.set_password("xì dách tối thứ bảy")
    guest.save()


def kept_the_account(guest, room):
    keep_account(user=guest, username="Lan", password="xì dách tối thứ bảy")


def was_banned(guest, room):
    ban(by=None, whom=guest)


REASONS = [
    sits, has_played, owns_a_room, had_a_room, has_said_something, was_kicked, was_here_lately,
    logged_in_lately, has_a_password, kept_the_account, was_banned,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("reason", REASONS, ids=lambda reason: reason.__name__)
def test_whoever_left_something_stays(guest, room, reason):
    reason(guest, room)
    empty = came(LONG_AGO)
    before = list(Seat.objects.order_by("pk").values())
    assert clear()["guests"] == 1
    assert is_there(guest) and not is_there(empty)
    assert list(Seat.objects.order_by("pk").values()) == before


def test_a_new_table_keeps_its_guests_unless_it_is_said_to_go():
    """Rows of people in any table are a reason to stay; only these are not."""
    named = {field.model._meta.label for field in leftovers._fields_that_name_people()}
    assert {"games.RoundSeat", "games.Score", "lobby.Seat", "lobby.Room", "lobby.ChatLine"} < named
    assert {model._meta.label for model in leftovers.LEAVE_NOTHING} == {
        "lobby.Presence",
        "lobby.Admission",
        "lobby.Passage",
        "accounts.Whereabouts",
    }


@pytest.mark.slow
def test_a_server_does_it_by_itself(houses):
    server = houses.new().start()
    server.post("/accounts/guest/")
    data = sqlite3.connect(server.data / "chieubai.sqlite3", timeout=20)
    with data:
        data.execute("UPDATE accounts_user SET date_joined = '2026-01-01', last_login = '2026-01-01'")
        data.execute("UPDATE django_session SET expire_date = '2026-01-15'")
        data.execute("UPDATE games_chore SET due_at = '2026-01-15'")
    data.close()
    assert there(server) == (1, 1)
    server.stop()
    server.start()
    server._wait_until(lambda: there(server) == (0, 0), 20)
    server._wait_until(lambda: '"event": "leftovers.done"' in server.log, 20)
    server.stop()


def there(server: Server):
    (people,), (log_ins,) = (
        server.rows(f"SELECT count(*) FROM {table}")[0] for table in ("accounts_user", "django_session")
    )
    return people, log_ins
