"""What things are called in Big 2."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bigtwo.hands import Kind
from games.page.words import Label, Words

KINDS: Final = {
    Kind.STRAIGHT: pgettext_lazy("bigtwo", "Straight"),
    Kind.FLUSH: pgettext_lazy("bigtwo", "Flush"),
    Kind.FULL_HOUSE: pgettext_lazy("bigtwo", "Full house"),
    Kind.FOUR_OF_A_KIND: pgettext_lazy("bigtwo", "Four of a kind"),
    Kind.STRAIGHT_FLUSH: pgettext_lazy("bigtwo", "Straight flush"),
    Kind.ROYAL_FLUSH: pgettext_lazy("bigtwo", "Royal flush"),
}

WORDS: Final = Words(
    name=_("Big 2"),
    cards=("3D", "AH", "2S"),
    tip=_("Twos are the highest cards, and spades the highest suit."),
    tip_cards=("2D", "2C", "2H", "2S"),
    rulesets={"lawrence": Label("Lawrence")},
    options={
        "points": Label(
            _("Points by place"),
            _("Four whole numbers, each lower than the one before, adding up to zero."),
            pill="%(value)s",
        ),
        "open_counts": Label(
            _("Show how many cards everybody has"),
            _("Otherwise players have to ask."),
            short=_("Card counts are shown"),
            pill=_("Counts shown"),
        ),
    },
    first=("points",),
    log=_("This trick"),
    refusals={
        "already_voted": _("You have already answered."),
        "no_pattern": _("That is not a valid play. Play a single card, a pair or a set of five."),
        "must_play_three_of_diamonds": _("The first play of the round must include the three of diamonds."),
        "wrong_pattern": _("You must play the same number of cards as the last play."),
        "too_low": _("That does not beat the last play."),
        "cannot_end_on_two": _("Your last card cannot be a single 2."),
        "must_lead": _("You lead, so you cannot pass."),
    },
)
