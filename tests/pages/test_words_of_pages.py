"""Pages in Chinese: none of the stops and commas of English, and the names of people each in a <bdi>."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.management.commands.demo import play_round
from games.registry import ENGINES
from games.rounds.models import Round
from lobby.services import add_bot, set_ready, sit
from tests.pages.rated import rated_round, voided
from tests.tables.test_punctuation import ENGLISH, SPOKEN, Names

NO_SENTENCE = re.compile(r"<(script|pre|code|kbd|time)\b.*?</\1>|<[^>]+>", re.DOTALL)


@pytest.fixture
def addresses(cai, an, khach, open_room):
    """Pages of rooms and people, with something on each."""
    told = [reverse(name) for name in ("landing", "lobby", "leaderboard", "room_new", "settings")]
    told += [reverse("player", args=[who]) for who in (cai, an)]
    told += [reverse("leaderboard") + f"?game={game}&period=all" for game in ENGINES]
    told += [reverse("rules", args=[game]) for game in ENGINES]
    for game in ENGINES:
        seats = 4 if game == "bigtwo" else 2
        room = open_room(game=game, seats=seats)
        sit(room_id=room.pk, by=an, seat=1)
        set_ready(room_id=room.pk, by=an, ready=True)
        for seat in range(2, seats):
            add_bot(room_id=room.pk, by=cai, seat=seat, level="house")
        play_round(room)
        told.append(reverse("round", args=[room.rounds.get(status=Round.Status.OVER).pk]))
        told += [reverse(name, args=[room.code]) for name in ("room", "history", "fairness")]
    room = open_room(seats=2)
    rated_round(room, {cai: 3, an: -3})
    voided(rated_round(room, {cai: 5, an: -5}))
    return [*told, reverse("history", args=[room.code])]


@pytest.mark.slow
def test_pages_of_people(addresses, cai, an, khach):
    names, wrong = [who.username for who in (cai, an, khach)], set()
    for who in (cai, an, khach):
        browser = Client(headers={"accept-language": "zh-CN"})
        browser.force_login(who)
        for address in addresses:
            answer = browser.get(address)
            assert answer.status_code == 200, address
            html = answer.content.decode()
            wrong |= {(address, *found) for found in Names(html, names).bare}
            shown = [unescape(NO_SENTENCE.sub("|", html)), *map(unescape, SPOKEN.findall(html))]
            wrong |= {(address, found) for one in shown for found in ENGLISH.findall(one)}
    assert not wrong
