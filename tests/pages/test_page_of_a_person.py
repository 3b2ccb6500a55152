"""What staff see of somebody on one page: their rooms, their rounds, and what they reported."""

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils.translation import override

from accounts.back_office.search import NEWEST
from accounts.models import Report, User
from games.rounds.models import Round, RoundSeat
from lobby import services
from lobby.models import Room
from tests.back_office import PASSWORD, come_in
from tests.plans import asked, scans, sorts

LOOKS = ("theme", "motion", "deck", "large_figures", "peel", "sound", "vibration", "keys", "coach")


def make(name):
    User.objects.create_user(name, password=PASSWORD)
    call_command("make_moderator", name, verbosity=0)
    return User.objects.get(username=name)


@pytest.fixture
def staff(client, db):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    staff = make("Cô Tư")
    come_in(client, "Cô Tư")
    return staff


@pytest.fixture
def seen(client):
    """What stands there: the page, and of each shelf the names on it."""

    def seen(person):
        page = client.get(reverse("admin:accounts_user_change", args=[person.pk]))
        assert page.status_code == 200
        with override("en"):
            shelves = {str(shelf.name): [hit.name for hit in hits] for shelf, hits in page.context["shelves"]}
        return page, shelves

    return seen


def room_of(owner, name="Phòng khách"):
    return services.create_room(by=owner, game="xidach", name=name)


def round_in(room, *people, number=7, status="over"):
    played = Round.objects.create(
        room=room, number=number, status=status, game="xidach", ruleset="classic", options={}
    )
    for seat, person in enumerate(people):
        RoundSeat.objects.create(
            round=played, number=seat, chair=seat, user=person, name=person.username, kind="D"
        )
    return played


def report(by, about):
    return Report.objects.create(by=by, person=about, name=about.username, reason="abuse")


ROOMS, ROUNDS = "Rooms of this person", "Rounds of this person"


@pytest.mark.slow
def test_rooms_and_rounds_stand_on_the_page_with_their_links(seen, staff, an, binh):
    room, of_another = room_of(an), room_of(binh)
    played = round_in(of_another, an, binh)
    page, shelves = seen(an)
    assert shelves == {ROOMS: [room.code], ROUNDS: [f"{of_another.code} · 7"]}
    text = page.content.decode()
    for thing, row in (("lobby_room", room), ("games_round", played)):
        assert f'href="{reverse(f"admin:{thing}_change", args=[row.pk])}"' in text
        assert f'href="{reverse(f"admin:{thing}_changelist")}?q=An"' in text
    assert "Phòng khách" in text and f">{ROOMS}<" in text and f">{ROUNDS}<" in text


@pytest.mark.slow
def test_who_did_nothing_has_no_empty_headings(seen, staff, an):
    page, shelves = seen(an)
    assert shelves == {} and "of this person" not in page.content.decode()
    assert "Reports by" not in page.content.decode()


@pytest.mark.slow
def test_the_newest_stand_there_and_no_more(seen, staff, an):
    room = room_of(an)
    others = Room.objects.bulk_create(
        Room(
            code=f"z{n}", name="x", game="xidach", ruleset="classic", seat_count=4, owner=an, status="closed"
        )
        for n in range(NEWEST + 3)
    )
    for number in range(2, NEWEST + 5):
        round_in(room, an, number=number)
    _page, shelves = seen(an)
    assert shelves[ROOMS] == [one.code for one in reversed(others[3:])]
    assert shelves[ROUNDS] == [f"{room.code} · {number}" for number in range(NEWEST + 4, 4, -1)]


@pytest.mark.slow
def test_where_one_sits_oneself_nothing_is_shown(seen, staff, an):
    """Neither the room nor the rounds in it; as in their lists."""
    room, apart = room_of(an), room_of(an)
    services.sit(room_id=room.pk, by=staff, seat=1)
    round_in(room, an, staff)
    _page, shelves = seen(an)
    assert shelves == {ROOMS: [apart.code]}


@pytest.mark.slow
def test_a_round_that_one_plays_in_is_not_shown_while_it_runs(seen, staff, an, binh):
    room = room_of(binh)
    Round.objects.filter(room=room).delete()
    live = round_in(room, an, staff, status="running")
    assert seen(an)[1] == {}
    Round.objects.filter(pk=live.pk).update(status="over")
    assert seen(an)[1] == {ROUNDS: [f"{room.code} · 7"]}


@pytest.mark.slow
def test_what_they_reported_is_for_who_judges_it(client, seen, staff, an, binh):
    told, own = report(an, binh), report(an, staff)
    mine = report(staff, an)
    page, _shelves = seen(an)
    assert list(page.context["reports_by"]) == [told]
    text = page.content.decode()
    assert (
        "Reports by this person" in text and reverse("admin:accounts_report_change", args=[told.pk]) in text
    )
    for other in (own, mine):
        assert reverse("admin:accounts_report_change", args=[other.pk]) not in text
    assert list(seen(staff)[0].context["reports_by"]) == []


@pytest.mark.slow
def test_a_superuser_does_not_read_there_who_reported_them(client, seen, db, an, binh):
    boss = User.objects.create_superuser("chu", password=PASSWORD)
    come_in(client, "chu")
    report(an, boss)
    told = report(an, binh)
    assert list(seen(an)[0].context["reports_by"]) == [told]


def test_who_may_only_look_at_people_sees_none_of_it(client, seen, an, binh):
    clerk = User.objects.create_user("thu ngân", password=PASSWORD, is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_user"))
    come_in(client, "thu ngân")
    room_of(an), round_in(room_of(binh), an), report(an, binh)
    page, shelves = seen(an)
    assert shelves == {} and list(page.context["reports_by"]) == []
    assert "Phòng khách" not in page.content.decode()


@pytest.mark.slow
def test_how_somebody_likes_their_table_is_not_the_affair_of_staff(client, db, an):
    User.objects.create_superuser("chu", password=PASSWORD)
    come_in(client, "chu")
    address = reverse("admin:accounts_user_change", args=[an.pk])
    form = client.get(address).context["adminform"].form
    assert not set(LOOKS) & set(form.fields) and {"avatar", "language"} <= set(form.fields)
    User.objects.filter(pk=an.pk).update(theme="dark", sound=False)
    client.post(address, {"avatar": "rat-1", "language": "vi", "theme": "light", "sound": "on", "email": ""})
    an.refresh_from_db()
    assert (an.avatar, an.language, an.theme, an.sound) == ("rat-1", "vi", "dark", False)


@pytest.mark.slow
def test_all_of_it_is_found_by_key(seen, staff, an, binh):
    room_of(an), round_in(room_of(binh), an), report(an, binh)
    with asked() as statements:
        seen(an)
    assert len(statements) > 10 and scans(statements) == []
    if connection.vendor == "sqlite":
        kept_of_whereabouts = "accounts_whereabouts"  # a few a person
        assert not [sql for sql in sorts(statements) if kept_of_whereabouts not in sql]
