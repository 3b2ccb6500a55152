"""What things are called in Chinese Rummy."""

from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.page.words import Label, Words

CONTRACTS: Final = {
    1: _("two sets of 3"),
    2: _("a set of 3 and a run of 4"),
    3: _("two runs of 4"),
    4: _("a set of 4 and a set of 5"),
    5: _("a run of 7 and a set of 3"),
    6: _("two sets of 3 and a run of 4"),
    7: _("two runs of 4 and a set of 3"),
}


def contract_name(round_: int) -> str:
    """RM-2  What this round of a match asks for."""
    return _contract(round_, get_language())


def contract_names(ruleset: str) -> tuple[str, ...]:
    """Of every round of a match, the first one first."""
    return tuple(map(contract_name, CONTRACTS))


@lru_cache(maxsize=64)
def _contract(round_: int, _language: str | None) -> str:
    return str(CONTRACTS[round_])


AGAINST: Final = _("Out against %(points)s points")

WORDS: Final = Words(
    name=_("Chinese Rummy"),
    cards=("7H", "8H", "9H", "X1"),
    tip=_("Twos and jokers stand for any card you need."),
    tip_cards=("7H", "2S", "9H", "X1"),
    rulesets={
        "contract": Label(pgettext_lazy("ruleset", "Contract"), _("Seven rounds, each with a new contract."))
    },
    options={
        "max_turns": Label(
            _("Most turns in a round"),
            _("After that nobody wins the round, and both players count the cards left in hand."),
            pill=_("At most %(value)s turns"),
        )
    },
    brief=pgettext_lazy("rummy", "7 rounds"),
    refusals={
        "already_laid_down": _("You have already laid down this round."),
        "not_laid_down": _("Lay down your contract first, then you may lay off."),
        "not_the_contract": _("The contract of this round asks for other melds."),
        "bad_meld": _("One of these melds is not valid. At least half of each must be natural cards."),
        "does_not_fit": _("That card does not fit there."),
    },
    filters={"contract_name": contract_name, "contract_names": contract_names},
)
