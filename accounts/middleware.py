"""The language of a page: the person's setting, else their cookie or browser."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import translation


class LanguageMiddleware:
    """Like Django's LocaleMiddleware, but a setting on the account comes first."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = getattr(request.user, "language", "") or translation.get_language_from_request(request)
        with translation.override(chosen):
            request.LANGUAGE_CODE = chosen
            response = self.get_response(request)
            if isinstance(response, SimpleTemplateResponse) and not response.is_rendered:
                response.render()
        response.headers.setdefault("Content-Language", chosen)
        return response
