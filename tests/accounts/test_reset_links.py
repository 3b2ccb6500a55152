"""A forgotten password: by mail to a confirmed address, or by a link from the hand of an Admin."""

import re
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import sanctions, tokens
from accounts.models import ModAction, Notice, User
from accounts.signals import login_ended
from tests.accounts.conftest import PASSWORD
from tests.back_office import come_in

LOGIN, FORGOTTEN, SETTINGS = "/accounts/login/", "/accounts/password/reset/", "/accounts/settings/"
LIST = "/admin/accounts/user/"
NEW = {"password1": PASSWORD + "!", "password2": PASSWORD + "!"}
STARTS = datetime(2027, 1, 15, 12)


class Clock(tokens.Tokens):
    now = STARTS

    def _now(self):
        return Clock.now


@pytest.fixture
def clock(monkeypatch):
    """The clock that links are dated by. It stands still."""
    Clock.now = STARTS
    monkeypatch.setattr(tokens.Tokens, "_now", Clock._now)
    return Clock


@pytest.fixture
def admin(db):
    """Who looks after accounts, and is no superuser."""
    admin = User.objects.create_user("cô Tư", password=PASSWORD, is_staff=True)
    admin.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    client = Client(headers={"accept-language": "en"})
    come_in(client, "cô Tư")
    return client


def asks_for_a_link(admin, *people, **said):
    fields = {"action": "reset_link", "_selected_action": [person.pk for person in people]}
    return admin.post(LIST, fields | {"reason": "they asked on the phone", "apply": "1"} | said, follow=True)


def link_for(admin, person):
    page = asks_for_a_link(admin, person).content.decode()
    return re.search(r'value="(http://testserver/accounts/password/reset/key/[^"]+)"', page)[1]


def sets_a_password(link, browser=None, **fields):
    """Whether the link opened."""
    browser = browser or Client()
    form = browser.get(link, follow=True)
    if "set-password" not in form.request["PATH_INFO"]:
        return False
    return browser.post(form.redirect_chain[-1][0], NEW | fields).status_code == 302


def may_log_in(person, password):
    browser = Client()
    browser.post(LOGIN, {"login": person.username, "password": password})
    return browser.get(SETTINGS).status_code == 200


@pytest.mark.slow
def test_the_page_asks_why_first(admin, an):
    page = asks_for_a_link(admin, an, apply=[]).content.decode()
    assert 'name="reason"' in page and "/password/reset/key/" not in page
    assert not ModAction.objects.exists()


@pytest.mark.slow
def test_a_link_sets_a_new_password_once(admin, an, clock):
    link = link_for(admin, an)
    assert sets_a_password(link)
    assert may_log_in(an, NEW["password1"]) and not may_log_in(an, PASSWORD)
    assert not sets_a_password(link, password1="một mật khẩu khác", password2="một mật khẩu khác")
    assert may_log_in(an, NEW["password1"])


@pytest.mark.slow
def test_it_is_on_record_and_its_person_is_told(admin, an, clock):
    link = link_for(admin, an)
    act = ModAction.objects.get()
    assert (act.act, act.by.username, act.whom) == ("reset_link", "cô Tư", an)
    assert act.reason == "they asked on the phone"
    key = link.rstrip("/").rsplit("/", 1)[-1]
    assert key not in str(vars(act)) and key not in str(vars(Notice.objects.get()))
    browser = Client(headers={"accept-language": "en"})
    browser.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert (
        "The staff made a link with which you can set a new password."
        in browser.get("/lobby/").content.decode()
    )


@pytest.mark.slow
@pytest.mark.parametrize(("hours", "holds"), [(23.9, True), (24.1, False)])
def test_it_holds_for_a_day(admin, an, clock, hours, holds):
    link = link_for(admin, an)
    clock.now += timedelta(hours=hours)
    assert sets_a_password(link) == holds


@pytest.mark.slow
def test_all_log_ins_end_with_it(admin, an, clock, django_capture_on_commit_callbacks):
    elsewhere, ended = Client(), []
    elsewhere.post(LOGIN, {"login": "An", "password": PASSWORD})
    link = link_for(admin, an)
    assert elsewhere.get(SETTINGS).status_code == 200

    def listen(sender, user_id, session_key, **kwargs):
        ended.append((user_id, session_key))

    login_ended.connect(listen)
    with django_capture_on_commit_callbacks(execute=True):
        assert sets_a_password(link)
    login_ended.disconnect(listen)
    assert elsewhere.get(SETTINGS).status_code == 302
    assert ended == [(an.pk, None)]


@pytest.mark.slow
def test_who_is_banned_meanwhile_stays_so(admin, an, clock, monkeypatch):
    link, hashes = link_for(admin, an), User.set_password

    def slowly(person, password):
        sanctions.ban(by=None, whom=an)
        hashes(person, password)

    monkeypatch.setattr(User, "set_password", slowly)
    sets_a_password(link)
    an.refresh_from_db()
    assert an.is_banned and an.check_password(NEW["password1"])


@pytest.mark.slow
def test_the_second_step_stays(admin, an, clock):
    Authenticator.objects.create(user=an, type="totp", data={"secret": "A" * 32})
    browser = Client()
    assert sets_a_password(link_for(admin, an), browser)
    answer = browser.post(LOGIN, {"login": "An", "password": NEW["password1"]})
    assert answer.url == "/accounts/mfa/authenticate/"


@pytest.mark.slow
def test_there_is_none_for_staff_whoever_asks(admin, an, db, clock):
    boss = User.objects.create_superuser("chu nha", password=PASSWORD)
    colleague = User.objects.create_user("chú Năm", password=PASSWORD, is_staff=True)
    superusers = Client(headers={"accept-language": "en"})
    come_in(superusers, "chu nha")
    for asker in (admin, superusers):
        for person in (boss, colleague, User.objects.get(username="cô Tư")):
            page = asks_for_a_link(asker, person).content.decode()
            assert "/password/reset/key/" not in page and "not yours to act upon" in page
    assert not ModAction.objects.exists()


def test_a_link_from_before_is_void_for_who_joins_the_staff(admin, an, clock):
    link = link_for(admin, an)
    User.objects.filter(pk=an.pk).update(is_staff=True)
    assert not sets_a_password(link)


def test_who_only_moderates_makes_none(an, db):
    mai = User.objects.create_user("Mai", password=PASSWORD, is_staff=True)
    mai.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "moderate_user"]))
    moderator = Client(headers={"accept-language": "en"})
    come_in(moderator, "Mai")
    page = asks_for_a_link(moderator, an).content.decode()
    assert "/password/reset/key/" not in page and not ModAction.objects.exists()
    assert 'value="reset_link"' not in moderator.get(LIST).content.decode()


def test_a_guest_has_no_password_to_forget(admin, khach):
    page = asks_for_a_link(admin, khach).content.decode()
    assert "Guests and closed accounts have no password." in page and not ModAction.objects.exists()


def test_one_person_at_a_time(admin, an, khach):
    assert "Choose one person for a link." in asks_for_a_link(admin, an, khach).content.decode()


# --- by mail ----------------------------------------------------------------------------------


def has_an_address(person, *, confirmed):
    EmailAddress.objects.create(user=person, email="an@example.com", primary=True, verified=confirmed)
    User.objects.filter(pk=person.pk).update(email="an@example.com")


def letters_for(email):
    mail.outbox.clear()
    Client().post(FORGOTTEN, {"email": email})
    return [letter.body for letter in mail.outbox if "/password/reset/key/" in letter.body]


def test_a_confirmed_address_gets_a_link_and_holds_as_long(an, clock):
    has_an_address(an, confirmed=True)
    (letter,) = letters_for("AN@example.com")
    link = next(word for word in letter.split() if "/password/reset/key/" in word)
    clock.now += timedelta(hours=24.1)
    assert not sets_a_password(link)
    clock.now = STARTS
    assert sets_a_password(link) and may_log_in(an, NEW["password1"])


def test_an_address_nobody_confirmed_gets_none(an):
    """It may be a stranger's, mistyped."""
    has_an_address(an, confirmed=False)
    assert letters_for("an@example.com") == []
    EmailAddress.objects.all().delete()
    assert letters_for("an@example.com") == []


def test_an_address_is_confirmed_by_the_letter_to_it(an):
    browser = Client()
    browser.post(LOGIN, {"login": "An", "password": PASSWORD})
    fields = {"email": "an@example.com", "action_add": ""}
    asked = browser.post(reverse("account_email"), fields).url
    assert "/reauthenticate/" in asked and mail.outbox == []
    browser.post(asked, {"password": PASSWORD})
    letter = mail.outbox[-1].body
    assert letters_for("an@example.com") == []
    browser.post(next(word for word in letter.split() if "/confirm-email/" in word))
    assert len(letters_for("an@example.com")) == 1
