"""Which hand is the best of a round, among those that lay open to everybody at its end."""

from __future__ import annotations

from games.core.engine import SeatNo
from games.niuniu.view import NiuniuView
from games.niuniu.words import BULLS, bull_points
from games.page.words import say
from games.page.zones import Best, best_of


def best(view: NiuniuView) -> Best | None:
    """NN-6, NN-12  Of those that were revealed; no bull is none."""
    return best_of(
        [
            Best(
                (worth.multiplier, worth.points_value),
                SeatNo(seat),
                (*worth.base, *worth.final),
                say(BULLS[worth.kind], points=bull_points(worth.points_value)),
            )
            for seat, worth in enumerate(view.worth)
            if worth is not None and worth.multiplier
        ]
    )
