"""Whatever keeps the log-ins: open tables have to see that one has ended."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.checks import run_checks
from django.utils import timezone

from accounts.logins import AuthenticationMiddleware, going_on, session_store
from games.live.hall import _ended
from games.live.viewing import Person
from lobby.wire.login import read_logins
from tests.accounts.conftest import PASSWORD
from tests.accounts.test_sessions import DESK, PHONE, end, enter, is_in, listed

BACKENDS = "django.contrib.sessions.backends"


def logged_in(browser, person):
    """Through the page; the key of their session."""
    browser.post("/accounts/login/", {"login": person.username, "password": PASSWORD})
    return browser.cookies["sessionid"].value


@pytest.mark.parametrize("engine", [f"{BACKENDS}.db", f"{BACKENDS}.cached_db"])
def test_a_log_in_goes_on_until_it_is_ended_or_too_old(client, an, settings, engine):
    settings.SESSION_ENGINE = engine
    key = logged_in(client, an)
    person = Person(id=an.pk, name="An", session_key=key, language="vi")
    assert going_on([key, "another"]) == {key} and _ended([person]) == ([], set())
    rows = session_store().get_model_class().objects.filter(session_key=key)
    rows.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert _ended([person]) == ([person], set())
    rows.update(expire_date=timezone.now() + timedelta(days=1))
    client.post("/accounts/logout/")
    assert _ended([person]) == ([person], set())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "faults"),
    [("db", 0), ("cached_db", 0), ("cache", 1), ("file", 1), ("signed_cookies", 1)],
)
def test_the_site_says_where_log_ins_cannot_be_seen_to_end(settings, engine, faults):
    settings.SESSION_ENGINE = f"{BACKENDS}.{engine}"
    assert [fault.id for fault in run_checks()].count("accounts.E001") == faults


@pytest.fixture
def rotates(settings):
    """The secret key is another from now on; the one before goes on for a while."""

    def rotate():
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [settings.SECRET_KEY]

    return rotate


def came_in(key):
    """Who opens a socket with it, and under which key it is known."""
    handshake = {"headers": [(b"cookie", f"sessionid={key}".encode())], "query_string": b""}
    return [(login.user, login.session_key) for login in read_logins([handshake])]


def test_after_the_secret_key_was_rotated_a_log_in_keeps_its_own(client, an, rotates):
    """T20  Its open sockets are known by it, and so is the row by which its owner ends it elsewhere."""
    key = logged_in(client, an)
    rotates()
    assert came_in(key) == [(an, key)]
    assert client.get("/accounts/settings/").status_code == 200
    assert client.cookies["sessionid"].value == key
    person = Person(id=an.pk, name="An", session_key=key, language="vi")
    assert _ended([person]) == ([], set())
    assert came_in(key) == [(an, key)]


def test_nor_is_it_another_where_a_page_asks_later_who_it_is(client, an, rotates, rf):
    key = logged_in(client, an)
    rotates()
    request = rf.get("/")
    request.session = session_store()(key)
    AuthenticationMiddleware(lambda request: None).process_request(request)
    assert async_to_sync(request.auser)() == an and request.session.session_key == key


@pytest.mark.slow
def test_after_it_all_log_ins_are_listed_and_ended(an, rotates):
    phone, desk = enter(PHONE), enter(DESK)
    rotates()
    assert is_in(phone) and is_in(desk)
    for browser in (phone, desk):
        assert [is_this for _device, is_this in listed(browser)] == [True, False]
    end(desk, "others")
    assert is_in(desk) and not is_in(phone)


def test_a_log_in_that_is_made_after_it_is_a_new_one(client, an, rotates):
    """T19  What was planted before is worth nothing: it is the page that keeps its key, not the way in."""
    planted = client.session
    planted["planted"] = True
    planted.save()
    key = planted.session_key
    client.cookies["sessionid"] = key
    rotates()
    assert logged_in(client, an) != key
    assert came_in(key)[0][0] != an


def test_a_log_in_of_a_key_that_is_dropped_is_none(client, an, rotates, settings):
    key = logged_in(client, an)
    rotates()
    settings.SECRET_KEY_FALLBACKS = []
    assert came_in(key)[0][0] != an
    assert client.get("/accounts/settings/").status_code == 302
