"""Between a browser and its page: the language of both, and how fast one may ask."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import translation

from accounts.limits import where_from
from accounts.paces import Pace

pages: Final = Pace(200, 10, name="pages")  # of a person
# The same for a program that reads over what was played.
records: Final = Pace(2000, 20, name="records")
# Of those at one address who are not logged in: ten households of thirty.
strangers: Final = Pace(3000, 100, name="strangers")


def language_of(request: HttpRequest, user: Any, said: str | None) -> str:
    """What the page is in already, else the person's setting, else their cookie or browser.

    `said` by an open page, which stays as it is when somebody chooses another language elsewhere.
    """
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


class PaceMiddleware:
    """So many pages for a person, and for the strangers of an address; beyond it the answer is short."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request) if _may_ask(request) else _too_fast(request)


def _may_ask(request: HttpRequest) -> bool:
    if request.user.is_authenticated:
        pace = records if request.path.endswith((".json", ".csv")) else pages
        return pace.take(request.user.pk)
    where = where_from(request)
    return where is None or strangers.take(where)


def _too_fast(request: HttpRequest) -> HttpResponse:
    """A page for who reads it; a script or a program is told in no more than the status."""
    if "text/html" in request.headers.get("Accept", "") and not request.headers.get("HX-Request"):
        return respond_429(request)
    return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS)
