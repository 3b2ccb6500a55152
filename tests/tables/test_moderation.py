"""Staff close a room and remove a chat line: everybody at the table is shown it, and nothing is half done."""

import asyncio
import json
import secrets
from random import Random

import pytest
from asgiref.sync import async_to_sync
from django.urls import reverse

from accounts.models import ModAction, Notice, User
from games.live import hub
from games.live.catching_up import load_stands, read_table
from games.live.html_voice import HtmlVoice
from games.live.hub import Hub
from games.live.json_voice import JsonVoice
from games.live.viewing import Person
from games.live.writer import Writer
from games.rounds.models import Round, Score
from games.rounds.reading import load_table
from games.rounds.services import start_round
from lobby import services
from lobby.models import ChatLine, Room
from lobby.wire import together
from tests.back_office import Office
from tests.client import Player
from tests.tables.test_own_news import here

WHY = "cờ bạc ăn tiền"


@pytest.fixture
def staff(db):
    return User.objects.create_user("trọng tài", is_staff=True)


@pytest.fixture
def cai(db):
    return User.objects.create_user("cai")


@pytest.fixture
def room(cai):
    room = services.create_room(by=cai, game="xidach", seats=2)
    services.add_bot(room_id=room.pk, by=cai, seat=1, level="house")
    return room


# --- rooms ------------------------------------------------------------------------------------


def test_a_room_is_closed_while_a_round_runs_there_and_nobody_loses_by_it(room, cai, staff):
    running = start_round(room_id=room.pk, by=cai)
    assert services.close_by_staff(room_id=room.pk, by=staff, reason=WHY)
    room.refresh_from_db()
    running.refresh_from_db()
    assert (room.status, room.start_at) == (Room.Status.CLOSED, None)
    assert (running.status, running.void_cause) == ("void", "moderator")
    assert not room.seats.filter(in_round=True).exists() and not Score.objects.exists()
    assert not Round.objects.filter(room=room, status__in=["next", "running"]).exists()
    assert services.close_by_staff(room_id=room.pk, by=staff, reason=WHY) is None


def on_record():
    return list(ModAction.objects.order_by("pk").values_list("act", "target", "by", "reason"))


def test_that_its_round_was_voided_is_on_record_and_its_players_are_told(room, cai, staff):
    an, binh = (User.objects.create_user(name) for name in ("an", "binh"))
    services.remove_bot(room_id=room.pk, by=cai, seat=1)
    services.sit(room_id=room.pk, by=an, seat=1)
    services.set_ready(room_id=room.pk, by=an, ready=True)
    running = start_round(room_id=room.pk, by=cai)
    services.stand_up(room_id=room.pk, by=an)  # and plays it to its end
    services.close_by_staff(room_id=room.pk, by=staff, reason=WHY)
    assert on_record() == [
        ("close_room", room.code, staff.pk, WHY), ("void_round", str(running.pk), staff.pk, WHY)
    ]  # fmt: skip
    told = Notice.objects.values_list("whom__username", "kind", "reason")
    assert set(told) == {
        ("cai", "close_room", WHY), ("cai", "void_round", WHY), ("an", "void_round", WHY)
    }  # fmt: skip
    assert not Notice.objects.filter(whom=binh).exists()


def test_between_rounds_the_number_to_come_is_spent(room, staff):
    services.close_by_staff(room_id=room.pk, by=staff, reason=WHY)
    assert [one.status for one in room.rounds.all()] == ["void"]
    assert [act for act, *_rest in on_record()] == ["close_room"], "nobody played it"


def at_its_table(room, person, monkeypatch, *, then):
    """What somebody's page is brought by that."""
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)

    async def at_the_table():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await table.refresh()
        voice = HtmlVoice(table, Person(id=person.pk, name=person.username, session_key="", language="en"))
        list(voice.frames())
        await here(then)
        await table.refresh()
        brought = "".join(voice.frames())
        table.close()
        return " ".join(brought.split())

    return async_to_sync(at_the_table)()


@pytest.mark.slow
@pytest.mark.parametrize("plays", [True, False], ids=["in a round", "between rounds"])
def test_who_is_there_reads_why_at_once_and_can_do_nothing_there(room, cai, staff, monkeypatch, plays):
    if plays:
        start_round(room_id=room.pk, by=cai)
    page = at_its_table(
        room,
        cai,
        monkeypatch,
        then=lambda: services.close_by_staff(room_id=room.pk, by=staff, reason=WHY),
    )
    banner = page[page.index('id="banner"') :]
    assert f"A moderator closed this room: “<bdi>{WHY}</bdi>”" in banner[: banner.index("</div>")]
    assert staff.username not in page
    assert 'name="do"' not in page and 'name="room"' not in page, "every form is taken away"
    for zone in ("actions", "menu", "chat"):
        assert f'id="{zone}"' in page
    assert '<div id="chat" class="zone chat" data-unheard>' in page
    assert "data-copy" not in page, "nobody is invited"
    assert plays == ("A moderator cancelled this round" in page)


def test_that_the_owner_closed_it_is_said_without_a_moderator(room, cai, monkeypatch):
    page = at_its_table(room, cai, monkeypatch, then=lambda: services.close_room(room_id=room.pk, by=cai))
    assert "This room is closed." in page and "<bdi>cai</bdi> closed the room." in page
    assert "moderator" not in page


def test_who_comes_back_reads_why(client, room, cai, staff):
    services.close_by_staff(room_id=room.pk, by=staff, reason=WHY)
    client.force_login(cai)
    page = client.get(reverse("room", args=[room.code]), follow=True).content.decode()
    assert WHY in page and staff.username not in page


def test_of_a_room_that_its_owner_closed_there_is_no_reason(client, room, cai):
    services.close_room(room_id=room.pk, by=cai)
    client.force_login(cai)
    page = client.get(reverse("history", args=[room.code]), headers={"accept-language": "en"})
    assert "A moderator closed it" not in page.content.decode()


# --- lines ------------------------------------------------------------------------------------

SAID = ["chào", "đồ ngốc", "thôi mà"]


@pytest.fixture
def lines(room, cai):
    return [services.say(room_id=room.pk, by=cai, text=text) for text in SAID]


def told(table):
    return [line.text for line in table.chat]


@pytest.mark.slow
@pytest.mark.parametrize("which", range(3))
def test_a_removed_line_is_told_to_nobody(room, staff, lines, which):
    before = load_table(room.pk)
    assert services.remove_line(line_id=lines[which].pk, by=staff, reason=WHY)
    table = load_table(room.pk)
    assert told(table) == [text for text in SAID if text != SAID[which]]
    assert table.removed == (lines[which].pk,) and table.line == before.line, "how far it is never falls"
    assert services.remove_line(line_id=lines[which].pk, by=staff, reason=WHY) is None
    assert ChatLine.objects.get(pk=lines[which].pk).text == SAID[which], "staff still know"


@pytest.mark.slow
@pytest.mark.parametrize("hinted", [True, False], ids=["heard of", "found at a look"])
def test_it_leaves_open_tables(room, cai, staff, lines, hinted, monkeypatch):
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)
    people = [Person(id=pk, name="", session_key="", language="vi") for pk in (cai.pk, staff.pk)]

    async def at_the_table():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await table.refresh()
        voices = [make(table, person) for person in people for make in (JsonVoice, HtmlVoice)]
        opened = [list(voice.frames()) for voice in voices]
        await here(services.remove_line, line_id=lines[2].pk, by=staff, reason=WHY)
        if hinted:
            table.touch()
        else:
            table.hear_of((await here(load_stands, [room.pk]))[room.pk])
        await table._refreshing
        told = [list(voice.frames()) for voice in voices]
        facts, _live = await here(read_table, room.pk)
        assert table.facts == facts and not table._is_behind
        table.close()
        return opened, told

    opened, told = async_to_sync(at_the_table)()
    assert [any(SAID[2] in frame for frame in frames) for frames in opened] == [False, True] * 2
    for of_program, of_page in (told[:2], told[2:]):
        assert {"type": "chat_removed", "id": lines[2].pk} in map(json.loads, of_program)
        assert len(of_page) == 1 and SAID[1] in of_page[0] and SAID[2] not in of_page[0]


def test_a_line_that_was_removed_before_anybody_came_is_no_news(room, cai, staff, lines, monkeypatch):
    for asker in (hub, together):
        monkeypatch.setattr(asker, "in_database", here)
    services.remove_line(line_id=lines[2].pk, by=staff, reason=WHY)

    async def at_the_table():
        table = Hub(room.pk, Writer(), moved=lambda room_id: None)
        await table.refresh()
        voice = JsonVoice(table, Person(id=cai.pk, name="cai", session_key="", language="vi"))
        list(voice.frames())
        await here(services.say, room_id=room.pk, by=cai, text="còn ai không?")
        await table.refresh()
        table.close()
        return [json.loads(text) for text in voice.frames()]

    (said,) = async_to_sync(at_the_table)()
    assert (said["type"], said["text"]) == ("chat", "còn ai không?")


# --- through the back office of a server ------------------------------------------------------


def a_moderator():
    return f"Trọng Tài {secrets.token_hex(3)}"


async def everything_is_felt(table, office, soon):
    """By everybody at the table: a line goes and comes back, a running round stops, one that is over is taken
    back, and the room is closed, and open again."""
    cai, an, *_khach = people = table.people

    def told(kind, **facts):
        return lambda: all(facts.items() <= one.newest.get(kind, {}).items() for one in people)

    async def does(action, key, things):
        await asyncio.to_thread(office.act_on, things, key, action, reason=WHY)

    await an.say(room="chat", text="đồ ngốc")
    line = (await cai.until_frame("chat", text="đồ ngốc"))["id"]
    await cai.say(room="chat", text="thôi mà")
    await table.until(told("chat", text="thôi mà"))
    await does("remove_lines", line, "lobby/chatline")
    assert await soon(told("chat_removed", id=line))
    await does("restore_lines", line, "lobby/chatline")
    assert await soon(told("chat", id=line, text="đồ ngốc"))

    await table.start()
    await table.until(lambda: all("view" in one.newest for one in people))
    await does("void_rounds", cai.view["id"], "games/round")
    assert await soon(told("result", round=1, void="moderator", points=None))
    await table.until_open(2)

    result = await table.play_round(Random(2))
    assert result["void"] is None
    await table.until(told("result", round=2, void=None))
    await does("void_rounds", result["id"], "games/round")
    assert await soon(
        told("result", round=2, void="moderator", points=None, server_seed=result["server_seed"])
    )
    await table.until(lambda: all(set(one.room["totals"].values()) == {0} for one in people))
    assert cai.room["sheet"] == [{"round": 2, "scores": {}, "void": "moderator"}]
    assert table.record(result)["annulled"] is True and table.record(result)["status"] == "over"
    assert table.script(result)["seed"] == result["round_seed"]

    await table.start()
    await table.until(lambda: all(one.view["round"] == 3 for one in people))
    rooms = "SELECT id FROM lobby_room WHERE code = ?"
    await does("close_rooms", table.server.rows(rooms, table.code)[0][0], "lobby/room")
    assert await soon(lambda: all(one.closed is not None for one in people))
    assert {await one.until_closed() for one in people} == {(1000, "closed")}
    rounds = (
        "SELECT number, r.status, void_cause FROM games_round r JOIN lobby_room room ON room.id = room_id"
    )
    assert table.server.rows(f"{rounds} WHERE code = ? ORDER BY number", table.code) == [
        (1, "void", "moderator"), (2, "over", "moderator"), (3, "void", "moderator"),
    ]  # fmt: skip

    await does("reopen_rooms", table.server.rows(rooms, table.code)[0][0], "lobby/room")
    back = await Player.at(table.server.url, table.code, table.cookies[0])
    await back.until(lambda p: "room" in p.newest and p.room["next"])
    assert (back.room["status"], back.room["next"]["round"], back.room["you"]) == ("open", 4, 0)
    assert set(back.room["totals"].values()) == {0} and back.closed is None
    await back.close()


@pytest.mark.slow
async def test_all_of_it_is_felt_at_once(server):
    async with server.table(seats=2, spectators=1, turn_seconds=300) as table:

        async def soon(met):
            await table.until(met)
            return True

        await everything_is_felt(table, await asyncio.to_thread(Office, server, a_moderator()), soon)
