"""Lists of rooms, rounds, moves, scores and lines cost staff the same however long they are."""

import pytest
from django.db import connection
from django.urls import reverse

from accounts import middleware
from accounts.models import User
from games.people.models import Standing
from games.rounds.models import Move, Round, RoundSeat, Score
from lobby import services
from lobby.models import ChatLine, Room
from tests.back_office import PASSWORD, come_in
from tests.plans import steps

pytestmark = pytest.mark.slow  # thousands of rows are made
MANY = 1500  # rows; a page has fifty
LISTS = {
    "lobby_room": ["", "?before=60", "?q=tìm thấy", "?q=an", "?game=xidach"],
    "lobby_roomevent": ["", "?q=an"],
    "lobby_chatline": ["", "?before=60", "?q=an"],
    "games_round": ["", "?before=60", "?q=60", "?q=an", "?status__exact=over"],
    "games_move": ["", "?q=60", "?by__exact=bot", "?round__game=xidach"],
    "games_score": ["", "?before=60", "?q=60", "?reverses__exact=0"],
    "games_standing": ["", "?q=an", "?game=xidach"],
}
on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="its steps are counted")


def rows(an, some):
    """So many rooms more, in each of which one round was played and one line said."""
    first = (Room.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    keys = range(first, first + some)
    rooms = Room.objects.bulk_create(
        Room(pk=n, code=f"r{n}", name="phòng", game="xidach", ruleset="classic", seat_count=4) for n in keys
    )
    rounds = Round.objects.bulk_create(
        Round(pk=room.pk, room=room, number=1, status="over", game="xidach", ruleset="classic")
        for room in rooms
    )
    people = User.objects.bulk_create(User(username=f"Nguoi{n}") for n in keys)
    RoundSeat.objects.bulk_create(
        RoundSeat(round=one, number=0, chair=0, name="ai", kind="D") for one in rounds
    )
    Move.objects.bulk_create(
        Move(round=one, number=0, seat=0, word={}, by="bot", at="2026-11-19T00:00Z") for one in rounds
    )
    Score.objects.bulk_create(
        Score(round=one, room=one.room, seat=0, name="ai", points=0, sheet=0) for one in rounds
    )
    ChatLine.objects.bulk_create(ChatLine(room=room, user=None, text="chào") for room in rooms)
    for room in rooms:
        services.record(room, "create", by=None)
    Standing.objects.bulk_create(
        Standing(user=one, game="xidach", ruleset="classic", season="all") for one in people
    )


@pytest.fixture
def looks(client, db):
    """What each page of a list costs, in steps of the database."""
    User.objects.create_superuser(username="chu", password=PASSWORD)
    come_in(client, "chu")

    def looks(name):
        pages, base = {}, reverse(f"admin:{name}_changelist")
        for question in LISTS[name]:
            middleware.pages.clear()
            client.get(base + question)  # what is asked only once
            with steps() as taken:
                assert client.get(base + question).status_code == 200
            pages[question] = taken.count
        return pages

    return looks


@on_sqlite
@pytest.mark.parametrize("name", LISTS)
def test_a_page_of_a_long_list_costs_what_one_of_a_short_list_costs(looks, name):
    an = User.objects.create_user(username="an")
    rows(an, 120)
    few = looks(name)
    rows(an, MANY)
    many = looks(name)
    assert not {page: (few[page], many[page]) for page in few if many[page] > few[page] * 1.2 + 200}


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
