"""One tap on a game, from the front page or the lobby."""

import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from lobby.catalogue import GAMES
from lobby.models import Room, Seat
from lobby.services import practice

PRACTICE = "/practice/"


def tiles(page):
    """The games that a page offers by a form."""
    [form] = re.findall(rf'<form class="tiles"[^>]*action="{PRACTICE}"[^>]*>(.*?)</form>', page, re.DOTALL)
    return re.findall(r'<button class="tile" name="game" value="(\w+)"', form)


@pytest.mark.django_db
def test_the_front_page_has_a_tile_for_each_game_and_a_place_for_a_code(english, an):
    for person in (None, an):
        if person:
            english.force_login(person)
        page = english.get("/").content.decode()
        assert tiles(page) == list(GAMES)
        with translation.override("en"):
            assert all(str(game.name) in page for game in GAMES.values())
        assert 'action="/lobby/#code"' in page and 'name="code"' in page


@pytest.mark.django_db
def test_a_stranger_is_a_guest_with_one_tap(client):
    answer = client.post(PRACTICE, {"game": "xidach"})
    room, person = Room.objects.get(), User.objects.get()
    assert answer.status_code == 302 and answer.url == f"/rooms/{room.code}/"
    assert person.is_guest and list(room.seats.filter(user__isnull=False).values_list("user")) == [
        (person.pk,)
    ]
    page = client.get(answer.url)
    assert page.status_code == 200
    assert "data-copy" not in page.content.decode(), "nobody is invited"


def test_who_is_logged_in_stays_who_they_are(client, an):
    client.force_login(an)
    client.post(PRACTICE, {"game": "niuniu", "ruleset": "payout"})
    room = Room.objects.get()
    assert User.objects.count() == 1 and room.ruleset == "payout"
    assert room.code in client.get("/lobby/").content.decode(), "their seat is kept"
    Seat.objects.filter(user=an).update(in_round=True, leaving=True)
    assert room.code not in client.get("/lobby/").content.decode(), "left for another"


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{}, {"game": "tarot"}, {"game": "xidach", "ruleset": "poker"}])
def test_a_game_we_do_not_play_makes_nobody_a_guest(english, sent):
    answer = english.post(PRACTICE, sent, follow=True)
    assert "Choose one of these games." in answer.content.decode()
    assert not User.objects.exists() and not Room.objects.exists()


def test_it_comes_by_post_only(client, an):
    client.force_login(an)
    assert client.get(PRACTICE, {"game": "xidach"}).status_code == 405


@pytest.mark.slow
def test_for_others_there_is_no_such_room(client, an, binh):
    client.force_login(an)
    room = Room.objects.get(code=client.post(PRACTICE, {"game": "xidach"}).url.split("/")[2])
    for other in (Client(), Client()):
        page = other.get("/lobby/", {"code": room.code})
        assert page.status_code == 200, "no such code"
    other = Client()
    other.force_login(binh)
    for path in ("", "join/", "history/", "ledger.csv", "fairness/"):
        assert other.get(f"/rooms/{room.code}/{path}").status_code == 404, path
        assert client.get(f"/rooms/{room.code}/{path}").status_code in (200, 302), path
    assert other.get("/lobby/", {"code": room.code}).status_code == 200


# --- what it costs ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_from_one_address_strangers_ask_for_so_many(monkeypatch, an):
    monkeypatch.setattr("games.table.practice.FROM_AN_ADDRESS", 2)
    here = {"REMOTE_ADDR": "203.0.113.7"}
    asked = [Client(**here).post(PRACTICE, {"game": "xidach"}).status_code for _ in range(3)]
    assert asked == [302, 302, 429] and User.objects.filter(is_guest=True).count() == 2
    known = Client(**here)
    known.force_login(an)
    assert known.post(PRACTICE, {"game": "xidach"}).status_code == 302, (
        "who has an account is not counted there"
    )
    elsewhere = Client(REMOTE_ADDR="198.51.100.4")
    assert elsewhere.post(PRACTICE, {"game": "xidach"}).status_code == 302


@pytest.mark.django_db
def test_where_all_are_taken_a_stranger_is_told_and_not_made_a_guest(english, settings):
    settings.TABLE = settings.TABLE | {"PRACTICE_TABLES": 0}
    answer = english.post(PRACTICE, {"game": "xidach"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    assert "Every practice table is taken just now." in answer.content.decode()
    assert not User.objects.exists()


def test_who_asks_for_too_many_is_told(english, an, monkeypatch):
    english.force_login(an)
    monkeypatch.setattr(practice, "AN_HOUR", 1)
    english.post(PRACTICE, {"game": "xidach"})
    answer = english.post(PRACTICE, {"game": "niuniu"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/lobby/"
    assert "You have started too many practice tables." in answer.content.decode()
