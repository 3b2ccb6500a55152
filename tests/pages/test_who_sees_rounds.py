"""Whose rounds are seen by whom: one table, and every page that tells of rounds goes by it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.blocks.services import block
from accounts.models import User
from games.archive.export import PARTS
from games.management.commands.demo import play_round
from games.rounds.models import Round, Way
from lobby.attendance import attendance
from lobby.models import Presence
from lobby.services import join_with_password, note_seen, set_ready, sit, stand_up
from tests.pages.rated import rated_round

SEEN, HIDDEN, DOOR = 200, 404, 302
PEOPLE = ("nobody", "stranger", "visitor", "played", "sits", "owner")
# The visitor came by the link, or gave the password, and never sat. Who played has gone since.
WHO = [
    # way       room        rated   nobody stranger visitor played sits   owner
    ("address", "public",   True,   (True,  True,   True,   True,  True,  True)),
    ("address", "public",   False,  (True,  True,   True,   True,  True,  True)),
    ("address", "unlisted", False,  (False, False,  True,   True,  True,  True)),
    ("address", "password", False,  (False, False,  True,   True,  True,  True)),
    ("name",    "public",   True,   (True,  True,   True,   True,  True,  True)),
    ("name",    "public",   False,  (False, False,  False,  True,  True,  True)),
    ("name",    "unlisted", False,  (False, False,  False,  True,  True,  True)),
    ("name",    "password", False,  (False, False,  False,  True,  True,  True)),
]  # fmt: skip


@pytest.fixture
def people(cai, an):
    others = {who: User.objects.create_user(who) for who in ("stranger", "visitor", "sits")}
    return {"nobody": AnonymousUser(), "played": an, "owner": cai, **others}


@pytest.fixture
def table(people, open_room):
    """`table("unlisted")`: a room of the owner where one person has a chair, and another has left theirs."""

    def opened(visibility, **fields):
        password = "sesam" if visibility == "password" else ""
        room = open_room(seats=3, visibility=visibility, password=password, **fields)
        for who in ("visitor", "played", "sits"):
            if password:
                join_with_password(room_id=room.pk, by=people[who], password=password)
            note_seen(room_id=room.pk, user_id=people[who].pk)
        sit(room_id=room.pk, by=people["sits"], seat=2)
        return room

    return opened


def gone(person, room):
    """Nothing is left of them there but what they played."""
    stand_up(room_id=room.pk, by=person)
    room.admissions.filter(user=person).delete()
    Presence.objects.filter(user=person).delete()
    attendance.clear()


@pytest.mark.slow
@pytest.mark.parametrize(("way", "visibility", "rated", "seen"), WHO)
def test_whose_rounds_are_seen_by_whom(people, table, way, visibility, rated, seen):
    room = table(visibility)
    round_ = rated_round(room, {people["owner"]: 3, people["played"]: -3}, rated=rated)
    Presence.objects.bulk_create(
        Presence(room=room, user=people[who], seen_at=round_.ended_at) for who in ("visitor", "sits")
    )
    gone(people["played"], room)
    found = tuple(round_ in Round.objects.visible_to(people[who], Way(way)) for who in PEOPLE)
    assert dict(zip(PEOPLE, found, strict=True)) == dict(zip(PEOPLE, seen, strict=True))
    if way == "address":
        here = tuple(round_ in Round.objects.visible_in(room, people[who]) for who in PEOPLE)
        assert here == seen
    else:
        assert tuple(is_on_the_page_of(people["owner"], people[who], round_) for who in PEOPLE) == seen


def browser(who):
    client = Client(headers={"accept-language": "en"})
    if who.is_authenticated:
        client.force_login(who)
    return client


def is_on_the_page_of(person, viewer, round_):
    page = browser(viewer).get(reverse("player", args=[person.username]))
    return round_.pk in [played.id for played in page.context["recent"]]


@pytest.mark.slow
def test_a_block_hides_a_private_room_from_all_but_who_played(people, table):
    room = table("unlisted")
    round_ = rated_round(room, {people["owner"]: 3, people["played"]: -3}, rated=False)
    Presence.objects.create(room=room, user=people["visitor"], seen_at=round_.ended_at)
    gone(people["played"], room)
    for who in ("visitor", "played"):
        block(by=people["owner"], whom=people[who])
    people = {who: User.objects.get(pk=people[who].pk) for who in ("visitor", "played")}
    for way, seen in ((Way.ADDRESS, [False, True]), (Way.NAME, [False, True])):
        assert [round_ in Round.objects.visible_to(one, way) for one in people.values()] == seen


# --- the pages ------------------------------------------------------------------------------------


@pytest.fixture
def played(people, table):
    """`played("unlisted")`: two rounds of that room, of which `played` sat in the first."""

    def of_room(visibility):
        room = table(visibility)
        sit(room_id=room.pk, by=people["played"], seat=1)
        for who in ("played", "sits"):
            set_ready(room_id=room.pk, by=people[who], ready=True)
        play_round(room)
        gone(people["played"], room)
        note_seen(room_id=room.pk, user_id=people["visitor"].pk)
        play_round(room)
        return room, *room.rounds.filter(status=Round.Status.OVER).order_by("number")

    return of_room


def of_round(round_):
    yield reverse("round", args=[round_.pk])
    yield reverse("round_script", args=[round_.pk])
    yield reverse("fair_record", args=[round_.room.code, round_.number])


@pytest.mark.slow
def test_pages_of_a_round_are_for_whoever_sees_it(people, played):
    _room, first, second = played("unlisted")
    for who in PEOPLE:
        for round_, extra in ((first, {"played"}), (second, set())):
            expected = SEEN if who in {"visitor", "sits", "owner", *extra} else HIDDEN
            statuses = [browser(people[who]).get(address).status_code for address in of_round(round_)]
            assert statuses == [expected] * 3, (who, round_.number)


@pytest.mark.slow
def test_who_sees_one_round_is_led_to_no_other(people, played):
    _room, first, second = played("unlisted")
    onward = f'href="{reverse("round", args=[second.pk])}"'
    for who, is_led in (("played", False), ("sits", True)):
        page = browser(people[who]).get(reverse("round", args=[first.pk])).content.decode()
        assert (onward in page) == is_led, who


@pytest.mark.slow
def test_pages_of_a_room_are_for_who_may_enter_it(people, played):
    room, *rounds = played("password")
    for page in ("history", "ledger", "fairness"):
        for who in PEOPLE:
            answer = browser(people[who]).get(reverse(page, args=[room.code]))
            assert answer.status_code == (SEEN if who in ("visitor", "sits", "owner") else DOOR), (page, who)
            if page == "history" and answer.status_code == SEEN:
                assert [row.round for row in answer.context["sheet"]] == rounds[::-1]


@pytest.mark.slow
def test_the_file_about_me_has_what_i_played_and_nothing_else(people, played):
    _room, first, _second = played("unlisted")
    (rounds,) = (part for part in PARTS if part.name == "rounds")
    for who, mine in (("played", [first.pk]), ("visitor", [])):
        assert [row["id"] for page in rounds.pages(people[who]) for row in page] == mine
