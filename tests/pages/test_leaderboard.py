"""The leaderboard: what is counted and when, who stands on it, and where I am."""

import re
from datetime import datetime, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import ban, let_back_in
from games.people import standings
from games.people.models import ALL_GAMES, Standing
from games.people.standings import last_days
from games.rounds.models import Score
from tests.pages.rated import rated_round, voided
from tests.pages.test_every_page import check_page

pytestmark = pytest.mark.usefixtures("within_a_moment")

BOARD = reverse("leaderboard")
older = import_module("games.migrations.0016_standings_of_all_games")
LANGUAGES = ("vi", "en", "zh-hans")


def browser(who=None, language="en"):
    client = Client(headers={"accept-language": language})
    if who is not None:
        client.force_login(who)
    return client


def board(who=None, **choice):
    return browser(who).get(BOARD, choice).context


def points(page):
    return {line.name: line.points for line in (*page["podium"], *page["lines"], *page["mine"])}


def crowd(room, many):
    """So many people, each with other points than the next."""
    people = User.objects.bulk_create(User(username=f"Người {n}", password="!") for n in range(many))
    for number, person in enumerate(people):
        Standing.objects.bulk_create(
            Standing(
                user=person,
                game=room.game,
                ruleset=room.ruleset,
                season=season,
                points=1000 - number,
                rounds=1,
            )
            for season in ("all", f"{timezone.localdate():%Y-%m}", f"{timezone.localdate():%Y-%m-%d}")
        )
    return people


# --- what is counted -----------------------------------------------------------------------------


def test_the_board_is_the_ledger(cai, an, binh, open_room):
    room = open_room()
    for won in (5, -3, 8):
        rated_round(room, {cai: won, an: -won + 1, binh: -1})
    by_name = Score.objects.values_list("name").annotate(Sum("points"))
    for period in ("month", "all"):
        assert points(board(period=period)) == dict(by_name)
    first = board()["podium"][0]
    assert (first.name, first.rounds, first.wins, first.share, first.place) == ("Cái", 3, 2, 67, 1)
    call_command("rebuild_standings", "--check", verbosity=0)


def test_rounds_that_are_not_rated_are_not_counted(cai, an, khach, open_room):
    room = open_room()
    rated_round(room, {cai: 5, khach: -5}, rated=False)
    page = browser().get(BOARD)
    assert points(page.context) == {} and "Nobody is on the leaderboard yet" in page.content.decode()
    rated_round(room, {cai: 2, an: -2})
    assert points(board()) == {"Cái": 2, "An": -2}


def test_a_void_takes_back_what_it_gave(cai, an, open_room):
    room = open_room()
    kept, gone = rated_round(room, {cai: 5, an: -5}), rated_round(room, {cai: 7, an: -7})
    voided(gone)
    line = board()["podium"][0]
    assert (line.points, line.rounds, line.wins, line.spark.change) == (5, 1, 1, 5)
    voided(kept)
    assert points(board()) == points(board(period="all")) == {}, "nobody has played"
    call_command("rebuild_standings", "--check", verbosity=0)


def test_an_older_site_gets_the_sums_of_all_games_from_those_of_each(cai, an, open_room):
    room = open_room()
    rated_round(room, {cai: 5, an: -5})
    rated_round(room, {cai: -8, an: 8}, game="bigtwo", ruleset="lawrence")
    voided(rated_round(room, {cai: 7, an: -7}))
    kept, of_all = standings.stored(), Standing.objects.filter(game=ALL_GAMES)
    assert of_all.count() == 2
    of_all.filter(user=an).delete()
    of_all.update(points=99)
    with connection.cursor() as cursor:
        older.add_up(None, SimpleNamespace(connection=connection, execute=cursor.execute))
    assert standings.stored() == kept
    call_command("rebuild_standings", "--check", verbosity=0)


@pytest.mark.parametrize("ends_first", [True, False])
def test_a_round_that_ends_while_the_standings_are_checked_is_no_difference(
    cai, an, open_room, monkeypatch, ends_first
):
    room, read = open_room(), standings.fold_all
    rated_round(room, {cai: 5, an: -5})

    def reads_the_ledger():
        ledger = None if ends_first else read()
        rated_round(room, {cai: 3, an: -3})
        return ledger or read()

    monkeypatch.setattr(standings, "fold_all", reads_the_ledger)
    call_command("rebuild_standings", "--check", verbosity=0)
    Standing.objects.filter(user=an).update(points=0)
    with pytest.raises(CommandError, match="differ"):
        call_command("rebuild_standings", "--check", verbosity=0)


def test_a_month_begins_by_the_clock_of_the_house(cai, an, binh, open_room, settings):
    settings.TIME_ZONE = "Asia/Ho_Chi_Minh"
    first = timezone.localtime().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    room = open_room()
    rated_round(room, {cai: 3, an: -3}, at=first - timedelta(seconds=1))  # in UTC the same day as the next
    rated_round(room, {cai: 4, binh: -4}, at=first)
    assert points(board(period="month")) == {"Cái": 4, "Bình": -4}
    assert points(board(period="all")) == {"Cái": 7, "An": -3, "Bình": -4}
    call_command("rebuild_standings", "--check", verbosity=0)


def test_a_week_begins_on_monday(cai, an, open_room):
    today = timezone.localdate()
    monday = timezone.make_aware(datetime(today.year, today.month, today.day)) - timedelta(
        days=today.weekday()
    )
    room = open_room()
    rated_round(room, {cai: 3, an: -3}, at=monday - timedelta(seconds=1))
    rated_round(room, {cai: 4, an: -4}, at=monday)
    assert [line.week for line in board(period="all")["podium"]] == [4, -4]


def test_a_spark_tells_of_thirty_days(cai, an, open_room):
    room, now = open_room(), timezone.now()
    rated_round(room, {cai: 90, an: -90}, at=now - timedelta(days=30))
    rated_round(room, {cai: 5, an: -5}, at=now - timedelta(days=29))
    rated_round(room, {cai: -2, an: 2}, at=now)
    first, second = (line.spark for line in board(period="all")["podium"])
    assert (first.change, second.change) == (3, -3)
    assert len(first.points.split()) == len(last_days(30)) + 1


# --- which board ---------------------------------------------------------------------------------


def test_each_game_and_ruleset_has_a_board(cai, an, open_room):
    room = open_room()
    rated_round(room, {cai: 1, an: -1}, ruleset="classic")
    rated_round(room, {cai: 10, an: -10}, ruleset="vipgame")
    rated_round(room, {cai: -100, an: 100}, game="bigtwo", ruleset="lawrence")
    assert points(board())["Cái"] == -89
    assert points(board(game="xidach"))["Cái"] == 11
    assert points(board(game="xidach", ruleset="vipgame"))["Cái"] == 10
    assert points(board(game="bigtwo"))["Cái"] == -100
    assert points(board(game="rummy")) == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "choice",
    [{"game": "poker"}, {"period": "for ever"}, {"ruleset": "classic"}, {"page": "x"}, {"page": "99"}],
)
def test_what_is_not_known_is_as_usual(cai, an, open_room, choice):
    rated_round(open_room(), {cai: 1, an: -1})
    assert points(board(**choice)) == {"Cái": 1, "An": -1}


def test_rulesets_are_offered_where_there_are_two(db):
    assert "ruleset=vipgame" in browser().get(BOARD, {"game": "xidach"}).content.decode()
    assert "ruleset=" not in browser().get(BOARD, {"game": "bigtwo"}).content.decode()


# --- who stands on it ----------------------------------------------------------------------------


def test_who_was_shown_out_is_not_shown(cai, an, binh, open_room):
    room = open_room()
    rated_round(room, {cai: 9, an: -9})
    rated_round(room, {an: 2, binh: -2})
    ban(by=None, whom=cai)
    assert points(board()) == {"Bình": -2, "An": -7} and [line.place for line in board()["podium"]] == [1, 2]
    let_back_in(by=None, whom=cai)
    assert points(board())["Cái"] == 9


def test_equal_points_share_a_place(cai, an, binh, open_room):
    room, chi = open_room(), User.objects.create_user("Chi")
    rated_round(room, {cai: 3, an: 3, binh: -3, chi: -3})
    page = board()
    assert [line.place for line in (*page["podium"], *page["lines"])] == [1, 1, 3, 3]


@pytest.mark.slow
def test_my_line_is_there_wherever_i_stand(cai, an, open_room):
    room = open_room()
    crowd(room, 60)
    rated_round(room, {cai: 1, an: -1})
    first, second = board(an), board(an, page="2")
    assert [(line.name, line.place, line.mine) for line in first["mine"]] == [("An", 62, True)]
    assert second["mine"] == [] and second["podium"] == []
    assert [line.name for line in second["lines"] if line.mine] == ["An"]
    assert [line.place for line in second["lines"]] == list(range(51, 63))
    assert board()["mine"] == [] and len(first["podium"]) + len(first["lines"]) == 50
    text = browser(an).get(BOARD).content.decode()
    assert text.count('<tr class="is-mine"') == 1


@pytest.mark.slow
def test_a_long_board_asks_no_more_questions(an, cai, open_room, django_assert_num_queries):
    room = open_room()
    rated_round(room, {cai: 1, an: -1})
    for client, many in ((browser(), 3), (browser(an), 8)):
        client.get(BOARD)  # the session is there
        with django_assert_num_queries(many):
            client.get(BOARD)
    crowd(room, 60)
    for client, many in ((browser(), 3), (browser(an), 10)):  # and where I stand
        client.get(BOARD)
        with django_assert_num_queries(many):
            client.get(BOARD)


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_opens_in_every_language(cai, an, khach, open_room, language):
    check_page(browser(None, language).get(BOARD).content.decode())
    room = open_room()
    crowd(room, 5)
    rated_round(room, {cai: 1234, an: -1234})
    for who in (None, khach, an):
        for choice in ({}, {"game": "xidach", "period": "all"}):
            text = browser(who, language).get(BOARD, choice).content.decode()
            check_page(text)
            assert 'href="/players/C%C3%A1i/"' in text
            for numbers in re.findall(r' (?:points|cx|cy|x|y)="([^"]*)"', text):
                assert re.fullmatch(r"[-\d., %]*", numbers) and not re.search(r"\d,\d+,|\.\d{3}", numbers)
