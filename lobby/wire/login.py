"""Who opens a socket, and from where: asked of the handshake as a page asks its request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest

from accounts.limits import where_from
from accounts.logins import opened, session_store, under_its_key
from accounts.middleware import language_of
from accounts.whereabouts.noting import notes
from lobby.wire.together import Together


def header(scope: Mapping[str, Any], name: bytes) -> str | None:
    """The one header of this name; several of them count as a wrong one."""
    found = [value for key, value in scope["headers"] if key == name]
    return None if not found else found[0].decode("latin-1") if len(found) == 1 else ""


def is_own_origin(scope: Mapping[str, Any]) -> bool:
    """Origin, checked in full: scheme, host and port. A program sends none and has its session."""
    origin = header(scope, b"origin")
    if origin is None:
        return True
    if settings.SITE_URL:
        return origin == settings.SITE_URL
    host = header(scope, b"host") or ""
    return urlsplit(f"//{host}").hostname in ("127.0.0.1", "localhost", "::1") and origin == f"http://{host}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Who opened a socket, read from their session as a page would."""

    user: AbstractBaseUser | AnonymousUser
    session_key: str
    language: str
    address: str | None  # of a stranger; None where it is not counted


async def login_of(scope: Mapping[str, Any]) -> Login:
    """Read together with those who come in at the same moment: after a restart, everybody does."""
    return await _logins.ask(scope)


def read_logins(scopes: Sequence[Mapping[str, Any]]) -> list[Login]:
    requests = [_request(scope) for scope in scopes]
    keys = [request.COOKIES.get(settings.SESSION_COOKIE_NAME, "") for request in requests]
    sessions = opened(keys)
    for request, key in zip(requests, keys, strict=True):
        request.session = sessions.get(key, session_store()())
    return [_login(scope, request) for scope, request in zip(scopes, requests, strict=True)]


def _request(scope: Mapping[str, Any]) -> HttpRequest:
    """The handshake, as a page's request."""
    request = HttpRequest()
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(header(scope, b"cookie") or "")
    except CookieError:
        cookies = SimpleCookie()
    request.COOKIES = {name: morsel.value for name, morsel in cookies.items()}
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    request.META["HTTP_ACCEPT_LANGUAGE"] = header(scope, b"accept-language") or ""
    request.META["HTTP_X_REAL_IP"] = header(scope, b"x-real-ip") or ""
    return request


def _login(scope: Mapping[str, Any], request: HttpRequest) -> Login:
    """Through Django's own `get_user`, so that a rotated secret key keeps its sessions."""
    with under_its_key(request.session):
        user = get_user(request)
    said = parse_qs(scope["query_string"].decode("latin-1")).get("language", [None])[0]
    language = language_of(request, user, said)
    where = where_from(request)
    if user.is_authenticated:
        notes.note(user.pk, where)
        where = None
    session_key = request.session.session_key or ""
    return Login(user=user, session_key=session_key, language=language, address=where)


_logins: Final = Together(read_logins)
