"""One zone of the table: a partial, what it is told, and whether everybody may share the result."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString

SHARED_ZONES: Final = 4096
FORM: Final = re.compile(r'<form\b[^>]* method="post"[^>]*>')
INDENT: Final = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)")


@dataclass(frozen=True, slots=True)
class Zone:
    """A function of `args` and the language, nothing else.

    `shared` zones are rendered once for all who are told the same. What only one person may see is
    never shared, not even where two people's arguments happen to be equal.
    """

    template: str
    args: Any  # frozen and hashable
    shared: bool
    parts: tuple[Zone, ...] = ()  # smaller zones inside it, made from `args` too


@cache
def is_template(name: str) -> bool:
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


def render(zone: Zone, language: str) -> str:
    return _rendered_once(zone, language) if zone.shared else _render(zone, language)


@lru_cache(maxsize=SHARED_ZONES)
def _rendered_once(zone: Zone, language: str) -> str:
    return _render(zone, language)


def _render(zone: Zone, language: str) -> str:
    parts = [render(part, language) for part in zone.parts]
    with translation.override(language):
        return _compact(get_template(zone.template).render({"zone": zone.args, "parts": parts}))


def _compact(html: str) -> SafeString:
    """What indents the tags of a template is sent as one line break: words never grow together."""
    return SafeString(INDENT.sub("\n", html).strip())


def with_token(html: str, token: str) -> str:
    """A zone for the page that one person asked for: what proves a form to be theirs goes in afterwards, so
    that nothing shared holds it."""
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return SafeString(FORM.sub(lambda form: form[0] + field, html))
