"""Another name: once in thirty days; the old one is nobody else's for ninety."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import naming, sanctions
from accounts.models import OldName, User
from accounts.signals import renamed
from tests.accounts.conftest import PASSWORD
from tests.back_office import come_in

NAME, LOGIN, SIGNUP, SETTINGS = (f"/accounts/{page}/" for page in ("name", "login", "signup", "settings"))


@pytest.fixture
def browser(an):
    browser = Client(headers={"accept-language": "en"})
    browser.post(LOGIN, {"login": "An", "password": PASSWORD})
    return browser


def takes(browser, name):
    """What they are called afterwards."""
    browser.post(NAME, {"username": name})
    return browser.get(SETTINGS).context["user"].username


def signs_up(name):
    browser = Client(headers={"accept-language": "en"})
    answer = browser.post(SIGNUP, {"username": name, "password1": PASSWORD})
    return answer.status_code == 302


def later(days):
    OldName.objects.update(until=timezone.now() - timedelta(days=days))


@pytest.mark.slow
def test_another_name_is_chosen_and_logs_in(browser, an, django_capture_on_commit_callbacks):
    told = []

    def listen(sender, user_id, **kwargs):
        told.append(user_id)

    renamed.connect(listen)
    with django_capture_on_commit_callbacks(execute=True):
        assert takes(browser, "  Minh   Thư ") == "Minh Thư"
    renamed.disconnect(listen)
    assert told == [an.pk], "tables hear of it"
    for name, opens in (("minh thư", True), ("An", False)):
        elsewhere = Client()
        elsewhere.post(LOGIN, {"login": name, "password": PASSWORD})
        assert (elsewhere.get(SETTINGS).status_code == 200) == opens


@pytest.mark.slow
def test_it_is_changed_once_in_thirty_days(browser):
    takes(browser, "Minh")
    assert takes(browser, "Lan") == "Minh"
    assert "A name is changed once in 30 days." in browser.get(NAME).content.decode()
    later(29.9)
    assert takes(browser, "Lan") == "Minh"
    later(30.1)
    assert takes(browser, "Lan") == "Lan"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["An", "AN", "Ａn"])
def test_the_old_one_is_nobody_elses_for_ninety_days(browser, name):
    takes(browser, "Minh")
    assert not signs_up(name)
    later(89.9)
    assert not signs_up(name)
    later(90.1)
    assert signs_up(name)


def test_its_owner_may_take_it_back(browser):
    takes(browser, "Minh")
    later(31)
    assert takes(browser, "An") == "An"


@pytest.mark.slow
def test_a_name_that_staff_took_away_is_not_taken_back(browser, an):
    sanctions.rename(by=None, whom=an, name="Minh")
    assert takes(browser, "An") == takes(browser, "AN") == "Minh"
    assert takes(browser, "Lan") == "Lan"


def test_capitals_may_be_changed(browser):
    assert takes(browser, "AN") == "AN"


BAD = [
    # name          part of the sentence
    ("",            "required"),
    ("An",          "That is your name already."),
    ("Bình",        "already has that name"),
    ("admin",       "is reserved"),
    ("Mei 对",      "not both"),
    ("x" * 5000,    "2 to 24"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sentence"), BAD)
def test_a_bad_choice_is_explained_and_costs_nothing(browser, name, sentence):
    User.objects.create_user("Bình", password=PASSWORD)
    assert sentence in browser.post(NAME, {"username": name}).content.decode()
    assert takes(browser, "Minh") == "Minh"


def test_two_who_want_a_name_at_once(browser, monkeypatch):
    User.objects.create_user("Bình", password=PASSWORD)
    monkeypatch.setattr("accounts.adapter.is_taken", lambda name, **of: False)
    answer = browser.post(NAME, {"username": "Bình"})
    assert "Somebody already has that name." in answer.content.decode()
    assert not OldName.objects.exists()


@pytest.mark.slow
def test_two_pages_at_once_change_it_once(browser, monkeypatch):
    takes(browser, "Minh")
    asked, first = naming.may_change_at, iter([None])
    monkeypatch.setattr(naming, "may_change_at", lambda person: next(first, asked(person)))
    assert takes(browser, "Lan") == "Minh"


def test_what_staff_took_is_kept_too_and_does_not_count(browser, an):
    sanctions.rename(by=None, whom=an, name="Người mới", reason="the name")
    assert not signs_up("An")
    assert takes(browser, "Minh") == "Minh"


def test_a_guests_name_is_free_again(client, khach):
    client.force_login(khach)
    client.post("/accounts/keep/", {"username": "Minh", "password1": PASSWORD})
    assert not OldName.objects.exists()


@pytest.mark.slow
def test_a_guest_chooses_a_name_without_a_password_and_then_as_everybody(client, khach):
    client.force_login(khach)
    assert f'href="{NAME}"' in client.get(SETTINGS).content.decode()
    assert takes(client, "Minh") == "Minh" and not OldName.objects.exists(), "what was made up is nobody's"
    assert takes(client, "Lan") == "Lan"
    assert takes(client, "Mai") == "Lan", "once in thirty days"
    khach.refresh_from_db()
    assert khach.is_guest and not khach.has_usable_password()


def test_a_guest_keeps_the_account_under_the_name_they_chose(client, khach):
    client.force_login(khach)
    takes(client, "Minh")
    assert client.get(SETTINGS).context["keep_form"]["username"].value() == "Minh"
    client.post("/accounts/keep/", {"username": "Minh", "password1": PASSWORD})
    khach.refresh_from_db()
    assert (khach.username, khach.is_guest) == ("Minh", False)


@pytest.mark.slow
def test_staff_find_the_names_somebody_had(browser, an, client):
    takes(browser, "Minh")
    User.objects.create_superuser("chu nha", password=PASSWORD)
    come_in(client, "chu nha")
    page = client.get(f"/admin/accounts/user/{an.pk}/change/").content.decode()
    assert re.search(r'<div class="readonly">An</div>', page)
