"""Every page of the way in, opened by everybody."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from lobby.models import Room

IN, DOOR, NOT_FOR_THEM = 200, 302, 403
PAGES = [
    # name, for who is nobody yet, a guest, a person
    ("landing", IN, IN, IN),
    ("lobby", IN, IN, IN),
    ("leaderboard", IN, IN, IN),
    ("room_new", DOOR, IN, IN),
    ("settings", DOOR, IN, IN),
    ("report_new", DOOR, IN, IN),
    ("reports", DOOR, IN, IN),
    ("account_login", IN, IN, DOOR),
    ("account_signup", IN, DOOR, DOOR),
    ("account_name", DOOR, IN, IN),
    ("sessions", DOOR, IN, IN),
    ("account_logout", DOOR, IN, IN),
    ("account_export", DOOR, IN, IN),
    ("account_reset_password", IN, IN, IN),
    ("account_reset_password_done", IN, IN, IN),
    ("account_reset_password_from_key_done", IN, IN, IN),
    ("account_change_password", DOOR, DOOR, IN),
    ("account_set_password", DOOR, DOOR, DOOR),
    ("account_email", DOOR, DOOR, IN),
    ("account_email_verification_sent", IN, IN, IN),
    ("account_inactive", IN, IN, IN),
    ("appeal", DOOR, DOOR, DOOR),
    ("account_reauthenticate", DOOR, NOT_FOR_THEM, IN),
    ("mfa_index", DOOR, DOOR, IN),
    ("mfa_list_webauthn", DOOR, DOOR, DOOR),
    ("mfa_activate_totp", DOOR, DOOR, DOOR),
    ("mfa_add_webauthn", DOOR, DOOR, DOOR),
    ("mfa_authenticate", DOOR, DOOR, DOOR),
    ("mfa_login_webauthn", DOOR, DOOR, DOOR),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "nobody", "guest", "person"), PAGES)
def test_every_page_opens_for_whom_it_is(khach, an, name, nobody, guest, person):
    an.set_password("xì dách tối thứ bảy")
    an.save()
    for who, status in ((None, nobody), (khach, guest), (an, person)):
        client = Client(headers={"accept-language": "en"})
        if who:
            client.force_login(who)
        answer = client.get(reverse(name))
        assert answer.status_code == status, (name, who)
        if status == IN:
            check_page(answer.content.decode())


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/lobby/", "/leaderboard/", "/rules/xidach/", "/healthz"])
def test_whether_a_page_is_there_can_be_asked_without_it(client, path):
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (IN, b"")


def check_page(page):
    """What holds for every page: one heading, a title, nothing inline for the browser to refuse."""
    assert len(re.findall(r"<h1\b", page)) == 1
    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL).group(1).strip()
    assert title and not title.startswith("·")
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", page)
    assert "<style" not in page and not re.search(r"<[^>]+\s(style|on\w+)=", page)
    assert not re.search(r"{[%{#]", page)


POSTS = [
    "account_login", "account_signup", "account_logout", "account_reset_password", "guest", "keep",
    "settings", "settings_quick", "room_new", "report_new", "account_change_password", "account_email",
    "sessions", "account_export", "account_close", "appeal", "close_notice",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", POSTS)
def test_no_form_is_taken_without_its_token(an, name):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(an)
    answer = strict.post(reverse(name), {"game": "xidach"})
    assert answer.status_code == 403
    assert Room.objects.count() == 0


@pytest.mark.parametrize("name", ["guest", "settings_quick"])
def test_state_changes_by_post_only(client, an, name):
    client.force_login(an)
    assert client.get(reverse(name)).status_code == 405


def test_pages_are_kept_by_nobody(client, an):
    client.force_login(an)
    assert client.get(reverse("lobby")).headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_the_door_remembers_where_one_wanted_to_go(client):
    answer = client.get("/rooms/new/?game=xidach&bots=2")
    assert answer.url == "/accounts/login/?next=/rooms/new/%3Fgame%3Dxidach%26bots%3D2"
    page = client.get(answer.url).content.decode()
    assert page.count('name="next" value="/rooms/new/?game=xidach&amp;bots=2"') == 3, (
        "log-in, passkey and guest"
    )
    assert "/accounts/signup/?next=%2Frooms%2Fnew%2F" in page
