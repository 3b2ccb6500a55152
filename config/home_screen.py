"""What makes an application of the site: how it is installed, and what it shows where there is no network."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.requests import Request

NAME: Final = "Chiếu Bài"
PAGE, ACTION = "#F7EFE2", "#B92E1C"  # as tokens.css has them
ICONS: Final = (
    ("art/icon-192.png", "192x192", "any"),
    ("art/icon-512.png", "512x512", "any"),
    ("art/icon-whole-512.png", "512x512", "maskable"),
)
A_DAY: Final = "max-age=86400"
SCRIPT: Final = Path(__file__).with_name("service_worker.js")
FILE: Final = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@require_safe
def manifest(request: Request) -> HttpResponse:
    """The same for everybody, in one's language; browsers ask for it with each page, so it may be kept."""
    language: str = request.LANGUAGE_CODE
    told = {
        "id": "/",
        "name": NAME,
        "short_name": NAME,
        "description": _("Card games with hidden hands, for family and friends. Points only, never money."),
        "lang": language,
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAGE,
        "theme_color": PAGE,
        "categories": ["games"],
        "icons": [
            {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for path, sizes, purpose in ICONS
        ],
    }
    headers = {"Cache-Control": A_DAY}
    kind = "application/manifest+json; charset=utf-8"
    return JsonResponse(told, content_type=kind, headers=headers, json_dumps_params={"ensure_ascii": False})


@require_safe
def offline(request: Request) -> HttpResponse:
    """As a browser keeps it once for all: in every language, and knowing nobody."""
    return HttpResponse(_offline())


@require_safe
def service_worker(request: Request) -> HttpResponse:
    """Asked for anew each time: it is the way by which a browser learns that what it keeps is old."""
    return HttpResponse(
        _worker(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache, no-store"},
    )


@cache
def _offline() -> str:
    return render_to_string("offline.html")


@cache
def _worker() -> str:
    """It keeps the page for when there is no network, and the files that page is made of: nothing else."""
    page = _offline()
    version = sha256(page.encode()).hexdigest()[:16]
    says = {
        "KEPT": f"offline-{version}",
        "PAGE": reverse("offline"),
        "FILES": list(dict.fromkeys(FILE.findall(page))),
    }
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in says.items())
    return head + SCRIPT.read_text(encoding="utf-8")
