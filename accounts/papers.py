"""What the house promises and asks for: terms, privacy, points and never money.

What these pages say is what the code does: their numbers are those that it reads itself.
"""

from __future__ import annotations

from datetime import date
from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import retention
from accounts.requests import Request

AS_OF: Final = date(2026, 11, 20)  # the day on which their words last changed


def _paper(request: Request, name: str) -> HttpResponse:
    context = {
        "as_of": AS_OF,
        "addresses": retention.ADDRESSES.days,
        "looked_back": retention.SUSPICIONS.days,
        "chat": retention.CHAT.days,
        "evidence": retention.EVIDENCE.days,
        "notices_kept": retention.NOTICES.days,
        "grace": retention.GRACE.days,
        "log_in": settings.SESSION_COOKIE_AGE // (24 * 3600),
    }
    return render(request, f"papers/{name}.html", context)


@require_safe
def terms(request: Request) -> HttpResponse:
    return _paper(request, "terms")


@require_safe
def privacy(request: Request) -> HttpResponse:
    return _paper(request, "privacy")


@require_safe
def points(request: Request) -> HttpResponse:
    return _paper(request, "points")
