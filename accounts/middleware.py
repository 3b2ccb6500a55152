"""The language of a page: what it is in already, else the person's setting, else their cookie or browser."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import translation


def language_of(request: HttpRequest, user: Any, said: str | None) -> str:
    """`said` by an open page, which stays as it is when somebody chooses another language elsewhere."""
    if said in dict(settings.LANGUAGES):
        return str(said)
    return getattr(user, "language", "") or translation.get_language_from_request(request)


class LanguageMiddleware:
    """Like Django's LocaleMiddleware, but the page and a setting on the account come first."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = language_of(request, request.user, request.GET.get("language"))
        with translation.override(chosen):
            request.LANGUAGE_CODE = chosen
            response = self.get_response(request)
            if isinstance(response, SimpleTemplateResponse) and not response.is_rendered:
                response.render()
        response.headers.setdefault("Content-Language", chosen)
        return response
