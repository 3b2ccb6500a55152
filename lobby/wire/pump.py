"""One pump a socket: a dirty flag and what was last sent. A slow reader skips versions."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Protocol

import structlog
from django.conf import settings

from lobby import site_clock
from lobby.wire.closes import COME_BACK, Close
from lobby.wire.frames import frame

log = structlog.get_logger()
OUTBOX = 100
MISSED_PINGS = 3
ANSWER = 3.0  # seconds: who is there answers sooner
FAREWELL = 1.0  # seconds at most, for one or for all of them


class Voice(Protocol):
    """How a socket is told: as JSON, or as the page's partials. Both from the same views."""

    def frames(self) -> Iterable[str]:
        """What brings this socket from what it was last sent to now."""
        ...

    def repeat(self) -> None:
        """Send the newest view again, though nothing changed."""
        ...


class Flag:
    """An event that one waits for. That of asyncio keeps a queue for many, which is most of a kilobyte."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: asyncio.Future[None] | None = None

    def set(self) -> None:
        self._is_set = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def clear(self) -> None:
        self._is_set = False

    async def wait(self) -> None:
        if self._is_set:
            return
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            await self._waiting
        finally:
            self._waiting = None


class Pump:
    """Sends to one socket, one frame at a time, and gives up on one that does not read."""

    def __init__(
        self, voice: Voice, send: Callable[[str], Awaitable[None]], close: Callable[[int], Awaitable[None]]
    ):
        self.voice = voice
        self.dirty = Flag()
        self.outbox: list[str] = []  # the newest, where there are more than it takes
        self._send, self._close = send, close
        self._closing: Close | None = None
        self._unanswered: list[tuple[int, float]] = []  # pings, and when each was sent
        self._pinged_at = self._heard_at = monotonic()
        self.hearing = False  # something of theirs is being done
        self._sending_since: float | None = None
        self._patience: asyncio.Timeout | None = None  # one for all sends: it ends where one takes too long

    def say(self, text: str) -> None:
        """Something for this socket alone: a refusal, a ping."""
        self.outbox.append(text)
        del self.outbox[:-OUTBOX]
        self.dirty.set()

    def close(self, why: Close) -> None:
        """Everything that is still to be told, then why, then close."""
        self._closing = self._closing or why
        self.dirty.set()

    @property
    def closing(self) -> bool:
        return self._closing is not None

    def ping(self) -> None:
        """Ask now and then whether anyone is there; three unanswered questions close the socket."""
        now = monotonic()
        if now - self._pinged_at < settings.TABLE["PING"]:
            return
        self._pinged_at = now
        if len(self._unanswered) >= MISSED_PINGS:
            self.close(Close.SILENT)
            return
        k = secrets.randbelow(2**31)
        self._unanswered.append((k, now))
        self.say(frame(type="ping", k=k, at=site_clock.now().isoformat()))

    @property
    def silent_for(self) -> float:
        """Seconds since they were asked, where nothing came since and nothing of theirs is being done."""
        if not self._unanswered or self.hearing:
            return 0.0
        return monotonic() - max(self._unanswered[0][1], self._heard_at)

    @property
    def seems_gone(self) -> bool:
        """Sooner known than that they are: for who waits for them, and who would like their place."""
        return self.silent_for > ANSWER

    def heard(self) -> None:
        self._heard_at = monotonic()

    def ping_soon(self) -> None:
        """A page takes the server's time from it, and should not have to wait for that."""
        self._pinged_at = -inf

    def answered(self, k: object) -> None:
        """Who answers one has had those before it, too."""
        asked = [ping for ping, _at in self._unanswered]
        if k in asked:
            del self._unanswered[: asked.index(k) + 1]

    def let_go(self) -> None:
        """Of the socket, which is gone: it holds the pump, and both would wait for a search for garbage."""
        self._send = self._close = _nothing

    async def run(self) -> None:
        """Until the socket is gone, or closed by us."""
        pumps[self] = asyncio.current_task()
        _see_who_is_slow()
        try:
            async with asyncio.timeout(None) as self._patience:
                why = await self._tell_all()
            await self._hang_up(why.code)
        except TimeoutError:
            await self._hang_up(COME_BACK)
        except OSError:
            pass  # gone already
        except Exception:  # better to come back to a fresh table than to look at one that stands still
            log.exception("pump.failed")
            await self._hang_up(COME_BACK)
        finally:
            pumps.pop(self, None)
            self._patience = None  # it knows the task, and how that ended knows us

    async def _tell_all(self) -> Close:
        """Whatever is new, as long as there is no reason to close."""
        while True:
            await self.dirty.wait()
            self.dirty.clear()
            await self._flush()
            if self._closing is not None:
                await self._tell(frame(type="bye", reason=self._closing))
                return self._closing

    async def _hang_up(self, code: int) -> None:
        """Who does not read may not read this either, or be gone."""
        with suppress(OSError):
            async with asyncio.timeout(FAREWELL):
                await self._close(code)

    async def _flush(self) -> None:
        while self.outbox:
            await self._tell(self.outbox.pop(0))
        for text in self.voice.frames():
            await self._tell(text)

    async def _tell(self, text: str) -> None:
        self._sending_since = monotonic()
        try:
            await self._send(text)
        finally:
            self._sending_since = None

    def give_up_since(self, then: float) -> None:
        """Where the frame that is being sent was begun before."""
        if self._patience and self._sending_since is not None and self._sending_since < then:
            self._sending_since = None
            self._patience.reschedule(-inf)


async def _nothing(told: object) -> None:
    """Nobody is there."""


pumps: dict[Pump, asyncio.Task[None] | None] = {}  # of this process: and what runs each


_seeing: asyncio.Task[None] | None = None


def _see_who_is_slow() -> None:
    """From the first socket to the last: one clock for all of them, not one for every frame."""
    global _seeing
    loop = asyncio.get_running_loop()
    if _seeing is None or _seeing.done() or _seeing.get_loop() is not loop:
        _seeing = loop.create_task(_give_up_the_slow())


async def _give_up_the_slow() -> None:
    while pumps:
        limit = settings.TABLE["SEND_LIMIT"]
        await asyncio.sleep(limit / 10)
        for pump in list(pumps):
            pump.give_up_since(monotonic() - limit)


def ping_all() -> None:
    for pump in list(pumps):
        pump.ping()


async def close_all(why: Close) -> None:
    """Everybody is told to come back; who does not read does not keep us."""
    leaving = [running for running in pumps.values() if running is not None]
    for pump in pumps:
        pump.close(why)
    if leaving:
        await asyncio.wait(leaving, timeout=FAREWELL)
