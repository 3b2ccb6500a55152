"""What a newcomer is shown at a table of Big 2. What matters first stands first."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.page.coach import MY_TURN, NOT_MY_TURN, RESULT, Mark

MARKS: Final = (
    Mark(
        key="vote",
        at="#actions:has([name='reshuffle']:enabled)",
        done="#actions:not(:has([name='reshuffle']:enabled))",
        says=_("A poor hand? Ask for new cards. Nobody learns who asked."),
    ),
    Mark(
        key="lead",
        at="#actions:has(#play:not([data-beats]))",
        when=MY_TURN,
        done=NOT_MY_TURN,
        says=_("You lead: one card, a pair or a set of five, as you like."),
    ),
    Mark(
        key="beat",
        at="#actions:has(#play[data-beats])",
        when=MY_TURN,
        done=NOT_MY_TURN,
        says=_("Beat what lies there with as many cards, but higher. Or pass."),
    ),
    Mark(
        key="cards",
        at="#hand #my-cards:has(input)",
        when="#actions #play",
        done="#my-cards :checked",
        says=_("Tap what you want to play. Cards that cannot join it go dark."),
    ),
    Mark(
        key="hint",
        at="#hand [data-hint]:not([hidden])",
        when="#actions #play :enabled",
        says=_("Not sure? The hint chooses a play for you."),
    ),
    Mark(
        key="counts",
        at=".seat-ask",
        says=_("How many cards others hold is hidden until somebody asks."),
    ),
    Mark(
        key="result",
        at=RESULT,
        says=_("The first with no cards left wins. Each place has its points."),
    ),
)
