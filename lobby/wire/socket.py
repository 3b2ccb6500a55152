"""A socket of the house: opened, brought what is new, heard within limits, closed with a reason."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from accounts import notices
from accounts.models import Notice
from lobby.refusals import Code, Refusal, refuse
from lobby.wire.closes import Close
from lobby.wire.crowd import people, strangers
from lobby.wire.frames import FrameTooLargeError, MalformedFrameError, frame, read_frame
from lobby.wire.limits import Strikes
from lobby.wire.login import Login
from lobby.wire.pump import FAREWELL, Pump, Voice

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Socket(AsyncWebsocketConsumer):
    """One browser or program. No channel of the layer is its own: news reaches it through this process."""

    kinds: Sequence[str] = ("pong",)  # of frame it may send
    pump: Pump
    _pumping: asyncio.Task[None] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """As Channels has it, but without a task for every frame and without tidying database connections
        before it: nothing else speaks to us, and none is used. However it ends, its place is free."""
        self.scope, self.base_send = scope, send
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                await self.dispatch(message)
        finally:
            self._is_gone()

    async def dispatch(self, message: dict[str, Any]) -> None:
        await getattr(self, message["type"].replace(".", "_"))(message)

    @property
    def wants_json(self) -> bool:
        return b"format=json" in self.scope["query_string"].split(b"&")

    async def refuse_to_open(self, status: int) -> None:
        """An HTTP answer before the socket opens: 403, or another where the server can say it."""
        self._leave_place()
        if "websocket.http.response" in self.scope.get("extensions", {}) and status != 403:
            await self.base_send({"type": "websocket.http.response.start", "status": status, "headers": []})
            await self.base_send({"type": "websocket.http.response.body", "body": b""})
        else:
            await self.close()

    async def has_place(self, login: Login, room: str | None = None) -> bool:
        """One more of this person, or of this stranger's address? Asked before anything is done for it."""
        crowd, who = (people, login.user.pk) if login.user.is_authenticated else (strangers, login.address)
        if who is None:
            return True
        if not crowd.hold(self, who, room):
            await self._turn_away()
            return False
        if not crowd.openings.take(who):
            await self.refuse_to_open(429)
            return False
        return True

    def _leave_place(self) -> None:
        for crowd in (people, strangers):
            crowd.let_go(self)

    async def _turn_away(self) -> None:
        """A program reads the status; a page is told only of what opens, and would try on and on."""
        if self.wants_json:
            await self.refuse_to_open(429)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.accept()
                await self.send(frame(type="bye", reason=Close.TOO_MANY))
                await self.close(Close.TOO_MANY.code)

    async def open(self, voice: Voice, *, language: str) -> None:
        """Accept, and from now on bring the other side whatever is new."""
        self.language = language
        self.malformed, self.refusals = Strikes(3, 60), Strikes(61, 10)
        self.pump = Pump(voice, self._send_text, self.close)
        await self.accept()
        self._forget_how_it_was_asked()
        self._pumping = asyncio.create_task(self._bring_news())
        self.pump.dirty.set()

    def _forget_how_it_was_asked(self) -> None:
        """Headers and address are read by now; else the server keeps them as long as the socket."""
        asked = self.scope.get("query_string", b"")
        self.scope.get("headers", []).clear()
        self.scope.clear()
        self.scope["query_string"] = asked

    def _send_text(self, text: str) -> Awaitable[None]:
        return self.base_send({"type": "websocket.send", "text": text})

    async def _bring_news(self) -> None:
        await self.pump.run()
        self.left()  # some servers do not say so for long: who is told nothing any more is not here
        self._leave_place()

    def _is_gone(self) -> None:
        self._leave_place()  # at once, whatever is still to be done
        if self._pumping is not None:
            self._pumping.cancel()
            self.left()
            self._pumping = None  # how it ended would keep us
            self.pump.let_go()

    @property
    def seems_gone(self) -> bool:
        return self._pumping is not None and self.pump.seems_gone

    def give_way(self) -> None:
        self.pump.close(Close.SILENT)

    def bring_notices(self, waiting: list[Notice], newest: int) -> None:
        """One that is not open yet belongs to a page that has them already."""
        if self._pumping is None:
            return
        if not self.wants_json:
            self.pump.say(notices.framed(waiting, self.language))
            return
        for notice in waiting:
            if notice.pk == newest:
                self.pump.say(frame(type="notice", **notices.said(notice, self.language)))

    def look_again(self) -> None:
        """What they are shown may be another, though nothing was done."""
        if self._pumping is not None:
            self.pump.dirty.set()

    def left(self) -> None:
        """Of one who was let in; said once or twice."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._pumping is None or self.pump.closing:
            return
        self.pump.heard()
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
                self._tell(await self._hear(kind, data))

    async def _hear(self, kind: str, data: dict[str, Any]) -> Refusal | None:
        """What they say next waits meanwhile, an answer to a ping too."""
        self.pump.hearing = True
        try:
            return await self.hear(kind, data)
        finally:
            self.pump.hearing = False
            self.pump.heard()

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
