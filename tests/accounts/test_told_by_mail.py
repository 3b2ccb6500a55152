"""Whose ways into the account change is told at the address they confirmed."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from tests.accounts.conftest import PASSWORD
from tests.accounts.device import Device
from tests.accounts.visitor import DEACTIVATE, LOGOUT, NEW_CODES, Clock, Visitor

ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/127.0.0.0 Mobile Safari/537.36"
NEW = {"password1": PASSWORD + "!", "password2": PASSWORD + "!"}


@pytest.fixture
def visitor(an, monkeypatch):
    EmailAddress.objects.create(user=an, email="an@example.com", primary=True, verified=True)
    clock = Clock()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", clock)
    monkeypatch.setattr(
        "django.db.transaction.on_commit", lambda do, **_: do()
    )  # as outside of tests: at once
    visitor = Visitor(clock, **{"user-agent": ANDROID})
    visitor.logs_in()
    return visitor


def changes_the_password(visitor):
    visitor.post("/accounts/password/change/", {"oldpassword": PASSWORD} | NEW)


def sets_up_an_app(visitor):
    visitor.sets_up_an_app()


def turns_the_app_off(visitor):
    visitor.sets_up_an_app()
    visitor.post(DEACTIVATE)


def makes_a_passkey(visitor):
    visitor.makes_a_passkey(Device())


def makes_new_codes(visitor):
    visitor.sets_up_an_app()
    visitor.post(NEW_CODES)


def takes_the_address_away(visitor):
    visitor.post("/accounts/reauthenticate/", {"password": PASSWORD})
    visitor.post("/accounts/email/", {"email": "an@example.com", "action_remove": ""})
    assert not EmailAddress.objects.exists()


def forgets_the_password(visitor):
    visitor.post(LOGOUT)
    visitor.post("/accounts/password/reset/", {"email": "an@example.com"})
    link = next(word for word in mail.outbox[-1].body.split() if "/password/reset/key/" in word)
    form = visitor.get(link, follow=True)
    visitor.post(form.redirect_chain[-1][0], NEW)


CHANGES = [
    (changes_the_password, "The password was changed."),
    (sets_up_an_app, "An app for codes was set up."),
    (turns_the_app_off, "The codes of the app were turned off."),
    (makes_a_passkey, "A passkey was made."),
    (makes_new_codes, "New recovery codes were made."),
    (takes_the_address_away, "An address was removed."),
    (forgets_the_password, "A new password was set with a link."),
]


@pytest.mark.slow
@pytest.mark.parametrize(("change", "sentence"), CHANGES)
def test_each_change_is_told(visitor, change, sentence):
    change(visitor)
    letter = mail.outbox[-1]
    assert letter.to == ["an@example.com"] and letter.subject == "Your account of Chiếu Bài was changed"
    assert letter.body.startswith(f"Hello An,\n\n{sentence} From this device: Chrome on Android.")
    assert "127.0.0.1" not in letter.body and PASSWORD not in letter.body


def test_an_address_nobody_confirmed_is_told_nothing(visitor):
    EmailAddress.objects.update(verified=False)
    changes_the_password(visitor)
    assert mail.outbox == []


def test_what_is_done_stays_done_where_mail_fails(visitor, an, monkeypatch):
    def fails(*_, **__):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fails)
    changes_the_password(visitor)
    an.refresh_from_db()
    assert an.check_password(NEW["password1"])
