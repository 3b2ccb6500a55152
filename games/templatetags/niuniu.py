"""Bulls as they are called, for templates/games/niuniu/."""

from typing import Final

from django import template
from django.utils.translation import pgettext_lazy

register = template.Library()

POINTS: Final = pgettext_lazy("of a bull, in its name", "1 2 3 4 5 6 7 8 9 10")


@register.filter
def bull_points(points: int) -> str:
    """NN-6  As a name has them: bull 7 is 牛七 in Chinese."""
    return str(POINTS).split()[points - 1]
