"""The ways on from every page, for the bars around it."""

from functools import lru_cache
from typing import Final

from django import template
from django.template.defaultfilters import urlencode
from django.urls import reverse

NAMES: Final = ("lobby", "leaderboard", "settings", "account_login", "points", "terms", "privacy")
RULES: Final = "/rules/"  # of any game

register = template.Library()


@register.simple_tag
def way_here(path: str, my_page: str) -> str:
    """Which of them leads to where one is, "" if none: its name, "rules", or "me" for one's own page."""
    if path.startswith(RULES):
        return "rules"
    return _ways().get(path) or ("me" if my_page and urlencode(path) == my_page else "")


@lru_cache(maxsize=1)
def _ways() -> dict[str, str]:
    return {reverse(name): name for name in NAMES}
