"""A rulebook's sentences put into the language of who reads them."""

from functools import lru_cache
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext

from games.page.words import Said, Text

TOLD: Final = 4096  # texts, of all languages


def told(text: Text) -> str:
    """The sentence, with the numbers and names it speaks of."""
    if isinstance(text, Said):
        words = told(text.words)
        return words % {name: fact(value) for name, value in text.facts} if text.facts else words
    return _once(_Same(text), get_language()) if isinstance(text, Promise) else str(text)


class _Same:
    """A translation that waits for its language. To compare two of them would ask for both."""

    __slots__ = ("text",)

    def __init__(self, text: Promise) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.text is other.text

    def __hash__(self) -> int:
        return id(self.text)


@lru_cache(maxsize=TOLD)
def _once(same: _Same, _language: str | None) -> str:
    return str(same.text)


def fact(value: Any) -> str:
    """A number grouped as the language does, a switch as a word, the rest as it is."""
    if isinstance(value, bool):
        return _switch(get_language())[value]
    if isinstance(value, int):
        return ("−" if value < 0 else "") + number_format(abs(value), force_grouping=True)
    if isinstance(value, list | tuple):
        return " · ".join(map(fact, value))
    return told(value)


@lru_cache(maxsize=16)
def _switch(_language: str | None) -> tuple[str, str]:
    """Off and on."""
    return pgettext("house option", "off"), pgettext("house option", "on")
