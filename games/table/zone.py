"""One zone of the table: a partial, what it is told, and whether everybody may share the result."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import Final

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

SHARED_ZONES: Final = 4096
FORM: Final = re.compile(r'<form\b[^>]* method="post"[^>]*>')
HOLE: Final = "<!--{}-->"  # no name that a person chose looks like this: they are escaped
HOLES: Final = re.compile(r"<!--([\w-]+)-->")
BLANK: Final = "<!--.{}-->"
_LINE: Final = "(?:td|th|li|p|h[1-6]|button|dt|dd|option|summary|caption)"
EDGE: Final = re.compile(rf"(<{_LINE}\b[^>]*>)\s+|\s+(?=</{_LINE}>)")  # of what is a line of its own


_tags: Final[dict[str, str]] = {}  # by template: the element it is


@dataclass(frozen=True, slots=True)
class Zone:
    """A function of `args` and the language, nothing else.

    `shared` zones are rendered once for all who are told the same. What only one person may see is
    never shared, not even where two people's arguments happen to be equal.
    """

    template: str
    args: Hashable  # frozen
    shared: bool
    parts: tuple[
        tuple[str, Zone], ...
    ] = ()  # zones inside it, by their element's id: each is told on its own
    grows: bool = False  # new parts come at its end, and any may go: nothing is around them
    words: tuple[tuple[str, str], ...] = ()  # for the blanks in `args`: whoever they name, it is drawn once


@cache
def is_template(name: str) -> bool:
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


def html_of(zone: Zone, language: str) -> str:
    return fill(outline_of(zone, language), {name: html_of(part, language) for name, part in zone.parts})


@lru_cache(maxsize=64)
def blank(word: str) -> SafeString:
    """Stands in `args` for a word that is written in after drawing: a name, or what every move changes."""
    return SafeString(BLANK.format(word))


def outline_of(zone: Zone, language: str) -> str:
    """The zone with a hole for each of its parts."""
    draw = _rendered_once if zone.shared else _render
    outline = draw(zone.template, zone.args, tuple(name for name, _ in zone.parts), language)
    for word, written in zone.words:
        outline = outline.replace(blank(word), escape(written))
    return SafeString(outline)


def fill(outline: str, parts: Mapping[str, str]) -> str:
    return SafeString(HOLES.sub(lambda hole: parts[hole[1]], outline)) if parts else outline


def tag_of(zone: Zone, language: str) -> str:
    """What element it is: each partial is always the same."""
    if zone.template not in _tags:
        outline_of(zone, language)
    return _tags[zone.template]


@lru_cache(maxsize=SHARED_ZONES)
def _rendered_once(template: str, args: Hashable, parts: tuple[str, ...], language: str) -> str:
    return _render(template, args, parts, language)


def _render(template: str, args: Hashable, parts: tuple[str, ...], language: str) -> str:
    with translation.override(language):
        html = _compact(get_template(template).render({"zone": args, "parts": _holes(parts)}))
    _tags[template] = html[1:].partition(" ")[0]
    return html


def _holes(parts: tuple[str, ...]) -> dict[str, str]:
    """By what the parts are, which is what their names begin with: `cards-3` is `parts.cards`."""
    holes: defaultdict[str, str] = defaultdict(str)
    for name in parts:
        holes[name.partition("-")[0]] += HOLE.format(name)
    return {kind: SafeString(hole) for kind, hole in holes.items()}


def _compact(html: str) -> SafeString:
    """What indents the tags of a template is sent as one line break: words never grow together. Where a line
    of a template is wrapped, one blank is sent, and at the edges of a cell or a button nothing."""
    lines = [line for line in map(str.strip, EDGE.sub(r"\1", html).split("\n")) if line]
    breaks = ["\n" if above[-1] == ">" or below[0] == "<" else " " for above, below in pairwise(lines)]
    return SafeString("".join(chain.from_iterable(zip(lines, [*breaks, ""], strict=True))))


def with_token(html: str, token: str) -> str:
    """A zone for the page that one person asked for: what proves a form to be theirs goes in afterwards, so
    that nothing shared holds it."""
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return SafeString(FORM.sub(lambda form: form[0] + field, html))
