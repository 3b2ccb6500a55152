"""Opening a room: one screen, everything but the game may be left as it is."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import registry
from games.registry import ENGINES
from games.rounds import terms
from lobby import catalogue
from lobby.models import Room, Seat

NEW = "/rooms/new/"


@pytest.fixture
def client(client, an):
    client.force_login(an)
    return client


@pytest.fixture
def english(english, an):
    english.force_login(an)
    return english


def test_the_game_is_enough(client, an):
    answer = client.post(NEW, {"game": "xidach"})
    room = Room.objects.get()
    assert answer.url == reverse("room", args=[room.code])
    assert (room.game, room.ruleset, room.owner, room.seat_count) == ("xidach", "classic", an, 4)
    assert (room.visibility, room.turn_seconds, room.spectators, room.auto_start) == (
        "public",
        30,
        True,
        False,
    )
    assert room.options == {"stake": 1, "pay_xi_bang": 1, "pay_xi_dach": 1, "pay_ngu_linh": 1}
    assert an.username in room.name
    assert list(room.seats.values_list("number", "user")) == [(0, an.pk)]


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_every_choice_is_explained(client, game):
    form = client.get(NEW, {"game": game}).context["form"]
    asked = [shown.field for shown in form.option_fields()]
    asked += [
        form[name]
        for name in (
            "turn_seconds",
            "visibility",
            "password",
            "spectators",
            "auto_start",
            "auto_deal",
            "auto_next",
        )
    ]
    assert all(field.help_text for field in asked)


def test_everything_can_be_said(client):
    fields = {
        "game": "xidach", "ruleset": "vipgame", "seats": "7", "name": "  Nhà   Cô Hạnh ",
        "visibility": "password", "password": "tối nay", "turn_seconds": "45", "spectators": "no",
        "spectators_chat": "no", "auto_start": "yes", "auto_deal": "yes", "auto_next": "8", "back": "cham",
        "opt_max_stake": "50", "opt_pay_ngu_linh": "3", "bots": "2",
    }  # fmt: skip
    client.post(NEW, fields)
    room = Room.objects.get()
    assert (room.ruleset, room.seat_count, room.name, room.back) == ("vipgame", 7, "Nhà Cô Hạnh", "cham")
    assert (room.turn_seconds, room.spectators) == (45, False)
    assert (room.auto_start, room.auto_deal, room.auto_next) == (True, True, 8)
    assert room.spectators_chat is False
    assert room.options == {"max_stake": 50, "pay_xi_bang": 1, "pay_xi_dach": 1, "pay_ngu_linh": 3}
    assert room.visibility == "password" and room.password not in ("", "tối nay")
    assert Seat.objects.filter(room=room, bot_level="house").count() == 2


def test_each_number_of_a_list_has_a_field_of_its_own(client):
    """Without scripts, too; with commas, in one field, they are read as ever."""
    page = client.get(f"{NEW}?game=bigtwo").content.decode()
    fields = re.findall(r'<input type="number" name="opt_points" value="(-?\d+)"[^>]*id="(\w+)"', page)
    assert fields == [(str(n), f"id_opt_points_{place}") for place, n in enumerate((3, 1, -1, -3), 1)]
    assert all(f'for="{field}"' in page for _value, field in fields), "the buttons beside it are not meant"
    for sent in (["9", "2", "-1", "-10"], "9,2,-1,-10"):
        assert client.post(NEW, {"game": "bigtwo", "opt_points": sent}).status_code == 302
        assert Room.objects.latest("pk").options["points"] == [9, 2, -1, -10]
    assert 'value="-10"' in client.get(f"{NEW}?game=bigtwo").content.decode(), "as last time"
    client.post(NEW, {"game": "bigtwo", "opt_points": ["", "", "", ""]})
    assert Room.objects.latest("pk").options["points"] == [3, 1, -1, -3]


@pytest.mark.parametrize("sent", [["3", "1", "-1", ""], ["3", "1", "-1"], ["3", "1", "1", "-5"]])
def test_numbers_that_do_not_fit_stand_there_as_they_were_sent(english, sent):
    page = english.post(NEW, {"game": "bigtwo", "opt_points": sent})
    assert list(page.context["form"].errors) == ["opt_points"] and not Room.objects.exists()
    assert page.content.decode().count('name="opt_points" value=') == len([one for one in sent if one])


@pytest.mark.parametrize("empty", ["", "  "])
def test_what_is_left_empty_is_as_usual(client, empty):
    names = [
        "ruleset", "seats", "bots", "name", "visibility", "password", "turn_seconds", "spectators",
        "spectators_chat", "auto_start", "auto_deal", "auto_next", "back", "opt_stake",
        "opt_max_stake", "opt_pay_xi_bang",
    ]  # fmt: skip
    client.post(NEW, {"game": "xidach"} | dict.fromkeys(names, empty))
    assert Room.objects.get().options["stake"] == 1


def test_the_whole_form_as_the_page_shows_it_can_be_sent_back(client):
    form = client.get(NEW).context["form"]
    shown = {field.html_name: field.value() for field in form if field.value() not in (None, False, "")}
    answer = client.post(NEW, shown | {"game": "xidach", "opts": form.shown_options()})
    assert answer.status_code == 302, answer.context and answer.context["form"].errors
    assert Room.objects.count() == 1


BAD = [
    # field, value, part of the sentence
    ("ruleset", "vegas", "vegas"),
    ("seats", "1", "from 2 to 8"),
    ("seats", "9", "from 2 to 8"),
    ("seats", "2.5", "from 2 to 8"),
    ("seats", "four", "from 2 to 8"),
    ("seats", "99999999999999999999", "from 2 to 8"),
    ("bots", "-1", "from 0 to 7"),
    ("bots", "8", "from 0 to 7"),
    ("name", "x" * 41, "40"),
    ("name", "a\x00b", "Null"),
    ("visibility", "friends", "friends"),
    ("turn_seconds", "9", "from 10 to 300"),
    ("turn_seconds", "301", "from 10 to 300"),
    ("turn_seconds", "soon", "from 10 to 300"),
    ("spectators", "maybe", "maybe"),
    ("spectators_chat", "maybe", "maybe"),
    ("auto_start", "1", "1"),
    ("auto_deal", "1", "1"),
    ("auto_next", "7", "7"),
    ("back", "gold", "gold"),
    ("opt_stake", "0", "from 1 to 1,000"),
    ("opt_stake", "1001", "from 1 to 1,000"),
    ("opt_stake", "-5", "from 1 to 1,000"),
    ("opt_stake", "1.5", "from 1 to 1,000"),
    ("opt_stake", "true", "from 1 to 1,000"),
    ("opt_stake", "9" * 40, "from 1 to 1,000"),
    ("opt_stake", "１０", "from 1 to 1,000"),
    ("opt_pay_xi_bang", "6", "from 1 to 5"),
    ("opt_pay_ngu_linh", "x", "from 1 to 5"),
    ("password", "x" * 65, "64"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("field", "value", "sentence"), BAD)
def test_what_does_not_fit_is_explained_under_its_field(english, field, value, sentence):
    answer = english.post(NEW, {"game": "xidach", field: value})
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]
    under_the_field = answer.content.decode().partition(f'id="id_{field}_error"')[2]
    assert sentence in under_the_field.partition("</div>")[0]
    assert Room.objects.count() == 0


@pytest.mark.slow
def test_a_password_room_needs_one(english):
    answer = english.post(NEW, {"game": "xidach", "visibility": "password"})
    assert "Choose a password" in answer.content.decode()
    assert Room.objects.count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["", "tarot", "../xidach", "XIDACH"])
def test_a_game_we_do_not_play_is_refused(english, game):
    answer = english.post(NEW, {"game": game})
    assert answer.status_code == 200
    assert "Choose one of these games." in answer.content.decode()
    assert Room.objects.count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("field", ["opt_pay_xi_bang", "opt_stake", "seats", "bots", "turn_seconds"])
def test_an_error_is_not_hidden_in_the_fold(client, field):
    assert '<details class="fold" open>' in client.post(NEW, {"game": "xidach", field: "x"}).content.decode()


def test_at_first_sight_only_game_name_rules_and_door_are_asked_for(client):
    page, fold, folded = client.get(NEW).content.decode().partition('<details class="fold">')
    shown, hidden = (set(re.findall(r'name="(\w+)"', part)) for part in (page.split("<h1")[1], folded))
    assert fold and shown == {"csrfmiddlewaretoken", "game", "name", "ruleset", "visibility", "password"}
    assert {"seats", "bots", "turn_seconds", "opt_stake", "opt_pay_xi_bang", "auto_start"} <= hidden
    again = client.post(NEW, {"game": "xidach", "name": "x" * 41}).content.decode()
    assert '<details class="fold">' in again


def test_the_options_of_the_other_rules_do_not_count(client):
    client.post(NEW, {"game": "xidach", "ruleset": "classic", "opt_max_stake": "0", "opt_unheard_of": "1"})
    assert "max_stake" not in Room.objects.get().options


def test_more_bots_than_chairs_fill_the_chairs(client):
    client.post(NEW, {"game": "xidach", "seats": "3", "bots": "7"})
    assert Room.objects.get().seats.count() == 3


def test_the_last_room_is_remembered_but_for_its_password(client):
    client.post(NEW, {
        "game": "xidach", "ruleset": "vipgame", "seats": "6", "name": "Nhà mình", "visibility": "password",
        "password": "bí mật", "turn_seconds": "45", "auto_start": "yes", "auto_deal": "yes",
        "auto_next": "15", "opt_max_stake": "50",
    })  # fmt: skip
    form = client.get(NEW).context["form"]
    remembered = {
        name: form[name].value() for name in ("ruleset", "seats", "name", "visibility", "turn_seconds")
    }
    assert remembered == {
        "ruleset": "vipgame", "seats": 6, "name": "Nhà mình", "visibility": "password", "turn_seconds": 45,
    }  # fmt: skip
    assert form["auto_start"].value() == "yes" and form["auto_next"].value() == 15
    assert form["auto_deal"].value() == "yes" and form["opt_max_stake"].value() == 50
    assert not form["password"].value()
    assert (45, 45) in form.fields["turn_seconds"].widget.choices


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "bots"),
    [("", 0), ("?bots=2", 2), ("?bots=7", 7), ("?bots=8", 0), ("?bots=-1", 0), ("?bots=x", 0)],
)
def test_a_link_may_ask_for_bots(client, query, bots):
    assert client.get(NEW + query).context["form"]["bots"].value() == bots


def test_a_guest_is_offered_company(client, khach):
    client.force_login(khach)
    assert client.get(NEW).context["form"]["bots"].value() == 1


@pytest.mark.slow
def test_too_many_rooms_are_refused_in_words(english, an):
    for _ in range(10):
        english.post(NEW, {"game": "xidach"})
    answer = english.post(NEW, {"game": "xidach"})
    assert "too many rooms open" in answer.content.decode()
    assert Room.objects.count() == 10


@pytest.mark.slow
def test_who_opens_rooms_all_evening_waits(english, an):
    for _ in range(40):
        english.post(NEW, {"game": "xidach"})
        Room.objects.update(status=Room.Status.CLOSED)
    answer = english.post(NEW, {"game": "xidach"})
    assert answer.status_code == 429 and "Not so fast" in answer.content.decode()


# --- the door of a room with a password -------------------------------------------------------


@pytest.fixture
def locked(open_room):
    return open_room(visibility="password", password="bí mật")


def join(room):
    return reverse("room_join", args=[room.code])


def test_the_password_opens_the_door_for_good(client, locked):
    assert client.get(join(locked)).status_code == 200
    assert client.post(join(locked), {"password": "bí mật"}).url == reverse("room", args=[locked.code])
    assert client.get(join(locked)).url == reverse("room", args=[locked.code])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("wrong", "not the password"), ("", "required"), ("x" * 99, "64"), ("a\x00", "Null")],
)
def test_a_wrong_password_is_explained(english, locked, typed, sentence):
    answer = english.post(join(locked), {"password": typed})
    assert answer.status_code == 200
    assert sentence in answer.content.decode().partition('id="id_password_error"')[2]


@pytest.mark.slow
def test_passwords_are_not_tried_out(client, locked):
    for guess in range(12):
        client.post(join(locked), {"password": f"guess {guess}"})
    assert client.post(join(locked), {"password": "bí mật"}).status_code == 429, (
        "stopped, even with the right one"
    )


def newcomer(where):
    """Somebody new, now at this address of the world."""
    client = Client(REMOTE_ADDR=f"192.0.2.{User.objects.count()}")
    client.post(reverse("guest"))
    client.defaults["REMOTE_ADDR"] = where
    return client


def tries(client, room, *passwords):
    """Did the last of these open the door?"""
    for password in passwords:
        answer = client.post(join(room), {"password": password})
    return answer.status_code == 302


GUESSES = [f"guess {number}" for number in range(10)]


@pytest.mark.slow
def test_who_guesses_keeps_nobody_out_who_comes_from_elsewhere(locked):
    for household in range(25):
        tries(newcomer(f"203.0.113.{household}"), locked, *GUESSES)
    assert tries(newcomer("198.51.100.4"), locked, "bí mật")


@pytest.mark.slow
def test_from_one_address_only_so_many_guesses_are_wrong(locked):
    for _person in range(30):
        assert not tries(newcomer("203.0.113.7"), locked, *GUESSES)
    assert not tries(newcomer("203.0.113.7"), locked, "bí mật")
    assert tries(newcomer("198.51.100.4"), locked, "bí mật")


@pytest.mark.slow
def test_who_is_right_at_once_does_not_count(locked, monkeypatch):
    monkeypatch.setattr("lobby.services.rooms.GUESSES_FROM_AN_ADDRESS", 20)
    assert all(tries(newcomer("203.0.113.7"), locked, "bí mật") for _person in range(25))
    for _person in range(1):
        tries(newcomer("203.0.113.7"), locked, *GUESSES)
    assert tries(newcomer("203.0.113.7"), locked, "bí mật")


def test_who_is_let_in_anyway_is_not_asked(client, cai, locked, open_room):
    assert client.get(join(open_room())).status_code == 302
    client.force_login(cai)
    assert client.get(join(locked)).status_code == 302


@pytest.mark.django_db
def test_there_is_no_door_without_a_room(client):
    assert client.get("/rooms/zzzzzz/join/").status_code == 404
    assert User.objects.count() == 1


def test_a_bot_that_may_not_sit_is_told_and_no_half_a_room_stays(english, monkeypatch):
    """As where a game has no bot of this level."""
    wrong = replace(catalogue.GAMES["xidach"], usual_level="sharp")
    monkeypatch.setitem(catalogue._games, "xidach", wrong)
    answer = english.post(NEW, {"game": "xidach", "bots": "2"})
    assert answer.status_code == 200
    assert "We did not understand that. Please try again." in answer.content.decode()
    assert not Room.objects.exists() and not Seat.objects.exists()


def test_bots_play_as_a_game_lets_them(client, monkeypatch):
    """A game need not have the bot that most games have."""
    game = registry.GAMES["xidach"]
    only_easy = terms.entry(replace(game, engine=replace(game.engine, levels=("easy",))))
    monkeypatch.setitem(catalogue._games, "xidach", only_easy)
    client.post(NEW, {"game": "xidach", "bots": "2"})
    assert list(Seat.objects.filter(user=None).values_list("bot_level", flat=True)) == ["easy", "easy"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_where_nobody_is_asked_to_deal_nothing_is_asked_about_it(client, game):
    asked = 'name="auto_deal"' in client.get(NEW, {"game": game}).content.decode()
    assert asked == (registry.engine(game).usual_deal is not None)
