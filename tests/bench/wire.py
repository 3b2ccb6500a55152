"""A websocket as cheap as a client's gets: no task and no queue; what comes in goes straight to `hear`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

OPENING = 60.0  # seconds


class Wire(asyncio.Protocol):
    def __init__(self, url: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        self._frames = ClientProtocol(parse_uri(url), max_size=None)
        self._cookie, self._hear = cookie, hear
        self._transport: Any = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, url: str, hear: Callable[[bytes], None], cookie: str = "") -> Wire:
        at = parse_uri(url)
        async with asyncio.timeout(OPENING):
            _, wire = await asyncio.get_running_loop().create_connection(
                lambda: cls(url, cookie, hear), at.host, at.port
            )
            await wire.opened
        return wire

    def say(self, text: str) -> None:
        """Where the other side has not begun to close."""
        if self._frames.state is State.OPEN:
            self._frames.send_text(text.encode())
            self._send()

    async def close(self) -> None:
        if not self.closed.done():
            self._transport.abort()
            await self.closed

    # --- what the loop calls ---------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        request = self._frames.connect()
        if self._cookie:
            request.headers["Cookie"] = self._cookie
        self._frames.send_request(request)
        self._send()

    def data_received(self, data: bytes) -> None:
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if not isinstance(event, Frame):
                self._shake_hands()
            elif event.opcode is Opcode.TEXT:
                assert event.fin, "a frame in pieces"
                self._hear(bytes(event.data))
        self._send()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed before it opened"))
        self.closed.set_result(None)

    def _shake_hands(self) -> None:
        if self._frames.state is State.OPEN:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(self._frames.handshake_exc or ConnectionError("not let in"))

    def _send(self) -> None:
        if out := b"".join(self._frames.data_to_send()):
            self._transport.write(out)
