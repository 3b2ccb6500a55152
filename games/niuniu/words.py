"""What things are called in Niu Niu."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.page.words import Label, Text, Words

POINTS: Final = pgettext_lazy("of a bull, in its name", "1 2 3 4 5 6 7 8 9 10")


@dataclass(frozen=True, slots=True)
class BullPoints:
    """NN-6  As a name has them: bull 7 is 牛七 in Chinese."""

    points: int

    def __str__(self) -> str:
        return _numerals(get_language())[self.points - 1]


@lru_cache(maxsize=16)
def _numerals(_language: str | None) -> list[str]:
    return str(POINTS).split()


def bull_points(points: int) -> Text:
    return BullPoints(points)


BULLS: Final = {
    "five_faces": _("Five faces"),
    "face_ace_of_spades": _("Face + ace of spades"),
    "pair": _("Pair bull %(points)s"),
    "ten": _("Bull Bull"),
    "plain": _("Bull %(points)s"),
    "none": _("No bull"),
}


def bull_name(kind: str, points: int) -> str:
    """NN-6  What a hand is called, in the current language."""
    return _bull(kind, get_language()) % {"points": bull_points(points) if points else ""}


@lru_cache(maxsize=64)
def _bull(kind: str, _language: str | None) -> str:
    return str(BULLS[kind])


WORDS: Final = Words(
    name=_("Niu Niu"),
    cards=("3C", "4H", "KS"),
    tip=_("Three cards that make a multiple of ten are your base; the other two are your bull."),
    tip_cards=("KS", "JH", "TC", "4H", "5D"),
    rulesets={
        "duel": Label(pgettext_lazy("ruleset", "Duel"), _("The better bull wins, with its own multiplier.")),
        "payout": Label(
            pgettext_lazy("ruleset", "Payout"),
            _("A bull wins the stake times its multiplier; no bull loses the stake."),
        ),
    },
    options={
        "max_stake": Label(
            _("Highest stake"), _("Players bet from 1 up to this."), pill=_("Stakes up to %(value)s")
        ),
        "flex_3_6": Label(
            _("3 and 6 count as either"), _("Whichever makes the better hand."), pill=_("3/6 either way")
        ),
        "any_ten": Label(_("Any ten doubles"), _("The last two may also make twenty."), pill=_("Any ten ×2")),
    },
    first=("max_stake",),
    refusals={
        "already_bet": _("You have already placed your stake."),
        "bad_stake": _("The stake must be a whole number from 1 to %(max)s."),
        "already_revealed": _("Your hand lies open already."),
    },
    filters={"bull_name": bull_name},
)
