"""Who asks for a page was there: after the answer, so that a log-in counts with its own request."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.limits import where_from
from accounts.whereabouts.noting import notes


class WhereaboutsMiddleware:
    """A note in memory; no question to the database."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated:
            notes.note(request.user.pk, where_from(request))
        return response
