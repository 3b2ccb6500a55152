"""The one application: pages over HTTP, tables over websockets, the ticker beside them."""

import asyncio
import gc
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, cast

from config.pages import get_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages: Any = get_application()

# Only after Django is set up.
from django.urls import path  # noqa: E402

from config.limits import limit_statements  # noqa: E402
from games.live import ticker  # noqa: E402
from games.live.consumers import TableConsumer  # noqa: E402
from lobby.consumers import LobbyConsumer  # noqa: E402
from lobby.wire.closes import Close  # noqa: E402
from lobby.wire.pump import close_all  # noqa: E402

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Door = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]
Stop = Callable[..., Any]  # what the server does on a signal
# So many more objects than went, before garbage is looked for. Moves leave none, and whoever looks goes
# through all pages that are open, while every table waits.
YOUNG = 200_000


limit_statements()
doors = (
    path("ws/rooms/<slug:code>/", cast(Any, TableConsumer)),
    path("ws/lobby/", cast(Any, LobbyConsumer)),
)


def begin() -> None:
    """Called by the server in its loop: the ticker runs, and whoever stops us stops us politely."""
    ticker.start()
    gc.freeze()  # what is here by now stays: who looks for garbage need not go through all of it each time
    gc.set_threshold(YOUNG)
    if threading.current_thread() is not threading.main_thread():
        return  # signals come to the main thread only
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        stop = signal.getsignal(number)
        if callable(stop):
            signal.signal(number, partial(_end_in, loop, stop))


def _end_in(loop: asyncio.AbstractEventLoop, stop: Stop, *told: Any) -> None:
    if loop.is_closed():
        stop(*told)
    else:
        asyncio.run_coroutine_threadsafe(end(stop, *told), loop)


async def end(stop: Stop, *told: Any) -> None:
    """Every socket hears why it is closed; then the server does what it does when it is told to stop."""
    try:
        await close_all(Close.RESTART)
    finally:
        stop(*told)


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    ticker.start()
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "websocket":
        await open_socket(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def live(receive: Receive, send: Send) -> None:
    """Servers that speak of their life begin before the first visitor comes."""
    begin()
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})


async def open_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Who left in the middle is let go."""
    try:
        await door(scope)(scope, receive, partial(tell, send))
    except ConnectionError:
        while (await receive())["type"] != "websocket.disconnect":
            pass


def door(scope: dict[str, Any]) -> Door:
    """What opens at this address. Channels' router would find it too, and stay as long as the socket."""
    at = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
    for one in doors:
        if (found := one.resolve(at)) is not None:
            scope["url_route"] = {"args": found.args, "kwargs": found.kwargs}
            return cast(Door, found.func())
    return nowhere


async def nowhere(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """An address without a socket behind it is refused like any other."""
    await receive()
    await send({"type": "websocket.close"})


async def tell(send: Send, message: dict[str, Any]) -> None:
    """Each server has its own error for one who is gone already, some of them by surprise."""
    try:
        await send(message)
    except Exception as error:
        raise ConnectionError("gone already") from error
