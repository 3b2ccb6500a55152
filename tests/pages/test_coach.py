"""Coach marks: what a game points out to newcomers, who is shown it, and what is remembered of them."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.coach import MOST
from accounts.services import make_guest
from games.registry import GAMES
from tests.games.marks import check_marks

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
COACH = reverse("coach")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_few_in_every_language(game, language):
    with translation.override(language):
        check_marks(GAMES[game].marks)
    told = Client(headers={"accept-language": language}).get(reverse("marks", args=[game])).json()
    assert [mark["key"] for mark in told["marks"]] == [mark.key for mark in GAMES[game].marks]
    assert set(told["marks"][0]) == {"key", "at", "when", "done", "says"}
    assert set(told["words"]) == {"tip", "got_it", "stop", "stopped"}


def test_they_are_told_in_the_language_of_who_reads_them():
    told = [
        Client(headers={"accept-language": one}).get("/rules/rummy/marks/").json()
        for one in ("vi", "en", "zh-hans")
    ]
    assert len({tuple(mark["says"] for mark in one["marks"]) for one in told}) == 3
    assert [one["words"]["got_it"] for one in told] == ["Hiểu rồi", "Got it", "明白了"]
    assert Client().get("/rules/poker/marks/").status_code == 404


@pytest.fixture
def comes(client, open_room):
    """`comes(person)`: the table's page, as it is for them."""
    room = open_room()

    def comes(person):
        client.force_login(person)
        page = client.get(f"/rooms/{room.code}/").content.decode()
        return re.search(r'data-known="([^"]*)"', page), page

    return comes


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("guest", [False, True])
def test_who_knows_all_marks_of_a_game_is_shown_none_until_they_ask(client, comes, an, guest):
    person = make_guest() if guest else an
    known, page = comes(person)
    assert known[1] == "" and 'name="again"' not in page
    for mark in GAMES["xidach"].marks[:-1]:
        assert (
            client.post(COACH, {"known": f"xidach.{mark.key}"}, headers={"hx-request": "true"}).status_code
            == 204
        )
    known, page = comes(person)
    assert known[1].split() == [mark.key for mark in GAMES["xidach"].marks[:-1]] and 'name="again"' in page
    client.post(COACH, {"known": f"xidach.{GAMES['xidach'].marks[-1].key}"})
    client.post(COACH, {"known": "rummy.draw"})
    assert comes(person)[0] is None
    answer = client.post(COACH, {"again": "xidach", "next": "/rooms/ABCDEF/"})
    assert answer.url == "/rooms/ABCDEF/"
    person.refresh_from_db()
    assert person.coached == "rummy.draw" and comes(person)[0][1] == ""


@pytest.mark.slow
@pytest.mark.django_db
def test_who_wants_no_more_tips_turns_them_on_again_in_the_settings_or_at_the_table(client, comes, an):
    comes(an)
    client.post(COACH, {"stop": ""})
    known, page = comes(an)
    assert known is None and 'name="again"' in page
    form = {"language": "", "theme": "system", "motion": "system", "deck": "two", "animal": "ox", "disc": "1"}
    client.post(reverse("settings"), form)
    assert comes(an)[0] is None
    client.post(reverse("settings"), {**form, "coach": "on"})
    assert comes(an)[0][1] == ""
    client.post(COACH, {"stop": ""})
    client.post(COACH, {"again": "xidach"})
    assert comes(an)[0][1] == ""


@pytest.mark.django_db
def test_what_is_no_mark_is_not_remembered_and_no_list_grows_for_ever(client, an):
    client.force_login(an)
    for word in ("xidach", "xidach.", "a b.c", "XIDACH.cards", "x.y.z", "x." + 25 * "y", "x.\ncards", ""):
        client.post(COACH, {"known": word})
    an.refresh_from_db()
    assert an.coached == ""
    an.coached = " ".join(f"game.mark_{number}" for number in range(MOST - 1))
    an.save(update_fields=["coached"])
    for number in (0, MOST - 1, MOST):
        client.post(COACH, {"known": f"game.mark_{number}"})
    an.refresh_from_db()
    assert an.coached.split() == [f"game.mark_{number}" for number in range(MOST)]
