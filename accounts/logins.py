"""Log-ins as the session engine keeps them. They are in the database, which every process can ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import middleware
from django.contrib.sessions.backends.db import SessionStore
from django.core.checks import Error, register
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject


def session_store() -> type[SessionStore]:
    store: type[SessionStore] = import_module(settings.SESSION_ENGINE).SessionStore
    return store


def going_on(keys: Iterable[str]) -> set[str]:
    """Which of these sessions are not over: one question for all of them."""
    sessions = session_store().get_model_class().objects
    alive = sessions.filter(session_key__in=set(keys), expire_date__gt=timezone.now())
    return set(alive.values_list("session_key", flat=True))


def opened(keys: Iterable[str]) -> dict[str, SessionStore]:
    """Those of these sessions that are not over, with what is in them: one question for all of them."""
    store = session_store()
    alive = store.get_model_class().objects.filter(session_key__in=set(keys), expire_date__gt=timezone.now())
    return {row.session_key: _holding(store(row.session_key), row.session_data) for row in alive}


def forget_all(user_id: int) -> None:
    """Those of this person that are listed, so that open sockets find them gone. Guests' are not."""
    listed = UserSession.objects.filter(user=user_id)
    keys = list(listed.values_list("session_key", flat=True))
    session_store().get_model_class().objects.filter(session_key__in=keys).delete()
    listed.delete()


@contextmanager
def under_its_key(session: Any) -> Iterator[None]:
    """While one asks whose log-in this is. After the secret key was rotated Django would give it another key:
    open sockets and the list of log-ins know it by this one, and a socket could not tell the browser."""
    session.cycle_key = _stays
    try:
        yield
    finally:
        del session.cycle_key


def _stays() -> None:
    """The key is what it was."""


class AuthenticationMiddleware(middleware.AuthenticationMiddleware):
    """As Django's; but a log-in keeps its key until somebody logs in anew."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of(request))  # type: ignore[assignment]
        request.auser = sync_to_async(lambda: _user_of(request))


def _user_of(request: HttpRequest) -> Any:
    with under_its_key(request.session):
        return middleware.get_user(request)


def _holding(session: SessionStore, data: str) -> SessionStore:
    """As if it had been read by itself."""
    session._session_cache = session.decode(data)  # type: ignore[attr-defined]
    return session


@register
def sessions_are_in_the_database(app_configs: Any, **kwargs: Any) -> list[Error]:
    if issubclass(session_store(), SessionStore):
        return []
    fault = "Open tables could not see that a log-in has ended."
    return [Error(fault, hint="Set SESSION_ENGINE to Django's db or cached_db.", id="accounts.E001")]
