"""Signing up, logging in, coming as a guest and staying, logging out."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.limits import address
from accounts.models import User
from accounts.rates import rates
from accounts.sanctions import ban
from accounts.services import make_guest
from accounts.signals import login_ended, login_renewed
from tests.accounts.conftest import PASSWORD

SIGNUP, LOGIN, LOGOUT = "/accounts/signup/", "/accounts/login/", "/accounts/logout/"
GUEST, KEEP = "/accounts/guest/", "/accounts/keep/"


def who(client):
    return User.objects.filter(pk=client.session.get("_auth_user_id")).first()


@pytest.fixture
def ended():
    """Every log-in that ended, as (person, session)."""
    heard = []

    def listen(sender, user_id, session_key, **kwargs):
        heard.append((user_id, session_key))

    login_ended.connect(listen)
    yield heard
    login_ended.disconnect(listen)


@pytest.fixture
def order():
    """What became of log-ins, as (signal, session), one after another."""
    heard = []

    def listen(signal, session_key, **kwargs):
        heard.append((signal, session_key))

    for signal in (login_ended, login_renewed):
        signal.connect(listen)
    yield heard
    for signal in (login_ended, login_renewed):
        signal.disconnect(listen)


# --- signing up -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_two_fields_are_enough_to_sign_up(client):
    answer = client.post(SIGNUP, {"username": "  Minh   Thư ", "password1": PASSWORD})
    assert answer.status_code == 302 and answer.url == reverse("lobby")
    assert who(client).username == "Minh Thư"
    assert not who(client).is_guest


@pytest.mark.django_db
def test_an_email_may_be_given_and_is_confirmed_by_mail(client):
    client.post(SIGNUP, {"username": "Minh", "password1": PASSWORD, "email": "Minh@example.com"})
    assert who(client).email == "minh@example.com"
    assert [letter.to for letter in mail.outbox] == [["minh@example.com"]]


BAD_SIGNUPS = [
    # username, password, field at fault, part of the sentence
    ("", PASSWORD, "username", "required"),
    ("a", PASSWORD, "username", "2 to 24"),
    ("Mei 对", PASSWORD, "username", "not both"),
    ("admin", PASSWORD, "username", "is reserved"),
    ("Sys tem", PASSWORD, "username", "is reserved"),
    ("Khách Mèo 123", PASSWORD, "username", "is reserved"),
    ("AN", PASSWORD, "username", "already has that name"),
    ("Án\x00", PASSWORD, "username", "Use letters"),
    ("x" * 5000, PASSWORD, "username", "2 to 24"),
    ("Bình", "", "password1", "required"),
    ("Bình", "12345678", "password1", "common"),
    ("Bình", "ngắn", "password1", "too short"),
    ("Bình Minh Sáng", "Bình Minh Sáng", "password1", "similar"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "password", "field", "sentence"), BAD_SIGNUPS)
def test_a_bad_sign_up_is_explained_under_its_field(english, an, name, password, field, sentence):
    answer = english.post(SIGNUP, {"username": name, "password1": password})
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]
    under_the_field = answer.content.decode().partition(f'id="id_{field}_error"')[2]
    assert sentence in under_the_field.partition("</div>")[0]
    assert User.objects.count() == 1


def test_two_who_want_a_name_at_once(english, an, monkeypatch):
    monkeypatch.setattr("accounts.adapter.is_taken", lambda name, **of: False)
    answer = english.post(SIGNUP, {"username": "An", "password1": PASSWORD})
    assert "Somebody already has that name." in answer.content.decode()
    assert who(english) is None and User.objects.count() == 1


# --- logging in -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["An", "an", " AN ", "Ａn"])
def test_capitals_do_not_matter_at_the_door(client, an, typed):
    answer = client.post(LOGIN, {"login": typed, "password": PASSWORD})
    assert answer.url == reverse("lobby")
    assert who(client) == an


def test_accented_capitals_neither(client, db):
    dat = User.objects.create_user("Đạt Ư", password=PASSWORD)
    client.post(LOGIN, {"login": "đẠT ư", "password": PASSWORD})
    assert who(client) == dat


@pytest.mark.slow
@pytest.mark.parametrize("login", ["An", "Nobody"])
def test_a_wrong_guess_says_the_same_for_known_and_unknown_names(english, an, login):
    answer = english.post(LOGIN, {"login": login, "password": "wrong"})
    assert "That name and password do not match." in answer.content.decode()
    assert who(english) is None


def test_after_logging_in_one_goes_where_one_wanted_to(client, an):
    wanted = reverse("room_new") + "?bots=2"
    at_the_door = client.get(wanted)
    assert at_the_door.url.startswith(LOGIN + "?next=")
    answer = client.post(at_the_door.url, {"login": "An", "password": PASSWORD, "next": wanted})
    assert answer.url == wanted


@pytest.mark.slow
def test_wrong_guesses_stop_the_guesser_and_not_the_owner(an):
    guesser, owner = Client(REMOTE_ADDR="203.0.113.7"), Client(REMOTE_ADDR="198.51.100.4")
    for guess in range(12):
        guesser.post(LOGIN, {"login": "An", "password": f"guess {guess}"})
    guesser.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert who(guesser) is None, "stopped, even with the right password"
    owner.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert who(owner) == an


@pytest.mark.slow
def test_one_guesser_alone_does_not_lock_the_owner_out(in_the_world, an):
    for guess in range(120):
        Client(REMOTE_ADDR="203.0.113.7").post(LOGIN, {"login": "An", "password": f"guess {guess}"})
    owner = Client(REMOTE_ADDR="198.51.100.4")
    owner.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert who(owner) == an


@pytest.mark.slow
def test_a_name_is_guessed_at_most_a_hundred_times_an_hour(an):
    """T22"""
    for guess in range(100):
        guesser = Client(REMOTE_ADDR=f"203.0.113.{guess // 8}")
        spelled = "An" if guess % 2 else "AN"
        guesser.post(LOGIN, {"login": spelled, "password": f"guess {guess}"})
    late = Client(REMOTE_ADDR="198.51.100.4")
    late.post(LOGIN, {"login": "an", "password": PASSWORD})
    assert who(late) is None


def test_who_is_banned_does_not_come_in(client, an):
    ban(by=None, whom=an)
    answer = client.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert answer.status_code == 403
    assert who(client) is None


# --- guests -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["vi", "en", "zh-hans"])
def test_a_guest_is_in_with_one_click(language):
    client = Client(headers={"accept-language": language})
    answer = client.post(GUEST, {"next": "/rooms/new/?bots=2"})
    assert answer.url == "/rooms/new/?bots=2"
    assert who(client).is_guest
    assert not who(client).has_usable_password()
    assert client.get(answer.url).status_code == 200


@pytest.mark.django_db
def test_guests_have_names_of_their_own():
    guests = [make_guest() for _ in range(40)]
    assert len({guest.skeleton for guest in guests}) == 40


def test_who_is_logged_in_stays_who_they_are(client, an):
    client.force_login(an)
    assert client.post(GUEST).url == reverse("lobby")
    assert who(client) == an and User.objects.count() == 1


@pytest.fixture
def in_the_world(settings):
    """As on a site with a name of its own."""
    settings.ACCOUNT_RATE_LIMITS = rates(by_address=True)


@pytest.mark.slow
@pytest.mark.django_db
def test_one_address_brings_only_so_many_guests(in_the_world):
    answers = [Client(REMOTE_ADDR="203.0.113.7").post(GUEST).status_code for _ in range(305)]
    assert answers == [302] * 300 + [429] * 5
    assert Client(REMOTE_ADDR="198.51.100.4").post(GUEST).status_code == 302


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("here", ["127.0.0.1", "::1"])
def test_at_home_everybody_has_the_same_address_and_may_come(here):
    answers = {Client(REMOTE_ADDR=here).post(GUEST).status_code for _ in range(310)}
    assert answers == {302}


@pytest.mark.slow
@pytest.mark.parametrize("here", ["127.0.0.1", "::1"])
def test_at_home_nobody_waits_because_of_others(an, here):
    for n in range(40):
        home = Client(REMOTE_ADDR=here)
        home.post(LOGIN, {"login": f"Bình {n}", "password": "wrong"})
        home.post(SIGNUP, {"username": f"Chi {n}", "password1": PASSWORD})
        assert who(home) is not None
    home = Client(REMOTE_ADDR=here)
    home.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert who(home) == an


@pytest.mark.slow
def test_a_household_that_mistypes_its_passwords_still_comes_in(in_the_world, an):
    for n in range(30):
        Client(REMOTE_ADDR="203.0.113.7").post(LOGIN, {"login": f"Bình {n}", "password": "wrong"})
    home = Client(REMOTE_ADDR="203.0.113.7")
    home.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert who(home) == an


@pytest.mark.slow
@pytest.mark.django_db
def test_a_house_with_many_addresses_is_one(settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "30/m/ip"}
    answers = [Client(REMOTE_ADDR=f"2001:db8:1:2::{n:x}").post(GUEST).status_code for n in range(35)]
    assert answers[0] == 302 and answers[-1] == 429
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").post(GUEST).status_code == 302


ADDRESSES = [
    # as it comes                  counted as
    ("203.0.113.7",                "203.0.113.7"),
    ("::ffff:203.0.113.7",         "203.0.113.7"),  # of a proxy that listens for both at once
    ("2001:db8:1:2::7",            "2001:db8:1:2::/64"),
    ("127.0.0.1",                  None),
    ("::1",                        None),
    ("::ffff:127.0.0.1",           None),
]  # fmt: skip


@pytest.mark.parametrize(("comes", "counted"), ADDRESSES)
def test_whoever_comes_is_counted_by_their_house(rf, comes, counted):
    assert address(rf.get("/", REMOTE_ADDR=comes)) == counted


@pytest.mark.django_db
def test_a_guest_comes_by_post_only(client):
    assert client.get(GUEST).status_code == 405
    assert User.objects.count() == 0


def test_a_guest_may_log_in_as_who_they_are(client, an, khach, ended):
    client.force_login(khach)
    assert client.get(LOGIN).status_code == 200
    client.post(LOGIN, {"login": "An", "password": "wrong"})
    assert who(client) == khach, "a wrong guess costs the guest nothing"
    client.post(LOGIN, {"login": "An", "password": PASSWORD})
    assert who(client) == an
    assert [person for person, _ in ended] == [khach.pk]


def test_a_guest_who_signs_up_is_shown_how_to_keep_the_account(client, khach):
    client.force_login(khach)
    assert client.get(SIGNUP).url == reverse("settings")


def test_a_guest_keeps_the_account(client, khach, order, django_capture_on_commit_callbacks):
    client.force_login(khach)
    before = client.session.session_key
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(KEEP, {"username": "Minh Thư", "password1": PASSWORD})
    assert answer.url == reverse("settings")
    assert order == [(login_renewed, before), (login_ended, None)]
    khach.refresh_from_db()
    assert khach.username == "Minh Thư" and khach.folded == "minh_thư" and not khach.is_guest
    assert who(client) == khach, "still logged in"
    assert client.session.session_key != before, "under a new key"
    anywhere_else = Client()
    anywhere_else.post(LOGIN, {"login": "minh thư", "password": PASSWORD})
    assert who(anywhere_else) == khach


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "password", "field"), [("An", PASSWORD, "username"), ("admin", PASSWORD, "username"),
                                    ("Bình", "123", "password1"), ("", "", "username")]
)  # fmt: skip
def test_a_guest_who_chooses_badly_is_told_and_stays_a_guest(client, an, khach, name, password, field):
    client.force_login(khach)
    answer = client.post(KEEP, {"username": name, "password1": password})
    assert answer.status_code == 200 and field in answer.context["keep_form"].errors
    khach.refresh_from_db()
    assert khach.is_guest and who(client) == khach


def test_a_guest_who_is_second_to_want_a_name(
    client, an, khach, monkeypatch, order, django_capture_on_commit_callbacks
):
    monkeypatch.setattr("accounts.adapter.is_taken", lambda name, **of: False)
    client.force_login(khach)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(KEEP, {"username": "An", "password1": PASSWORD})
    assert answer.status_code == 200 and "username" in answer.context["keep_form"].errors
    khach.refresh_from_db()
    assert khach.is_guest and who(client) == khach and order == []


def test_only_a_guest_keeps_an_account(client, an):
    client.force_login(an)
    client.post(KEEP, {"username": "Other", "password1": PASSWORD})
    an.refresh_from_db()
    assert an.username == "An"


# --- sessions ---------------------------------------------------------------------------------


def log_in(client):
    client.post(LOGIN, {"login": "An", "password": PASSWORD})


def sign_up(client):
    client.post(SIGNUP, {"username": "Bình", "password1": PASSWORD})


def come_as_guest(client):
    client.post(GUEST)


@pytest.mark.parametrize("enter", [log_in, sign_up, come_as_guest])
def test_a_session_planted_before_is_worth_nothing_after(client, an, enter):
    """T19"""
    session = client.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key
    enter(client)
    assert who(client) is not None
    assert client.session.session_key != session.session_key


def test_logging_out_ends_this_log_in(client, an, ended):
    client.force_login(an)
    key = client.session.session_key
    answer = client.post(LOGOUT)
    assert answer.url == reverse("landing")
    assert '"storage"' in answer.headers["Clear-Site-Data"]
    assert ended == [(an.pk, key)]


def test_reading_the_log_out_page_logs_nobody_out(client, an):
    client.force_login(an)
    assert client.get(LOGOUT).status_code == 200
    assert who(client) == an


def test_a_listener_that_fails_keeps_nobody_from_logging_out(client, an):
    def fails(**kwargs):
        raise ConnectionError

    login_ended.connect(fails)
    client.force_login(an)
    assert client.post(LOGOUT).status_code == 302
    login_ended.disconnect(fails)


def test_a_new_password_ends_all_log_ins_but_this_page(client, an, order, django_capture_on_commit_callbacks):
    elsewhere = Client()
    elsewhere.force_login(an)
    client.force_login(an)
    key = client.session.session_key
    new = {"oldpassword": PASSWORD, "password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(reverse("account_change_password"), new)
    assert answer.url == reverse("settings")
    assert order == [(login_renewed, key), (login_ended, None)]
    assert client.get(reverse("settings")).status_code == 200
    assert elsewhere.get(reverse("settings")).status_code == 302


def test_a_ban_ends_all_log_ins(client, an, ended, django_capture_on_commit_callbacks):
    client.force_login(an)
    with django_capture_on_commit_callbacks(execute=True):
        ban(by=None, whom=an)
    assert ended == [(an.pk, None)]
    assert client.get(reverse("settings")).status_code == 302


def test_other_changes_end_nothing(client, an, ended, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        an.theme = "dark"
        an.save()
    assert ended == []


def test_a_forgotten_password_is_reset_by_mail(client, an):
    EmailAddress.objects.create(user=an, email="an@example.com", primary=True, verified=True)
    client.post(reverse("account_reset_password"), {"email": "an@example.com"})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = client.get(link, follow=True)
    new = {"password1": PASSWORD + "!", "password2": PASSWORD + "!"}
    done = client.post(form.redirect_chain[-1][0], new, follow=True)
    assert done.status_code == 200
    client.post(LOGIN, {"login": "An", "password": PASSWORD + "!"})
    assert who(client) == an


# --- where one is sent on ---------------------------------------------------------------------

FOREIGN = [
    "https://evil.example/", "//evil.example/", "///evil.example", "http:evil.example", "https:///evil.example",
    "/\\evil.example", "\\\\evil.example", "javascript:alert(1)", "data:text/html,x", "ftp://testserver/",
    "http://testserver@evil.example/", "http://testserver.evil.example/", "https://evil.example#@testserver/",
    "\x00//evil.example", " //evil.example", "http://[::1", "HTTPS://EVIL.EXAMPLE", "//evil.example/%2e%2e",
    "https://evil.example\\@testserver/",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("url", FOREIGN)
def test_nobody_is_sent_to_another_site(an, url):
    for path, fields in [
        (GUEST, {}),
        (LOGIN, {"login": "An", "password": PASSWORD}),
        (reverse("settings_quick"), {"theme": "dark"}),
    ]:
        answer = Client().post(path, fields | {"next": url})
        assert answer.status_code == 302
        assert answer.url == reverse("lobby"), (path, url)
    leaving = Client()
    leaving.force_login(an)
    assert leaving.post(LOGOUT, {"next": url}).url == reverse("landing")


NO_PAGES = [
    "abc",
    "https",
    "lobby",
    "rooms/new/",
    "../lobby/",
    "./",
    "?theme=dark",
    "#main",
    "abc.html",
    "@evil.example",
]


@pytest.mark.slow
@pytest.mark.parametrize("word", NO_PAGES)
def test_what_is_no_address_of_a_page_leads_nowhere(an, word):
    """Nor is it taken for the name of a view, or for a page beside the one that was asked."""
    for path, fields in [
        (GUEST, {}),
        (LOGIN, {"login": "An", "password": PASSWORD}),
        (SIGNUP, {"username": "Bình", "password1": PASSWORD}),
        (reverse("settings_quick"), {"theme": "dark"}),
    ]:
        browser = Client()
        User.objects.filter(username="Bình").delete()
        answer = browser.post(path, fields | {"next": word})
        assert (answer.status_code, answer.url) == (302, reverse("lobby")), path
    leaving = Client()
    leaving.force_login(an)
    assert leaving.post(LOGOUT, {"next": word}).url == reverse("landing")


@pytest.mark.parametrize("url", ["/lobby/?page=2", "/abc", "http://testserver/rules/xidach/"])
def test_a_page_of_ours_is_gone_on_to(db, url):
    for path in (GUEST, reverse("settings_quick")):
        assert Client().post(path, {"theme": "dark", "next": url}).url == url


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    "word", [*FOREIGN, *NO_PAGES, "/" + "a" * 5000, "/" + "語" * 2000, "/a\r\nSet-Cookie: a=b", "/\x00"]
)
def test_a_strange_address_costs_no_guest(word):
    """Whoever comes as a guest is sent on; who is not was not made one."""
    browser = Client(raise_request_exception=False)
    answer = browser.post(GUEST, {"next": word})
    assert answer.status_code < 500
    assert (answer.status_code == 302) == (who(browser) is not None)
    assert User.objects.count() == (who(browser) is not None)
