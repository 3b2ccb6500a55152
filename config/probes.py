"""For those who run the site: is it up, is it ready, what does it measure."""

from __future__ import annotations

import asyncio
from secrets import compare_digest
from typing import Final

import structlog
from django.conf import settings
from django.db import connection
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from redis import Redis

from accounts.requests import Request
from lobby.wire.threads import in_database

log = structlog.get_logger()
READY_WITHIN: Final = 1.5  # seconds


@require_safe
def healthz(request: Request) -> HttpResponse:
    """The process is up."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
async def readyz(request: Request) -> HttpResponse:
    """The database and, where there is one, the shared memory of the processes answer: soon, and to the
    threads that ask for the tables."""
    try:
        async with asyncio.timeout(READY_WITHIN):
            await in_database(_ask_everybody)
    except Exception as error:
        log.error("readyz.failed", error=type(error).__name__)
        return HttpResponse("not ready\n", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse("ready\n", content_type="text/plain; charset=utf-8")


def _ask_everybody() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if settings.REDIS_URL:
        with Redis.from_url(settings.REDIS_URL, **settings.REDIS_PATIENCE) as redis:
            redis.ping()


PASSED_ON = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED", "HTTP_X_REAL_IP")  # as a proxy's headers begin


@require_safe
def metrics(request: Request) -> HttpResponse:
    """What this process measures of itself, for whoever runs the site."""
    if not _may_measure(request):
        raise Http404
    return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def _may_measure(request: Request) -> bool:
    """Who brings the token. Without one: on a local site this machine, and nobody through a proxy on it."""
    if token := settings.METRICS_TOKEN:
        brought = request.headers.get("Authorization", "")
        return compare_digest(brought.encode(), f"Bearer {token}".encode())
    beside_us = request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1")
    passed_on = any(name.startswith(PASSED_ON) for name in request.META)
    return beside_us and not passed_on and not settings.PRODUCTION
