"""What things are called in Xì Dách."""

from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.page.words import Label, Words
from games.xidach.meeting import OpenHand

HANDS: Final = {
    OpenHand.XI_BANG: pgettext_lazy("hand in a sentence", "Xì Bàng"),
    OpenHand.XI_DACH: pgettext_lazy("hand in a sentence", "Xì Dách"),
    OpenHand.NGU_LINH: pgettext_lazy("hand in a sentence", "Ngũ Linh (%(value)s)"),
    OpenHand.QUAC: pgettext_lazy("hand in a sentence", "%(value)s (bust)"),
    OpenHand.NON: pgettext_lazy("hand in a sentence", "%(value)s (too low)"),
    OpenHand.VALUE: "%(value)s",
}


def hand_named(hand: tuple[str, int]) -> str:
    """A hand as a sentence names it: 20, 23 (bust), Xì Dách."""
    status, value = hand
    return _hand(status, get_language()) % {"value": value}


@lru_cache(maxsize=64)
def _hand(status: str, _language: str | None) -> str:
    return str(HANDS[OpenHand(status)])


def hand_named_first(hand: tuple[str, int]) -> str:
    """At the beginning of a sentence."""
    word = hand_named(hand)
    return word[0].upper() + word[1:]


PAYS: Final = _("How many times the stake it wins.")

WORDS: Final = Words(
    name=pgettext_lazy("game", "Xì Dách"),
    cards=("AS", "KH"),
    tip=_("Five cards that stay under 21 are a Ngũ Linh. It beats any total."),
    tip_cards=("2S", "3H", "AC", "4D", "5C"),
    rulesets={
        "classic": Label(
            pgettext_lazy("ruleset", "Classic"),
            _("Hit until you have 16. From 16 on the banker may check hands one by one."),
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
        "pay_xi_bang": Label(_("Multiplier for Xì Bàng"), PAYS, pill=_("Xì Bàng ×%(value)s")),
        "pay_xi_dach": Label(_("Multiplier for Xì Dách"), PAYS, pill=_("Xì Dách ×%(value)s")),
        "pay_ngu_linh": Label(_("Multiplier for Ngũ Linh"), PAYS, pill=_("Ngũ Linh ×%(value)s")),
    },
    first=("stake", "max_stake"),
    filters={
        "hand_named": hand_named,
        "hand_named_first": hand_named_first,
    },
    refusals={
        "already_bet": _("You have already placed your stake."),
        "bad_stake": _("The stake must be a whole number from 1 to %(max)s."),
        "must_draw": _("You have %(value)s. That is too low to stand, so you must hit."),
        "cannot_draw": _("You are over 21, so you cannot hit. Stand to end your turn."),
        "too_low_to_compare": _("You have %(value)s. You can check hands from %(least)s on."),
        "already_settled": _("That hand has already been checked."),
    },
)
