"""The articles of a game's rules as HTML. They are long, and the same for everybody who reads a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import format_html_join

from games.books import rulebook
from games.registry import ENGINES

BOOKS: Final = 64  # that are kept: games by languages


@dataclass(frozen=True, slots=True)
class Printed:
    minutes: Mapping[str, str]  # by ruleset
    contents: str
    chapters: str


def printed(game: str, language: str) -> Printed:
    return _printed(game, ENGINES[game].version, language)


@lru_cache(maxsize=BOOKS)
def _printed(game: str, version: int, language: str) -> Printed:
    """Made of the book alone: no request, so nothing of who asks is in it."""
    book = rulebook(game)
    assert book is not None
    with translation.override(language):
        minutes = {
            one.ruleset: render_to_string("games/rules/_minute.html", {"minute": one, "goal": book.goal})
            for one in book.minutes
        }
        contents = render_to_string("games/rules/_contents.html", {"chapters": book.chapters})
        chapters = [render_to_string("games/rules/_chapter.html", {"chapter": one}) for one in book.chapters]
    html = format_html_join("", "{}", ((html,) for html in chapters))
    return Printed(MappingProxyType(minutes), contents, html)
