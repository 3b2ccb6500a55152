"""Who asks at the door learns nothing of which addresses and names have an account, but what everybody sees.

Names are shown at every table, so that one is taken may be said. Addresses are nobody's to know.
"""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD

LOGIN, SIGNUP, GIVE = "/accounts/login/", "/accounts/signup/", "/accounts/email/"
FORGOTTEN = "/accounts/password/reset/"
KNOWN, UNCONFIRMED, UNKNOWN = "an@example.com", "binh@example.com", "nobody@example.com"
EMAILS = (KNOWN, UNCONFIRMED, UNKNOWN)


@pytest.fixture(autouse=True)
def people(an):
    binh = User.objects.create_user("Bình", email=UNCONFIRMED, password=PASSWORD)
    EmailAddress.objects.create(user=an, email=KNOWN, primary=True, verified=True)
    EmailAddress.objects.create(user=binh, email=UNCONFIRMED, primary=True, verified=False)


def seen(path, typed, **fields):
    browser = Client(headers={"accept-language": "en"})
    return shown(browser.post(path, fields, follow=True), typed)


def shown(answer, typed):
    """What a browser is shown in the end: status, addresses and page, but for what was typed or is chance."""
    # Chance first: it may spell what was typed.
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|data-avatar="[\w-]+"', "", answer.content.decode())
    page = page.replace(typed, "[typed]")
    headers = dict(answer.headers) | {"Content-Length": "", "Expires": ""}  # the second it was made in
    return answer.status_code, answer.redirect_chain, headers, sorted(answer.client.cookies), page


def test_a_wrong_password_looks_the_same_for_every_name():
    User.objects.create_user("Closed", password=PASSWORD, is_active=False)
    names = ("An", "Bình", "Closed", "Nobody", "an@example.com")
    answers = [seen(LOGIN, name, login=name, password="wrong") for name in names]
    assert all(answer == answers[0] for answer in answers)


def test_asking_for_a_new_password_looks_the_same_for_every_address():
    answers = [seen(FORGOTTEN, email, email=email) for email in EMAILS]
    assert answers[0] == answers[1] == answers[2]
    assert sorted(letter.to[0] for letter in mail.outbox) == sorted(EMAILS), "and each gets a letter"


@pytest.mark.slow
def test_signing_up_looks_the_same_for_every_address():
    """Whose address it is hears of it by mail."""
    answers = []
    for email in EMAILS:
        answers.append(seen(SIGNUP, email, username="Lan", password1=PASSWORD, email=email))
        User.objects.filter(username="Lan").delete()
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.slow
def test_giving_an_address_looks_the_same_for_every_address():
    answers = []
    for email in EMAILS:
        User.objects.create_user("Lan", password=PASSWORD)
        browser = Client(headers={"accept-language": "en"})
        browser.post(LOGIN, {"login": "Lan", "password": PASSWORD})
        browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
        answers.append(shown(browser.post(GIVE, {"email": email, "action_add": ""}, follow=True), email))
        User.objects.filter(username="Lan").delete()
    assert answers[0] == answers[1] == answers[2]
