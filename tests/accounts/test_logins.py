"""Whatever keeps the log-ins: open tables have to see that one has ended."""

from datetime import timedelta

import pytest
from django.core.checks import run_checks
from django.utils import timezone

from accounts.logins import going_on, session_store
from games.live.hall import _ended
from games.live.viewing import Person
from lobby.wire.login import read_logins
from tests.accounts.conftest import PASSWORD

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


@pytest.mark.parametrize(
    ("engine", "faults"),
    [("db", 0), ("cached_db", 0), ("cache", 1), ("file", 1), ("signed_cookies", 1)],
)
def test_the_site_says_where_log_ins_cannot_be_seen_to_end(settings, engine, faults):
    settings.SESSION_ENGINE = f"{BACKENDS}.{engine}"
    assert [fault.id for fault in run_checks()].count("accounts.E001") == faults


def test_after_the_secret_key_was_rotated_a_socket_leaves_the_browser_its_log_in(client, an, settings):
    """It could not tell the browser of another session; the next page does."""
    key = logged_in(client, an)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [settings.SECRET_KEY]
    handshake = {"headers": [(b"cookie", f"sessionid={key}".encode())], "query_string": b""}
    assert [login.user for login in read_logins([handshake])] == [an]
    assert client.get("/accounts/settings/").status_code == 200
    assert client.cookies["sessionid"].value != key
