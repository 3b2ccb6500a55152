"""A hundred strangers at somebody's door: they do not get in, and the owner does (T22, T23)."""

import os
import re
import statistics
import time

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from config.settings import PASSWORD_HASHERS
from tests.accounts.conftest import PASSWORD
from tests.accounts.device import Device
from tests.accounts.visitor import LOGIN, LOGOUT, Clock, Visitor

FORGOTTEN, SIGNUP = "/accounts/password/reset/", "/accounts/signup/"
NEW = {"password1": "một mật khẩu khác", "password2": "một mật khẩu khác"}
FULL = bool(os.environ.get("FULL"))
STRANGERS = 200 if FULL else 60
TIMES = 200 if FULL else 15
KNOWN, UNKNOWN, NEWCOMER = "an@example.com", "nobody@example.com", "Lan"


def has_an_address(person, email):
    EmailAddress.objects.create(user=person, email=email, primary=True, verified=True)
    User.objects.filter(pk=person.pk).update(email=email)


@pytest.fixture
def looked_at(monkeypatch):
    """How many passwords were held against somebody's own."""
    heard, as_it_is = [], User.check_password

    def check(person, password):
        heard.append(person.pk)
        return as_it_is(person, password)

    monkeypatch.setattr(User, "check_password", check)
    return heard


def asks_for_a_letter(address, email=KNOWN):
    Client(REMOTE_ADDR=address).post(FORGOTTEN, {"email": email})


def links():
    return [word for letter in mail.outbox for word in letter.body.split() if "/password/reset/key/" in word]


def opens(link, browser=None):
    """Whether the link asks for a new password and takes it."""
    browser = browser or Client()
    form = browser.get(link, follow=True)
    if "set-password" not in form.request["PATH_INFO"]:
        return False
    return browser.post(form.redirect_chain[-1][0], NEW).status_code == 302


@pytest.mark.slow
def test_while_strangers_guess_the_owner_comes_in_by_passkey_and_by_letter(an, looked_at):
    """Nobody has more than a hundred guesses an hour at a name, from however many addresses; a passkey counts
    for none of them, and the letters that strangers ask for are the owner's."""
    has_an_address(an, KNOWN)
    device, owner = Device(), Visitor(Clock())
    owner.logs_in()
    owner.makes_a_passkey(device)
    owner.post(LOGOUT)
    looked_at.clear()
    for stranger in range(STRANGERS):
        browser = Client(REMOTE_ADDR=f"203.0.113.{stranger}")
        for guess in range(5):
            browser.post(LOGIN, {"login": "An", "password": f"guess {stranger} {guess}"})
        asks_for_a_letter(f"203.0.113.{stranger}")
    assert looked_at.count(an.pk) == 100
    assert len(links()) <= 10
    assert opens(links()[-1])
    assert User.objects.get(pk=an.pk).check_password(NEW["password1"])
    owner.enters_by_passkey(device)
    assert owner.is_in


@pytest.mark.slow
def test_a_letter_for_one_opens_nobody_elses_account(an):
    """Whatever is put together of one's own links, or changed in them."""
    binh = User.objects.create_user("Bình", password=PASSWORD)
    has_an_address(an, KNOWN)
    has_an_address(binh, "binh@example.com")
    asks_for_a_letter("203.0.113.1")
    asks_for_a_letter("203.0.113.1", "binh@example.com")
    mine, theirs = links()
    (way, my_number, my_token), (_way, their_number, their_token) = (
        re.fullmatch(r"(.*/key/)([^-/]+)-([^/]+)/", link).groups() for link in (mine, theirs)
    )
    number = User.objects.order_by("pk").last().pk
    forged = {f"{their_number}-{my_token}", f"{number}-{my_token}", f"{their_number}-{my_token[::-1]}"}
    forged |= {f"{their_number}-{their_token[:at]}" for at in range(len(their_token))}
    forged |= {f"{their_number}-{their_token[:at]}x{their_token[at + 1 :]}" for at in range(len(their_token))}
    forged -= {f"{their_number}-{their_token}"}
    assert len(forged) > 50 and my_number != their_number
    assert [one for one in forged if opens(f"{way}{one}/")] == []
    binh.refresh_from_db()
    assert binh.check_password(PASSWORD)
    assert opens(theirs), "which is as good as ever"


def test_a_link_does_not_outlive_the_password_nor_the_address_it_was_for(an):
    has_an_address(an, KNOWN)
    asks_for_a_letter("203.0.113.1")
    asks_for_a_letter("203.0.113.1")
    first, second = links()
    assert opens(first) and not opens(second), "the password is another now"


# --- how long an answer takes -----------------------------------------------------------------


def work(path, **fields):
    """Of this process, in all its threads: who else uses the machine does not matter."""
    cache.clear()
    browser = Client()
    began = time.process_time()
    browser.post(path, fields)
    return time.process_time() - began


def medians(*asked, times=TIMES):
    """Turn by turn, so that whatever slows one slows the others. Who is new is gone afterwards."""
    spent = [[] for _ in asked]
    for _ in range(times):
        for found, (path, fields) in zip(spent, asked, strict=True):
            found.append(work(path, **fields))
            User.objects.filter(username=NEWCOMER).delete()
    return [statistics.median(found) for found in spent]


def differ_by_at_most(part, *asked, times=TIMES):
    """Tried again where chance made it more: what differs in itself differs each time."""
    for _ in range(5):
        found = medians(*asked, times=times)
        if max(found) <= min(found) * (1 + part):
            return True
    return False


@pytest.mark.slow
def test_a_wrong_password_takes_as_long_for_every_name(an, settings, monkeypatch):
    """T23  With the hasher that the site has. Where nothing is worked out for who is not known, it shows."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    an.set_password(PASSWORD)
    an.save()
    asked = [(LOGIN, {"login": name, "password": "wrong"}) for name in ("An", "Nobody")]
    assert differ_by_at_most(0.1, *asked)
    monkeypatch.setattr(User, "set_password", lambda *_: None)
    known, unknown = medians(*asked, times=5)
    assert unknown < known / 2


@pytest.mark.slow
def test_asking_for_a_letter_takes_as_long_for_every_address(an):
    """T23  But for a question or two to the database: less than a millisecond."""
    has_an_address(an, KNOWN)
    asked = [(FORGOTTEN, {"email": email}) for email in (KNOWN, UNKNOWN)]
    assert differ_by_at_most(0.2, *asked, times=3 * TIMES)


@pytest.mark.slow
def test_signing_up_takes_as_long_for_every_address(an, settings, monkeypatch):
    """T23  With the hasher of the site. Where nothing is worked out for a known address, it shows."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    has_an_address(an, KNOWN)
    fields = {"username": NEWCOMER, "password1": PASSWORD}
    asked = [(SIGNUP, fields | {"email": email}) for email in (KNOWN, UNKNOWN)]
    assert differ_by_at_most(0.1, *asked)

    def only_for_the_new(person, password):
        if person.email != KNOWN:
            User.set_password_as_it_is(person, password)

    monkeypatch.setattr(User, "set_password_as_it_is", User.set_password, raising=False)
    monkeypatch.setattr(User, "set_password", only_for_the_new)
    known, unknown = medians(*asked, times=5)
    assert known < unknown / 2
