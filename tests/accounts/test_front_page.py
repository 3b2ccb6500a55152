"""The first page of the back office: what waits, to whom it is told, and a week in pictures."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.back_office import front_page
from accounts.models import Report, User
from games.rounds.models import Round
from lobby.models import Room
from tests.back_office import PASSWORD, come_in
from tests.plans import asked, scans

TODAY = front_page.DAYS - 1


@pytest.fixture
def page(client, db):
    """As a moderator comes to it, through the front door."""
    User.objects.create_user("Trông Coi", password=PASSWORD)
    call_command("make_moderator", "Trông Coi")
    come_in(client, "Trông Coi")

    def ask():
        cache.clear()
        return client.get(reverse("admin:index"))

    return ask


def series(answer, name):
    """The numbers of one picture."""
    return next([bar.value for bar in bars] for one, bars in answer.context["week"] if str(one.name) == name)


@pytest.mark.slow
def test_an_empty_house_says_that_nothing_waits(page):
    answer = page()
    assert answer.context["waiting"] == []
    assert "Không có gì đang chờ." in answer.content.decode()


@pytest.mark.slow
def test_what_waits_leads_to_its_list(page, client, an):
    binh = User.objects.create_user("Bình Minh")
    Report.objects.create(by=an, person=binh, name=binh.username, reason=Report.Reason.ABUSE)
    answer = page()
    ((what, how_many, where),) = answer.context["waiting"]
    assert (how_many, where) == ("1", reverse("admin:accounts_report_changelist"))
    assert client.get(where).context["cl"].result_list[0].person == binh
    assert str(what) in answer.content.decode()


@pytest.mark.slow
def test_nobody_is_told_of_a_report_about_themselves(page, an):
    me = User.objects.get(username="Trông Coi")
    Report.objects.create(by=an, person=me, name=me.username, reason=Report.Reason.ABUSE)
    assert page().context["waiting"] == []


@pytest.mark.slow
def test_a_week_is_counted_by_day_and_game(page, an):
    game = "xidach"
    now = timezone.localtime().replace(hour=12, minute=0)
    room = Room.objects.create(
        code="cccccc", name="Nhà", game=game, ruleset="classic", seat_count=2, owner=an
    )
    ends = [(0, "over", ""), (0, "void", "crash"), (2, "over", ""), (9, "over", ""), (0, "running", "")]
    for number, (ago, status, cause) in enumerate(sorted(ends, reverse=True)):
        Round.objects.create(
            room=room, number=number, game=game, status=status, void_cause=cause,
            started_at=now - timedelta(days=ago),
        )  # fmt: skip
    answer = page()
    assert series(answer, "Xì Dách") == [0, 0, 0, 0, 1, 0, 2]
    assert series(answer, "Ván bị hủy")[TODAY] == 50
    assert series(answer, "Phòng mới tạo")[TODAY] == 1
    assert series(answer, "Người mới")[TODAY] >= 1


@pytest.mark.slow
@pytest.mark.parametrize(("language", "word"), [("en", "now"), ("vi", "hiện có"), ("zh-hans", "现有")])
def test_how_many_rooms_are_open_now_is_told_up_to_a_limit(page, client, an, monkeypatch, language, word):
    made = [
        Room(code=f"c{n}", name="Nhà", game="xidach", ruleset="classic", seat_count=2, status=status)
        for n, status in enumerate(["open", "playing", "closed", "open"])
    ]
    Room.objects.bulk_create(made)
    for most, told in ((1000, "3"), (3, "2+")):
        monkeypatch.setattr("lobby.overview.MOST", most)
        cache.clear()
        answer = client.get(reverse("admin:index"), headers={"accept-language": language})
        assert f"· {word} {told}</figcaption>" in answer.content.decode()


@pytest.mark.slow
def test_it_costs_the_same_however_much_there_is(page, an):
    def questions():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page()
        return len(asked)

    page()
    few = questions()
    User.objects.bulk_create(
        User(username=f"người {n}", date_joined=timezone.now() - timedelta(days=400 - n)) for n in range(300)
    )
    assert questions() <= few + 10  # halvings


def test_a_day_begins_with_the_first_row_of_it(db):
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    times = [
        today - timedelta(days=3, hours=1),
        today - timedelta(seconds=1),
        today,
        today + timedelta(hours=1),
    ]
    User.objects.bulk_create(User(username=f"người {n}", date_joined=at) for n, at in enumerate(times))
    found = front_page.since(User.objects.all(), "date_joined", timezone.localdate())
    assert sorted(found.values_list("username", flat=True)) == ["người 2", "người 3"]
    with_time = User.objects.filter(date_joined__lt=today + timedelta(days=1))
    assert front_page.by_day(with_time, "date_joined", front_page.last_days())[-5:] == [1, 0, 0, 1, 2]


def test_a_row_that_was_there_before_its_time_is_not_missed(db):
    """A round is made when the one before ends, and begins when all are ready."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    hours = [-60, -40, 3, -30, 2, -20, -10, -5, -1, 1, -2, 4]
    User.objects.bulk_create(
        User(username=f"người {n}", date_joined=today + timedelta(hours=ago)) for n, ago in enumerate(hours)
    )
    found = front_page.since(User.objects.all(), "date_joined", timezone.localdate())
    wanted = [n for n, ago in enumerate(hours) if ago > 0 and n > 3]
    assert wanted and {f"người {n}" for n in wanted} <= set(found.values_list("username", flat=True))


@pytest.mark.slow
def test_a_week_is_looked_for_and_not_read_from_the_start(page, an):
    page()
    with asked() as statements:
        page()
    of_the_ends = [(sql, params) for sql, params in statements if "GROUP BY" not in sql]
    assert len(of_the_ends) > 10 and scans(of_the_ends) == []
