"""Hands of Xì Dách in a word, for templates/games/xidach/."""

from typing import Final

from django import template
from django.utils.translation import pgettext_lazy

from games.xidach.page import PodStatus

register = template.Library()

WORDS: Final = {
    PodStatus.XI_BANG: pgettext_lazy("hand in a sentence", "Xì Bàng"),
    PodStatus.XI_DACH: pgettext_lazy("hand in a sentence", "Xì Dách"),
    PodStatus.NGU_LINH: pgettext_lazy("hand in a sentence", "Ngũ Linh (%(value)s)"),
    PodStatus.QUAC: pgettext_lazy("hand in a sentence", "%(value)s (bust)"),
    PodStatus.NON: pgettext_lazy("hand in a sentence", "%(value)s (too low)"),
    PodStatus.VALUE: "%(value)s",
}


@register.filter
def hand_word(status: str, value: int) -> str:
    """A hand as a sentence names it: 20, 23 (bust), Xì Dách."""
    return str(WORDS[PodStatus(status)]) % {"value": value}
