"""uvicorn's websockets for many that are open for long: less is kept for each, and a frame goes out at once.

`--ws config.sockets:Socket`. What it does not do better is uvicorn's own, as with `--ws websockets-sansio`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

TEXT = b"\x81"  # the first byte of a frame of text that is whole


class Inbox:
    """What came in and was not asked for yet. asyncio's queue keeps two more, which are two kilobytes."""

    __slots__ = ("_came", "_waiting")

    def __init__(self) -> None:
        self._came: deque[Any] | None = None
        self._waiting: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        if self._came is None:
            self._came = deque()
        self._came.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def empty(self) -> bool:
        return not self._came

    async def get(self) -> Any:
        """By one at a time."""
        while not self._came:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        message = self._came.popleft()
        if not self._came:
            self._came = None
        return message


class Gate:
    """Open, but for one who does not read. An event that is made once somebody waits for it."""

    __slots__ = ("_event",)

    def __init__(self) -> None:
        self._event: asyncio.Event | None = None

    def set(self) -> None:
        if self._event is not None:
            self._event.set()
            self._event = None

    def clear(self) -> None:
        if self._event is None:
            self._event = asyncio.Event()

    def is_set(self) -> bool:
        return self._event is None

    async def wait(self) -> None:
        if self._event is not None:
            await self._event.wait()


class Socket(WebSocketsSansIOProtocol):
    # What uvicorn notes of a socket: in a dictionary of so many names it takes a kilobyte more.
    __slots__ = (
        "app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer",
        "config", "conn", "connections", "curr_msg_data_type", "default_headers", "disconnected",
        "frames", "handshake_complete", "handshake_initiated", "initial_response", "last_ping_rtt",
        "logger", "loop", "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout",
        "ping_timer", "pong_timer", "queue", "read_paused", "request", "response", "root_path",
        "scheme", "scope", "server", "tasks", "transport", "writable",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Inbox()  # type: ignore[assignment]
        self.writable = Gate()  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        event.headers.clear()  # the scope has them; those who wait for frames keep the request as long

    async def send(self, message: Any) -> None:
        """A frame of text, where nothing is in the way: as uvicorn sends it, but written in one go."""
        text = message.get("text") if message["type"] == "websocket.send" else None
        if text is None or not self._takes_frames:
            await super().send(message)
            if message["type"] == "websocket.accept":
                self.response = None  # type: ignore[assignment]
            return
        data = text.encode()
        self.transport.write(head(len(data)) + data)

    @property
    def _takes_frames(self) -> bool:
        return (
            self.handshake_complete
            and not (self.close_sent or self.disconnected or self.initial_response)
            and self.conn.state is State.OPEN
            and not self.conn.extensions
            and self.writable.is_set()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # it holds what holds it: else only a search for garbage would end it


def head(length: int) -> bytes:
    """What stands before so many bytes of text."""
    if length < 126:
        return TEXT + bytes((length,))
    if length < 65536:
        return TEXT + b"\x7e" + length.to_bytes(2, "big")
    return TEXT + b"\x7f" + length.to_bytes(8, "big")
