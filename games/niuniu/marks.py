"""What a newcomer is shown at a table of Niu Niu. What matters first stands first."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.page.coach import (
    BANKER,
    COVERED_HANDS,
    HAS_BET,
    MAY_BET,
    MY_CARDS,
    RESULT,
    Mark,
)

MARKS: Final = (
    Mark(
        key="stake",
        at=MAY_BET,
        done=HAS_BET,
        says=_("Your stake for this round. Everybody sees it, and it stays."),
    ),
    Mark(
        key="cards",
        at=MY_CARDS,
        done="#actions :disabled",
        says=_("Three that make 10, 20 or 30, and two more: only you see them."),
    ),
    Mark(
        key="bull",
        at="#hand .hand-fact",
        done="#actions :disabled",
        says=_("Your bull, and how many times the stake it is worth."),
    ),
    Mark(
        key="reveal",
        at="#actions:has([value='reveal'] ~ :enabled)",
        done="#actions:has([value='reveal'] ~ :disabled)",
        says=_("Reveal when you like. From then on everybody sees your hand."),
    ),
    Mark(
        key="banker",
        at=BANKER,
        when="#heading",
        says=_("The banker. You play against this hand alone."),
    ),
    Mark(
        key="others",
        at=COVERED_HANDS,
        when="#actions :disabled",
        says=_("A hand lies face down until its owner reveals it."),
    ),
    Mark(
        key="result",
        at=RESULT,
        says=_("What you won or lost: the stake, times the winning bull."),
    ),
)
