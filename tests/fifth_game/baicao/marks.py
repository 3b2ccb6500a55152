"""What a newcomer is shown at a table of Bài Cào. What matters first stands first."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.page.coach import MY_CARDS, RESULT, Mark

MARKS: Final = (
    Mark(
        key="cards",
        at=MY_CARDS,
        done="#actions :disabled",
        says=_("Your three cards: the last digit of their sum counts."),
    ),
    Mark(
        key="reveal",
        at="#actions:has([value='reveal'] ~ :enabled)",
        done="#actions:has([value='reveal'] ~ :disabled)",
        says=_("Reveal when you like. From then on everybody sees your hand."),
    ),
    Mark(key="result", at=RESULT, says=_("The better hand took the stake.")),
)
