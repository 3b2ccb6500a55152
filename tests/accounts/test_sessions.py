"""The list of one's log-ins: each in plain words, one of them ended, or all others."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.test import Client

from accounts.devices import in_words
from accounts.models import User
from accounts.signals import login_ended
from tests.accounts.conftest import PASSWORD

LOGIN, SESSIONS, SETTINGS = "/accounts/login/", "/accounts/sessions/", "/accounts/settings/"
PHONE = "Mozilla/5.0 (Linux; Android 14) Chrome/127.0.0.0 Mobile Safari/537.36"
DESK = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1"

DEVICES = [
    # what it says of itself                                    in our words
    (PHONE,                                                     "Chrome on Android"),
    (DESK,                                                      "Firefox on Windows"),
    (IPHONE,                                                    "Safari on iPhone"),
    (IPHONE + " Zalo iOS/500",                                  "Zalo on iPhone"),
    (PHONE.replace("Mobile Safari", "Safari") + " Edg/127.0",   "Edge on Android"),
    ("Mozilla/5.0 (X11; CrOS x86_64) Chrome/127.0 Safari/537",  "Chrome on Chromebook"),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Chrome/12", "Chrome on Mac"),
    ("Mozilla/5.0 (X11; Linux x86_64)",                         "Linux"),
    ("curl/8.5.0",                                              "An unknown device"),
    ("<script>alert(1)</script>",                               "An unknown device"),
    ("",                                                        "An unknown device"),
]  # fmt: skip


@pytest.mark.parametrize(("says", "words"), DEVICES)
def test_a_device_has_plain_words(says, words, settings):
    settings.LANGUAGE_CODE = "en"
    assert in_words(says) == words


def enter(device, **fields):
    browser = Client(headers={"accept-language": "en", "user-agent": device})
    browser.post(LOGIN, {"login": "An", "password": PASSWORD} | fields)
    return browser


def is_in(browser):
    return browser.get(SETTINGS).status_code == 200


def listed(browser):
    """The devices on the page, and which of them is this one."""
    return [(one.device, one.is_this) for one in browser.get(SESSIONS).context["log_ins"]]


def end(browser, which):
    return browser.post(SESSIONS, {"end": which}, follow=True)


def row_of(browser):
    return UserSession.objects.get(session_key=browser.session.session_key)


@pytest.fixture
def ended():
    heard = []

    def listen(sender, user_id, session_key, **kwargs):
        heard.append((user_id, session_key))

    login_ended.connect(listen)
    yield heard
    login_ended.disconnect(listen)


def test_every_log_in_is_listed_and_this_one_is_first(an):
    phone, desk = enter(PHONE), enter(DESK)
    assert listed(phone) == [("Chrome on Android", True), ("Firefox on Windows", False)]
    assert listed(desk) == [("Firefox on Windows", True), ("Chrome on Android", False)]
    page = desk.get(SESSIONS).content.decode()
    assert page.count("this one") == 1 and 'aria-label="End the log-in of Chrome on Android"' in page
    assert phone.session.session_key not in page and desk.session.session_key not in page


@pytest.mark.slow
def test_one_is_ended_and_the_others_go_on(an, ended, django_capture_on_commit_callbacks):
    phone, iphone, desk = enter(PHONE), enter(IPHONE), enter(DESK)
    key = phone.session.session_key
    with django_capture_on_commit_callbacks(execute=True):
        answer = end(desk, row_of(phone).pk)
    assert "That log-in is over." in answer.content.decode()
    assert [is_in(browser) for browser in (phone, iphone, desk)] == [False, True, True]
    assert ended == [(an.pk, key)], "open tables hear of it"
    assert len(listed(desk)) == 2


@pytest.mark.slow
def test_all_others_are_ended_at_once(an, ended, django_capture_on_commit_callbacks):
    phone, iphone, desk = enter(PHONE), enter(IPHONE), enter(DESK)
    keys = {(an.pk, browser.session.session_key) for browser in (phone, iphone)}
    with django_capture_on_commit_callbacks(execute=True):
        end(desk, "others")
    assert [is_in(browser) for browser in (phone, iphone, desk)] == [False, False, True]
    assert set(ended) == keys
    assert listed(desk) == [("Firefox on Windows", True)]


def an_hour_later(browser):
    """Whoever finds the browser open has not just given the password."""
    session = browser.session
    session["account_authentication_methods"][0]["at"] -= 3600
    session.save()


@pytest.mark.slow
@pytest.mark.parametrize("which", ["one", "others"])
def test_whoever_finds_the_browser_open_ends_no_other_log_in(an, which):
    """They are asked for the password; who gives it goes on from there, and has pressed once."""
    phone, desk = enter(PHONE), enter(DESK)
    assert "asked to confirm" not in desk.get(SESSIONS).content.decode()
    an_hour_later(desk)
    assert "You will be asked to confirm that it is you first." in desk.get(SESSIONS).content.decode()
    asked = desk.post(SESSIONS, {"end": row_of(phone).pk if which == "one" else "others"})
    assert asked.status_code == 302 and "/reauthenticate/" in asked.url
    wrong = desk.post(asked.url, {"password": "sai rồi"})
    assert wrong.status_code == 200 and is_in(phone)
    answer = desk.post(asked.url, {"password": PASSWORD}, follow=True)
    assert answer.status_code == 200 and not is_in(phone) and is_in(desk)
    assert ("That log-in is over." if which == "one" else "All others are over.") in answer.content.decode()
    another = enter(PHONE)
    desk.post(SESSIONS, {"end": "others"})
    assert not is_in(another), "and is not asked again for some minutes"


def test_a_guest_has_no_password_and_is_not_asked_for_one(client, khach):
    client.force_login(khach)
    assert "asked to confirm" not in client.get(SESSIONS, headers={"accept-language": "en"}).content.decode()
    assert client.post(SESSIONS, {"end": "others"}).url == SESSIONS


@pytest.mark.slow
@pytest.mark.parametrize("which", ["", "0", "x", "-1", "1.5", "9" * 30, "٣", "this"])
def test_what_is_no_log_in_is_not_found(an, which):
    desk = enter(DESK)
    assert end(desk, which).status_code == 404
    assert is_in(desk)


@pytest.mark.slow
def test_ones_own_is_not_ended_here_and_nobody_elses(an):
    desk = enter(DESK)
    User.objects.create_user("Bình", password=PASSWORD)
    binh = enter(PHONE, login="Bình")
    for which in (row_of(binh).pk, row_of(desk).pk):
        assert end(desk, which).status_code == 404
    end(desk, "others")
    assert is_in(binh) and is_in(desk)


def test_a_log_in_with_an_old_password_is_none(an):
    enter(PHONE)
    desk = enter(DESK)
    new = {"oldpassword": PASSWORD, "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    desk.post("/accounts/password/change/", new)
    assert listed(desk) == [("Firefox on Windows", True)]


def test_who_kept_the_account_finds_this_log_in(client, khach):
    client.force_login(khach)
    client.post("/accounts/keep/", {"username": "Minh Thư", "password1": PASSWORD})
    assert [is_this for _device, is_this in listed(client)] == [True]


def test_no_address_is_kept_and_staff_see_none_of_it(an):
    enter(DESK)
    assert set(UserSession.objects.values_list("ip", flat=True)) == {"::"}
    assert not admin.site.is_registered(UserSession)


def test_the_list_takes_few_questions_however_long_it_is(an, django_assert_max_num_queries):
    desk = enter(DESK)
    for _ in range(4):
        enter(PHONE)
    with django_assert_max_num_queries(8):
        assert len(listed(desk)) == 5
