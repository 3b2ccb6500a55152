"""What other processes are told: nothing is lost that is noted while a message is being made."""

import asyncio
from threading import Thread

import pytest

from games.live import bus as module
from games.live.bus import Bus
from games.live.hall import hall


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
