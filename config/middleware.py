"""How pages may be asked, and what every response gets."""

from collections.abc import Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

METHODS: Final = ("GET", "HEAD", "POST", "OPTIONS")  # a form's view would take PUT for POST


def _harden(response: HttpResponse) -> HttpResponse:
    """Pages are someone's own: never kept by a cache, never read from another site."""
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()")
    patch_vary_headers(response, ["Cookie"])
    return response


def _refused(request: HttpRequest) -> HttpResponse | None:
    return None if request.method in METHODS else HttpResponseNotAllowed(METHODS)


@sync_and_async_middleware
def private_pages(get_response: Callable[..., Any]) -> Callable[..., Any]:
    if iscoroutinefunction(get_response):

        async def amiddleware(request: HttpRequest) -> HttpResponse:
            return _harden(_refused(request) or await get_response(request))

        return amiddleware

    def middleware(request: HttpRequest) -> HttpResponse:
        return _harden(_refused(request) or get_response(request))

    return middleware
