"""The rules in one minute: of each game and ruleset one screen, before the long page and at the table."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.books import rulebook
from games.books.told import told
from games.registry import ENGINES

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
RULESETS = [(game, ruleset) for game, engine in ENGINES.items() for ruleset in engine.rulesets]
LONGEST = 230  # letters that a screen of a phone has room for, in each of three sentences
NOTE = 70


@pytest.mark.parametrize("game", ENGINES)
def test_every_ruleset_has_its_minute(game):
    assert tuple(minute.ruleset for minute in rulebook(game).minutes) == tuple(ENGINES[game].rulesets)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_it_is_short_and_shows_three_hands_that_the_engine_has_named(game, ruleset, language):
    with translation.override(language):
        book = rulebook(game)
        (minute,) = (minute for minute in book.minutes if minute.ruleset == ruleset)
        for sentence in (book.goal, minute.turn, minute.wins):
            assert 10 < len(told(sentence)) <= LONGEST and "%(" not in told(sentence)
        assert len({example.hands for example in minute.hands}) == 3
        for example in minute.hands:
            assert example.found and len(example.hands) == 1, "worked out"
            assert 5 < len(told(example.note)) <= NOTE


def minute_of(page):
    return unescape(re.search(r'<section class="minute.*?</section>', page, re.S)[0])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_the_long_page_begins_with_the_one_that_is_asked_for(client, game, ruleset):
    page = client.get(f"/rules/{game}/?ruleset={ruleset}", headers={"accept-language": "en"}).content.decode()
    minute = minute_of(page)
    assert page.index(minute_title := "Rules in one minute") < page.index('class="rules-contents"'), (
        minute_title
    )
    for one in rulebook(game).minutes:
        with translation.override("en"):
            assert (told(one.wins) in minute) is (one.ruleset == ruleset)
    cards = {card for one in rulebook(game).minutes if one.ruleset == ruleset for e in one.hands
             for hand in e.hands for card in hand.cards}  # fmt: skip
    assert set(re.findall(r'data-card="(\w+)"', minute)) == cards
    others = re.findall(r'href="[^"]*\?ruleset=(\w+)#minute"', minute)
    assert others == (list(ENGINES[game].rulesets) if len(ENGINES[game].rulesets) > 1 else [])


@pytest.mark.parametrize("asked", ["", "?ruleset=", "?ruleset=duel", "?ruleset=%00"])
def test_without_one_of_its_rulesets_it_is_the_usual_one(client, asked):
    page = client.get(
        reverse("rules", args=["xidach"]) + asked, headers={"accept-language": "en"}
    ).content.decode()
    assert "From 16 on, hit or stand as you like." in minute_of(page)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_the_table_leads_to_the_one_it_plays(client, cai, open_room, game, ruleset):
    room = open_room(game=game, ruleset=ruleset)
    client.force_login(cai)
    page = client.get(f"/rooms/{room.code}/").content.decode()
    assert f'href="/rules/{game}/?ruleset={ruleset}#minute" data-minute' in page
