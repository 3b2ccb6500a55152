"""What years of play cost: nothing is read from end to end, and a room that has played a thousand rounds
costs what a new one costs."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.db.models import Sum
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.archive.history import live_deal
from games.archive.tonight import evening_of
from games.core.engine import Outcome
from games.live import hall
from games.live.catching_up import load_stands
from games.management.commands.demo import play_round
from games.people import places
from games.people.models import ALL_GAMES, Standing
from games.people.places import place_of
from games.people.profiles import sums_of
from games.rounds.matches import coming_options, load_match
from games.rounds.models import Round, RoundSeat, RoundSecret, Score
from games.rounds.reading import load_table, newest_round, rooms_to_act_in
from games.rounds.services import room_closed, start_round
from games.rounds.services.ends import End, end_rounds
from lobby.facts import load_room
from lobby.models import Room, Seat
from lobby.services import create_room, lock_rooms, set_ready, sit
from tests.backing import run_tests_on
from tests.files import ROOT
from tests.plans import asked, scans, steps, walks

pytestmark = pytest.mark.slow  # rooms of hundreds of rounds

PLAYED, MANY = 30, 600
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="counts the steps of SQLite")


@pytest.fixture
def people(db):
    return [User.objects.create_user(name) for name in ("Cái", "An")]


@pytest.fixture
def room(people):
    """Of a game that is played in matches; everybody is ready."""
    cai, an = people
    room = create_room(by=cai, game="rummy", seats=2)
    sit(room_id=room.pk, by=an, seat=1)
    set_ready(room_id=room.pk, by=an, ready=True)
    play_rounds(room, people, PLAYED)
    return room


def play_rounds(room, people, many):
    """So many rounds more, with all that is stored of them but their moves."""
    coming = room.rounds.get(status=Round.Status.NEXT)
    first, now = coming.number, timezone.now()
    Round.objects.filter(pk=coming.pk).update(number=first + many)
    facts = {"room": room, "game": room.game, "ruleset": room.ruleset, "status": "over", "rated": True}
    facts |= {"started_at": now, "ended_at": now, "points": [3, -3], "sheet": [0, 3]}
    rounds = Round.objects.bulk_create(
        Round(number=number, options={"round": 1 + number % 7, "dealer": 0}, **facts)
        for number in range(first, first + many)
    )
    RoundSecret.objects.bulk_create(RoundSecret(round=one, server_seed=b"s" * 32) for one in rounds)
    RoundSeat.objects.bulk_create(
        RoundSeat(round=one, number=seat, chair=seat, user=person, name=person.username, kind="D", seed="")
        for one in rounds
        for seat, person in enumerate(people)
    )
    Score.objects.bulk_create(
        Score(round=one, room=room, seat=seat, user=person, name=person.username, points=points, sheet=0)
        for one in rounds
        for seat, (person, points) in enumerate(zip(people, (3, -3), strict=True))
    )


def begin_and_end(room, people):
    """As a batch of the writer does it, but for the moves."""
    Room.objects.filter(pk=room.pk).update(status=Room.Status.OPEN)
    begun = start_round(room_id=room.pk, by=people[0])
    outcome = Outcome(results=[], points=(3, -3), sheet=(0, 3), ranks=None)
    with transaction.atomic():
        ended = End(round_id=begun.pk, room_id=room.pk, outcome=outcome, at=timezone.now())
        end_rounds([ended], lock_rooms([room.pk]))
    Room.objects.filter(pk=room.pk).update(status=Room.Status.PLAYING)


def close(room, people):
    """And think better of it."""
    with transaction.atomic():
        room_closed(room, None)
        transaction.set_rollback(True)


LOOKS = {
    "a start and an end": begin_and_end,
    "the close of the room": close,
    "the newest round": lambda room, people: newest_round(room.pk),
    "the round to come": lambda room, people: list(Round.objects.newest_in([room.pk])),
    "the match": lambda room, people: load_match(load_room(room.pk), (0, 1)),
    "the options of a start": lambda room, people: coming_options(load_room(room.pk), (0, 1)),
    "how far the table is": lambda room, people: load_stands([room.pk]),
    "whose turn it is": lambda room, people: rooms_to_act_in(people[1].pk, [room.pk]),
    "the coming deal": lambda room, people: live_deal(room),
}


@on_sqlite
@pytest.mark.parametrize("look", LOOKS)
def test_a_room_of_many_rounds_costs_what_a_new_one_costs(room, people, look):
    Room.objects.filter(pk=room.pk).update(status=Room.Status.PLAYING)
    with steps() as few:
        LOOKS[look](room, people)
    play_rounds(room, people, MANY)
    with steps() as many:
        LOOKS[look](room, people)
    assert 0 < many.count <= few.count * 1.1


@on_sqlite
def test_an_evening_costs_what_it_is_long_after_however_many(room, people):
    def cost(before):
        play_rounds(room, people, before)
        long_ago = timezone.now() - timedelta(days=1)
        room.rounds.filter(status=Round.Status.OVER).update(started_at=long_ago, ended_at=long_ago)
        play_rounds(room, people, 3)
        with steps() as taken:
            assert evening_of(room.rounds.all(), people[0].pk).rounds == 3
        return taken.count

    few = cost(PLAYED)
    assert 0 < cost(MANY) <= few * 1.1


@on_sqlite
def test_news_of_a_table_cost_what_they_did_on_the_first_evening(room, people):
    def news():
        before = load_table(room.pk)
        play_rounds(room, people, 1)
        with steps() as taken:
            after = load_table(room.pk, before)
        assert after.score_sheet != before.score_sheet
        return taken.count

    few = news()
    play_rounds(room, people, MANY)
    assert 0 < news() <= few * 1.1


@on_sqlite
def test_a_persons_numbers_cost_the_same_among_many(people):
    an, _cai = people
    stand(people, points=3, days=20)
    with steps() as few:
        assert sums_of(an).place == (1, False)
    stand(crowd(MANY), points=3)
    stand(crowd(MANY), points=2)
    with steps() as many:
        sums = sums_of(an)
    assert (sums.points, sums.place) == (3, (1, False))
    assert 0 < many.count <= few.count * 1.1


@on_sqlite
def test_a_place_costs_a_few_steps_for_each_who_is_before_and_no_more_behind_many(people, monkeypatch):
    an, _cai = people
    stand(people, points=3)

    def cost(place):
        with steps() as taken:
            assert place_of(3) == place
        return taken.count

    first = cost((1, False))
    stand(crowd(PLAYED), points=4)
    some = cost((1 + PLAYED, False))
    stand(crowd(MANY), points=5)
    many = cost((1 + PLAYED + MANY, False))
    assert some - first <= 8 * PLAYED and many - first <= 8 * (PLAYED + MANY)
    monkeypatch.setattr(places, "FURTHEST", PLAYED)
    assert cost((1 + PLAYED, True)) <= some * 1.1


@on_sqlite
def test_an_end_of_a_round_costs_a_place_nothing(room, people):
    """Nothing is kept of places that a new line of the ledger makes worthless."""
    stand(crowd(MANY), points=-30)
    begin_and_end(room, people)
    look = partial(seen, room, people, reverse("player", args=["An"]))
    look()
    with steps() as before:
        assert look().context["sums"].place.number == 2
    begin_and_end(room, people)
    with steps() as after:
        look()
    assert 0 < after.count <= before.count * 1.1


def crowd(many):
    first = User.objects.count()
    return User.objects.bulk_create(User(username=f"Nguoi{n}") for n in range(first, first + many))


def stand(people, *, points, days=1):
    """Each of them has won so much, in a game and so in all of them."""
    facts = {"points": points, "rounds": 1}
    seasons = [f"2026-11-{day:02}" for day in range(1, 1 + days)] + ["2026-11", "all"]
    one = {"game": "xidach", "ruleset": "classic"}
    kinds = [*(one | {"season": season} for season in seasons), {"game": ALL_GAMES, "season": "all"}]
    Standing.objects.bulk_create(Standing(user=who, **kind, **facts) for who in people for kind in kinds)


def seen(room, people, path):
    client = Client()
    client.force_login(people[1])
    answer = client.get(path, follow=True)
    assert answer.status_code == 200, path
    return answer


PAGES = {
    "the lobby": lambda room, people: seen(room, people, reverse("lobby")),
    "the lobby's free seats": lambda room, people: seen(
        room, people, reverse("lobby") + "?free=1&game=rummy"
    ),
    "a table": lambda room, people: seen(room, people, reverse("room", args=[room.code])),
    "a profile": lambda room, people: seen(room, people, reverse("player", args=["An"])),
    "the board": lambda room, people: seen(room, people, reverse("leaderboard") + "?period=all"),
    "a history": lambda room, people: seen(room, people, reverse("history", args=[room.code])),
    "the deals": lambda room, people: seen(room, people, reverse("fairness", args=[room.code])),
    "a round, to its end": lambda room, people: play_round(room),
    "the hall's look": lambda room, people: hall._look_up([room.pk], set()),
}


@pytest.mark.parametrize("page", PAGES | LOOKS)
def test_nothing_is_read_from_end_to_end(room, people, page):
    Seat.objects.filter(room=room).update(ready=True)
    stand(people, points=3)
    with asked() as statements:
        (PAGES | LOOKS)[page](room, people)
    assert statements
    assert scans(statements) == []


WALKS = {"the board"}  # of a season, for every page of it


@on_sqlite
@pytest.mark.parametrize("page", PAGES | LOOKS)
def test_nothing_is_found_by_what_everybody_shares(room, people, page):
    Seat.objects.filter(room=room).update(ready=True)
    stand(people, points=3)
    with asked() as statements:
        (PAGES | LOOKS)[page](room, people)
    assert statements
    assert bool(walks(statements)) == (page in WALKS), walks(statements)


@on_sqlite
def test_a_part_of_an_index_that_is_gone_through_is_found(people):
    """Else the test above would say nothing."""
    with asked() as statements:
        Standing.objects.filter(season="all").values("user").annotate(Sum("points")).count()
        list(Standing.objects.filter(season="all").order_by("points")[:5])
        list(Standing.objects.filter(season="all")[:5])
        list(Standing.objects.filter(season="all", user=people[0]))
    assert [sql for sql, _plan in walks(statements)] == [sql for sql, _params in statements[:2]]


@pytest.mark.django_db
def test_a_table_that_is_read_from_end_to_end_is_found(people):
    """Else the test above would say nothing."""
    with asked() as statements:
        list(Score.objects.filter(points=3))
        list(User.objects.filter(pk=people[0].pk))
        Round.objects.filter(ended_at__gte=timezone.now() - timedelta(days=1)).count()
    assert len(statements) == 3
    assert [("games_score" in sql, "games_round" in sql) for sql, _plan in scans(statements)] == [
        (True, False),
        (False, True),
    ]


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_finds_it_too(database):
    assert " passed" in run_tests_on(database, __file__)


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_reads_no_more_of_a_long_list_either(database):
    lists = str(ROOT / "tests" / "pages" / "test_lists_of_tables.py")
    assert " passed" in run_tests_on(database, "-k", "costs_what", lists)
