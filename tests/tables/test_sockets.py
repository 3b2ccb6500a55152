"""What uvicorn's websockets do for us, with less: any frame, any reader; and nothing is left of who went."""

import asyncio
import gc
import weakref
from contextlib import asynccontextmanager

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from config.sockets import Gate, Inbox, Socket

SIZES = [0, 1, 125, 126, 127, 65_535, 65_536, 300_000]
LETTERS = 100_000


@asynccontextmanager
async def served(application):
    """At an address: and the sockets that were opened there, without keeping them."""
    config = Config(application, ws_per_message_deflate=False, log_level="critical", ws_max_size=2**20)
    config.load()
    state, opened = ServerState(), []

    def made():
        socket = Socket(config, state, {})
        opened.append(weakref.ref(socket))
        return socket

    server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/here?a=b", opened
    finally:
        server.close()


async def echo(scope, receive, send):
    """Says first how it was asked, then what it is told."""
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": scope["path"] + "?" + scope["query_string"].decode()})
    while (message := await receive())["type"] == "websocket.receive":
        if message.get("text") == "close":
            await send({"type": "websocket.close", "code": 4403, "reason": "told"})
        else:
            await send(message | {"type": "websocket.send"})


@pytest.mark.parametrize("size", SIZES)
async def test_a_frame_of_any_size_comes_as_it_was_sent(size):
    async with served(echo) as (url, _opened), connect(url, compression=None) as client:
        assert await client.recv() == "/here?a=b"
        for text in ("x" * size, "ế" * (size // 3), "\0"):
            await client.send(text)
            assert await client.recv() == text


async def test_pieces_bytes_and_pings_are_uvicorns_own():
    async with served(echo) as (url, _opened), connect(url, compression=None) as client:
        await client.recv()
        await client.send(["in ", "three ", "pieces"])
        await client.send(b"\x00\xff")
        await (await client.ping())
        assert [await client.recv(), await client.recv()] == ["in three pieces", b"\x00\xff"]


async def test_why_it_is_closed_is_said_and_nothing_goes_out_after_it():
    async with served(echo) as (url, _opened), connect(url, compression=None) as client:
        await client.recv()
        await client.send("close")
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert (client.close_code, client.close_reason) == (4403, "told")


@pytest.mark.slow
async def test_who_does_not_read_is_waited_for_and_misses_nothing():
    sent = []

    async def talk(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        for number in range(200):
            await send({"type": "websocket.send", "text": f"{number}" + "x" * LETTERS})
            sent.append(number)

    async with served(talk) as (url, _opened), connect(url, compression=None, max_queue=1) as client:
        for _ in range(20):
            await asyncio.sleep(0.02)
        assert len(sent) < 200, "twenty megabytes are not put anywhere for one who does not read"
        told = [await client.recv() for _ in range(200)]
        assert [text.rstrip("x") for text in told] == [str(number) for number in range(200)]


@pytest.mark.slow
async def test_nothing_is_left_of_one_who_has_gone():
    async with served(echo) as (url, opened):
        gc.collect()
        gc.disable()
        try:
            async with connect(url, compression=None) as client:
                await client.recv()
                await client.send("hello")
                assert await client.recv() == "hello"
                kept = weakref.ref(opened[0]().conn)
            for _ in range(20):
                await asyncio.sleep(0.01)
            assert opened[0]() is None and kept() is None
        finally:
            gc.enable()


async def test_an_inbox_gives_what_came_in_its_order():
    inbox = Inbox()
    waiting = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    for number in range(3):
        inbox.put_nowait(number)
    assert [await waiting, await inbox.get(), await inbox.get()] == [0, 1, 2]
    assert inbox.empty()
    waiting = asyncio.ensure_future(inbox.get())
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.sleep(0)
    inbox.put_nowait(3)
    assert await inbox.get() == 3, "who gave up took nothing with them"


async def test_a_gate_lets_all_through_who_wait():
    gate = Gate()
    await gate.wait()
    gate.clear()
    waiting = [asyncio.ensure_future(gate.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not gate.is_set() and not any(one.done() for one in waiting)
    gate.set()
    await asyncio.gather(*waiting)
    assert gate.is_set()


async def test_what_is_kept_of_a_socket_has_its_place():
    """What uvicorn notes besides, in another release, makes a dictionary for each socket again."""
    async with served(echo) as (url, opened), connect(url, compression=None) as client:
        await client.recv()
        assert not vars(opened[0]())
