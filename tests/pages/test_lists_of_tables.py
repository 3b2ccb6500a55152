"""Lists of people, acts, rooms, rounds, moves, scores and lines cost staff the same however long they are,
and however much of one there is: whoever did nearly all of it is searched for too."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts import middleware
from accounts.back_office import LongList
from accounts.models import Appeal, ModAction, User
from games.people.models import Standing, Suspicion
from games.rounds.models import Move, Round, RoundSeat, Score
from lobby import services
from lobby.models import ChatLine, Room
from tests.back_office import PASSWORD, come_in
from tests.plans import asked, rows_read, sorts, steps

pytestmark = pytest.mark.slow  # thousands of rows are made
MANY = 1500  # rows; a page has fifty
LISTS = {
    "account_emailaddress": ["", "?before=60", "?q=nguoi60@example.com", "?q=an", "?q=cần"],
    "accounts_user": ["", "?before=60", "?q=nguoi", "?is_staff__exact=0", "?is_active__exact=1"],
    "accounts_modaction": [
        "", "?before=60", "?q=an", "?q=cần", "?q=cần&before=60", "?q=cần&after=60", "?q=60",
        "?kind__exact=report", "?act__exact=take", "?q=cần&kind__exact=report",
    ],
    "accounts_appeal": ["", "?before=60", "?q=an", "?status__exact=kept"],
    "lobby_room": [
        "", "?before=60", "?q=tìm thấy", "?q=an", "?game=xidach", "?status__exact=closed",
        "?status__exact=open", "?status__exact=closed&before=60", "?visibility__exact=public",
    ],
    "lobby_roomevent": ["", "?q=an"],
    "lobby_chatline": ["", "?before=60", "?q=an", "?q=cần", "?q=cần&before=60"],
    "games_round": ["", "?before=60", "?q=60", "?q=an", "?status__exact=over"],
    "games_move": ["", "?q=60", "?by__exact=bot", "?round__game=xidach"],
    "games_score": ["", "?before=60", "?q=60", "?reverses__exact=0"],
    "games_standing": ["", "?q=an", "?game=xidach"],
    "games_suspicion": [
        "", "?queue=looked", "?queue=all", "?queue=all&before=60", "?q=an", "?q=cần", "?q=cần&before=60",
        "?queue=all&game=xidach",
    ],
}  # fmt: skip
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="its plans are read")


def long_lists():
    """All of them that there are."""
    ours = [one for one in admin.site._registry.items() if isinstance(one[1], LongList)]
    return {f"{model._meta.app_label}_{model._meta.model_name}" for model, _list in ours}


def rows(an, some):
    """So many rooms more, in each of which one round was played and one line said, all lines by the same
    person, who also took a report about everybody and kept them out."""
    busy, _new = User.objects.get_or_create(username="Cần", defaults={"is_staff": True})
    first = (Room.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    keys = range(first, first + some)
    rooms = Room.objects.bulk_create(
        Room(
            pk=n, code=f"r{n}", name="phòng", game="xidach", ruleset="classic", seat_count=4, status="closed"
        )
        for n in keys
    )
    rounds = Round.objects.bulk_create(
        Round(pk=room.pk, room=room, number=1, status="over", game="xidach", ruleset="classic")
        for room in rooms
    )
    people = User.objects.bulk_create(User(username=f"Nguoi{n}") for n in keys)
    acts = ModAction.objects.bulk_create(
        ModAction(by=busy, act="take", kind="report", target=f"{n}", whom=person)
        for n, person in zip(keys, people, strict=True)
    )
    Appeal.objects.bulk_create(
        Appeal(against=act, whom=person, text="ơ", status="kept", answered_by=busy)
        for act, person in zip(acts, people, strict=True)
    )
    RoundSeat.objects.bulk_create(
        RoundSeat(round=one, number=0, chair=0, name="ai", kind="D") for one in rounds
    )
    Move.objects.bulk_create(
        Move(round=one, number=0, seat=0, word={}, by="bot", at="2026-11-19T00:00Z") for one in rounds
    )
    Score.objects.bulk_create(
        Score(round=one, room=one.room, seat=0, name="ai", points=0, sheet=0) for one in rounds
    )
    ChatLine.objects.bulk_create(ChatLine(room=room, user=busy, text="chào") for room in rooms)
    for room in rooms:
        services.record(room, "create", by=None)
    Standing.objects.bulk_create(
        Standing(user=one, game="xidach", ruleset="classic", season="all") for one in people
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=one, email=f"nguoi{n}@example.com") for n, one in zip(keys, people, strict=True)
    )
    now = timezone.now()
    Suspicion.objects.bulk_create(
        Suspicion(
            giver=busy, taker=one, game="xidach", together=50, score=n, found_at=now,
            looked_at=now if n % 2 else None,
        )
        for n, one in zip(keys, people, strict=True)
    )  # fmt: skip


@pytest.fixture
def looks(client, db):
    """What each page of a list costs, in steps of SQLite or rows that PostgreSQL reads."""
    User.objects.create_superuser(username="chu", password=PASSWORD)
    come_in(client, "chu")

    def looks(*names):
        pages = [reverse(f"admin:{name}_changelist") + question for name in names for question in LISTS[name]]
        return {page: cost(page) for page in pages}

    def cost(page):
        middleware.pages.clear()
        client.get(page)  # what is asked only once
        if connection.vendor == "sqlite":
            with steps() as taken:
                assert client.get(page).status_code == 200
            return taken.count
        with asked() as statements:
            assert client.get(page).status_code == 200
        return rows_read(statements)

    return looks


def test_a_page_of_a_long_list_costs_what_one_of_a_short_list_costs(looks):
    an = User.objects.create_user(username="an")
    rows(an, 120)
    few = looks(*LISTS)
    rows(an, MANY)
    many = looks(*LISTS)
    assert not {page: (few[page], many[page]) for page in few if many[page] > few[page] * 1.2 + 200}


def test_each_long_list_is_asked():
    """What is asked of a queue of reports is asked in its own tests."""
    assert {*LISTS, "accounts_report"} == long_lists()


@on_sqlite
@pytest.mark.parametrize("name", sorted(long_lists()))
def test_no_choice_of_a_filter_sorts_a_list(client, looks, name):
    """The newest come as they lie, with and without a page they begin at."""
    rows(User.objects.create_user(username="an"), 60)
    base = reverse(f"admin:{name}_changelist")
    offered = client.get(base).context["cl"]
    choices = {choice["query_string"] for spec in offered.filter_specs for choice in spec.choices(offered)}
    pages = {page for choice in choices | {"?"} for page in (choice, f"{choice}&before=50")}
    with asked() as statements:
        for page in pages:
            assert client.get(base + page).status_code == 200, page
    assert len(statements) > 2 * len(pages) and sorts(statements) == []


@on_sqlite
def test_what_is_sorted_is_found(db):
    """Else the test above would say nothing."""
    with asked() as statements:
        list(Room.objects.order_by("name"))
        list(Room.objects.order_by("-pk"))
    assert len(statements) == 2 and ["name" in sql for sql in sorts(statements)] == [True]


@pytest.mark.django_db
def test_things_of_a_table_are_found_by_its_code_by_a_name_and_by_a_number(client):
    an = User.objects.create_user(username="An Nhiên")
    room = services.create_room(by=an, game="xidach")
    services.say(room_id=room.pk, by=an, text="chào")
    rows(an, 3)
    User.objects.create_superuser(username="chu", password=PASSWORD)
    come_in(client, "chu")

    def found(name, wanted):
        page = client.get(reverse(f"admin:{name}_changelist"), {"q": wanted})
        return [row.pk for row in page.context["cl"].result_list]

    for wanted in (room.code, room.code.upper(), "an nhiên", f" {room.pk} "):
        assert found("lobby_room", wanted) == [room.pk], wanted
    (line,) = ChatLine.objects.filter(user=an)
    assert found("lobby_chatline", room.code) == found("lobby_chatline", "An  Nhiên") == [line.pk]
    coming = room.rounds.get()
    assert found("games_round", room.code) == found("games_round", str(coming.pk)) == [coming.pk]
    for name in LISTS:
        assert found(name, "không có ai") == [] == found(name, "9" * 30), name
