"""What things are called in Xì Dách."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.page.words import Label, Words

PAYS: Final = _("How many times the stake it wins.")

WORDS: Final = Words(
    name="Xì Dách",
    cards=("AS", "KH"),
    tip=_("Five cards that stay under 21 are a Ngũ Linh. It beats any total."),
    tip_cards=("2S", "3H", "AC", "4D", "5C"),
    rulesets={
        "classic": Label(
            pgettext_lazy("ruleset", "Classic"),
            _("Draw up to 16. From 16 on the banker may check hands one by one."),
        ),
        "vipgame": Label("VIPGAME", _("Everybody bets first. Nobody ever has to hit.")),
    },
    options={
        "stake": Label(
            _("Stake a round"),
            _("What every player plays for against the banker."),
            short=_("Stake"),
            pill=_("Stake %(value)s"),
        ),
        "max_stake": Label(
            _("Highest stake"), _("Players bet from 1 up to this."), pill=_("Stakes up to %(value)s")
        ),
        "pay_xi_bang": Label(_("Xì Bàng pays"), PAYS, pill=_("Xì Bàng ×%(value)s")),
        "pay_xi_dach": Label(_("Xì Dách pays"), PAYS, pill=_("Xì Dách ×%(value)s")),
        "pay_ngu_linh": Label(_("Ngũ Linh pays"), PAYS, pill=_("Ngũ Linh ×%(value)s")),
    },
    first=("stake", "max_stake"),
)
