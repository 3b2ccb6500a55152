"""What other processes are told: nothing is lost that is noted while a message is being made."""

import asyncio
from threading import Thread
from types import SimpleNamespace

import pytest

from games.live import bus as module
from games.live.bus import Bus
from games.live.catching_up import Stand
from games.live.hall import hall
from lobby.wire.closes import Close


class Layer:
    """Keeps what is sent over it."""

    def __init__(self):
        self.sent = []

    async def group_send(self, group, news):
        self.sent.append(news)


@pytest.fixture
def layer(monkeypatch, settings):
    settings.REDIS_URL = "redis://nowhere"
    layer = Layer()
    monkeypatch.setattr(module, "get_channel_layer", lambda: layer)
    return layer


def elsewhere(function, *arguments):
    """Done in a thread of its own, as a page or a service would; waited for."""
    thread = Thread(target=function, args=arguments)
    thread.start()
    thread.join(5)
    assert not thread.is_alive()


async def test_what_is_noted_while_a_message_is_made_goes_into_the_next(layer, monkeypatch):
    bus, late = Bus(), [2, 3]

    def in_order(values):
        found = sorted(values)
        if late:
            elsewhere(bus.note_room, late.pop(0))
        return found

    monkeypatch.setattr(hall, "loop", asyncio.get_running_loop())
    monkeypatch.setattr(module, "sorted", in_order, raising=False)
    publishing = asyncio.create_task(bus.publish())
    await asyncio.sleep(0)
    bus.note_room(1)
    try:
        async with asyncio.timeout(5):
            while len(layer.sent) < 2:
                await asyncio.sleep(0.01)
    finally:
        publishing.cancel()
    assert [news["rooms"] for news in layer.sent] == [[1], [2, 3]]


class SlowLayer(Layer):
    """One message is under way until it is let through."""

    def __init__(self):
        super().__init__()
        self.under_way, self.free = 0, asyncio.Event()

    async def group_send(self, group, news):
        self.under_way += 1
        assert self.under_way == 1, "one message in flight"
        await self.free.wait()
        await super().group_send(group, news)
        self.under_way -= 1


async def test_one_message_is_in_flight_and_the_next_says_how_far_each_table_has_come_by_then(
    layer, monkeypatch
):
    slow, bus = SlowLayer(), Bus()
    monkeypatch.setattr(module, "get_channel_layer", lambda: slow)
    monkeypatch.setattr(hall, "loop", asyncio.get_running_loop())
    tables = {number: SimpleNamespace(stand=Stand(room=2, round_id=number, moves=0)) for number in (7, 8)}
    monkeypatch.setattr(hall, "hubs", tables)
    publishing = asyncio.create_task(bus.publish())
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(5):
            bus.note_moved(7)
            while not slow.under_way:
                await asyncio.sleep(0)
            for moves in range(1, 6):
                for number, table in tables.items():
                    table.stand = Stand(room=2, round_id=number, moves=moves)
                    bus.note_moved(number)
                await asyncio.sleep(0)
            slow.free.set()
            while len(slow.sent) < 2:
                await asyncio.sleep(0)
    finally:
        publishing.cancel()
    assert [news["moved"] for news in slow.sent] == [[(7, 2, 7, 0)], [(7, 2, 7, 5), (8, 2, 8, 5)]]


@pytest.fixture
def hears(layer, monkeypatch):
    """What the hall is told when these messages come."""

    async def receive_all(*messages):
        waiting, heard = list(messages), []

        async def receive(channel):
            if not waiting:
                raise asyncio.CancelledError
            return waiting.pop(0)

        async def nothing(*args):
            return "channel"

        layer.receive, layer.new_channel, layer.group_add = receive, nothing, nothing
        monkeypatch.setattr(hall, "room_changed", heard.append)
        monkeypatch.setattr(hall, "round_moved", lambda room_id, stand: heard.append((room_id, stand)))
        monkeypatch.setattr(hall, "login_ended", lambda user_id, key, why: heard.append(why))
        with pytest.raises(asyncio.CancelledError):
            await module._receive()
        return heard

    return receive_all


async def test_what_another_process_says_is_heard_and_what_we_said_is_not(hears):
    ours = {"from": module.bus.me, "rooms": [1], "moved": [[1, 2, 3, 4]], "logins": []}
    theirs = {"from": "another", "rooms": [5], "moved": [[7, 2, 9, 4]], "logins": []}
    assert await hears(ours, theirs) == [5, (7, Stand(room=2, round_id=9, moves=4))]


async def test_a_process_of_the_version_before_is_understood(hears):
    """T43  It names the table alone, and what it says besides is not lost."""
    older = {"from": "older", "rooms": [5], "moved": [7, 8], "logins": [[3, None, "banned"]]}
    assert await hears(older) == [5, 7, 8, Close.BANNED]
