"""A rulebook's sentences put into the language of who reads them."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import pgettext

from games.page.words import Said, Text


def told(text: Text) -> str:
    """The sentence, with the numbers and names it speaks of."""
    if isinstance(text, Said):
        words = told(text.words)
        return words % {name: fact(value) for name, value in text.facts} if text.facts else words
    return str(text)


def fact(value: Any) -> str:
    """A number grouped as the language does, a switch as a word, the rest as it is."""
    if isinstance(value, bool):
        return pgettext("house option", "on") if value else pgettext("house option", "off")
    if isinstance(value, int):
        return ("−" if value < 0 else "") + number_format(abs(value), force_grouping=True)
    if isinstance(value, list | tuple):
        return " · ".join(map(fact, value))
    return told(value)
