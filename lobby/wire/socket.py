"""What every socket of the house does alike: who may open it, limits, pings, closing with a reason."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest

from accounts.logins import session_store
from accounts.middleware import language_of
from games.core.refusal import Refusal, refuse
from lobby.refusals import Code
from lobby.wire.frames import FrameTooLargeError, MalformedFrameError, read_frame
from lobby.wire.pump import Pump, Voice, frame

LOGGED_OUT, BARRED, MALFORMED, FLOOD = 4401, 4403, 4400, 4429


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """The one header of this name; several of them count as a wrong one."""
    found = [value for key, value in scope["headers"] if key == name]
    return None if not found else found[0].decode("latin-1") if len(found) == 1 else ""


def is_own_origin(scope: Mapping[str, Any]) -> bool:
    """Origin, checked in full: scheme, host and port. A program sends none and has its session."""
    origin = header(scope, b"origin")
    if origin is None:
        return True
    if settings.SITE_URL:
        return origin == settings.SITE_URL
    host = header(scope, b"host") or ""
    return urlsplit(f"//{host}").hostname in ("127.0.0.1", "localhost", "::1") and origin == f"http://{host}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Who opened a socket, read from their session as a page would."""

    user: AbstractBaseUser | AnonymousUser
    session_key: str
    language: str


def read_login(scope: Mapping[str, Any]) -> Login:
    """Through Django's own `get_user`, so that a rotated secret key keeps its sessions."""
    request = HttpRequest()
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(header(scope, b"cookie") or "")
    except CookieError:
        cookies = SimpleCookie()
    request.COOKIES = {name: morsel.value for name, morsel in cookies.items()}
    request.META["HTTP_ACCEPT_LANGUAGE"] = header(scope, b"accept-language") or ""
    request.session = session_store()(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user = get_user(request)
    said = parse_qs(scope["query_string"].decode("latin-1")).get("language", [None])[0]
    language = language_of(request, user, said)
    return Login(user=user, session_key=request.session.session_key or "", language=language)


class Bucket:
    """So many at once, so many more a second."""

    def __init__(self, size: float, a_second: float) -> None:
        self.size, self.a_second = size, a_second
        self.left, self.at = size, monotonic()

    def refill(self) -> float:
        now = monotonic()
        self.left = min(self.size, self.left + (now - self.at) * self.a_second)
        self.at = now
        return self.left

    @property
    def is_empty(self) -> bool:
        return self.refill() < 1

    def take(self) -> bool:
        """False where there is none left."""
        if self.is_empty:
            return False
        self.left -= 1
        return True


class Strikes:
    """How often something happened lately."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit, self.seconds = limit, seconds
        self.times: list[float] = []

    def add(self) -> bool:
        """True where it was once too often."""
        now = monotonic()
        self.times = [at for at in self.times if now - at < self.seconds] + [now]
        return len(self.times) >= self.limit


class Socket(AsyncWebsocketConsumer):
    """One browser or program. No channel of the layer is its own: news reaches it through this process."""

    channel_layer_alias = "none"
    kinds: Sequence[str] = ("pong",)  # of frame it may send
    pump: Pump

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

    async def open(self, voice: Voice) -> None:
        """Accept, and from now on bring the other side whatever is new."""
        self.malformed, self.refusals = Strikes(3, 60), Strikes(61, 10)
        self.pump = Pump(voice, self.send, self.close)
        await self.accept()
        self._pumping = asyncio.create_task(self.pump.run())
        self.pump.dirty.set()

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "_pumping"):
            self._pumping.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.pump.closing:
            return
        try:
            kind, data = read_frame(text_data, kinds=self.kinds)
        except FrameTooLargeError:
            self.pump.close(MALFORMED, "malformed")
        except MalformedFrameError:
            self._tell(refuse(Code.MALFORMED))
            if self.malformed.add():
                self.pump.close(MALFORMED, "malformed")
        else:
            if kind == "pong":
                self.pump.answered(data["pong"])
            else:
                self._tell(await self.hear(kind, data))

    async def hear(self, kind: str, data: dict[str, Any]) -> Refusal | None:
        """One frame through its door. What is accepted is answered by the frames it causes."""
        raise NotImplementedError

    def sentence(self, refusal: Refusal) -> str:
        """Why, in the words of who asked."""
        raise NotImplementedError

    def _tell(self, refusal: Refusal | None) -> None:
        if refusal is None:
            return
        self.pump.say(frame(type="refused", code=refusal.code, text=self.sentence(refusal)))
        if self.refusals.add():
            self.pump.close(FLOOD, "flood")
