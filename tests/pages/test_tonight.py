"""Tonight: who leads at a table, as the sheet of every room tells it."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.archive import tonight
from games.archive.tonight import evening_of
from games.live.live_round import LiveRound
from games.management.commands.demo import play_round
from games.page.zones import Best
from games.registry import ENGINES
from games.rounds import nights
from games.rounds.models import Round
from games.rounds.nights import GAP, Played, is_another_night, last_night, without_a_gap
from games.rounds.reading import load_stored
from games.rounds.services import start_round
from lobby.services import add_bot, set_ready, sit
from tests.pages.rated import rated_round, voided
from tests.pages.test_every_page import check_page

LANGUAGES = ("vi", "en", "zh-hans")
pytestmark = pytest.mark.usefixtures("within_a_moment")


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    tonight.known.kept.clear()


@pytest.fixture
def no_best(monkeypatch):
    """Rounds of these tests have no moves to be played again."""
    monkeypatch.setattr(tonight, "_best_of", lambda night, names: None)


def browser(who, language="en"):
    client = Client(headers={"accept-language": language})
    client.force_login(who)
    return client


def page_of(room, who, language="en", **headers):
    return browser(who, language).get(reverse("tonight", args=[room.code]), headers=headers)


# --- an evening -----------------------------------------------------------------------------------

START = timezone.now()


def at(number, began, ended):
    """In hours."""
    return Played(number, number, START + timedelta(hours=began), START + timedelta(hours=ended))


EVENINGS = [
    # rounds, by hours                                   how many are of the last evening
    ([], 0),
    ([(0, 1)], 1),
    ([(0, 1), (1, 2), (3, 4)], 3),
    ([(0, 1), (6.9, 8)], 2),  # five hours and fifty-four minutes
    ([(0, 1), (7, 8)], 1),
    ([(0, 1), (7, 8), (9, 10), (15, 16), (22, 23)], 1),
    ([(0, 1), (7, 8), (13, 14), (19, 20)], 3),  # a long one goes on
]  # fmt: skip


@pytest.mark.parametrize(("hours", "many"), EVENINGS)
def test_an_evening_ends_where_nothing_was_played_for_six_hours(hours, many):
    rounds = [at(number, *when) for number, when in enumerate(hours)]
    assert list(without_a_gap(rounds[::-1])) == rounds[::-1][:many]


def test_six_hours_are_enough():
    now = timezone.now()
    assert is_another_night(now - GAP, now) and not is_another_night(now - GAP + timedelta(seconds=1), now)


@pytest.mark.django_db
def test_only_the_last_evening_of_the_room_is_read(cai, an, open_room, monkeypatch):
    monkeypatch.setattr(nights, "PAGE", 2)
    room, other, now = open_room(), open_room(name="Bàn khác"), timezone.now()
    for hours in (40, 39, 20, 3, 2, 1):
        rated_round(room, {cai: 1, an: -1}, at=now - timedelta(hours=hours))
    rated_round(other, {cai: 1, an: -1})
    with CaptureQueriesContext(connection) as asked:
        assert [played.number for played in last_night(room.rounds.all())] == [5, 6, 7]
    assert len(asked) == 2, "of the earlier ones only what its last page holds"
    monkeypatch.setattr(nights, "MOST", 2)
    assert [played.number for played in last_night(room.rounds.all())] == [6, 7]


@pytest.mark.django_db
def test_rounds_that_do_not_count_are_no_part_of_it(cai, an, open_room, no_best):
    room, now = open_room(), timezone.now()
    rated_round(room, {cai: 1, an: -1}, at=now - timedelta(hours=8))
    voided(rated_round(room, {cai: 9, an: -9}, at=now - timedelta(hours=4)))
    rated_round(room, {cai: 2, an: -2}, at=now)
    Round.objects.create(room=room, number=9, status=Round.Status.VOID, ended_at=now, started_at=now)
    evening = evening_of(room.rounds.all(), None)
    assert (evening.rounds, [line.points for line in evening.lines]) == (1, [2, -2])


# --- who leads ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_points_rounds_and_streaks_of_all_who_played(cai, an, binh, open_room, no_best):
    room = open_room()
    for points in ({cai: 5, an: -5}, {cai: -3, an: 3}, {cai: -1, an: 1}, {an: 2, binh: -2}, {an: 0, binh: 0}):
        rated_round(room, points)
    evening = evening_of(room.rounds.all(), binh.pk)
    told = [
        (line.name, line.points, line.rounds, line.streak, line.leads, line.mine) for line in evening.lines
    ]
    assert told == [
        ("An", 1, 5, 3, True, False), ("Cái", 1, 3, 1, True, False), ("Bình", -2, 2, 0, False, True)
    ]  # fmt: skip
    assert [line.name for line in evening.streaks] == ["An"] and not evening.is_over


@pytest.mark.django_db
def test_where_nobody_is_ahead_nobody_leads_and_one_win_is_no_streak(cai, an, open_room, no_best):
    room = open_room()
    for points in ({cai: 5, an: -5}, {cai: -5, an: 5}):
        rated_round(room, points)
    evening = evening_of(room.rounds.all(), None)
    assert not any(line.leads for line in evening.lines) and evening.streaks == []


@pytest.mark.django_db
def test_who_is_called_otherwise_by_now_is_one_line_under_todays_name(cai, an, open_room, no_best):
    room = open_room()
    rated_round(room, {cai: 5, an: -5})
    cai.username = "Cô Hạnh"
    cai.save()
    rated_round(room, {cai: 5, an: -5})
    assert [(line.name, line.points) for line in evening_of(room.rounds.all(), None).lines] == [
        ("Cô Hạnh", 10), ("An", -10)
    ]  # fmt: skip


# --- the best hand --------------------------------------------------------------------------------


@pytest.fixture
def table(cai, an, open_room):
    """`table("niuniu")`: cai, an where there is room for both, and bots."""

    def opened(game="xidach", **fields):
        seats = ENGINES[game].seats[0] if game in ("bigtwo", "rummy") else 3
        room = open_room(game=game, seats=seats, **fields)
        sit(room_id=room.pk, by=an, seat=1)
        set_ready(room_id=room.pk, by=an, ready=True)
        for chair in range(2, seats):
            add_bot(room_id=room.pk, by=cai, seat=chair, level=ENGINES[game].levels[0])
        return room

    return opened


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_the_best_hand_is_one_of_the_evening(cai, table, game):
    room = table(game)
    for _ in range(4):
        play_round(room)
    found = {}
    for round_ in room.rounds.counted():
        live = LiveRound(load_stored(round_))
        if best := live.game.best(live.view(None)):
            found[best.rank, round_.number] = (round_, best, live.facts.players[best.seat].name)
    evening = evening_of(room.rounds.all(), None)
    if not found:
        assert evening.best is None
        return
    round_, best, name = found[max(found)]
    assert (evening.best.round.id, evening.best.best, evening.best.name) == (round_.pk, best, name)
    text = page_of(room, cai).content.decode()
    assert re.findall(r'data-card="(\w\w)"', text) == list(best.cards)
    assert f'href="{reverse("round", args=[round_.pk])}"' in text


@pytest.mark.slow
def test_of_equal_hands_the_newest_is_told_and_a_voided_one_never(table, monkeypatch):
    room = table()
    for _ in range(3):
        play_round(room)
    same = Best((1,), 1, ("AS",), "same")
    monkeypatch.setattr(tonight, "_best_hand", lambda stored: same)
    first, second, third = room.rounds.counted().order_by("number")
    assert evening_of(room.rounds.all(), None).best.round.id == third.pk
    voided(third)
    assert evening_of(room.rounds.all(), None).best.round.id == second.pk
    monkeypatch.setattr(tonight, "_best_hand", lambda stored: None)
    tonight.known.kept.clear()
    assert evening_of(room.rounds.all(), None).best is None
    assert first.number == 1


@pytest.mark.slow
def test_a_round_whose_rules_are_gone_has_none(table):
    room = table()
    play_round(room)
    room.rounds.update(rules_version=0)
    assert evening_of(room.rounds.all(), None).best is None


@pytest.mark.slow
def test_a_running_round_tells_nothing(cai, table):
    room = table()
    start_round(room_id=room.pk, by=cai)
    assert evening_of(room.rounds.all(), None) is None
    page = page_of(room, cai).content.decode()
    check_page(page)
    assert "data-card" not in page.partition("<main")[2] and "No round was played here" in page


@pytest.mark.slow
def test_what_is_remembered_has_an_end(table, monkeypatch):
    monkeypatch.setattr(tonight, "KEPT", 2)
    room = table()
    for _ in range(3):
        play_round(room)
    evening_of(room.rounds.all(), None)
    assert len(tonight.known.kept) == 2


# --- what it costs --------------------------------------------------------------------------------


@pytest.mark.slow
def test_rounds_are_played_again_once(table, django_assert_num_queries):
    room = table()
    for _ in range(2):
        play_round(room)
    rounds = Round.objects.all().filter(room=room)
    with django_assert_num_queries(5):  # the evening, its points; and its rounds, their seats and moves
        evening_of(rounds, None)
    with django_assert_num_queries(2):
        evening_of(rounds, None)
    play_round(room)
    with django_assert_num_queries(5):
        evening_of(rounds, None)


# --- its page -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_opens_in_every_language(cai, an, table, language):
    for game in ENGINES:
        room = table(game)
        for _ in range(2):
            play_round(room)
        check_page(page_of(room, an, language).content.decode())


@pytest.mark.slow
def test_a_bot_has_a_line_too_and_i_am_marked(cai, table):
    room = table()
    play_round(room)
    text = page_of(room, cai).content.decode()
    bot = room.seats.get(user=None).bot_name
    assert f"<bdi>{bot}</bdi>" in text and 'data-avatar="robot"' in text
    assert len(re.findall(r'class="tonight-line[^"]* is-mine"', text)) == 1


@pytest.mark.slow
def test_the_sheet_gets_the_part_alone(cai, table):
    room = table()
    play_round(room)
    part = page_of(room, cai, **{"HX-Request": "true"}).content.decode().strip()
    assert part.startswith('<section id="tonight"') and "<html" not in part


@pytest.mark.django_db
def test_an_evening_that_is_over_is_not_called_tonight(cai, an, open_room, no_best):
    room = open_room()
    rated_round(room, {cai: 5, an: -5}, at=timezone.now() - GAP)
    text = page_of(room, cai).content.decode()
    assert "The last evening" in text and ">Tonight<" not in text
    rated_round(room, {cai: 5, an: -5})
    assert ">Tonight<" in page_of(room, cai).content.decode()
