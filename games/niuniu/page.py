"""What each zone of the page shows, computed from the view alone: templates only choose and repeat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from games.core.banker import NHA_CAI, Result, Role, SeatView
from games.core.cards import PACK_52, card_of
from games.core.engine import Event, SeatNo
from games.niuniu.events import is_dealt, points_of
from games.niuniu.hands import BASE, Kind, is_swapped
from games.niuniu.play import Settlement
from games.niuniu.rules import RULESETS, Phase
from games.niuniu.view import NiuniuView, Worth
from games.page import zones as page
from games.page.zones import Own, Part, StakeField, Zones


class PodStatus(StrEnum):
    """One word for a seat. NN-11: a hand that is not revealed has no other word than that."""

    WAITING = "waiting"
    BETTING = "betting"
    BET = "bet"
    DEALING = "dealing"
    HIDDEN = "hidden"
    OPEN = "open"


class Heading(StrEnum):
    BETTING = "betting"  # place your stake
    DEAL = "deal"
    REVEAL = "reveal"
    WAITING = "waiting"  # for the seats that may act
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shown:
    """A card of a split, with what it counts for where that is not what one reads."""

    card: str
    badge: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summed:
    """NN-3, NN-4  The base or the final two: its cards and their sum."""

    cards: tuple[Shown, ...]
    counts: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """NN-6  A hand as it is told: its name, and 3 + 2 with the arithmetic; without a base no parts."""

    kind: Kind
    multiplier: int
    points: int
    base: Summed | None
    final: Summed | None

    @property
    def is_special(self) -> bool:
        """More than a plain bull."""
        return self.multiplier > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod(page.Pod):
    stake: int | None
    split: Split | None  # only of a hand that is open to everybody

    @property
    def parts(self) -> tuple[Part, ...]:
        still = replace(self, acting=False, over=False, status=PodStatus.WAITING, outcome=None)
        return (Part("cards", still),)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandZone(page.Hand):
    """Split from the deal on."""

    role: Role
    cards: tuple[str, ...]
    split: Split | None
    stake: int | None
    public: bool

    @property
    def peeled(self) -> tuple[str, ...]:
        """As dealt: who likes to peels the last of them, until the hand is revealed."""
        return () if self.public else self.cards


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsZone(page.Actions):
    bet: StakeField | None = None
    deal: bool = False
    reveal: bool = False
    revealed: bool = False  # one's own hand lies open already

    @property
    def private(self) -> bool:
        """Who waits has nothing to choose, whatever the hand."""
        return self.heading is not Heading.WAITING


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(page.Why):
    """Of a nhà con: it won, lost or pushed."""

    outcome: Result
    stake: int
    times: int  # the multiplier that counted
    con: Split
    cai: Split | None  # None where the nhà cái's hand plays no part


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreZone(page.Centre):
    phase: Phase
    stock: int
    revealed: int
    seats: int


def zones(view: NiuniuView) -> Zones:
    return Zones(
        pods=tuple([pod(view, seat) for seat in view.seats]),
        centre=centre(view),
        hand=None if view.you is None else hand_zone(view, view.seats[view.you]),
        actions=None if view.you is None else actions(view, view.you),
        why=tuple(why(view, line.settlement) for line in view.results or () if line.settlement),
    )


def own(view: NiuniuView, you: SeatNo, last: Own | None = None) -> Own:
    mine = view.seats[you]
    return Own(pods=(pod(view, mine),), hand=hand_zone(view, mine), actions=actions(view, you))


def centre(view: NiuniuView) -> CentreZone:
    return CentreZone(
        phase=view.phase,
        stock=len(PACK_52) - sum(seat.count for seat in view.seats),
        revealed=len(view.revealed),
        seats=len(view.seats),
    )


# Splits


@lru_cache(maxsize=4096)
def split(worth: Worth) -> Split:
    return Split(
        kind=worth.kind,
        multiplier=worth.multiplier,
        points=worth.points_value,
        base=summed(worth.base, worth.counts[:BASE]),
        final=summed(worth.final, worth.counts[BASE:]),
    )


def summed(cards: tuple[str, ...], counts: tuple[int, ...]) -> Summed | None:
    if not cards:
        return None
    shown = tuple(Shown(card, badge(card, count)) for card, count in zip(cards, counts, strict=True))
    return Summed(cards=shown, counts=counts, total=sum(counts))


def badge(code: str, count: int) -> int | None:
    """NN-1  What a 3 or a 6 counts for."""
    card = card_of(code)
    return count if card is not None and is_swapped(card) else None


# The seats


def pod(view: NiuniuView, seat: SeatView) -> Pod:
    """Most seats look the same to most who look, and from move to move: each open look is made once."""
    no = seat.seat
    make = _pod if no == view.you else _open_pod
    return make(
        seat,
        view.worth[no] if seat.public else None,
        view.results[no].settlement if view.results else None,
        points_of(view, no),
        view.stakes[no],
        status(view, seat),
        acting=no in view.to_act,
        over=view.over,
        mine=no == view.you,
    )


def _pod(
    seat: SeatView,
    worth: Worth | None,
    done: Settlement | None,
    points: int | None,
    stake: int | None,
    status: PodStatus,
    *,
    acting: bool,
    over: bool,
    mine: bool,
) -> Pod:
    return Pod(
        seat=seat.seat,
        role=seat.role,
        mine=mine,
        acting=acting,
        cards=seat.cards,
        count=seat.count,
        public=seat.public,
        stake=stake,
        status=status,
        split=split(worth) if worth else None,
        outcome=done.outcome if done else None,
        points=points,
        over=over,
        banker=seat.role is Role.NHA_CAI,
    )


_open_pod = lru_cache(maxsize=4096)(_pod)  # of what everybody may see


def status(view: NiuniuView, seat: SeatView) -> PodStatus:
    if seat.public:
        return PodStatus.OPEN
    if is_dealt(view):
        return PodStatus.HIDDEN
    if seat.seat in view.to_act:
        return PodStatus.DEALING if seat.seat == NHA_CAI else PodStatus.BETTING
    return PodStatus.WAITING if seat.seat == NHA_CAI else PodStatus.BET


# One's own hand


def hand_zone(view: NiuniuView, seat: SeatView) -> HandZone:
    own = view.worth[seat.seat]
    return HandZone(
        seat=seat.seat,
        role=seat.role,
        cards=seat.cards,
        split=split(own) if own else None,
        stake=view.stakes[seat.seat],
        public=seat.public,
    )


# What one may do


def actions(view: NiuniuView, you: SeatNo) -> ActionsZone:
    if view.over:
        return ActionsZone(heading=Heading.OVER)
    if you not in view.to_act:
        return ActionsZone(heading=Heading.WAITING, waits=True, revealed=view.seats[you].public)
    match view.phase:
        case Phase.BETTING:
            field = StakeField(*(fact for _, fact in view.legal[0].facts))
            return ActionsZone(heading=Heading.BETTING, bet=field)
        case Phase.DEALING:
            return ActionsZone(heading=Heading.DEAL, deal=True)
        case _:
            return ActionsZone(heading=Heading.REVEAL, reveal=True)


# Why


def why(view: NiuniuView, done: Settlement) -> Why:
    """NN-12, NN-13  The hands that met, and whose multiplier counted."""
    rules, con, cai = RULESETS[view.ruleset], view.worth[done.seat], view.worth[NHA_CAI]
    assert con is not None and cai is not None
    stake = view.stakes[done.seat] or 0
    return Why(
        seat=done.seat,
        rule=rules.settling_rule,
        outcome=done.outcome,
        stake=stake,
        times=abs(done.points) // stake,
        points=done.points,
        con=split(con),
        cai=split(cai) if rules.nha_cai_plays else None,
    )


# The log


def line(event: Event) -> tuple[Event, page.Words]:
    """A stake is written in."""
    return page.stake_written_in(event) if event.kind == "bet" else (event, page.NO_WORDS)


# What stands before a line, by the event it tells

ICONS: Final = {
    "revealed": "eye",
    "settled": "scale",
    "bet": "hash",
    "round_over": "flag",
}
SHOWS: Final = {"dealt": 1.4, "revealed": 0.6}
