"""Which hand is the best of a round, among those that lay open to everybody at its end."""

from __future__ import annotations

from games.core.cards import CODES
from games.page.words import say
from games.page.zones import Best
from games.rummy.events import sheet, went_out
from games.rummy.view import RummyView
from games.rummy.words import AGAINST


def best(view: RummyView) -> Best | None:
    """RM-7, RM-9  Who went out while the other still held the most; a blocked round has no such hand."""
    winner = went_out(view)
    if winner is None:
        return None
    left = sheet(view)[1 - winner]
    cards = tuple(CODES[card] for meld in view.melds if meld.owner == winner for card in meld.cards)
    return Best((left,), winner, cards, say(AGAINST, points=left))
