"""What a newcomer is shown at a table of Chinese Rummy. What matters first stands first."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.page.coach import MY_TURN, NOT_MY_TURN, RESULT, Mark

MARKS: Final = (
    Mark(
        key="draw",
        at="#actions:has(#draw-stock)",
        done="#actions:not(:has(#draw-stock))",
        says=_("Every turn begins with a card, from the stock or the discards."),
    ),
    Mark(
        key="lay_down",
        at="#actions [form='lay-down']:enabled",
        done="#actions [value='lay_off']",
        says=_("Your contract is complete. Lay it down here."),
    ),
    Mark(
        key="lay_off",
        at="#actions [value='lay_off']",
        done=NOT_MY_TURN,
        says=_("From now on you may add cards to any meld on the table."),
    ),
    Mark(
        key="discard",
        at="#actions [value='discard']",
        when=MY_TURN,
        done=NOT_MY_TURN,
        says=_("Tap a card and discard it. That ends your turn."),
    ),
    Mark(
        key="contract",
        at="#hand .hand-tools .chips",
        says=_("The contract of this round: collect these melds."),
    ),
    Mark(
        key="wild",
        at="#hand .card-button:has([data-card^='2'], [data-card^='X'])",
        says=_("A wild card: it stands for any card you need."),
    ),
    Mark(
        key="discards",
        at="#centre [data-discards]",
        when=NOT_MY_TURN,
        says=_("Only the top discard can be taken, instead of one from the stock."),
    ),
    Mark(
        key="result",
        at=RESULT,
        says=_("What is left in hand counts against you: fewer is better."),
    ),
)
