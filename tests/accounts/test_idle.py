"""How long a log-in lasts: ten days without use, fourteen days in all. One page a day pays for it."""

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.idle import BEGUN, USED_ON
from tests.accounts.conftest import PASSWORD

SETTINGS = "/accounts/settings/"
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@pytest.fixture
def browser(client, an):
    client.post("/accounts/login/", {"login": "An", "password": PASSWORD})
    return client


def ends(browser):
    """In how many days, as every process finds it."""
    row = Session.objects.get(session_key=browser.session.session_key)
    return (row.expire_date - timezone.now()) / DAY


def days_later(browser, days):
    """As if all of it had been so long ago."""
    session = browser.session
    session[BEGUN] = (datetime.fromisoformat(session[BEGUN]) - days * DAY).isoformat()
    session[USED_ON] = (timezone.now() - days * DAY).date().isoformat()
    session.set_expiry(session.get_expiry_date() - days * DAY)
    session.save()


def is_in(browser):
    return browser.get(SETTINGS).status_code == 200


def test_who_does_nothing_for_ten_days_is_logged_out(browser):
    assert ends(browser) == pytest.approx(10, abs=0.01)
    assert browser.cookies["sessionid"]["max-age"] <= 10 * 24 * 3600
    days_later(browser, 10)
    assert not is_in(browser)


def test_who_comes_by_within_ten_days_stays(browser):
    for _ in range(2):
        days_later(browser, 6)
        assert is_in(browser)
    assert ends(browser) == pytest.approx(2, abs=0.01), "fourteen days in all"
    days_later(browser, 2)
    assert not is_in(browser)


@pytest.mark.slow
def test_one_page_a_day_notes_it_and_no_other_writes(browser):
    days_later(browser, 1)
    for writes in (1, 0, 0):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert is_in(browser)
        assert sum(query["sql"].startswith("UPDATE") for query in asked) == writes


def test_a_log_in_from_before_begins_to_count_now(browser):
    session = browser.session
    for name in (BEGUN, USED_ON, "_session_expiry"):
        del session[name]
    session.save()
    assert is_in(browser) and ends(browser) == pytest.approx(10, abs=0.01)


def test_a_new_log_in_counts_anew(browser, an):
    days_later(browser, 6)
    browser.post("/accounts/logout/")
    browser.post("/accounts/login/", {"login": "An", "password": PASSWORD})
    days_later(browser, 3)
    assert is_in(browser) and ends(browser) == pytest.approx(10, abs=0.01)


def test_a_guest_who_could_not_come_back_has_the_fourteen_days(client, db):
    client.post("/accounts/guest/")
    assert ends(client) == pytest.approx(14, abs=0.01)
    days_later(client, 13)
    assert is_in(client) and ends(client) == pytest.approx(1, abs=0.01)
    days_later(client, 1)
    assert not is_in(client)
