"""Between processes: ids and versions, never a card. A hint that may be lost; hubs compare anyway."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import structlog
from channels.layers import get_channel_layer
from django.conf import settings

from games.live.catching_up import Stand
from games.live.hall import hall
from lobby.wire.closes import Close

log = structlog.get_logger()
GROUP = "tables"


@dataclass(slots=True)
class Notes:
    """What the other processes have not been told yet."""

    rooms: set[int] = field(default_factory=set)  # that changed
    moved: set[int] = field(default_factory=set)  # where moves were accepted
    logins: list[tuple[int, str | None, str]] = field(default_factory=list)
    told: list[tuple[int, int]] = field(default_factory=list)  # people, and the notice that waits for them
    quiet: set[int] = field(default_factory=set)  # people who hear anew


class Bus:
    """One publisher, one message in flight: it carries everything that happened meanwhile."""

    def __init__(self) -> None:
        self.me = secrets.token_hex(8)
        self._notes = Notes()
        self._writing = threading.Lock()  # notes come from any thread, and none may land in what is sent
        self._news: asyncio.Event | None = None

    def note_room(self, room_id: int) -> None:
        if settings.REDIS_URL:
            with self._writing:
                self._notes.rooms.add(room_id)
            self._wake()

    def note_moved(self, room_id: int) -> None:
        if settings.REDIS_URL:
            with self._writing:
                self._notes.moved.add(room_id)
            self._wake()

    def note_login(self, user_id: int, session_key: str | None, why: Close) -> None:
        if settings.REDIS_URL:
            with self._writing:
                self._notes.logins.append((user_id, session_key, why.value))
            self._wake()

    def note_told(self, user_id: int, notice_id: int) -> None:
        if settings.REDIS_URL:
            with self._writing:
                self._notes.told.append((user_id, notice_id))
            self._wake()

    def note_quiet(self, user_ids: Iterable[int]) -> None:
        if settings.REDIS_URL:
            with self._writing:
                self._notes.quiet.update(user_ids)
            self._wake()

    def take(self) -> Notes:
        """Everything noted so far; what is noted from now on is for the next message."""
        with self._writing:
            taken, self._notes = self._notes, Notes()
        return taken

    def _wake(self) -> None:
        if self._news is not None and hall.loop is not None:
            hall.loop.call_soon_threadsafe(self._news.set)

    def _message(self, notes: Notes) -> dict[str, Any]:
        return {
            "type": "news",
            "from": self.me,
            "rooms": sorted(notes.rooms),
            "moved": [(room_id, *hall.has_come_to(room_id)) for room_id in sorted(notes.moved)],
            "logins": notes.logins,
            "told": notes.told,
            "quiet": sorted(notes.quiet),
        }

    async def publish(self) -> None:
        self._news = asyncio.Event()
        layer: Any = get_channel_layer()
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await layer.group_send(GROUP, self._message(self.take()))
            except Exception as error:  # the layer is a hint; the database is the truth
                log.warning("bus.publish_failed", error=type(error).__name__)
                await asyncio.sleep(0.5)


bus = Bus()


async def listen() -> None:
    """Runs as long as the process; alone, without Redis, there is nobody to talk to."""
    if not settings.REDIS_URL:
        return
    hall.moved = bus.note_moved
    publisher = asyncio.create_task(bus.publish())
    try:
        while True:
            try:
                await _receive()
            except Exception as error:
                log.warning("bus.listen_failed", error=type(error).__name__)
                await asyncio.sleep(0.5)
    finally:
        publisher.cancel()


async def _receive() -> None:
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    while True:
        news = await layer.receive(channel)
        if news["from"] == bus.me:  # heard already, at once
            continue
        for room_id in news["rooms"]:
            hall.room_changed(room_id)
        for moved in news["moved"]:
            if isinstance(moved, int):  # from 0.1, until every process has been started anew
                hall.room_changed(moved)
            else:
                room_id, *numbers = moved
                hall.round_moved(room_id, Stand(*numbers))
        for user_id, session_key, why in news["logins"]:
            hall.login_ended(user_id, session_key, why=Close(why))
        for user_id, notice_id in news.get("told", ()):  # not of a process that is older
            hall.told(user_id, notice_id)
        hall.quiet_changed(news.get("quiet", ()))  # no such news from a process of before
