"""What a newcomer is shown at a table of Xì Dách. What matters first stands first."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.page.coach import (
    BANKER,
    COVERED_HANDS,
    HAS_BET,
    MAY_BET,
    MY_CARDS,
    MY_TURN,
    NOT_MY_TURN,
    OTHERS,
    RESULT,
    Mark,
)

DRAWN: Final = "#my-cards:is([data-count='3'], [data-count='4'], [data-count='5'])"

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
        done=DRAWN,
        says=_("Your cards. Nobody else sees them until they are compared."),
    ),
    Mark(
        key="total",
        at="#hand .hand-fact",
        done=DRAWN,
        says=_("Your total: under 16 is too low, over 21 is bust."),
    ),
    Mark(
        key="check",
        at=".seat-act:has(:enabled)",
        done=f"{OTHERS}[data-outcome]",
        says=_("Check compares this hand with yours, at once."),
    ),
    Mark(
        key="turn",
        at="#actions:has([value='draw'] ~ :enabled)",
        when=MY_TURN,
        done=NOT_MY_TURN,
        says=_("Hit for one more card, or stand and keep what you have."),
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
        when=NOT_MY_TURN,
        says=_("Of others you see how many cards they hold, and they of you."),
    ),
    Mark(
        key="result",
        at=RESULT,
        says=_("What you won or lost. Why is written beside it."),
    ),
)
