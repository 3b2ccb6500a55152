"""What things are called in Chinese Rummy."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.page.words import Label, Words

WORDS: Final = Words(
    name=_("Chinese Rummy"),
    cards=("7H", "8H", "9H", "X1"),
    tip=_("Twos and jokers stand for any card you need."),
    tip_cards=("7H", "2S", "9H", "X1"),
    rulesets={
        "contract": Label(pgettext_lazy("ruleset", "Contract"), _("Seven deals, a new contract each."))
    },
    options={
        "max_turns": Label(
            _("Turns before a deal is called off"),
            _("Then nobody wins it, and everybody counts their hand."),
            pill=_("At most %(value)s turns"),
        )
    },
    brief=pgettext_lazy("rummy", "7 deals"),
    refusals={
        "already_laid_down": _("You have already laid down this round."),
        "not_laid_down": _("Lay down your contract first, then you may lay off."),
        "not_the_contract": _("The contract of this round asks for other melds."),
        "bad_meld": _("One of these melds is not valid. At least half of each must be natural cards."),
        "does_not_fit": _("That card does not fit there."),
    },
)
