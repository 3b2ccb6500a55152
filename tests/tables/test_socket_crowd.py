"""How many sockets one may hold: in all, in one room, and how their places become free again."""

import asyncio
import json
import socket
from http.client import HTTPConnection
from itertools import chain
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from accounts.paces import Pace
from lobby.wire import socket as sockets
from lobby.wire.crowd import Crowd
from tests.server import CSRF, Table
from tests.tables.test_socket_leavers import AT_ONCE, HELLO

PASSWORD = "xì dách tối thứ bảy"
SIGN_UP = "from accounts.models import User; User.objects.create_user(username={!r}, password={!r})"


# --- through the real door --------------------------------------------------------------------


async def log_in(server, name):
    """Their cookie, from the log-in page."""
    await asyncio.to_thread(server.manage, "shell", "-c", SIGN_UP.format(name, PASSWORD))
    return await asyncio.to_thread(_log_in, server, name)


def _log_in(server, name):
    door = HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {
        "Cookie": f"csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    door.request("POST", "/accounts/login/", urlencode({"login": name, "password": PASSWORD}), headers)
    answer = door.getresponse()
    cookies = [cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie") or ()]
    door.close()
    return next(cookie for cookie in cookies if cookie.startswith("sessionid="))


class Tabs:
    """All the sockets of one person, at the tables of a server."""

    def __init__(self, server, cookie):
        self.base, self.cookie = server.url.replace("http", "ws"), cookie
        self.open = []

    async def knock(self, path):
        """The open socket, or the status of the refusal."""
        try:
            tab = await connect(self.base + path, additional_headers={"Cookie": self.cookie}, open_timeout=20)
        except InvalidStatus as refusal:
            return refusal.response.status_code
        self.open.append(tab)
        return tab

    async def is_in(self, path):
        """Does it open, and is brought something?"""
        tab = await self.knock(path)
        return tab != 429 and json.loads(await tab.recv())["type"] in ("room", "rooms")

    async def until_in(self, path):
        async with asyncio.timeout(20):
            while not await self.is_in(path):
                await asyncio.sleep(0.02)

    async def close_all(self):
        await asyncio.gather(*(tab.close() for tab in self.open))
        self.open.clear()


def table_of(code):
    return f"/ws/rooms/{code}/?format=json"


LOBBY = "/ws/lobby/?format=json"


@pytest.mark.slow
async def test_a_person_holds_twelve_sockets_and_four_in_a_room(any_server):
    rooms = [Table(any_server, any_server.open_table("--seats=2", batch=3)).code for _ in range(3)]
    lan = Tabs(any_server, await log_in(any_server, f"Lan {rooms[0]}"))
    minh = Tabs(any_server, await log_in(any_server, f"Minh {rooms[0]}"))
    for _ in range(4):
        assert await lan.is_in(table_of(rooms[0]))
    assert await lan.knock(table_of(rooms[0])) == 429
    for code in (*rooms[1:], *rooms[1:]):
        assert await lan.is_in(table_of(code)) and await lan.is_in(table_of(code.upper()))
    for path in (LOBBY, table_of(rooms[0]), table_of(rooms[1])):
        assert await lan.knock(path) == 429
    assert await minh.is_in(table_of(rooms[0])) and await minh.is_in(LOBBY)
    await lan.open.pop(0).close()
    await lan.until_in(LOBBY)
    assert await lan.knock(table_of(rooms[0])) == 429
    await lan.close_all()
    await minh.close_all()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/ws/rooms/{}/", "/ws/lobby/"])
async def test_a_page_too_many_is_told_so_and_not_to_come_back(any_server, path):
    people = any_server.open_table("--seats=2")
    lan = Tabs(any_server, people[0]["cookie"])
    rooms = [people[0]["room"], *(any_server.open_table("--seats=2")[0]["room"] for _ in range(2))]
    for code in rooms * 4:
        assert await lan.is_in(table_of(code))
    for _ in range(3):
        late = await lan.knock(path.format(rooms[0]))
        assert json.loads(await late.recv()) == {"type": "bye", "reason": "too_many"}
        with pytest.raises(ConnectionClosed):
            await late.recv()
        assert late.close_code == 4429
    await lan.close_all()


@pytest.mark.slow
async def test_who_vanishes_leaves_the_place_free(any_server):
    people = any_server.open_table("--seats=2")
    room, cookie = people[0]["room"], people[0]["cookie"]
    lan = Tabs(any_server, cookie)
    hello = HELLO.format(path=table_of(room), port=any_server.port, cookie=cookie).encode()
    for _ in range(5):
        doors = [socket.create_connection(("127.0.0.1", any_server.port)) for _ in range(4)]
        for door in doors:
            door.sendall(hello)
            await asyncio.to_thread(door.recv, 16)
            door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            door.close()
    for _ in range(4):
        await lan.until_in(table_of(room))
    assert await lan.knock(table_of(room)) == 429
    await lan.close_all()


@pytest.mark.slow
async def test_a_thousand_tries_keep_no_table_waiting(server):
    async with server.table(seats=2, spectators=1) as table:
        crowd = Tabs(server, table.cookies[2])
        for _ in range(3):  # the fourth is there already
            assert await crowd.is_in(table_of(table.code))

        async def tries():
            return [await crowd.knock(table_of(table.code)) for _ in range(125)]

        knocking = asyncio.gather(*(tries() for _ in range(8)))
        rounds = 0
        while not knocking.done():
            await table.play_round()
            rounds += 1
        assert list(chain(*await knocking)) == [429] * 1000 and rounds > 1
        await crowd.open.pop().close()
        await crowd.until_in(table_of(table.code))
        await crowd.close_all()


@pytest.mark.slow
async def test_at_home_strangers_are_not_counted(server):
    nobody = Tabs(server, "")
    for _ in range(30):
        assert await nobody.is_in(LOBBY)
    await nobody.close_all()


# --- who counts, and who makes room -----------------------------------------------------------


class Tab:
    seems_gone = gave_way = False

    def give_way(self):
        self.gave_way = True


def a_crowd(**limits):
    return Crowd(**{"most": 3, "in_a_room": 2, "openings": Pace(100, 0)} | limits)


def test_a_tab_that_does_not_answer_makes_room_for_one_that_is_there():
    crowd, tabs = a_crowd(), [Tab() for _ in range(5)]
    assert [crowd.hold(tab, "An", room) for tab, room in zip(tabs, "aabaa", strict=True)] == [
        True, True, True, False, False,
    ]  # fmt: skip
    tabs[1].seems_gone = True
    assert crowd.hold(tabs[3], "An", "a") and tabs[1].gave_way
    crowd.let_go(tabs[1])  # it ends later, and once more
    assert not crowd.hold(tabs[4], "An", "a")
    tabs[2].seems_gone = True
    assert crowd.hold(tabs[4], "An"), "in all, whichever it is"


def test_nothing_is_kept_of_who_left():
    crowd, tab = a_crowd(), Tab()
    for _ in range(3):
        assert crowd.hold(tab, "An", "a")
        crowd.let_go(tab)
        crowd.let_go(tab)
    assert not crowd._sockets and not crowd._holders


class Door(sockets.Socket):
    """Answers what the browser would see."""

    def __init__(self, query=b"format=json"):
        super().__init__()
        self.scope = {"query_string": query, "extensions": {"websocket.http.response": {}}}
        self.sent = []

    async def base_send(self, message):
        self.sent.append(message)


def login(*, user=None, address=None):
    user = SimpleNamespace(is_authenticated=user is not None, pk=user)
    return SimpleNamespace(user=user, address=address)


async def test_strangers_of_one_address_hold_so_many_and_people_there_are_not_counted(monkeypatch):
    monkeypatch.setattr(sockets, "strangers", a_crowd())
    monkeypatch.setattr(sockets, "people", a_crowd())
    doors = [Door() for _ in range(4)]
    assert [await door.has_place(login(address="203.0.113.7")) for door in doors] == [True] * 3 + [False]
    assert doors[3].sent[0]["status"] == 429
    assert await Door().has_place(login(address="198.51.100.4"))
    assert await Door().has_place(login(user=1, address="203.0.113.7"))
    assert all([await Door().has_place(login()) for _ in range(9)])


@pytest.mark.parametrize("query", [b"format=json", b""])
async def test_who_comes_and_goes_too_fast_is_told_to_wait_and_may_come_back(monkeypatch, query):
    """A page takes this for a line that broke: it comes back by itself, after a while."""
    monkeypatch.setattr(sockets, "people", a_crowd(openings=Pace(5, 0)))
    for times in range(7):
        door = Door(query)
        assert await door.has_place(login(user=1)) == (times < 5)
        door._leave_place()
    assert door.sent[0] == {"type": "websocket.http.response.start", "status": 429, "headers": []}


async def test_a_place_is_free_before_anything_else_is_done(monkeypatch):
    """Channels then tidies connections in the one thread of all pages, which may have much to do."""
    monkeypatch.setattr(sockets, "people", crowd := a_crowd())
    door = Door()
    assert await door.has_place(login(user=1)) and crowd._holders
    door._is_gone()
    assert not crowd._holders
