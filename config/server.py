"""daphne as we start it: sizes and time-outs set, refusals with their own status, the ticker running."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from autobahn.websocket.types import ConnectionDeny
from daphne.server import Server as DaphneServer

REFUSING = "websocket.http.response"


class Server(DaphneServer):
    """daphne answers every refused handshake with 403; with this ASGI extension we may say 404."""

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            scope["extensions"] = {REFUSING: {}}
        return super().create_application(protocol, scope)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        if message["type"] == f"{REFUSING}.start":
            protocol.refusing = message["status"]
        elif message["type"] == f"{REFUSING}.body":
            waiting = protocol.__dict__.pop("handshake_deferred", None)
            if waiting is not None:
                denied = ConnectionDeny(protocol.refusing, "Refused")  # type: ignore[no-untyped-call]
                waiting.errback(denied)
                self.protocol_disconnected(protocol)
        elif message["type"] == "websocket.send":
            # autobahn holds what goes out to the bound of what comes in; a long list is more.
            bound, protocol.maxMessagePayloadSize = protocol.maxMessagePayloadSize, 0
            try:
                await super().handle_reply(protocol, message)
            finally:
                protocol.maxMessagePayloadSize = bound
        else:
            await super().handle_reply(protocol, message)


def serve(application: Callable[..., Awaitable[None]], port: int, started: Callable[[], None]) -> None:
    """Run in the foreground until told to stop. `started` is called in the loop."""
    server = Server(
        application,
        endpoints=[f"tcp:port={port}:interface=127.0.0.1"],
        websocket_timeout=-1,  # a table may stay open for days
        websocket_max_message_size=65536,
        websocket_max_frame_size=65536,
        server_name="chieubai",
        application_close_timeout=5,
        ready_callable=lambda: asyncio.get_event_loop().call_soon(started),
    )
    server.run()
