"""What things are called in Bài Cào. Translated in its own `locale`."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.page.words import Label, Words
from tests.fifth_game.baicao.hands import Worth


def worth_name(worth: Worth) -> str:
    """BC-2, BC-3  What a hand is called."""
    if worth.three_faces:
        return "Three faces"
    return {0: "Bù", 1: "1 point"}.get(worth.points, f"{worth.points} points")


WORDS: Final = Words(
    name="Bài Cào",
    cards=("KS", "9H", "TD"),
    tip=_("Three cards, and only the last digit of their sum counts."),
    tip_cards=("KS", "9H", "TD"),
    rulesets={"classic": Label(_("Three cards"), _("The better hand wins the stake."))},
    options={
        "stake": Label(
            _("Stake a round"), _("What everybody plays for."), short=_("Stake"), pill=_("Stake %(value)s")
        )
    },
    first=("stake",),
    refusals={"already_revealed": _("Your hand lies open already.")},
    filters={"worth_name": worth_name},
)
