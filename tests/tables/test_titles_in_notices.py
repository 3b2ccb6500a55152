"""A room that was named after somebody loses that name in what was told of it, and no other room does."""

import pytest

from accounts.models import Notice, OldName, User
from games.rounds.services import start_round, take_back
from lobby import services
from lobby.models import Presence
from lobby.services.erasing import rename_rooms
from tests.backing import run_tests_on
from tests.plans import asked, scans, steps

TITLE, WHY = "Bàn của Lan", "ăn tiền"


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(name) for name in ("lan", "an", "binh", "staff")}


@pytest.fixture
def lan(people):
    """Closed the account a moment ago."""
    OldName.objects.create(whom=people["lan"], username="Lan")
    User.objects.filter(pk=people["lan"].pk).update(username="Người chơi cũ 1")
    people["lan"].refresh_from_db()
    return people["lan"]


@pytest.fixture
def rooms(people, lan):
    """Lan's, where an plays; and one of binh's that is called the same."""
    made = {who: services.create_room(by=people[who], game="xidach", name=TITLE) for who in ("lan", "binh")}
    services.sit(room_id=made["lan"].pk, by=people["an"], seat=1)
    services.set_ready(room_id=made["lan"].pk, by=people["an"], ready=True)
    return made


def told(person):
    return list(person.notices.order_by("pk").values_list("kind", "facts__room"))


NOW = "Bàn của Người chơi cũ 1"


@pytest.mark.slow
def test_what_was_told_of_the_room_follows_and_what_was_told_of_another_stays(people, lan, rooms):
    staff = people["staff"]
    running = start_round(room_id=rooms["lan"].pk, by=lan)
    take_back(round_id=running.pk, by=staff, reason=WHY)
    for owner, room in rooms.items():
        line = services.say(room_id=room.pk, by=people["an"], text=f"chào {owner}")
        services.remove_line(line_id=line.pk, by=staff, reason=WHY)
        services.restore_line(line_id=line.pk, by=staff, reason=WHY)
        services.close_by_staff(room_id=room.pk, by=staff, reason=WHY)
    services.reopen_room(room_id=rooms["lan"].pk, by=staff, reason=WHY)
    assert sum(rename_rooms(lan)) == 1
    kinds = ["void_round", "remove_line", "restore_line", "reopen_room"]
    of_lans = [(kind, NOW) for kind in kinds[:3]] + [("reopen_room", NOW)]
    of_binhs = [(kind, TITLE) for kind in kinds[1:3]]
    assert told(people["an"]) == [*of_lans[:3], *of_binhs, of_lans[3]], "binh's room is called as before"
    assert told(people["binh"]) == [("close_room", TITLE)]
    assert told(lan) == [("void_round", NOW), ("close_room", NOW), ("reopen_room", NOW)]
    rooms["binh"].refresh_from_db()
    assert rooms["binh"].name == TITLE and sum(rename_rooms(lan)) == 0


def test_what_an_older_version_told_follows_for_the_people_of_the_room_alone(people, lan, rooms):
    """It had the title, and did not say of which room."""
    khach = User.objects.create_user("khách")
    Presence.objects.create(room=rooms["lan"], user=khach, seen_at="2026-11-19T20:00Z")
    for person in (lan, people["an"], khach, people["binh"]):
        Notice.objects.create(whom=person, kind="close_room", facts={"room": TITLE})
    Notice.objects.create(whom=people["an"], kind="close_room", facts={"room": "Bàn của Lan Anh"})
    assert sum(rename_rooms(lan)) == 1
    assert told(lan) == told(khach) == [("close_room", NOW)]
    assert told(people["an"]) == [("close_room", NOW), ("close_room", "Bàn của Lan Anh")]
    assert told(people["binh"]) == [("close_room", TITLE)]


def test_notices_without_a_title_are_left_as_they_are(people, lan, rooms):
    plain = Notice.objects.create(whom=people["an"], kind="later", room=rooms["lan"].pk, facts={"seat": 1})
    assert sum(rename_rooms(lan)) == 1
    plain.refresh_from_db()
    assert plain.facts == {"seat": 1}


def others_are_told(many):
    someone = User.objects.create_user("ai đó")
    Notice.objects.bulk_create(
        Notice(whom=someone, kind="close_room", room=10**6 + n, facts={"room": TITLE}) for n in range(many)
    )
    Notice.objects.bulk_create(
        Notice(whom=someone, kind="close_room", facts={"room": TITLE}) for n in range(many)
    )


def test_nobody_elses_notices_are_read_for_it(people, lan, rooms):
    """However many there are: each statement finds its rows by an index, and reads no more of them."""
    Notice.objects.create(whom=lan, kind="close_room", room=rooms["lan"].pk, facts={"room": TITLE})
    Notice.objects.create(whom=people["an"], kind="close_room", facts={"room": TITLE})
    others_are_told(300)
    with asked() as statements:
        assert sum(rename_rooms(lan)) == 1
    of_notices = [one for one in statements if "accounts_notice" in one[0]]
    assert len(of_notices) >= 3 and scans(of_notices) == []
    assert told(lan) == told(people["an"]) == [("close_room", NOW)]


@pytest.mark.slow
def test_it_takes_as_many_steps_however_many_others_were_told(people, lan, rooms):
    others_are_told(300)
    with steps() as taken:
        assert sum(rename_rooms(lan)) == 1
    assert taken.count < 1500, "of SQLite: some ten for each notice that is read"


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_finds_them_too(tests_database):
    assert "." * 4 in run_tests_on(tests_database, "-k", "not steps and not postgresql", __file__), (
        "none was left out"
    )
