"""The contracts of Chinese Rummy in words, for templates/games/rummy/."""

from typing import Final

from django import template
from django.utils.translation import gettext_lazy as _

register = template.Library()

CONTRACTS: Final = {
    1: _("two sets of 3"),
    2: _("a set of 3 and a run of 4"),
    3: _("two runs of 4"),
    4: _("a set of 4 and a set of 5"),
    5: _("a run of 7 and a set of 3"),
    6: _("two sets of 3 and a run of 4"),
    7: _("two runs of 4 and a set of 3"),
}


@register.filter
def contract_name(round_: int) -> str:
    """RM-2  What this round of a match asks for."""
    return str(CONTRACTS[round_])


@register.simple_tag
def contract_names() -> list[str]:
    return list(map(str, CONTRACTS.values()))
