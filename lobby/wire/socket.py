"""A socket of the house: opened, brought what is new, heard within limits, closed with a reason."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from lobby.refusals import Code, Refusal, refuse
from lobby.wire.closes import Close
from lobby.wire.frames import FrameTooLargeError, MalformedFrameError, frame, read_frame
from lobby.wire.limits import Strikes
from lobby.wire.pump import Pump, Voice


class Socket(AsyncWebsocketConsumer):
    """One browser or program. No channel of the layer is its own: news reaches it through this process."""

    channel_layer_alias = "none"
    kinds: Sequence[str] = ("pong",)  # of frame it may send
    pump: Pump
    _pumping: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels has it, but without tidying database connections before every frame: none is used."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    @property
    def wants_json(self) -> bool:
        return b"format=json" in self.scope["query_string"].split(b"&")

    async def refuse_to_open(self, status: int) -> None:
        """An HTTP answer before the socket opens: 403, or another where the server can say it."""
        if "websocket.http.response" in self.scope.get("extensions", {}) and status != 403:
            await self.base_send({"type": "websocket.http.response.start", "status": status, "headers": []})
            await self.base_send({"type": "websocket.http.response.body", "body": b""})
        else:
            await self.close()

    async def open(self, voice: Voice, *, language: str) -> None:
        """Accept, and from now on bring the other side whatever is new."""
        self.language = language
        self.malformed, self.refusals = Strikes(3, 60), Strikes(61, 10)
        self.pump = Pump(voice, self.send, self.close)
        await self.accept()
        self._pumping = asyncio.create_task(self._bring_news())
        self.pump.dirty.set()

    async def _bring_news(self) -> None:
        await self.pump.run()
        self.left()  # some servers do not say so for long: who is told nothing any more is not here

    async def disconnect(self, code: int) -> None:
        if self._pumping is not None:
            self._pumping.cancel()
            self.left()

    def left(self) -> None:
        """Of one who was let in; said once or twice."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._pumping is None or self.pump.closing:
            return
        try:
            kind, data = read_frame(text_data, kinds=self.kinds)
        except FrameTooLargeError:
            self.pump.close(Close.MALFORMED)
        except MalformedFrameError:
            self._tell(refuse(Code.MALFORMED))
            if self.malformed.add():
                self.pump.close(Close.MALFORMED)
        else:
            if kind == "pong":
                self.pump.answered(data["pong"])
            else:
                self._tell(await self.hear(kind, data))

    async def hear(self, kind: str, data: dict[str, Any]) -> Refusal | None:
        """One frame through its door. What is accepted is answered by the frames it causes."""
        raise NotImplementedError

    def _tell(self, refusal: Refusal | None) -> None:
        if refusal is None:
            return
        with translation.override(self.language):
            self.pump.say(frame(type="refused", code=refusal.code, text=refusal.sentence))
        if self.refusals.add():
            self.pump.close(Close.FLOOD)
