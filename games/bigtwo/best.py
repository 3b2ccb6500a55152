"""Which hand is the best of a round, among those that lay open to everybody at its end."""

from __future__ import annotations

from games.bigtwo.view import BigtwoView
from games.bigtwo.words import KINDS
from games.page.zones import Best, best_of


def best(view: BigtwoView) -> Best | None:
    """B2-3, B2-11  The strongest set that was played."""
    sets = ((laid, laid.kind) for laid in view.laid)
    return best_of(
        [
            Best((laid.strength,), laid.seat, laid.cards, KINDS[kind])
            for laid, kind in sets
            if kind is not None
        ]
    )
