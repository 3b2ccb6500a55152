"""Words and pictures for games, rulesets and options: the one place that names them.

The rulebooks know names and numbers only. What has no entry here is shown by its plain name, so a new
game works before it has words; a ruleset or an option that two games share is called the same in both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

Words = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """How a game looks on its tile, and what its corner of the lobby tells beginners."""

    name: Words
    cards: tuple[str, ...] = ("AS", "KH")
    tip: Words = ""
    tip_cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    name: Words
    help: Words = ""
    short: Words = ""  # beside its value, where the name asks for one
    pill: Words = ""  # with its value, in a word or two: the table says so where it is not as usual


FACES: Final[Mapping[str, Face]] = {
    "xidach": Face(
        name="Xì Dách",
        cards=("AS", "KH"),
        tip=_("Five cards that stay under 21 are a Ngũ Linh. It beats any total."),
        tip_cards=("2S", "3H", "AC", "4D", "5C"),
    ),
    "bigtwo": Face(
        name=_("Big 2"),
        cards=("3D", "AH", "2S"),
        tip=_("Twos are the highest cards, and spades the highest suit."),
        tip_cards=("2D", "2C", "2H", "2S"),
    ),
    "rummy": Face(
        name=_("Chinese Rummy"),
        cards=("7H", "8H", "9H", "X1"),
        tip=_("Twos and jokers stand for any card you need."),
        tip_cards=("7H", "2S", "9H", "X1"),
    ),
    "niuniu": Face(
        name=_("Niu Niu"),
        cards=("3C", "4H", "KS"),
        tip=_("Three cards that make a multiple of ten are your base; the other two are your bull."),
        tip_cards=("KS", "JH", "TC", "4H", "5D"),
    ),
}

RULESETS: Final[Mapping[str, Label]] = {
    "classic": Label(
        pgettext_lazy("ruleset", "Classic"),
        _("Draw up to 16. From 16 on the banker may check hands one by one."),
    ),
    "vipgame": Label("VIPGAME", _("Everybody bets first. Nobody ever has to hit.")),
    "lawrence": Label("Lawrence"),
    "contract": Label(pgettext_lazy("ruleset", "Contract"), _("Seven deals, a new contract each.")),
    "duel": Label(pgettext_lazy("ruleset", "Duel"), _("The better bull wins its own multiple.")),
    "payout": Label(pgettext_lazy("ruleset", "Payout"), _("A bull wins its multiple, no bull loses.")),
}

_PAYS: Final = _("How many times the stake it wins.")
OPTIONS: Final[Mapping[str, Label]] = {
    "stake": Label(
        _("Stake a round"),
        _("What every player plays for against the banker."),
        short=_("Stake"),
        pill=_("Stake %(value)s"),
    ),
    "max_stake": Label(
        _("Highest stake"), _("Players bet from 1 up to this."), pill=_("Stakes up to %(value)s")
    ),
    "pay_xi_bang": Label(_("Xì Bàng pays"), _PAYS, pill=_("Xì Bàng ×%(value)s")),
    "pay_xi_dach": Label(_("Xì Dách pays"), _PAYS, pill=_("Xì Dách ×%(value)s")),
    "pay_ngu_linh": Label(_("Ngũ Linh pays"), _PAYS, pill=_("Ngũ Linh ×%(value)s")),
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
    "max_turns": Label(
        _("Turns before a deal is called off"),
        _("Then nobody wins it, and everybody counts their hand."),
        pill=_("At most %(value)s turns"),
    ),
    "flex_3_6": Label(
        _("3 and 6 count as either"), _("Whichever makes the better hand."), pill=_("3 and 6 swap")
    ),
    "any_ten": Label(_("Any ten doubles"), _("The last two may also make twenty."), pill=_("Any ten ×2")),
    # the room's own
    "ruleset": Label(_("Rules")),
    "turn_seconds": Label(_("Seconds for a turn")),
    "spectators": Label(_("Spectators")),
    "auto_start": Label(_("Starts by itself")),
}
# Asked at first sight; the others are in the fold.
FIRST: Final = frozenset({"stake", "max_stake", "points"})


def face(game: str) -> Face:
    return FACES.get(game) or Face(name=game.capitalize())


def ruleset_label(ruleset: str) -> Label:
    return RULESETS.get(ruleset) or Label(ruleset.capitalize())


def option_label(option: str) -> Label:
    return OPTIONS.get(option) or Label(option.replace("_", " ").capitalize())


def option_pill(option: str, value: Any) -> str:
    """An option with its value, in a word or two."""
    label, is_list = option_label(option), isinstance(value, list | tuple)
    number = " · ".join(map(str, value)).replace("-", "−") if is_list else number_format(value)
    words = label.pill or (label.name if isinstance(value, bool) else f"{label.name}: %(value)s")
    return str(words) % {"value": number}


def brief(game: str, options: Mapping[str, Any]) -> Words:
    """What a room plays for, in a word or two of whoever reads it: a row of the list is made once for all."""
    return _brief(game, options)


def _brief_in_this_language(game: str, options: Mapping[str, Any]) -> str:
    for name in FIRST & options.keys():
        return option_pill(name, options[name])
    return pgettext("rummy", "7 deals") if game == "rummy" else ""


_brief = lazy(_brief_in_this_language, str)
