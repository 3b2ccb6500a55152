"""What every response gets."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware


def _harden(response: HttpResponse) -> HttpResponse:
    """Pages are someone's own: never kept by a cache, never read from another site."""
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
    patch_vary_headers(response, ["Cookie"])
    return response


@sync_and_async_middleware
def private_pages(get_response: Callable[..., Any]) -> Callable[..., Any]:
    if iscoroutinefunction(get_response):

        async def amiddleware(request: HttpRequest) -> HttpResponse:
            return _harden(await get_response(request))

        return amiddleware

    def middleware(request: HttpRequest) -> HttpResponse:
        return _harden(get_response(request))

    return middleware
