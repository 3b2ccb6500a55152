"""The one application: pages over HTTP, tables over websockets, the ticker beside them."""

import os
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages: Any = get_asgi_application()

# Only after Django is set up.
from channels.routing import URLRouter  # noqa: E402
from django.urls import path  # noqa: E402

from games.live import ticker  # noqa: E402
from games.live.consumers import TableConsumer  # noqa: E402
from lobby.live import LobbyConsumer  # noqa: E402

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

sockets = URLRouter(
    [
        path("ws/rooms/<slug:code>/", TableConsumer.as_asgi()),
        path("ws/lobby/", LobbyConsumer.as_asgi()),
    ]
)
start_ticking = ticker.start


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    ticker.start()
    if scope["type"] == "lifespan":
        await live(receive, send)
    elif scope["type"] == "websocket":
        await open_socket(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def live(receive: Receive, send: Send) -> None:
    """Servers that speak of their life start the ticker before the first visitor comes."""
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})


async def open_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """An address without a socket behind it is refused like any other."""
    try:
        await sockets(scope, receive, send)
    except ValueError:
        await receive()
        await send({"type": "websocket.close", "code": 4404})
