"""Days in words, for templates/games/people/."""

from datetime import date
from functools import lru_cache

from django import template
from django.utils.formats import date_format
from django.utils.translation import get_language

register = template.Library()


@register.filter
def short_day(day: date) -> str:
    """A day in numbers, as the language writes it: a chart names the same sixty for everybody."""
    return _short_day(day, get_language())


@lru_cache(maxsize=1024)
def _short_day(day: date, language: str | None) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")
