"""What sending and hearing a frame costs, and that nobody waits for who does not read."""

import asyncio
import gc
import tracemalloc
import weakref
from time import monotonic

import pytest

from lobby.wire.closes import COME_BACK
from lobby.wire.pump import Pump
from lobby.wire.socket import Socket

FRAMES = 50


class Counter:
    """A table of which nothing is told but that something moved."""

    def __init__(self):
        self.moved = self.told = 0

    def frames(self):
        while self.told < self.moved:
            self.told += 1
            yield f"{self.told}"

    def repeat(self):
        pass


class Guest(Socket):
    kinds = ("do",)

    async def connect(self):
        self.heard = []
        await self.open(Counter(), language="vi")

    async def hear(self, kind, data):
        self.heard.append(data["do"])


@pytest.fixture
async def made(monkeypatch):
    """How many tasks and timers the loop was asked for."""
    loop, made = asyncio.get_running_loop(), []

    def counted(make):
        def counts(*args, **kwargs):
            made.append(make.__name__)
            return make(*args, **kwargs)

        return counts

    for name in ("create_task", "call_later", "call_at"):
        monkeypatch.setattr(loop, name, counted(getattr(loop, name)))
    return made


async def moves(*pumps):
    """Each is told of a move and has sent it, so many times."""
    for _ in range(FRAMES):
        for pump in pumps:
            pump.voice.moved += 1
            pump.dirty.set()
        for _ in range(5):
            await asyncio.sleep(0)


async def test_no_frame_that_is_sent_has_a_timer_of_its_own(made):
    sent = []

    async def send(text):
        sent.append(text)

    pump = Pump(Counter(), send, send)
    running = asyncio.ensure_future(pump.run())
    await asyncio.sleep(0)
    del made[:]
    await moves(pump)
    assert len(sent) == FRAMES
    assert len(made) < 5
    running.cancel()


async def test_no_frame_that_is_heard_has_a_task_of_its_own(made):
    coming, guest = asyncio.Queue(), Guest()

    async def send(message):
        pass

    coming.put_nowait({"type": "websocket.connect"})
    life = asyncio.ensure_future(guest({"type": "websocket"}, coming.get, send))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del made[:]
    for number in range(FRAMES):
        coming.put_nowait({"type": "websocket.receive", "text": f'{{"do": {number}}}'})
        for _ in range(5):
            await asyncio.sleep(0)
    assert guest.heard == list(range(FRAMES))
    assert len(made) < 5
    coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await life


@pytest.mark.slow
async def test_nothing_is_left_of_a_socket_that_is_gone():
    """Also without the search for garbage, which is rare; and while it is open, not how it was asked for."""
    coming, sent = asyncio.Queue(), []

    async def send(message):
        sent.append(message)

    scope = {"type": "websocket", "query_string": b"format=json", "headers": [(b"cookie", b"x")]}
    coming.put_nowait({"type": "websocket.connect"})
    life = asyncio.ensure_future((guest := Guest())(scope, coming.get, send))
    for _ in range(3):
        await asyncio.sleep(0)
    guest.pump.voice.moved += 1
    guest.pump.dirty.set()
    await asyncio.sleep(0)
    assert sent[-1]["text"] == "1" and scope == {"query_string": b"format=json"} and guest.wants_json
    gone = [weakref.ref(guest), weakref.ref(guest.pump), weakref.ref(guest.pump.voice)]
    gc.collect()
    gc.disable()
    try:
        coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await life
        del guest, life
        await asyncio.sleep(0.01)
        assert [one() for one in gone] == [None] * 3
    finally:
        gc.enable()


@pytest.mark.slow
async def test_who_stops_reading_is_given_up_and_nobody_else(settings):
    """T31  Also after many frames that were taken; and not before it is time."""
    settings.TABLE = settings.TABLE | {"SEND_LIMIT": 0.2}
    reads, closed = asyncio.Event(), []
    reads.set()

    async def send_to_one(text):
        await reads.wait()

    async def send(text):
        pass

    async def close(code):
        closed.append(code)

    slow, quick = Pump(Counter(), send_to_one, close), Pump(Counter(), send, close)
    running = [asyncio.ensure_future(pump.run()) for pump in (slow, quick)]
    await moves(slow, quick)
    reads.clear()
    stopped = monotonic()
    await moves(slow, quick)
    async with asyncio.timeout(5):
        await running[0]
    assert monotonic() - stopped >= 0.2
    assert closed == [COME_BACK] and not running[1].done()
    assert slow.voice.told == FRAMES + 1 and quick.voice.told == 2 * FRAMES
    for task in running:
        task.cancel()


MANY = 200


async def test_a_socket_at_rest_holds_little():
    """What a server holds for a thousand sockets is this, and what its own protocol holds."""

    async def send(text):
        pass

    tracemalloc.start()
    pumps = [Pump(Counter(), send, send) for _ in range(MANY)]
    running = [asyncio.ensure_future(pump.run()) for pump in pumps]
    await asyncio.sleep(0)
    held = tracemalloc.get_traced_memory()[0] / MANY
    tracemalloc.stop()
    assert held < 3000  # with two of asyncio's events and a deque it is 4,600
    for task in running:
        task.cancel()


async def test_a_socket_that_is_open_does_not_keep_the_headers_of_its_handshake():
    coming, guest, headers = asyncio.Queue(), Guest(), [(b"user-agent", b"x" * 200)]

    async def send(message):
        pass

    coming.put_nowait({"type": "websocket.connect"})
    life = asyncio.ensure_future(guest({"type": "websocket", "headers": headers}, coming.get, send))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not headers
    coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await life
