"""B2-8, B2-12, B2-13: in what order seats go out, and what that is worth."""

from games.bigtwo.hands import LONE_TWOS, Cards
from games.core.engine import SeatNo


def is_over(held: tuple[Cards, ...]) -> bool:
    """B2-8, B2-12  One seat is left, or every seat that is left holds just a lone 2."""
    left = [cards for cards in held if cards]
    return len(left) == 1 or all(cards in LONE_TWOS for cards in left)


def ranks(out: tuple[SeatNo, ...], held: tuple[Cards, ...]) -> tuple[int, ...]:
    """B2-12  By going out, then who is left last. B2-8  Several lone 2s: the higher suit first."""
    left = sorted((seat for seat, cards in enumerate(held) if cards), key=lambda seat: held[seat])
    order = [*out, *left]
    return tuple(order.index(SeatNo(seat)) + 1 for seat in range(len(held)))


def points(ranks: tuple[int, ...], by_rank: tuple[int, ...]) -> tuple[int, ...]:
    """B2-13"""
    return tuple(by_rank[rank - 1] for rank in ranks)
