"""Pages over HTTP: each is answered by one thread of a few, from its first middleware to its last.

Django's own handler makes a thread for every page, and with it a connection to the database, and goes from
thread to loop and back between what is and what is not async.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final, cast

import django
from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse, HttpResponseBase
from django.urls import set_script_prefix

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
PAGES: Final = 16  # at a time; each thread keeps its connection to the database
# Whoever asks whether the site is well does not wait behind pages that stand still.
PROBES: Final = ("/healthz", "/readyz", "/metrics")

_threads: Final = ThreadPoolExecutor(PAGES, thread_name_prefix="page")
_probes: Final = ThreadPoolExecutor(2, thread_name_prefix="probe")


def get_application() -> Pages:
    django.setup(set_prefix=False)
    return Pages()


class Pages(ASGIHandler):
    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)  # a page changes its thread nowhere on its way

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            threads = _probes if scope["path"] in PROBES else _threads
            answered = sync_to_async(self._answered, thread_sensitive=False, executor=threads)
            response = await answered(scope, body)
            if not response.streaming:
                await self.send_response(response, send)
                return
            try:
                await self._stream(response, receive, send)
            finally:
                await sync_to_async(response.close, thread_sensitive=False, executor=threads)()

    def _answered(self, scope: Scope, body: IO[bytes]) -> HttpResponseBase:
        """What is whole is closed here: nothing more is asked for it."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response = cast(HttpResponseBase, refused if request is None else self.get_response(request))
        response._handler_class = self.__class__  # type: ignore[attr-defined]
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Receive, send: Send) -> None:
        """Until all of it is sent, or nobody waits for it any more."""
        sending = asyncio.ensure_future(self.send_response(response, send))
        gone = asyncio.ensure_future(self.listen_for_disconnect(receive))
        await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        for task in (gone, sending):
            task.cancel()
        done = await asyncio.gather(sending, gone, return_exceptions=True)
        if isinstance(done[0], Exception):
            raise done[0]
