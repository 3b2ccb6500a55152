"""Who gets in at the table's door: origins, log-ins, rooms; and how a log-in's end shows them out."""

import asyncio
import re

import pytest
from websockets.exceptions import InvalidStatus

from tests.client import Player
from tests.server import Server

pytestmark = pytest.mark.slow  # a real server each


async def knock(server: Server, code: str, cookie: str, **headers: str) -> int | Player:
    """A player who is in, or the HTTP status of the refusal."""
    try:
        return await Player.at(server.url, code, cookie, **headers)
    except InvalidStatus as refusal:
        return refusal.response.status_code


def origins(port: int) -> list[str]:
    """Everybody's pages but ours."""
    here = f"127.0.0.1:{port}"
    return [
        "null", "http://", "https://", "*", "about:blank", "file://", "127.0.0.1", here, f"//{here}",
        "http://127.0.0.1", f"http://127.0.0.1:{port + 1}", f"https://{here}", f"ws://{here}", f"http://{here}/",
        f"http://{here}/lobby/", f"http://{here}.evil.example", f"http://evil.example/{here}", f"http://{here}@evil.example",
        f"http://evil.example#{here}", f"http://sub.{here}", f"http://localhost:{port}", f"http://[::1]:{port}",
        f"http://0.0.0.0:{port}", f"HTTP://{here}", f"http://{here} ", f"http://{here}, http://evil.example",
        f"http://evil.example, http://{here}", "http://evil.example", f"http://evil.example:{port}",
    ]  # fmt: skip


async def test_of_all_origins_only_our_own_opens_and_a_program_without_one(any_server):
    """T17"""
    async with any_server.table(seats=2, come=False) as table:
        for origin in origins(any_server.port):
            if origin.strip() != f"http://127.0.0.1:{any_server.port}":
                status = await knock(any_server, table.code, table.cookies[0], Origin=origin)
                assert status in (400, 403), origin  # 400: no origin at all, says daphne
        own = await table.enter(0, Origin=f"http://127.0.0.1:{any_server.port}")
        program = await table.enter(1)
        assert own.room["you"] == 0 and program.room["you"] == 1


async def test_without_a_log_in_nobody_gets_in(any_server):
    async with any_server.table(seats=2, come=False) as table:
        for cookie in ("", "sessionid=", "sessionid=unknown", "sessionid=" + "a" * 32, "x; =;;", "sessionid"):
            assert await knock(any_server, table.code, cookie) == 403


async def test_a_room_that_does_not_exist_is_not_found(any_server):
    async with any_server.table(seats=2, come=False) as table:
        cookie = table.cookies[0]
        assert [await knock(any_server, code, cookie) for code in ("zzzzzz", "0", "a" * 26)] == [404] * 3
        assert await knock(any_server, "zzzzzz", "") in (403, 404)


async def test_a_code_may_be_typed_in_any_case(any_server):
    async with any_server.table(seats=2, come=False) as table:
        player = await knock(any_server, table.code.upper(), table.cookies[0])
        assert isinstance(player, Player)
        assert (await player.until_frame("room"))["code"] == table.code
        await player.close()


async def test_a_closed_room_only_says_that_it_is_closed(any_server):
    async with any_server.table(seats=2) as table:
        await table.people[0].say(room="close")
        await table.people[0].until_closed()
        late = await knock(any_server, table.code, table.cookies[1])
        if isinstance(late, Player):
            assert await late.until_closed() == (1000, "closed")
            assert late.room["status"] == "closed" and late.room["next"] is None
        else:
            assert late in (403, 404)


def open_room(server: Server, cookie: str, **wanted: str) -> str:
    """A room opened on the page; its code is in the address one is sent to."""
    fields = {"game": "xidach", "seats": "2", **wanted}
    status, address = server.post("/rooms/new/", cookie, **fields)
    assert status == 302, status
    return address.rstrip("/").rsplit("/", 1)[-1]


async def test_a_password_room_is_for_who_gave_the_password(any_server):
    async with any_server.table(seats=2, come=False) as table:
        cai, an = table.cookies
        code = open_room(any_server, cai, visibility="password", password="bánh chưng")
        assert await knock(any_server, code, an) == 403
        any_server.post(f"/rooms/{code}/join/", an, password="bánh giầy")
        assert await knock(any_server, code, an) == 403
        any_server.post(f"/rooms/{code}/join/", an, password="bánh chưng")
        for cookie in (cai, an):
            player = await knock(any_server, code, cookie)
            assert isinstance(player, Player)
            assert (await player.until_frame("room"))["visibility"] == "password"
            await player.close()


async def test_an_unlisted_rooms_link_is_its_key(server):
    async with server.table(seats=2, come=False) as table:
        code = open_room(server, table.cookies[0], visibility="unlisted")
        assert len(code) == 26
        player = await knock(server, code.upper(), table.cookies[1])
        assert isinstance(player, Player)
        await player.until_frame("room", code=code)
        await player.close()


# --- log-ins that end -------------------------------------------------------------------------------


async def test_logging_out_closes_ones_sockets_at_once(any_server):
    """It does not wait until they are compared with the database, which is minutes away here."""
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        twin = await table.enter(1)
        status, _to = await asyncio.to_thread(any_server.post, "/accounts/logout/", table.cookies[1])
        assert status == 302
        assert await an.until_closed() == await twin.until_closed() == (4401, "logged_out")
        assert cai.closed is None
        assert await knock(any_server, table.code, table.cookies[1]) == 403


LOG_IN_ELSEWHERE = (
    "from accounts.models import User; from allauth.usersessions.models import UserSession;"
    " from games.management.commands.open_tables import log_in; from time import time;"
    " an = User.objects.get(username={!r}); cookie = log_in(an);"
    " keys = ({!r}, cookie); rows = [UserSession.objects.create(user=an, session_key=key) for key in keys];"
    " print('sessionid=' + cookie)"
)


@pytest.mark.parametrize("which", ["one", "others"])
async def test_a_log_in_ended_from_another_leaves_its_table_at_once(any_server, which):
    """The sockets of the log-in that ended it stay."""
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        name, key = an.room["seats"][1]["player"], table.cookies[1].removeprefix("sessionid=")
        told = await asyncio.to_thread(any_server.manage, "shell", "-c", LOG_IN_ELSEWHERE.format(name, key))
        cookie = told.split()[-1]
        here = await Player.at(any_server.url, table.code, cookie)
        await here.until_frame("room")
        page = (await asyncio.to_thread(any_server.get, "/accounts/sessions/", cookie))[1]
        one = re.search(r'name="end" value="(\d+)"', page.decode())[1]
        fields = {"end": one if which == "one" else "others"}
        status, _to = await asyncio.to_thread(any_server.post, "/accounts/sessions/", cookie, **fields)
        assert status == 302
        assert await an.until_closed() == (4401, "logged_out")
        assert here.closed is None and cai.closed is None
        assert await knock(any_server, table.code, table.cookies[1]) == 403
        await here.close()


TWICE = (
    "from accounts.models import User; from games.management.commands.open_tables import log_in;"
    " an = User.objects.get(username={!r}); User.objects.filter(pk=an.pk).update(is_guest=True);"
    " print('sessionid=' + log_in(an))"
)


async def test_who_keeps_the_account_comes_back_and_only_other_log_ins_are_over(any_server):
    async with any_server.table(seats=2) as table:
        cai, an = table.people
        name = an.room["seats"][1]["player"]
        cookie = (await asyncio.to_thread(any_server.manage, "shell", "-c", TWICE.format(name))).split()[-1]
        elsewhere = await Player.at(any_server.url, table.code, cookie)
        kept = {"username": f"Lan {name[-5:]}", "password1": "xì dách tối thứ bảy"}
        assert await asyncio.to_thread(any_server.post, "/accounts/keep/", table.cookies[1], **kept) == (
            302,
            "/accounts/settings/",
        )
        assert await an.until_closed() == (4000, "restart")
        assert await elsewhere.until_closed() == (4401, "logged_out") and cai.closed is None
        for old in (table.cookies[1], cookie):
            assert await knock(any_server, table.code, old) == 403


BAN = (
    "from accounts.models import User; from accounts.sanctions import ban;"
    " ban(by=None, whom=User.objects.get(username={!r}))"
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["daphne", "uvicorn"])
async def test_a_ban_from_another_process_ends_moves_at_once_and_sockets_soon(houses, kind):
    server = houses.shared(kind=kind, TABLE_LOGINS="1")
    async with server.table(seats=2, turn_seconds=300) as table:
        cai, an = table.people
        await table.start()
        await asyncio.to_thread(server.manage, "shell", "-c", BAN.format(cai.room["seats"][0]["player"]))
        if cai.closed is None:
            await cai.move("deal", first="left")
        assert await cai.until_closed(20) == (4403, "banned")
        assert [by for *_, by in table.moves if by == "person"] == [] and an.closed is None
        assert await knock(server, table.code, table.cookies[0]) == 403


CLOSE_ACCOUNT = "from accounts.models import User; User.objects.filter(username={!r}).update(is_active=False)"


@pytest.mark.slow
async def test_who_is_banned_starts_no_round_over_a_socket_that_has_not_heard(houses):
    deaf = houses.shared(TABLE_LOOK="300")  # seconds until sockets are compared with the database
    async with deaf.table(seats=2) as table:
        cai = table.people[0]
        name = cai.room["seats"][0]["player"]
        await asyncio.to_thread(deaf.manage, "shell", "-c", CLOSE_ACCOUNT.format(name))
        await cai.refused("not_allowed", room="start")
        assert table.moves == [] and cai.room["status"] == "open"


FORGET = "from django.contrib.sessions.models import Session; Session.objects.filter(pk={!r}).delete()"


@pytest.mark.slow
async def test_a_session_that_is_gone_from_the_database_is_noticed(houses):
    server = houses.shared(TABLE_LOGINS="1")
    async with server.table(seats=2) as table:
        key = table.cookies[1].removeprefix("sessionid=")
        await asyncio.to_thread(server.manage, "shell", "-c", FORGET.format(key))
        assert await table.people[1].until_closed(20) == (4401, "logged_out")
