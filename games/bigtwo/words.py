"""What things are called in Big 2."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.page.words import Label, Words

WORDS: Final = Words(
    name=_("Big 2"),
    cards=("3D", "AH", "2S"),
    tip=_("Twos are the highest cards, and spades the highest suit."),
    tip_cards=("2D", "2C", "2H", "2S"),
    rulesets={"lawrence": Label("Lawrence")},
    options={
        "points": Label(
            _("Points by rank"),
            _("Four whole numbers with commas, each lower than the one before, zero in all."),
            pill="%(value)s",
        ),
        "open_counts": Label(
            _("Show how many cards everybody holds"),
            _("Else one has to ask."),
            short=_("Numbers of cards are shown"),
            pill=_("Counts shown"),
        ),
    },
    first=("points",),
    log=_("This trick"),
    refusals={
        "already_voted": _("You have already answered."),
        "no_pattern": _("That is no play: a single card, a pair, or one of the sets of five."),
        "must_play_three_of_diamonds": _("The first play of the round must hold the three of diamonds."),
        "wrong_pattern": _("You must answer with the same number of cards."),
        "too_low": _("That does not beat what lies on top."),
        "cannot_end_on_two": _("Your last card cannot be a single 2."),
        "must_lead": _("You lead, so you may not pass."),
    },
)
