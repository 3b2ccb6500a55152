"""Which hand is the best of a round, among those that lay open to everybody at its end."""

from __future__ import annotations

from typing import Final

from games.page.words import say
from games.page.zones import Best, best_of
from games.xidach.hands import strength
from games.xidach.meeting import OpenHand, open_hand
from games.xidach.rules import RULESETS
from games.xidach.view import XidachView
from games.xidach.words import HANDS

BEST: Final = (OpenHand.VALUE, OpenHand.NGU_LINH, OpenHand.XI_DACH, OpenHand.XI_BANG)  # that last


def best(view: XidachView) -> Best | None:
    """XD-1 … XD-4  Whoever held it. Of two ngũ linh the lower is the better; non and quắc are none."""
    rules, found = RULESETS[view.ruleset], []
    for seat in view.seats:
        kind = open_hand(seat, seat.hand, rules) if seat.public and seat.hand else OpenHand.QUAC
        if kind in BEST:
            value = strength(seat.hand or ()).value
            rank = (BEST.index(kind), -value if kind is OpenHand.NGU_LINH else value)
            found.append(Best(rank, seat.seat, seat.cards, say(HANDS[kind], value=value)))
    return best_of(found)
