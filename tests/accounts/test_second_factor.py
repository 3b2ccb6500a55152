"""The second step at the door: codes of an app, recovery codes; what staff need; who lost the phone."""

import json
import os
from random import Random

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ModAction, User
from accounts.sanctions import ban
from accounts.seals import seal, seal_anew, unseal
from tests import totp
from tests.accounts.conftest import PASSWORD
from tests.accounts.device import Device
from tests.accounts.visitor import (
    ACTIVATE,
    ADD,
    AUTHENTICATE,
    CODES,
    DEACTIVATE,
    ENTER,
    FACTORS,
    LOGIN,
    LOGOUT,
    NEW_CODES,
    SETTINGS,
    Clock,
    Visitor,
)
from tests.pages.test_every_page import check_page

GARBLED = 300 if os.environ.get("FULL") else 20


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", clock)
    return clock


@pytest.fixture
def visitor(an, clock):
    visitor = Visitor(clock)
    visitor.logs_in()
    return visitor


@pytest.fixture
def careful(visitor):
    """Logged in, with an app set up."""
    visitor.sets_up_an_app()
    return visitor


@pytest.mark.slow
def test_an_app_is_set_up_and_asked_for_from_then_on(visitor):
    answer = visitor.sets_up_an_app()
    assert answer.redirect_chain[-1][0] == CODES
    visitor.post(LOGOUT)
    assert visitor.logs_in().url == AUTHENTICATE
    assert not visitor.is_in, "the password alone"
    wrong = visitor.post(AUTHENTICATE, {"code": "000000"}).content.decode()
    assert "That was wrong, or came too late." in wrong and not visitor.is_in
    assert visitor.post(AUTHENTICATE, {"code": visitor.code()}).url == reverse("lobby")
    assert visitor.is_in


@pytest.mark.slow
def test_a_wrong_code_sets_up_nothing(visitor):
    visitor.reads(ACTIVATE)
    assert visitor.post(ACTIVATE, {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()


@pytest.mark.slow
def test_a_code_opens_once_and_not_after_its_time(careful):
    for late, opens in ((0, True), (0, False), (30, True), (-31, False)):
        careful.clock.now += max(late, 0)
        careful.post(LOGOUT)
        careful.logs_in()
        careful.post(AUTHENTICATE, {"code": totp.code(careful.secret, careful.clock.now + min(late, 0))})
        assert careful.is_in == opens, late


@pytest.mark.slow
def test_after_the_second_step_one_goes_where_one_wanted_to(careful):
    careful.post(LOGOUT)
    careful.post(LOGIN, {"login": "An", "password": PASSWORD, "next": "/rooms/new/"})
    assert careful.post(AUTHENTICATE, {"code": careful.code()}).url == "/rooms/new/"


@pytest.mark.slow
def test_the_second_step_can_be_left(careful):
    careful.post(LOGOUT)
    careful.logs_in()
    assert careful.get(LOGIN).url == AUTHENTICATE
    careful.post(LOGOUT, {"next": LOGIN})
    assert careful.get(LOGIN).status_code == 200


@pytest.mark.slow
def test_the_session_is_a_new_one_after_each_step(careful):
    careful.post(LOGOUT)
    keys = []
    careful.get(LOGIN)
    careful.logs_in()
    keys.append(careful.session.session_key)
    careful.post(AUTHENTICATE, {"code": careful.code()})
    keys.append(careful.session.session_key)
    assert careful.is_in and len(set(keys)) == 2


@pytest.mark.slow
def test_a_recovery_code_opens_once(careful):
    codes = careful.recovery_codes()
    assert len(set(codes)) == 10
    for opens in (True, False):
        careful.post(LOGOUT)
        careful.logs_in()
        careful.post(AUTHENTICATE, {"code": codes[0]})
        assert careful.is_in == opens
    careful.post(AUTHENTICATE, {"code": codes[1]})
    assert len(careful.recovery_codes()) == 8


def kept():
    """What opens a second step, as it stands in the database."""
    rows = Authenticator.objects.exclude(type="webauthn").order_by("type")
    return [row.data.get("secret") or row.data["seed"] for row in rows]


def laid_open():
    for row in Authenticator.objects.exclude(type="webauthn"):
        row.data |= {name: unseal(row.data[name]) for name in ("secret", "seed") if name in row.data}
        row.save()


def comes_back(visitor, code):
    visitor.post(LOGOUT)
    visitor.logs_in()
    visitor.post(AUTHENTICATE, {"code": code})
    return visitor.is_in


@pytest.mark.slow
def test_what_opens_the_second_step_lies_sealed_in_the_database(careful, settings):
    """Whoever reads the database alone has no code."""
    seed, secret = kept()
    assert careful.secret not in secret and seed.startswith("sealed:") and secret.startswith("sealed:")
    assert unseal(secret) == careful.secret and unseal(seed) != seed
    assert seal("x") != seal("x") and unseal(seal("x")) == "x"
    settings.SECRET_KEY = "n" * 60
    assert unseal(secret) != careful.secret and unseal(secret) != unseal(secret), "nobody could know it"


@pytest.mark.slow
def test_what_lies_open_from_before_is_read_and_sealed_when_it_is_used(careful):
    codes = careful.recovery_codes()
    laid_open()
    assert careful.secret in kept()
    careful.clock.now += 60
    assert comes_back(careful, careful.code())
    assert all(text.startswith("sealed:") for text in kept())
    assert careful.recovery_codes() == codes and comes_back(careful, codes[0])
    assert not comes_back(careful, codes[0]), "used up, and still so"


@pytest.mark.slow
def test_in_the_night_all_of_it_is_sealed_by_the_key_of_today(careful, settings):
    codes = careful.recovery_codes()
    laid_open()
    assert list(seal_anew(timezone.now())) == [("sealed", 2)]
    assert list(seal_anew(timezone.now())) == [("sealed", 0)]
    before = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [before]
    assert list(seal_anew(timezone.now())) == [("sealed", 2)]
    settings.SECRET_KEY_FALLBACKS = []
    assert careful.secret in map(unseal, kept())
    assert comes_back(careful, codes[0])


@pytest.mark.slow
def test_where_no_key_fits_no_code_opens_and_nothing_is_lost(careful, settings):
    codes, before, lying = careful.recovery_codes(), settings.SECRET_KEY, kept()
    settings.SECRET_KEY = "n" * 60
    assert list(seal_anew(timezone.now())) == [("sealed", 0)] and kept() == lying
    careful.clock.now += 60
    for code in (codes[0], careful.code(), "000000", totp.code("", careful.clock.now)):
        assert not comes_back(careful, code)
    settings.SECRET_KEY = before
    assert comes_back(careful, codes[0])


@pytest.mark.slow
def test_new_recovery_codes_end_the_old_ones(careful):
    old = careful.recovery_codes()
    careful.post(NEW_CODES)
    new = careful.recovery_codes()
    assert len(new) == 10 and not set(new) & set(old)
    careful.post(LOGOUT)
    careful.logs_in()
    careful.post(AUTHENTICATE, {"code": old[0]})
    assert not careful.is_in


@pytest.mark.slow
def test_the_app_can_be_turned_off_by_who_proves_to_be_its_owner(careful):
    elsewhere = Visitor(careful.clock)
    elsewhere.force_login(User.objects.get(username="An"))
    assert "/reauthenticate/" in elsewhere.post(DEACTIVATE).url
    assert Authenticator.objects.count() == 2
    careful.reads(DEACTIVATE)
    careful.post(DEACTIVATE)
    assert not Authenticator.objects.exists(), "the recovery codes go with it"
    careful.post(LOGOUT)
    careful.logs_in()
    assert careful.is_in


@pytest.mark.slow
def test_codes_are_guessed_at_most_a_hundred_times_an_hour(careful):
    careful.post(LOGOUT)
    careful.logs_in()
    for guess in range(100):
        careful.post(AUTHENTICATE, {"code": f"{guess:06}"})
    late = careful.post(AUTHENTICATE, {"code": careful.code()}).content.decode()
    assert "Too many wrong tries." in late and not careful.is_in


@pytest.mark.slow
def test_a_forgotten_password_leaves_the_second_step(careful):
    EmailAddress.objects.create(user=User.objects.get(), email="an@example.com", primary=True, verified=True)
    stranger = Client()
    stranger.post(reverse("account_reset_password"), {"email": "an@example.com"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = stranger.get(link, follow=True)
    new = {"password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    stranger.post(form.redirect_chain[-1][0], new)
    answer = stranger.post(LOGIN, {"login": "An", "password": PASSWORD + "!"})
    assert answer.url == AUTHENTICATE and stranger.get(SETTINGS).status_code == 302


@pytest.mark.slow
def test_who_has_a_second_step_may_still_give_an_email(careful):
    careful.post("/accounts/email/", {"email": "an@example.com", "action_add": ""})
    assert [letter.to for letter in mail.outbox] == [["an@example.com"]]


@pytest.mark.slow
@pytest.mark.parametrize("path", [FACTORS, ACTIVATE, ADD, "/accounts/email/"])
def test_a_guest_keeps_the_account_first(client, khach, path):
    client.force_login(khach)
    assert client.get(path).url == client.post(path).url == SETTINGS


@pytest.mark.slow
@pytest.mark.parametrize("language", ["vi", "en", "zh-hans"])
def test_every_page_of_it_is_one_of_ours(careful, language):
    careful.makes_a_passkey(Device())
    key = Authenticator.objects.get(type="webauthn").pk
    careful.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    keys = [f"/accounts/mfa/webauthn/keys/{key}/{what}/" for what in ("edit", "remove")]
    for address in (FACTORS, DEACTIVATE, CODES, NEW_CODES, ADD, *keys):
        check_page(careful.reads(address).content.decode())
    careful.post(LOGOUT)
    careful.logs_in()
    check_page(careful.get(AUTHENTICATE).content.decode())
    careful.post(AUTHENTICATE, {"code": careful.code()})
    for way in ("", "mfa/", "mfa/webauthn/"):
        check_page(careful.get(f"/accounts/{way}reauthenticate/").content.decode())


# --- passkeys ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_passkey_lets_in_without_name_and_password(visitor):
    device = Device()
    answer = visitor.makes_a_passkey(device)
    assert answer.redirect_chain[-1][0] == CODES, "for the day when the device is gone"
    assert "Điện thoại" in visitor.reads(FACTORS).content.decode()
    visitor.post(LOGOUT)
    before = visitor.session.session_key
    assert visitor.enters_by_passkey(device, next="/rooms/new/").url == "/rooms/new/"
    assert visitor.is_in and visitor.session.session_key != before


@pytest.mark.slow
def test_it_is_also_the_second_step_after_the_password(visitor):
    device = Device()
    visitor.makes_a_passkey(device)
    visitor.post(LOGOUT)
    assert visitor.logs_in().url == AUTHENTICATE and not visitor.is_in
    visitor.takes_the_second_step_by_passkey(device)
    assert visitor.is_in


@pytest.mark.slow
def test_an_answer_is_worth_nothing_twice(visitor):
    device = Device()
    visitor.makes_a_passkey(device)
    visitor.post(LOGOUT)
    options = visitor.get(ENTER, headers={"accept": "application/json"}).json()["request_options"]
    proof = {"credential": device.proves(options)}
    visitor.post(ENTER, proof)
    assert visitor.is_in
    visitor.post(LOGOUT)
    visitor.post(ENTER, proof)
    assert not visitor.is_in


STRANGE = ["", "{}", "[]", "null", "x", '{"id": 1}', '{"response": {"userHandle": "///"}}', "1" * 30]


@pytest.mark.slow
@pytest.mark.parametrize("credential", STRANGE)
def test_a_strange_answer_opens_nothing(visitor, credential):
    visitor.makes_a_passkey(Device())
    visitor.post(LOGOUT)
    visitor.get(ENTER, headers={"accept": "application/json"})
    answer = visitor.post(ENTER, {"credential": credential}, follow=True)
    assert answer.status_code == 200 and not visitor.is_in


def garbled(text, chance):
    """One of its letters is missing, or comes thrice, or is one that never stands there. Not the last, whose
    bits are not all read."""
    at = chance.randrange(len(text) - 1)
    return text[:at] + chance.choice(["", text[at] * 3, "{", "[", '"', "é"]) + text[at + 1 :]


@pytest.mark.slow
def test_garbled_answers_open_nothing_and_make_nothing(visitor, monkeypatch):
    monkeypatch.setattr("accounts.paces.Bucket.take", lambda bucket: True)  # however often they try
    chance, device = Random(7), Device()
    visitor.reads(ADD)
    for _ in range(GARBLED):
        made = device.makes(visitor.asked(ADD)["creation_options"])
        fields = {"passwordless": "on", "credential": garbled(made, chance)}
        assert visitor.post(ADD, fields).status_code < 500
    Authenticator.objects.all().delete()
    visitor.makes_a_passkey(device)
    visitor.post(LOGOUT)
    for _ in range(GARBLED):
        options = visitor.get(ENTER, headers={"accept": "application/json"}).json()["request_options"]
        proof = json.loads(device.proves(options))
        part = chance.choice(list(proof["response"]))
        proof["response"][part] = garbled(proof["response"][part], chance)
        assert visitor.post(ENTER, {"credential": json.dumps(proof)}).status_code == 302
        assert not visitor.is_in, part


@pytest.mark.slow
def test_another_device_or_another_site_opens_nothing(visitor):
    device = Device()
    visitor.makes_a_passkey(device)
    visitor.post(LOGOUT)
    another = Device()
    another.owner = device.owner
    visitor.enters_by_passkey(another)
    assert not visitor.is_in
    device.origin = "http://evil.example"
    visitor.enters_by_passkey(device)
    assert not visitor.is_in


@pytest.mark.slow
def test_a_passkey_is_made_by_a_device_that_knows_its_owner(visitor):
    visitor.makes_a_passkey(Device(knows_its_owner=False))
    visitor.makes_a_passkey(Device(), passwordless="")
    assert not Authenticator.objects.exists()


@pytest.mark.slow
def test_a_guest_may_come_in_as_who_they_are_by_passkey(visitor, khach):
    device = Device()
    visitor.makes_a_passkey(device)
    browser = Visitor(visitor.clock)
    browser.force_login(khach)
    browser.enters_by_passkey(device)
    assert browser.get(SETTINGS).context["user"].username == "An"


@pytest.mark.slow
def test_who_is_banned_does_not_come_in_by_passkey(visitor, an):
    device = Device()
    visitor.makes_a_passkey(device)
    ban(by=None, whom=an)
    visitor.enters_by_passkey(device)
    assert not visitor.is_in


@pytest.mark.slow
def test_a_passkey_is_renamed_and_removed_by_its_owner_alone(visitor, clock):
    visitor.makes_a_passkey(Device())
    key = f"/accounts/mfa/webauthn/keys/{Authenticator.objects.get(type='webauthn').pk}"
    User.objects.create_user("Bình", password=PASSWORD)
    binh = Visitor(clock, name="Bình")
    binh.logs_in()
    binh.reads(ADD)
    assert binh.post(f"{key}/edit/", {"name": "x"}).status_code == 404
    assert binh.post(f"{key}/remove/").status_code == 404
    visitor.post(f"{key}/edit/", {"name": "<b>Máy bàn</b>"})
    assert "&lt;b&gt;Máy bàn&lt;/b&gt;" in visitor.reads(FACTORS).content.decode()
    visitor.post(f"{key}/remove/")
    assert not Authenticator.objects.exists()


# --- staff ------------------------------------------------------------------------------------


@pytest.fixture
def in_production(settings):
    settings.STAFF_NEED_SECOND_FACTOR = True


@pytest.fixture
def staff(db, clock):
    User.objects.create_superuser("cô Tư", password=PASSWORD)
    staff = Visitor(clock, name="cô Tư")
    staff.logs_in()
    return staff


def test_elsewhere_staff_enter_with_the_password_alone(staff):
    assert staff.get("/admin/").status_code == 200


@pytest.mark.slow
def test_in_production_staff_are_led_to_set_up_a_second_step(in_production, staff):
    answer = staff.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == FACTORS
    page = answer.content.decode()
    assert "Staff need a second step to enter the back office." in page and 'href="/admin/"' in page
    staff.sets_up_an_app()
    asked = staff.get("/admin/accounts/user/", follow=True)
    assert asked.redirect_chain[-1][0] == "/accounts/mfa/reauthenticate/?next=%2Fadmin%2Faccounts%2Fuser%2F"
    entered = staff.post(asked.redirect_chain[-1][0], {"code": staff.code()})
    assert entered.url == "/admin/accounts/user/"
    assert staff.get(entered.url).status_code == 200


@pytest.mark.slow
def test_in_production_who_came_by_both_steps_is_in(in_production, staff):
    staff.sets_up_an_app()
    staff.post(LOGOUT)
    staff.logs_in()
    staff.post(AUTHENTICATE, {"code": staff.code()})
    assert staff.get("/admin/").status_code == 200


def test_in_production_every_page_of_the_back_office_is_shut(in_production, staff):
    for path in ("/admin/accounts/user/", "/admin/lobby/room/", "/admin/games/round/", "/admin/jsi18n/"):
        assert staff.get(path).url.startswith("/admin/login/"), path
    assert staff.post("/admin/accounts/user/", {"action": "ban"}).url.startswith("/admin/login/")
    assert staff.post("/admin/login/", {"username": "cô Tư", "password": PASSWORD}).url == FACTORS


@pytest.mark.slow
def test_in_production_a_log_in_from_before_is_not_enough(in_production, staff, clock):
    """Somebody else's, with the password they learned: the owner's second step opens nothing to it."""
    thief = Visitor(clock, name="cô Tư")
    thief.logs_in()
    staff.sets_up_an_app()
    asked = thief.get("/admin/", follow=True).redirect_chain[-1][0]
    thief.post("/accounts/reauthenticate/?next=/admin/", {"password": PASSWORD})
    assert thief.get("/admin/", follow=True).redirect_chain[-1][0] == asked


@pytest.mark.slow
def test_in_production_turning_it_off_shuts_the_door(in_production, staff):
    staff.sets_up_an_app()
    staff.post("/accounts/mfa/reauthenticate/", {"code": staff.code()})
    assert staff.get("/admin/").status_code == 200
    staff.post(DEACTIVATE)
    assert staff.get("/admin/", follow=True).redirect_chain[-1][0] == FACTORS


@pytest.mark.slow
def test_players_have_no_business_there(in_production, careful):
    assert careful.get("/admin/", follow=True).status_code == 403


# --- who lost the phone -----------------------------------------------------------------------


@pytest.mark.slow
def test_the_second_step_is_taken_away_on_the_machine(careful, capsys):
    call_command("reset_second_factor", "AN")
    assert "An now logs in with the password alone." in capsys.readouterr().out
    act = ModAction.objects.get()
    assert (act.act, act.by, act.whom.username) == ("reset_second_factor", None, "An")
    careful.post(LOGOUT)
    careful.logs_in()
    assert careful.is_in


@pytest.mark.parametrize(("name", "said"), [("Bình", "Nobody is called"), ("An", "has no second factor")])
def test_there_has_to_be_something_to_take_away(an, name, said):
    with pytest.raises(CommandError, match=said):
        call_command("reset_second_factor", name)
