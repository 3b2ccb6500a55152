"""Who was seen where is noted in memory, and written down now and then: looking at a page writes nothing."""

import asyncio
import resource
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from lobby import services
from lobby.attendance import Attendance, attendance
from lobby.models import Presence, Room
from tests.server import Server
from tests.tables.test_socket_doors import open_room
from tests.tables.test_without_socket import Browser

START = timezone.now()
PAIR = (1, 2)


def at(second):
    return START + timedelta(seconds=second)


@pytest.fixture
def clock(monkeypatch):
    """What time it is, in seconds since the start."""
    now = [0.0]
    monkeypatch.setattr("django.utils.timezone.now", lambda: at(now[0]))

    def set_to(second):
        now[0] = second

    return set_to


def written(clock, visits, until):
    """Second by second as the ticker asks: when something was written, and when they were seen by then."""
    notes, found = Attendance(), []
    for second in range(until):
        clock(second)
        if second in visits:
            notes.note(*PAIR)
        if due := notes.due(at(second)):
            notes.written(due)
            found.append((second, (due[PAIR] - START).seconds))
    return found


def test_who_looks_often_is_written_once_in_ten_seconds(clock):
    assert written(clock, range(60), 60) == [(second, second) for second in range(0, 60, 10)]


@pytest.mark.parametrize("every", [5, 20])  # seconds between two looks of a page without scripts
def test_who_has_no_scripts_is_always_there(clock, every):
    """At no second is it longer than half a minute since they were seen, as the database has it."""
    found = written(clock, range(0, 600, every), 600)
    for second in range(600):
        assert second - max(seen for when, seen in found if when <= second) <= 30


def test_who_left_is_forgotten(clock):
    notes = Attendance()
    notes.note(*PAIR)
    notes.written(notes.due(at(0)))
    clock(61)
    notes.written({})
    assert not notes.rooms_of(PAIR[1]) and not notes.due(at(62))


def test_what_could_not_be_written_is_tried_again_later(clock):
    notes = Attendance()
    notes.note(*PAIR)
    assert notes.due(at(0)) and not notes.due(at(1)) and notes.due(at(11)) == {PAIR: at(0)}


@pytest.mark.django_db
def test_a_look_at_the_page_writes_nothing_and_who_came_by_the_link_keeps_the_room(
    client, django_user_model, django_assert_num_queries
):
    cai, an = (django_user_model.objects.create_user(name) for name in ("Cái", "An"))
    room = services.create_room(by=cai, game="xidach", visibility="unlisted")
    client.force_login(an)
    assert client.get(reverse("room", args=[room.code])).status_code == 200
    assert not Presence.objects.exists()
    assert room in Room.objects.visible_to(an), "at once"
    services.write_attendance(timezone.now())
    attendance.clear()
    assert room in Room.objects.visible_to(an), "and for good"
    with django_assert_num_queries(0):
        services.write_attendance(timezone.now())


# --- through the door --------------------------------------------------------------------------


@pytest.fixture
def hasty(houses):
    """Where who was not seen for three seconds is not there, and for six seconds, away."""
    return houses.shared(TABLE_PRESENCE="3", TABLE_AWAY_AFTER_GONE="6", TABLE_PING="1")


@pytest.mark.slow
async def test_nobody_without_scripts_becomes_away(hasty):
    async with hasty.table(game="niuniu", seats=2, turn_seconds=300, come=False) as table:
        cai, an = await table.enter(0), Browser(table, 1, script=False)
        await an.page()
        await cai.say(room="start")
        await cai.until_round(1)
        for _look in range(20):  # longer than until who is gone is away
            assert (await an.page()).status == 200
            await asyncio.sleep(0.5)  # a sixth of the time in which one is there, as in life
            assert cai.room["seats"][1]["online"] and not cai.room["seats"][1]["away"]
        await cai.until(lambda p: p.room["seats"][1]["away"])  # who looks no more


@pytest.mark.slow
def test_on_a_full_disk_the_page_still_comes(houses):
    """T41"""
    server = houses.new().start()
    cookies = [line["cookie"] for line in server.open_table("--seats=2")]
    public, unlisted = (open_room(server, cookies[0], visibility=how) for how in ("public", "unlisted"))
    fill_the_disk(server, full=True)
    for code in (public, unlisted):
        for page in (f"/rooms/{code}/", f"/rooms/{code}/zones/", f"/rooms/{code}/history/", "/lobby/"):
            assert server.get(page, cookies[1])[0] == 200, page
    server.post(f"/rooms/{public}/room/", cookies[1], room="sit", seat="1")
    assert sitting(server, public) == 1, "it is full indeed"
    fill_the_disk(server, full=False)
    assert server.post(f"/rooms/{public}/room/", cookies[1], room="sit", seat="1")[0] == 303
    assert sitting(server, public) == 2
    server.stop()


def sitting(server: Server, code: str) -> int:
    query = "SELECT count(*) FROM lobby_seat s JOIN lobby_room r ON r.id = s.room_id WHERE r.code = ?"
    return int(server.rows(query, code)[0][0])


def fill_the_disk(server: Server, *, full: bool) -> None:
    """No file of this process can be written any further."""
    _soft, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1 if full else hard, hard))
