"""One zone of the table: a partial, what it is told, and whether everybody may share the result."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from html import escape
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

import structlog
from django.template import Engine, TemplateDoesNotExist
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from games.page.zones import Filtered

SHARED_ZONES: Final = 4096
VARIED_PIECES: Final = 256  # by language
SAID: Final = 4096  # words for numbers
CARDS: Final = "cards"  # what is said of these may be for one person alone: it is kept nowhere
FORM: Final = re.compile(r'<form\b[^>]* method="post"[^>]*>')
HOLE: Final = "<!--{}-->"  # no name that a person chose looks like this: they are escaped
BLANK: Final = "<!--.{}-->"
BLANKS: Final = re.compile(r"<!--\.([\w-]+)-->")
MARKS: Final = re.compile(r"<!--(\.?)([\w-]+)-->")  # either
PART: Final = ":"  # before what a hole is called, where blanks and holes are filled
_LINE: Final = "(?:td|th|li|p|h[1-6]|button|dt|dd|option|summary|caption)"
_TAG: Final = rf"<{_LINE}\b(?:[^>]|(?<=--)>)*>"  # a blank may stand in it
EDGE: Final = re.compile(rf"({_TAG})\s+|\s+(?=</{_LINE}>)")  # of what is a line of its own


log = structlog.get_logger()
_tags: Final[dict[str, str]] = {}  # by template: the element it is


class Zone(NamedTuple):
    """A function of `args` and the language, nothing else.

    `shared` zones are rendered once for all who are told the same. What only one person may see is
    never shared, not even where two people's arguments happen to be equal. But where all `variants` of it are
    known they are drawn together and kept: whichever was asked for, the same is in memory.
    """

    template: str
    args: Hashable  # frozen
    shared: bool
    parts: tuple[
        tuple[str, Zone], ...
    ] = ()  # zones inside it, by their element's id: each is told on its own
    grows: bool = False  # new parts come at its end, and any may go: nothing is around them
    words: Words = ()  # for the blanks in `args`: whoever they name, it is drawn once
    variants: frozenset[Hashable] = frozenset()  # all that `args` can be


Parts = tuple[tuple[str, Zone], ...]
Word = str | Zone | Filtered
Words = tuple[tuple[str, Word], ...]
NO_PARTS: Final[Mapping[str, str]] = MappingProxyType({})


@cache
def is_template(name: str) -> bool:
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


def html_of(zone: Zone, language: str) -> str:
    return SafeString(_whole(zone, language))


def _whole(zone: Zone, language: str) -> str:
    return outline_of(zone, language, {name: _whole(part, language) for name, part in zone.parts})


@lru_cache(maxsize=256)
def blank(word: str) -> SafeString:
    """Stands in `args` for a word that is written in after drawing: a name, or what every move changes."""
    return SafeString(BLANK.format(word))


def hole(part: str) -> SafeString:
    """Where parts of this kind go, or the one that is called so."""
    return SafeString(HOLE.format(part))


class Drawn(NamedTuple):
    """A zone before anything is written in."""

    html: str  # where it has marks, they are named as the formatting of texts does
    has_marks: bool


class Later:
    """Gives the blanks of one zone, and keeps what is written in."""

    def __init__(self) -> None:
        self._words: dict[str, Word] = {}

    def __call__(self, word: str, written: Word) -> SafeString:
        self._words[word] = written
        return blank(word)

    @property
    def words(self) -> Words:
        return tuple(self._words.items())


def outline_of(zone: Zone, language: str, parts: Mapping[str, str] = NO_PARTS) -> str:
    """The zone with its words, and in the hole for each kind of its parts those of that kind."""
    drawn = _drawn(zone, language)
    if not drawn.has_marks:
        return drawn.html
    there = Written()
    for name, word in zone.words:
        if isinstance(word, str):  # letters and digits stand as they are
            there[name] = word if word.isalnum() else escape(word)
        else:
            there[name] = _html_of_word(word, language)
    if parts:
        _put_in(parts, there)
    return drawn.html % there


class Written(dict[str, str]):
    """What goes where a mark is. A hole for parts may stay empty."""

    def __missing__(self, mark: str) -> str:
        if mark[0] != PART:
            raise KeyError(mark)
        return ""


def _put_in(parts: Mapping[str, str], there: Written) -> None:
    """What a part is, its name begins with: all of a kind go into one hole, in their order."""
    for name, html in parts.items():
        there[PART + name] = html
        kind, dash, _number = name.partition("-")
        if dash:
            there[PART + kind] = there.get(PART + kind, "") + html


def _html_of_word(written: Zone | Filtered, language: str) -> str:
    if isinstance(written, Zone):
        return _whole(written, language)
    return (_said if written.library == CARDS else _said_once)(written, language)


def _said(word: Filtered, language: str) -> str:
    if translation.get_language() == language:  # to say so anew takes longer than the word
        return _filtered(word)
    with translation.override(language):
        return _filtered(word)


_said_once: Final = lru_cache(maxsize=SAID)(_said)  # numbers, and hands that lie open, by their names


def _filtered(word: Filtered) -> str:
    escaped = conditional_escape(_filter(word.library, word.filter)(word.of))
    return str.__str__(escaped)  # to write in what is marked as safe takes several times as long


@cache
def _filter(library: str, name: str) -> Callable[[Hashable], str]:
    """As a template finds it that loads the library."""
    found: Callable[[Hashable], str] = Engine.get_default().template_libraries[library].filters[name]
    return found


def _drawn(zone: Zone, language: str) -> Drawn:
    if zone.variants:
        if zone.args in zone.variants:
            return _all_rendered(zone.template, zone.variants, language)[zone.args]
        log.warning("unknown_variant", template=zone.template)  # not which: that is somebody's own
    draw = _rendered_once if zone.shared or zone.args is None else _rendered  # told nothing, it holds nothing
    return draw(zone.template, zone.args, language)


def tag_of(zone: Zone, language: str) -> str:
    """What element it is: each partial is always the same."""
    if zone.template not in _tags:
        outline_of(zone, language)
    return _tags[zone.template]


@lru_cache(maxsize=VARIED_PIECES)
def _all_rendered(template: str, variants: frozenset[Hashable], language: str) -> dict[Hashable, Drawn]:
    return {args: _rendered(template, args, language) for args in variants}


def _rendered(template: str, args: Hashable, language: str) -> Drawn:
    html = _render(template, args, language)
    if not MARKS.search(html):
        return Drawn(html, has_marks=False)
    return Drawn(MARKS.sub(_named, html.replace("%", "%%")), has_marks=True)


def _named(mark: re.Match[str]) -> str:
    is_blank, name = mark.groups()
    return f"%({'' if is_blank else PART}{name})s"


_rendered_once: Final = lru_cache(maxsize=SHARED_ZONES)(_rendered)


def _render(template: str, args: Hashable, language: str) -> str:
    with translation.override(language):
        html = _compact(get_template(template).render({"zone": args, "parts": _HOLES}))
    _tags[template] = html[1:].partition(" ")[0]
    return html


class _Holes:
    """Where `cards-3` and all others of its kind go is `parts.cards`."""

    def __getitem__(self, kind: str) -> SafeString:
        return hole(kind)


_HOLES: Final = _Holes()


def _compact(html: str) -> SafeString:
    """What indents the tags of a template is sent as one line break: words never grow together. Where a line
    of a template is wrapped, one blank is sent, and at the edges of a cell or a button nothing."""
    lines = [line for line in map(str.strip, EDGE.sub(r"\1", html).split("\n")) if line]
    breaks = ["\n" if above[-1] == ">" or _is_tag(below) else " " for above, below in pairwise(lines)]
    return SafeString("".join(chain.from_iterable(zip(lines, [*breaks, ""], strict=True))))


def _is_tag(line: str) -> bool:
    return line[0] == "<" and not BLANKS.match(line)  # which is words


def with_token(html: str, token: str) -> str:
    """A zone for the page that one person asked for: what proves a form to be theirs goes in afterwards, so
    that nothing shared holds it."""
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', token)
    return SafeString(FORM.sub(lambda form: form[0] + field, html))
