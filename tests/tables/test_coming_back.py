"""Everybody comes back at the same moment, as after a restart: what is asked for them, and who gets in."""

import asyncio

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone
from websockets.exceptions import InvalidStatus

from accounts.models import User
from games.live import consumers
from games.live import hall as halls
from games.live import hub as hubs
from games.live.hall import Hall
from games.live.viewing import Person
from games.management.commands.open_tables import log_in
from lobby import services
from lobby.wire import login, together
from tests.client import Player
from tests.tables.test_socket_doors import CLOSE_ACCOUNT, FORGET

AT_A_TABLE = 4


@pytest.fixture
def people(db):
    return [User.objects.create_user(f"người {number}") for number in range(5 * AT_A_TABLE)]


@pytest.fixture
def rooms(people):
    return [services.create_room(by=people[number * AT_A_TABLE], game="xidach") for number in range(5)]


@pytest.fixture
def asked(monkeypatch):
    """What the database is asked, where the test stands and one question after the other."""

    async def here(function, *args, **kwargs):
        return await sync_to_async(function)(*args, **kwargs)

    for asker in (halls, hubs, together):
        monkeypatch.setattr(asker, "in_database", here)
    questions = []

    def listen(execute, sql, params, many, context):
        questions.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield questions


def person(user):
    return Person(id=user.pk, name=user.username, session_key="", language="vi")


async def comes(hall, room, user):
    async with hall.arrival(room.pk, person(user)) as hub:
        return hub.facts.room


def asked_for_arrivals(rooms, people, asked):
    async def come():
        hall = Hall()
        hall._waking = asyncio.create_task(asyncio.sleep(0))  # the heartbeat is another matter
        pairs = list(enumerate(people))
        found = await asyncio.gather(*(comes(hall, rooms[n // AT_A_TABLE], user) for n, user in pairs))
        for hub in hall.hubs.values():
            hub.close()
        return found

    before = len(asked)
    found = async_to_sync(come)()
    for number, user in enumerate(people):
        assert user.pk in found[number].here and found[number].id == rooms[number // AT_A_TABLE].pk
    return len(asked) - before


def test_twenty_who_come_to_five_tables_cost_hardly_more_questions_than_one_at_one(rooms, people, asked):
    alone = asked_for_arrivals(rooms[:1], people[:1], asked)
    assert alone and asked_for_arrivals(rooms, people, asked) <= 2 * alone + 2


def test_a_socket_reads_nothing_again_that_its_page_has_read(rooms, people, asked):
    async def story():
        hall = Hall()
        hall._waking = asyncio.create_task(asyncio.sleep(0))
        services.note_seen(room_id=rooms[0].pk, user_id=people[0].pk)  # as the page does
        sight = await hall._seen_by(rooms[0].pk, person(people[0]))
        await hall.look()  # nobody is at the table, and it is not forgotten at once
        read = len(asked)
        async with hall.arrival(rooms[0].pk, person(people[0])) as hub:
            assert hub.facts is sight.table and len(asked) == read + 1, "how far it has come"
        async with hall.arrival(rooms[0].pk, person(people[1])) as hub:
            assert people[1].pk in hub.facts.room.here and len(asked) == read + 2, "a second person too"
        hub.close()

    async_to_sync(story)()


def test_who_knocks_at_the_same_moment_is_looked_up_in_one_question(rooms, people, asked):
    before = len(asked)
    knocks = [(rooms[n // AT_A_TABLE].code, user) for n, user in enumerate(people)]
    answers = consumers._rooms_for([*knocks, ("zzzzzz", people[0])])
    assert [room.code for room in answers[:-1]] == [code for code, _user in knocks] and answers[-1] == 404
    assert len(asked) - before == 1


def handshake(cookie):
    return {
        "headers": [(b"cookie", cookie.encode())],
        "query_string": b"language=en",
        "client": ("10.1.2.3", 1),
    }


def test_who_comes_at_the_same_moment_is_each_who_they_are(people, asked):
    """One question for their sessions, and one for each whose session is not over."""
    keys = [log_in(user) for user in people]
    Session.objects.filter(pk=keys[1]).update(expire_date=timezone.now())
    Session.objects.filter(pk=keys[2]).delete()
    User.objects.filter(pk=people[3].pk).update(is_active=False)
    people[4].set_password("xì dách tối thứ bảy")
    people[4].save()
    before = len(asked)
    cookies = [
        *(f"sessionid={key}" for key in keys),
        "",
        "sessionid=",
        "sessionid=" + "a" * 32,
        f"sessionid={keys[0]}",
    ]
    logins = login.read_logins([handshake(cookie) for cookie in cookies])
    assert [one.user.pk for one in logins[:20]] == [
        user.pk if number not in (1, 2, 3, 4) else None for number, user in enumerate(people)
    ]
    assert [one.user.pk for one in logins[20:]] == [None, None, None, people[0].pk]
    assert [one.session_key for one in logins[:6]] == [keys[0], "", "", keys[3], "", keys[5]]
    assert logins[0].language == "en" and len(asked) - before <= 1 + 20 + 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["daphne", "uvicorn"])
async def test_after_a_restart_everybody_is_back_at_once_and_nobody_who_may_not(houses, kind):
    server = houses.new(kind=kind).start()
    tables = [await asyncio.to_thread(server.open_table, "--seats=4", batch=12) for _ in range(12)]
    lines = [line for table in tables for line in table]
    first = await Player.at(server.url, lines[2]["room"], lines[2]["cookie"])
    name = (await first.until_frame("room"))["seats"][2]["player"]
    server.kill()
    await asyncio.to_thread(server.manage, "shell", "-c", CLOSE_ACCOUNT.format(name))
    key = lines[7]["cookie"].removeprefix("sessionid=")
    await asyncio.to_thread(server.manage, "shell", "-c", FORGET.format(key))
    await asyncio.to_thread(server.start)
    came = await asyncio.gather(
        *(Player.at(server.url, line["room"], line["cookie"]) for line in lines), return_exceptions=True
    )
    for number, (line, player) in enumerate(zip(lines, came, strict=True)):
        if number in (2, 7):
            assert isinstance(player, InvalidStatus) and player.response.status_code == 403
            continue
        room = await player.until_frame("room")
        assert (room["code"], room["you"]) == (line["room"], line["seat"])
        there = [n for n in range(4) if lines.index(line) - line["seat"] + n not in (2, 7)]
        await player.until(lambda p, t=there: [s["seat"] for s in p.room["seats"] if s["online"]] == t)
    await asyncio.gather(first.close(), *(p.close() for p in came if isinstance(p, Player)))
    server.stop()
