"""How long a log-in lasts: until nobody has used it for ten days, and fourteen days in all.

The moment stands in the session itself, whose row every process can ask. It is moved once a day, with the
first page of that day; no other page writes anything for it, and where it cannot be written the page comes
all the same. A guest has no way to come back: their log-in lasts the fourteen days.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions import middleware as sessions
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User

log = structlog.get_logger()
UNUSED: Final = timedelta(days=10)  # who plays every Saturday may come a little later
BEGUN, USED_ON = "begun", "used_on"


class SessionMiddleware(sessions.SessionMiddleware):
    """As Django's; but no page fails because it could not be noted that it was asked for."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (DatabaseError, SessionInterrupted) as error:  # the second also where a save failed
            if not getattr(request, "is_noted_only", False):
                raise
            log.warning("idle.not_noted", error=type(error).__name__)
            return response


class IdleMiddleware:
    """After the page: it may have been the log-in itself."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated and not _is_noted(request):
            request.is_noted_only = not request.session.modified  # type: ignore[attr-defined]
            _note(request, request.user)
        return response


@receiver(user_logged_in)
def begins(sender: object, request: HttpRequest, user: User, **told: object) -> None:
    request.session[BEGUN] = timezone.now().isoformat()
    _note(request, user)


def _is_noted(request: HttpRequest) -> bool:
    """Today, and nobody has set another end since: allauth does, right after a log-in."""
    session = request.session
    return session.get(USED_ON) == _today() and isinstance(session.get("_session_expiry"), str)


def _note(request: HttpRequest, user: User) -> None:
    session, now = request.session, timezone.now()
    begun = datetime.fromisoformat(session.setdefault(BEGUN, now.isoformat()))
    end = begun + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    if not user.is_guest:
        end = min(end, now + UNUSED)
    session[USED_ON] = _today()
    session.set_expiry(end)


def _today() -> str:
    return timezone.now().date().isoformat()
