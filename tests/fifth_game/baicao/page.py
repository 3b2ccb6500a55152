"""What each zone of the page shows, computed from the view alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.core.banker import NHA_CAI, Role, SeatView
from games.core.cards import PACK_52
from games.core.engine import SeatNo
from games.page import zones as page
from games.page.zones import Own, Part, Zones
from tests.fifth_game.baicao.hands import Worth
from tests.fifth_game.baicao.rules import Phase
from tests.fifth_game.baicao.view import BaicaoView, Line, is_dealt, seen_worth


class PodStatus(StrEnum):
    """One word for a seat. BC-5: a hand that is not revealed has no other word than that."""

    WAITING = "waiting"
    DEALING = "dealing"
    HIDDEN = "hidden"
    OPEN = "open"


class Heading(StrEnum):
    DEAL = "deal"
    REVEAL = "reveal"
    WAITING = "waiting"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod(page.Pod):
    worth: Worth | None  # only of a hand that is open to everybody

    @property
    def parts(self) -> tuple[Part, ...]:
        still = replace(self, acting=False, over=False, status=PodStatus.WAITING, outcome=None)
        return (Part("cards", still),)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandZone(page.Hand):
    cards: tuple[str, ...]
    worth: Worth | None
    stake: int
    is_peeled: bool  # may the last card be, as at home? Until the hand is revealed


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreZone(page.Centre):
    phase: Phase
    stock: int
    revealed: int
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(page.Why):
    """Of a nhà con: what it met."""

    cai: Worth


def zones(view: BaicaoView) -> Zones:
    return Zones(
        pods=tuple(pod(view, seat) for seat in view.seats),
        centre=centre(view),
        hand=None if view.you is None else hand_zone(view, view.you),
        actions=None if view.you is None else actions(view, view.you),
        why=tuple(why(view.results, line) for line in view.results or () if line.outcome),
    )


def own(view: BaicaoView, you: SeatNo, last: Own | None = None) -> Own:
    return Own(pods=(pod(view, view.seats[you]),), hand=hand_zone(view, you), actions=actions(view, you))


def centre(view: BaicaoView) -> CentreZone:
    return CentreZone(
        phase=view.phase,
        stock=len(PACK_52) - sum(len(seat.cards) for seat in view.seats),
        revealed=len(view.revealed),
        seats=len(view.seats),
    )


def pod(view: BaicaoView, shown: SeatView) -> Pod:
    line = view.results[shown.seat] if view.results else None
    return Pod(
        seat=shown.seat,
        role=shown.role,
        mine=shown.seat == view.you,
        acting=shown.seat in view.to_act,
        cards=shown.cards,
        count=len(shown.cards),
        public=shown.public,
        status=status(view, shown),
        worth=seen_worth(shown) if shown.public else None,
        outcome=line.outcome if line else None,
        points=line.points if line else None,
        over=view.over,
        banker=shown.role is Role.NHA_CAI,
    )


def status(view: BaicaoView, shown: SeatView) -> PodStatus:
    if shown.public:
        return PodStatus.OPEN
    if is_dealt(view):
        return PodStatus.HIDDEN
    return PodStatus.DEALING if shown.seat == NHA_CAI else PodStatus.WAITING


def hand_zone(view: BaicaoView, you: SeatNo) -> HandZone:
    mine = view.seats[you]
    return HandZone(
        seat=you, cards=mine.cards, worth=seen_worth(mine), stake=view.stake, is_peeled=not mine.public
    )


def actions(view: BaicaoView, you: SeatNo) -> page.Actions:
    if view.over:
        return page.Actions(heading=Heading.OVER)
    if you not in view.to_act:
        return page.Actions(heading=Heading.WAITING, waits=True)
    return page.Actions(heading=Heading.DEAL if view.phase is Phase.DEALING else Heading.REVEAL)


def why(results: tuple[Line, ...] | None, line: Line) -> Why:
    assert results is not None
    return Why(seat=line.seat, rule="BC-6", points=line.points, cai=results[NHA_CAI].worth)


# Before a line of the log, by the event it tells
ICONS: Final = {"revealed": "eye", "settled": "scale", "round_over": "flag"}
SHOWS: Final = {"dealt": 1.4, "revealed": 0.6}
