"""Which hand is the best of a round, among those that lay open to everybody at its end."""

from __future__ import annotations

from games.page.zones import Best, best_of
from tests.fifth_game.baicao.view import BaicaoView, seen_worth
from tests.fifth_game.baicao.words import worth_name


def best(view: BaicaoView) -> Best | None:
    """BC-2, BC-3  Of the hands that were revealed; bù is none."""
    shown = [(seat, worth) for seat in view.seats if seat.public and (worth := seen_worth(seat))]
    return best_of(
        [
            Best(tuple(map(int, worth)), seat.seat, seat.cards, worth_name(worth))
            for seat, worth in shown
            if any(worth)
        ]
    )
