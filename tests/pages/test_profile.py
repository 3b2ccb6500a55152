"""A person's page: its numbers, its charts, and what of it a stranger may see."""

import re
from datetime import date, timedelta

import pytest
from django.db.models import Sum
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import ban, let_back_in
from accounts.services import keep_account
from games.people import charts, places
from games.rounds.models import Round, Score
from tests.pages.rated import rated_round, voided
from tests.pages.test_every_page import check_page
from tests.pages.test_leaderboard import LANGUAGES, browser

pytestmark = pytest.mark.usefixtures("within_a_moment")

SEEN, HIDDEN, MOVED = 200, 404, 302


def page_of(person, who=None, language="en"):
    return browser(who, language).get(reverse("player", args=[person.username]))


# --- whose page ----------------------------------------------------------------------------------


def test_a_registered_person_has_a_page_for_everybody(cai, an, khach):
    for who in (None, khach, an, cai):
        assert page_of(cai, who).status_code == SEEN
    assert reverse("settings") in page_of(cai, cai).content.decode().split("<main")[1]
    assert reverse("settings") not in page_of(cai, an).content.decode().split("<main")[1]


def test_a_guest_has_a_page_for_themselves(cai, khach):
    assert [page_of(khach, who).status_code for who in (None, cai, khach)] == [HIDDEN, HIDDEN, SEEN]
    assert 'href="/accounts/settings/#keep"' in page_of(khach, khach).content.decode()
    keep_account(user=khach, username="Ngoại", password="xì dách tối thứ bảy")
    assert page_of(khach).status_code == SEEN


def test_who_was_shown_out_has_none(cai, an):
    ban(by=None, whom=cai)
    assert page_of(cai, an).status_code == HIDDEN


NAMES = ["Khong Co", "x", "a" * 300, "\x00", "an\x00", "%", "../admin", "🂡", "An\n"]


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_name_is_not_found(an, name):
    path = "/players/" + name.encode().hex(" ").upper().replace(" ", "%").join(("%", "/"))
    assert browser().get(path).status_code == HIDDEN


@pytest.mark.parametrize("typed", ["cô hạnh", "CÔ HẠNH", "Cô_Hạnh", "cô-HẠNH"])
def test_a_name_is_read_in_any_case(db, typed):
    User.objects.create_user("Cô Hạnh")
    answered = browser().get(reverse("player", args=[typed]))
    assert (answered.status_code, answered.url) == (MOVED, reverse("player", args=["Cô Hạnh"]))
    assert browser().get(answered.url).status_code == SEEN


# --- its numbers ---------------------------------------------------------------------------------


def test_the_numbers_are_the_ledgers(cai, an, khach, open_room):
    room, now = open_room(), timezone.now()
    rated_round(room, {cai: 40, an: -40}, at=now - timedelta(days=100))
    rated_round(room, {cai: 5, an: -5}, at=now - timedelta(days=10))
    rated_round(room, {cai: -8, an: 8}, game="bigtwo", ruleset="lawrence")
    rated_round(room, {cai: 500, khach: -500}, rated=False)
    voided(rated_round(room, {cai: 70, an: -70}))
    sums = page_of(cai).context["sums"]
    ledger = Score.objects.filter(user=cai, round__rated=True)
    assert (
        sums.points == ledger.aggregate(all=Sum("points"))["all"] == 37 == sum(g.points for g in sums.games)
    )
    assert (sums.rounds, sums.wins, sums.share, sums.place) == (3, 2, 67, (1, False))
    assert {g.game.key: (g.points, g.rounds, g.share) for g in sums.games} == {
        "xidach": (45, 2, 100),
        "bigtwo": (-8, 1, 0),
    }
    assert (sums.best_points, sums.best_day) == (40, timezone.localdate() - timedelta(days=100))
    assert sums.week == -8 and page_of(an).context["sums"].place.number == 2


@pytest.mark.slow
def test_a_place_is_told_as_of_this_moment(cai, an, binh, open_room):
    def told(*people):
        return [page_of(person).context["sums"].place.number for person in people or (cai, an, binh)]

    room = open_room()
    rated_round(room, {cai: 3, an: -1, binh: -2})
    assert told() == [1, 2, 3]
    rated_round(room, {cai: -5, an: 2, binh: 3})
    assert told() == [3, 1, 1]
    voided(Round.objects.latest("pk"))
    assert told() == [1, 2, 3]
    ban(by=None, whom=an)
    assert told(cai, binh) == [1, 2]
    let_back_in(by=None, whom=an)
    assert told() == [1, 2, 3]


def test_whose_rounds_were_all_taken_back_is_before_nobody(cai, an, binh, open_room):
    room = open_room()
    rated_round(room, {an: -1, binh: -2})
    voided(rated_round(room, {cai: 7, an: -7}))
    assert page_of(cai).context["sums"] is None
    assert [page_of(person).context["sums"].place.number for person in (an, binh)] == [1, 2]


def test_the_place_is_the_boards(cai, an, binh, open_room):
    room, chi = open_room(), User.objects.create_user("Chi")
    rated_round(room, {cai: -5, an: -2, binh: -2, chi: 9})
    rated_round(room, {cai: 7, an: 3, binh: 3, chi: -1}, game="bigtwo", ruleset="lawrence")
    ban(by=None, whom=chi)
    board = browser().get(reverse("leaderboard"), {"period": "all"}).context["podium"]
    assert {line.name: line.place for line in board} == {
        person.username: page_of(person).context["sums"].place.number for person in (cai, an, binh)
    } == {"Cái": 1, "An": 2, "Bình": 2}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Place 3 or later"), ("vi", "Hạng 3 trở xuống"), ("zh-hans", "第 3 名或更后")],
)
def test_behind_many_nobody_counts_further(cai, an, binh, open_room, monkeypatch, language, words):
    monkeypatch.setattr(places, "FURTHEST", 2)
    chi = User.objects.create_user("Chi")
    rated_round(open_room(), {cai: 3, an: 2, binh: 1, chi: -6})
    assert [page_of(person).context["sums"].place for person in (an, binh, chi)] == [
        (2, False), (3, True), (3, True),
    ]  # fmt: skip
    assert words in page_of(chi, None, language).content.decode()


def test_the_game_that_was_played_most_is_named(cai, an, open_room):
    room = open_room()
    rated_round(room, {cai: 5, an: -5})
    rated_round(room, {cai: -8, an: 8}, game="bigtwo", ruleset="lawrence")
    rated_round(room, {cai: 2, an: -2}, game="bigtwo", ruleset="lawrence")
    leaderboard = browser(cai, "en").get(reverse("leaderboard"))
    assert "<dd>2 Big 2</dd>" in page_of(cai).content.decode()
    assert "<dd>2 Big 2</dd>" in leaderboard.content.decode()


def test_a_day_that_was_taken_back_is_not_the_best(cai, an, open_room):
    room, now = open_room(), timezone.now()
    rated_round(room, {cai: -5, an: 5}, at=now - timedelta(days=3))
    voided(rated_round(room, {cai: 7, an: -7}))
    sums = page_of(cai).context["sums"]
    assert (sums.best_points, sums.best_day) == (-5, timezone.localdate() - timedelta(days=3))


def test_the_chart_ends_where_the_sum_is(cai, an, open_room):
    room, now = open_room(), timezone.now()
    for ago, won in ((100, 40), (59, 3), (20, -10), (0, 6)):
        rated_round(room, {cai: won, an: -won}, at=now - timedelta(days=ago))
    chart = page_of(cai).context["sums"].chart
    told = [points for _day, points in chart.table]
    assert told == [43] * 39 + [33] * 20 + [39]
    assert (chart.highest, chart.highest_on) == (43, timezone.localdate() - timedelta(days=21))
    assert chart.table[-1][0] == timezone.localdate() and len(chart.line.split()) == len(told) == 60


def test_nobody_is_told_numbers_they_do_not_have(cai, open_room, khach):
    rated_round(open_room(), {cai: 5, khach: -5}, rated=False)
    page = page_of(cai, khach)
    assert page.context["sums"] is None and "No round counted yet" in page.content.decode()
    assert [(played.points, played.rated) for played in page.context["recent"]] == [(5, False)]
    assert page_of(cai).context["recent"] == []


# --- its charts ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_charts_are_attributes_a_title_and_a_table(cai, an, khach, open_room, language):
    room = open_room()
    rated_round(room, {cai: 12345, an: -12345}, at=timezone.now() - timedelta(days=3))
    for who in (None, khach, an, cai):
        check_page(page_of(cai, who, language).content.decode())
    text = page_of(cai, None, language).content.decode()
    for svg in re.findall(r'<svg[^>]*role="img"[^>]*>(?!<use)(.*?)</svg>', text, re.DOTALL):
        assert svg.strip().startswith("<title>")
    separator = {"vi": ".", "en": ",", "zh-hans": ""}[language]
    table = re.search(r'<div class="sr-only">\s*<table>.*?</table>', text, re.DOTALL).group()
    assert re.findall(r"<td>(.*?)</td>", table) == ["0"] * 56 + [f"+12{separator}345"] * 4
    for numbers in re.findall(r' (?:points|x|y|x1|x2|y1|y2|cx|cy|width)="([^"]*)"', text):
        assert re.fullmatch(r"[\d., %]*", numbers)
        assert all(re.fullmatch(r"\d+(\.\d)?,\d+(\.\d)?|\d+(\.\d)?%?", one) for one in numbers.split())


SUMS = [
    # what each day brought     scale            how deep the line ends
    ([0, 0, 0],                 [0],             "50"),
    ([3, 0, 0],                 [3],             "50"),
    ([0, 10, 20],               [0, 10, 20, 30], "6"),
    ([0, -7, 7],                [-5, 0],         "6"),
    ([0, 0, -7],                [-5, 0],         "94"),
    ([5, -5, 1284],             [0, 500, 1000],  "6"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "scale", "end"), SUMS)
def test_the_scale_is_a_few_round_numbers(changes, scale, end):
    days = [date(2026, 11, day) for day in (1, 2, 3)]
    area = charts.area(days, changes, before=0)
    assert [tick.value for tick in area.ticks] == scale and area.end == end
    assert area.table == tuple(zip(days, charts.running(changes), strict=True))


# --- where they played ---------------------------------------------------------------------------


@pytest.mark.slow
def test_rounds_behind_a_door_are_shown_to_who_may_open_it(cai, an, khach, open_room):
    public, unlisted = open_room(), open_room(visibility="unlisted")
    locked = open_room(visibility="password", password="sesam")
    for room in (public, unlisted, locked):
        rated_round(room, {cai: 1, an: -1}, rated=room is public)
    for who, shown in ((None, 1), (khach, 1), (an, 3), (cai, 3)):
        page = page_of(cai, who)
        recent = page.context["recent"]
        assert len(recent) == shown, who
        for played in recent:
            assert f'href="{reverse("round", args=[played.id])}"' in page.content.decode()
    assert unlisted.name not in {played.room for played in page_of(cai, khach).context["recent"]} - {
        public.name
    }


@pytest.mark.slow
def test_everybody_sees_their_own_rounds_by_a_question_that_is_worded_once(cai, an, binh, khach, open_room):
    unlisted = open_room(visibility="unlisted")
    for person in (an, binh):
        rated_round(unlisted, {cai: 1, person: -1}, rated=False)
    seen = {}
    for who in (None, khach, an, binh, cai, None, an):
        for person in (cai, an, binh):
            recent = [played.number for played in page_of(person, who).context["recent"]]
            assert seen.setdefault((who, person), recent) == recent
    names = {(who and who.username, person.username): shown for (who, person), shown in seen.items() if shown}
    assert names == {
        ("An", "Cái"): [2], ("An", "An"): [2], ("Bình", "Cái"): [3], ("Bình", "Bình"): [3],
        ("Cái", "Cái"): [3, 2], ("Cái", "An"): [2], ("Cái", "Bình"): [3],
    }  # fmt: skip


def test_the_last_ten_are_shown_the_newest_first(cai, an, open_room):
    room, now = open_room(), timezone.now()
    for ago in range(12, 0, -1):
        rated_round(room, {cai: ago, an: -ago}, at=now - timedelta(hours=ago))
    gone = rated_round(room, {cai: 99, an: -99})
    voided(gone)
    recent = page_of(cai).context["recent"]
    assert [played.points for played in recent] == list(range(1, 11))
    assert all(played.banker for played in recent)
    assert not any(played.banker for played in page_of(an).context["recent"])


def test_a_full_page_asks_as_few_questions_as_an_empty_one(cai, an, open_room, django_assert_num_queries):
    room, client = open_room(), browser()
    with django_assert_num_queries(3):
        client.get(reverse("player", args=["Cái"]))
    for _ in range(12):
        rated_round(room, {cai: 1, an: -1})
    for person, many in (("Cái", 5), ("An", 5)):
        with django_assert_num_queries(many):
            client.get(reverse("player", args=[person]))


# --- the ways to it ------------------------------------------------------------------------------


def test_names_lead_to_people(cai, an, khach, open_room):
    room = open_room()
    rated_round(room, {cai: 3, an: -2, khach: -1}, rated=False)
    an.username = "Ân"
    an.save()
    text = browser(cai).get(reverse("history", args=[room.code])).content.decode()
    assert 'href="/players/%C3%82n/"><bdi>Ân</bdi>' in text, "by today's name"
    assert reverse("player", args=["Cái"]) in text
    assert reverse("player", args=[khach.username]) not in text


def test_every_page_leads_to_my_own(an, khach):
    for who in (an, khach):
        text = browser(who).get(reverse("lobby")).content.decode()
        assert text.count(f'href="{reverse("player", args=[who.username])}"') == 2, "top and bottom bar"
        assert text.count(f'href="{reverse("leaderboard")}"') == 2
    mine = page_of(an, an).content.decode()
    assert re.search(r'class="bottombar-link" href="/players/An/" aria-current="page"', mine)
    assert (
        'aria-current="page"'
        not in re.search(r'<nav class="bottombar".*?</nav>', page_of(an).content.decode(), re.S).group()
    )
