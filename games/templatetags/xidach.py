"""Hands of Xì Dách in a word, for templates/games/xidach/."""

from typing import Final

from django import template
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engines.xidach.zones import PodStatus, ShownHand

register = template.Library()

WORDS: Final = {
    PodStatus.XI_BANG: _("Xì Bàng"),
    PodStatus.XI_DACH: _("Xì Dách"),
    PodStatus.NGU_LINH: pgettext_lazy("hand in a sentence", "Ngũ Linh with %(value)s"),
    PodStatus.QUAC: pgettext_lazy("hand in a sentence", "bust %(value)s"),
    PodStatus.NON: pgettext_lazy("hand in a sentence", "too low %(value)s"),
    PodStatus.VALUE: "%(value)s",
}


@register.filter
def hand_word(hand: ShownHand) -> str:
    """A hand as a sentence names it: 20, bust 23, Xì Dách."""
    return str(WORDS[hand.status]) % {"value": hand.value}
