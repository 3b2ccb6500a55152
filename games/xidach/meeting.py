"""Hands that are open to everybody, in a word each: what the page and the log say of how two met."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from games.core.banker import NHA_CAI, SeatView
from games.core.cards import Hand
from games.core.engine import SeatNo
from games.xidach.hands import counted, is_ngu_linh, is_quac, strength
from games.xidach.play import Settlement
from games.xidach.rules import RULESETS, XidachRules, is_non
from games.xidach.view import XidachView, shown_special


class OpenHand(StrEnum):
    """XD-2 … XD-4"""

    XI_BANG = "xi_bang"
    XI_DACH = "xi_dach"
    NGU_LINH = "ngu_linh"
    QUAC = "quac"
    NON = "non"
    VALUE = "value"  # none of these: what it is worth


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand:
    """A hand in a sentence: its cards, and what each counts for."""

    seat: SeatNo
    cards: tuple[str, ...]
    counted: tuple[int, ...]
    value: int
    status: OpenHand


def open_hand(seat: SeatView, hand: Hand, rules: XidachRules) -> OpenHand:
    """XD-2 … XD-4 of a hand that is open to everybody."""
    if name := shown_special(seat):
        return OpenHand(name)
    if is_ngu_linh(hand):
        return OpenHand.NGU_LINH
    if is_quac(hand):
        return OpenHand.QUAC
    return OpenHand.NON if is_non(hand, seat.role, rules) else OpenHand.VALUE


def con_hand(view: XidachView, done: Settlement) -> ShownHand:
    return _shown(view.seats[done.seat], RULESETS[view.ruleset])


def cai_hand(view: XidachView, done: Settlement) -> ShownHand | None:
    """As the nhà con met it; None while it is hidden."""
    cai = view.seats[NHA_CAI]
    if not cai.public:
        return None
    met = cai if done.met == len(cai.cards) else replace(cai, cards=cai.cards[: done.met])
    return _shown(met, RULESETS[view.ruleset])


@lru_cache(maxsize=1024)
def _shown(seat: SeatView, rules: XidachRules) -> ShownHand:
    """Only of hands that are open to everybody."""
    hand = seat.hand or ()
    return ShownHand(
        seat=seat.seat,
        cards=seat.cards,
        counted=counted(hand),
        value=strength(hand).value,
        status=open_hand(seat, hand, rules),
    )
