"""Who leaves in the middle of a sentence, or of nothing at all, is let go without a fuss."""

import asyncio
import socket
import struct
from http.client import HTTPConnection

import pytest

from config import asgi
from lobby.consumers import LobbyConsumer
from lobby.wire.pump import Pump
from lobby.wire.socket import Socket
from tests.server import CSRF, Server, Table

HELLO = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
)
GOODBYE = bytes([0x88, 0x80, 0, 0, 0, 0])
WORD = bytes([0x81, 0x82, 0, 0, 0, 0]) + b"{}"
AT_ONCE = struct.pack("ii", 1, 0)  # a close that tells the other side nothing but that


@pytest.mark.slow
async def test_an_abrupt_leaver_costs_no_traceback(any_server):
    async with any_server.table(seats=2, spectators=1) as table:
        known = len(any_server.log)
        for path in (f"/ws/rooms/{table.code}/?format=json", "/ws/rooms/zzzzzz/", "/ws/lobby/"):
            for last_words in (GOODBYE, WORD, b""):
                for turn in range(16):
                    await leave(any_server, table, path, last_words, turn)
        await table.people[0].say(room="chat", text="đi hết rồi")
        await table.people[1].until_frame("chat", text="đi hết rồi")
        assert "Traceback" not in any_server.log[known:]


async def leave(server: Server, table: Table, path: str, last_words: bytes, turn: int) -> None:
    """Sooner or later, politely or not."""
    door = socket.create_connection(("127.0.0.1", server.port))
    hello = HELLO.format(path=path, port=server.port, cookie=table.cookies[2])
    door.sendall(hello.encode())
    door.sendall(last_words)
    await asyncio.sleep(0.001 * turn**2)
    if turn % 2:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    door.close()


class Silent:
    def frames(self):
        yield from ()

    def repeat(self):
        pass


class Guest(Socket):
    here = False

    async def connect(self):
        await self.open(Silent(), language="vi")
        self.here = True

    def left(self):
        self.here = False


@pytest.mark.slow
async def test_who_does_not_read_is_not_waited_for_and_no_longer_here(settings):
    """As with uvicorn, where not even a close goes past what is not read."""
    settings.TABLE = settings.TABLE | {"SEND_LIMIT": 0.01}
    guest, coming = Guest(), asyncio.Queue()

    async def send(message):
        if message["type"] != "websocket.accept":
            await asyncio.Event().wait()

    coming.put_nowait({"type": "websocket.connect"})
    life = asyncio.create_task(guest({"type": "websocket"}, coming.get, send))
    async with asyncio.timeout(5):
        while not guest.here:
            await asyncio.sleep(0)
        guest.pump.say("ai đó?")
        await guest._pumping
    assert not guest.here
    life.cancel()


async def test_who_is_gone_when_the_pump_closes_is_no_fault(settings):
    settings.TABLE = settings.TABLE | {"SEND_LIMIT": 0.01}

    async def send(text):
        await asyncio.Event().wait()

    async def close(code):
        raise ConnectionError("gone already")

    pump = Pump(Silent(), send, close)
    pump.say("ai đó?")
    async with asyncio.timeout(5):
        await pump.run()


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/nowhere/", "/static/nothing.css", "/accounts/login/"])
def test_a_form_that_cannot_be_read_is_no_fault_of_ours_at_any_address(any_server, path):
    connection = HTTPConnection("127.0.0.1", any_server.port, timeout=20)
    headers = {"Content-Type": "multipart/form-data", "Cookie": f"csrftoken={CSRF}", "X-CSRFToken": CSRF}
    connection.request("POST", path, "do=draw", headers)
    assert connection.getresponse().status in (400, 404)
    connection.close()


SCOPE = {"type": "websocket", "headers": [], "query_string": b""}


async def test_a_fault_of_ours_is_not_taken_for_an_address_without_a_socket(monkeypatch):
    async def connect(self):
        raise ValueError("ours")

    monkeypatch.setattr(LobbyConsumer, "connect", connect)
    coming = asyncio.Queue()
    coming.put_nowait({"type": "websocket.connect"})
    async with asyncio.timeout(5):
        with pytest.raises(ValueError, match="ours"):
            await asgi.open_socket(SCOPE | {"path": "/ws/lobby/"}, coming.get, print)


@pytest.mark.parametrize("path", ["/ws/nowhere/", "/ws/rooms/abcdef", "/", "/ws/rooms/a b/"])
async def test_an_address_without_a_socket_is_refused(path):
    coming, told = asyncio.Queue(), []

    async def send(message):
        told.append(message["type"])

    coming.put_nowait({"type": "websocket.connect"})
    async with asyncio.timeout(5):
        await asgi.open_socket(SCOPE | {"path": path}, coming.get, send)
    assert told == ["websocket.close"]
