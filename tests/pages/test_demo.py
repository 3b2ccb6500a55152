"""`manage.py demo`: a house to look around in, alive and with a chair for whoever comes."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.people.standings import last_days
from games.registry import ENGINES
from games.rounds.models import Round
from lobby.listing import Action
from tests.pages.test_leaderboard import board, points

pytestmark = pytest.mark.slow  # six weeks of evenings


@pytest.fixture(autouse=True)
def some_evenings(db):
    call_command("demo", verbosity=0)


def test_the_house_is_alive(client):
    room_rows = client.get(reverse("lobby"), {"window": 24}).context["rooms"]
    assert len(room_rows) == 4 * len(ENGINES)
    assert all(row.action is Action.JOIN for row in room_rows)
    assert len(points(board(period="all"))) == 10
    for game in ENGINES:
        assert len(points(board(game=game, period="all"))) >= 4
    profile = client.get(reverse("player", args=["Cô Hạnh"])).context
    assert len(profile["sums"].games) == len(ENGINES) and len(profile["recent"]) == 10
    days = {round_.ended_at.date() for round_ in Round.objects.filter(status=Round.Status.OVER)}
    assert len(days) > 20 and min(days) >= last_days(60)[0]
    call_command("rebuild_standings", "--check", verbosity=0)
