"""Days in words, for templates/games/people/."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import Final

from django import template
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html_join
from django.utils.translation import get_language

from games.templatetags.table import separator, with_sign

LINE: Final = '<tr><th scope="row">{}</th>\n        <td>{}</td></tr>'

register = template.Library()


@register.simple_tag
def day_lines(table: Iterable[tuple[date, int]]) -> str:
    """The sum of each day as a line of a table: there are sixty on each profile."""
    language, between = get_language(), separator()
    lines = [(_short_day(day, language), with_sign(points, between)) for day, points in table]
    return format_html_join("", LINE, lines)


@lru_cache(maxsize=1024)
def _short_day(day: date, language: str | None) -> str:
    return conditional_escape(date_format(day, "SHORT_DATE_FORMAT"))
