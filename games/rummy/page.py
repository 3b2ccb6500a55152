"""What each zone of the page shows, computed from the view alone: templates only choose and repeat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.core.cards import CODES, RANKS, SUITS, Card, Hand, codes
from games.core.engine import SeatNo
from games.page import zones as page
from games.page.zones import Button, Own, Part, Piece, Zones
from games.rummy.events import sheet, went_out
from games.rummy.melds import (
    Kind,
    in_places,
    is_wild,
    low_end,
    most_wilds,
    naturals,
    rank,
    suit,
    wilds,
)
from games.rummy.proposal import proposal, together
from games.rummy.rules import Asked, Contract, Phase
from games.rummy.scoring import PENALTY, penalty, points
from games.rummy.view import RummyView, SeatView


class PodStatus(StrEnum):
    """One word for a seat."""

    WAITING = "waiting"
    DRAWING = "drawing"
    MELDING = "melding"
    WENT_OUT = "went_out"
    CAUGHT = "caught"  # the round ended with cards in this hand


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


class Heading(StrEnum):
    DRAW = "draw"
    LAY_DOWN = "lay_down"  # the contract is complete
    LAY_OFF = "lay_off"  # something fits
    DISCARD = "discard"
    WAITING = "waiting"  # for the seat that may act
    OVER = "over"


class Because(StrEnum):
    """Why a button that is shown cannot be pressed."""

    DRAW_FIRST = "draw_first"
    NOT_COMPLETE = "not_complete"  # the contract
    NOT_LAID_DOWN = "not_laid_down"
    NOTHING_FITS = "nothing_fits"


class Reason(StrEnum):
    WENT_OUT = "went_out"  # RM-7
    BLOCKED = "blocked"  # RM-8


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMeld:
    """A meld as it lies, with what its name is made of."""

    number: int  # as a lay off names it
    kind: Kind
    cards: tuple[str, ...]
    stands_for: tuple[str, ...]  # the rank a wild is in for, nothing for a natural
    of: str  # a set's rank, a run's suit
    low: str  # the ranks at the ends of a run
    high: str

    @property
    def size(self) -> int:
        return len(self.cards)

    @property
    def paired(self) -> list[tuple[str, str]]:
        """Each card with the rank it is in for."""
        return list(zip(self.cards, self.stands_for, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod(page.Pod):
    laid_down: bool
    melds: tuple[ShownMeld, ...]
    penalty: int | None  # once the hands are open

    @property
    def said(self) -> Piece:
        return Piece(replace(self, mine=False, cards=(), melds=(), acting=False, over=False))

    @property
    def parts(self) -> tuple[Part, ...]:
        waits = replace(self, acting=False, over=False, status=PodStatus.WAITING)
        still = replace(waits, laid_down=False, penalty=None, outcome=None)
        row = replace(still, cards=(), count=0) if self.mine else still  # one's own lie in the dock
        return (
            Part("cards", replace(row, melds=())),
            Part("melds", replace(still, cards=(), count=0, public=False, points=None)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """One meld of the contract, and whether one's hand has it ready."""

    kind: Kind
    size: int
    ready: ShownMeld | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCard(page.Card):
    fits: tuple[int, ...]  # the melds it can be laid off onto now
    penalty: int
    by_rank: int  # its place where a hand is sorted so, wilds last
    by_suit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandZone(page.Hand):
    cards: tuple[HandCard, ...]
    most: int  # cards there may be until its turn ends: their place is made for these
    penalty: int
    laid_down: bool
    chips: tuple[Chip, ...]
    outcome: Result | None
    points: int | None

    @property
    def held(self) -> tuple[HandCard, ...]:
        return self.cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Tray:
    """A meld of the contract as it is proposed, and what it may be changed to."""

    meld: ShownMeld
    most_wilds: int
    together: tuple[str, ...]  # naturals of the hand that may share it, their codes joined


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsZone(page.Actions):
    draw: Button | None = None
    take: tuple[str, ...] = ()  # the top discard, where it may be drawn
    lay_down: Button | None = None
    proposal: tuple[Tray, ...] = ()  # RM-10
    proposed: str = ""  # the same as a form sends it
    wilds: tuple[str, ...] = ()  # of the hand, where there is a proposal
    lay_off: Button | None = None
    targets: tuple[ShownMeld, ...] = ()  # the melds that take a card of the hand
    discard: Button | None = None

    @property
    def private(self) -> bool:
        """Who waits has the same buttons, whatever the hand: laid down or not yet, as all saw."""
        return self.heading is not Heading.WAITING


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(page.Why):
    reason: Reason
    outcome: Result
    cards: tuple[str, ...]  # left in the hand, as it is shown
    counted: tuple[int, ...]  # what each of them costs
    penalty: int
    other_penalty: int
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownContract:
    """What the round asks for; it stands while the piles change."""

    round: int
    chips: tuple[Chip, ...]
    turns_left: int | None  # once they are few


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreZone(page.Centre):
    stock: int
    discard: tuple[str, ...]  # the top card, where there is one
    contract: ShownContract

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part("contract", self.contract),)


FEW_TURNS: Final = 10
RANK_NAMES: Final = tuple("10" if name == "T" else name for name in RANKS)


def zones(view: RummyView) -> Zones:
    return Zones(
        pods=tuple(pod(view, seat) for seat in view.seats),
        centre=centre(view),
        hand=None if view.you is None else hand_zone(view, view.seats[view.you]),
        actions=None if view.you is None else actions(view, view.you),
        why=tuple(why(view, seat) for seat in view.seats) if view.over else (),
    )


def own(view: RummyView, you: SeatNo, last: Own | None = None) -> Own:
    mine = view.seats[you]
    return Own(pods=(pod(view, mine),), hand=hand_zone(view, mine), actions=actions(view, you))


def centre(view: RummyView) -> CentreZone:
    chips = tuple(Chip(kind=asked.kind, size=asked.size) for asked in view.house.deal.contract)
    contract = ShownContract(round=view.house.round, chips=chips, turns_left=_turns_left(view))
    return CentreZone(stock=view.stock, discard=_top(view), contract=contract)


def _top(view: RummyView) -> tuple[str, ...]:
    return () if view.discard is None else (CODES[view.discard],)


def _turns_left(view: RummyView) -> int | None:
    """RM-8  This one counted."""
    left = view.house.max_turns - view.turn + 1
    return left if left <= FEW_TURNS else None


# Melds


def shown_melds(view: RummyView) -> tuple[ShownMeld, ...]:
    """RM-6  By the number a lay off names."""
    return tuple([shown(number, meld.kind, meld.cards) for number, meld in enumerate(view.melds)])


@lru_cache(maxsize=4096)
def shown(number: int, kind: Kind, cards: Hand) -> ShownMeld:
    """RM-6  Arranged as it is, every place of it has a rank."""
    own = naturals(cards)
    at = _set_ranks(own, cards) if kind is Kind.SET else _run_ranks(own, cards)
    return ShownMeld(
        number=number,
        kind=kind,
        cards=codes(cards),
        stands_for=tuple([name if is_wild(card) else "" for card, name in zip(cards, at, strict=True)]),
        of=at[0] if kind is Kind.SET else SUITS[suit(own[0])],
        low=at[0],
        high=at[-1],
    )


def _set_ranks(own: Hand, cards: Hand) -> list[str]:
    return [RANK_NAMES[rank(own[0])]] * len(cards)


def _run_ranks(own: Hand, cards: Hand) -> list[str]:
    at = in_places(own, len(cards))
    assert at is not None
    low = low_end(at, len(cards))
    return [RANK_NAMES[place % len(RANK_NAMES)] for place in range(low, low + len(cards))]


# The seats


def pod(view: RummyView, seat: SeatView) -> Pod:
    no, ended = seat.seat, view.over
    return Pod(
        seat=no,
        mine=no == view.you,
        acting=no in view.to_act,
        cards=seat.cards,
        count=seat.count,
        public=seat.public,
        status=status(view, seat),
        over=ended,
        laid_down=view.laid_down[no],
        melds=tuple([meld for meld in shown_melds(view) if view.melds[meld.number].owner == no]),
        penalty=sheet(view)[no] if ended else None,
        outcome=outcome(view, no) if ended else None,
        points=points(sheet(view))[no] if ended else None,
    )


def status(view: RummyView, seat: SeatView) -> PodStatus:
    if view.over:
        return PodStatus.CAUGHT if seat.count else PodStatus.WENT_OUT
    if seat.seat not in view.to_act:
        return PodStatus.WAITING
    return PodStatus.DRAWING if view.phase is Phase.DRAW else PodStatus.MELDING


def outcome(view: RummyView, seat: SeatNo) -> Result:
    """RM-9  Who is paid has won."""
    moved = points(sheet(view))[seat]
    if moved == 0:
        return Result.PUSH
    return Result.WIN if moved > 0 else Result.LOSE


# One's own hand


def hand_zone(view: RummyView, seat: SeatView) -> HandZone:
    hand, ended = seat.hand or (), view.over
    return HandZone(
        seat=seat.seat,
        cards=_in_hand(view, hand),
        most=len(hand) + _may_draw(view, seat.seat),
        penalty=penalty(hand),
        laid_down=view.laid_down[seat.seat],
        chips=chips(hand, view.house.deal.contract) if not view.laid_down[seat.seat] else (),
        outcome=outcome(view, seat.seat) if ended else None,
        points=points(sheet(view))[seat.seat] if ended else None,
    )


def _may_draw(view: RummyView, seat: SeatNo) -> bool:
    """RM-3  A card comes yet, in this turn or the next."""
    return not view.over and not (seat in view.to_act and view.phase is Phase.MELD)


def _in_hand(view: RummyView, hand: Hand) -> tuple[HandCard, ...]:
    """By rank; a card just drawn stands last until its turn is over."""
    old = sorted([_held(view, card) for card in hand if card != view.drawn], key=lambda card: card.by_rank)
    return (*old, *[_held(view, card) for card in hand if card == view.drawn])


def _held(view: RummyView, card: Card) -> HandCard:
    wild = len(CODES) * is_wild(card)
    return HandCard(
        code=CODES[card],
        fits=_fits(view, card),
        penalty=PENALTY[card],
        by_rank=wild + card,
        by_suit=wild + suit(card) * len(RANKS) + rank(card),
    )


def _fits(view: RummyView, card: Card) -> tuple[int, ...]:
    """RM-6  Where this card may be laid off now."""
    lay_offs = [move for move in view.legal if move.do == "lay_off" and move.card == card]
    return tuple([move.meld for move in lay_offs if move.meld is not None])


def chips(hand: Hand, contract: Contract) -> tuple[Chip, ...]:
    """RM-10  As many melds of the contract as the hand can make at once, shown as it would lay them."""
    for count in range(len(contract), 0, -1):
        for chosen in combinations(range(len(contract)), count):
            melds = proposal(hand, tuple([contract[i] for i in chosen]))
            if melds is not None:
                return _chips(contract, dict(zip(chosen, melds, strict=True)))
    return _chips(contract, {})


def _chips(contract: Contract, ready: dict[int, Hand]) -> tuple[Chip, ...]:
    return tuple(
        [
            Chip(kind=kind, size=size, ready=shown(i, kind, ready[i]) if i in ready else None)
            for i, (kind, size) in enumerate(contract)
        ]
    )


# What one may do


def actions(view: RummyView, you: SeatNo) -> ActionsZone:
    if view.over:
        return ActionsZone(heading=Heading.OVER)
    if you not in view.to_act:
        return _held_back(Heading.WAITING, view)
    if view.phase is Phase.DRAW:
        return _held_back(Heading.DRAW, view)
    return _melding(view, you)


def _held_back(heading: Heading, view: RummyView) -> ActionsZone:
    """RM-3  Before one's draw, the other actions keep their places."""
    may_draw = heading is Heading.DRAW
    return ActionsZone(
        heading=heading,
        waits=not may_draw,
        draw=Button() if may_draw else None,
        take=_top(view) if may_draw else (),
        lay_down=Button(Because.DRAW_FIRST)
        if view.you is not None and not view.laid_down[view.you]
        else None,
        lay_off=Button(Because.DRAW_FIRST) if view.you is not None and view.laid_down[view.you] else None,
        discard=None if may_draw else Button(Because.DRAW_FIRST),
    )


def _melding(view: RummyView, you: SeatNo) -> ActionsZone:
    laid_down, hand = view.laid_down[you], view.seats[you].hand or ()
    melds = next((move.melds for move in view.legal if move.do == "lay_down"), ())
    fitting = {move.meld for move in view.legal if move.do == "lay_off"}
    return ActionsZone(
        heading=Heading.LAY_DOWN if melds else Heading.LAY_OFF if fitting else Heading.DISCARD,
        lay_down=None if laid_down else Button(None if melds else Because.NOT_COMPLETE),
        proposal=trays(view, hand, melds),
        proposed=" / ".join([" ".join(codes(meld)) for meld in melds]),
        wilds=codes(wilds(hand)) if melds else (),
        lay_off=Button(None if fitting else Because.NOTHING_FITS) if laid_down else None,
        targets=tuple([meld for meld in shown_melds(view) if meld.number in fitting]),
        discard=Button(),
    )


def trays(view: RummyView, hand: Hand, melds: tuple[Hand, ...]) -> tuple[Tray, ...]:
    """RM-10  In the contract's order."""
    return tuple([tray(i, view.house.deal.contract[i], meld, hand) for i, meld in enumerate(melds)])


def tray(number: int, asked: Asked, meld: Hand, hand: Hand) -> Tray:
    return Tray(
        meld=shown(number, asked.kind, meld),
        most_wilds=most_wilds(asked.size),
        together=tuple(["".join(codes(group)) for group in together(hand, asked)]),
    )


# Why


def why(view: RummyView, seat: SeatView) -> Why:
    blocked, left = went_out(view) is None, _in_hand(view, seat.hand or ())
    return Why(
        seat=seat.seat,
        rule="RM-8" if blocked else "RM-9",
        reason=Reason.BLOCKED if blocked else Reason.WENT_OUT,
        outcome=outcome(view, seat.seat),
        points=points(sheet(view))[seat.seat],
        cards=tuple([card.code for card in left]),
        counted=tuple([card.penalty for card in left]),
        penalty=sheet(view)[seat.seat],
        other_penalty=sheet(view)[1 - seat.seat],
        turns=view.turn,
    )


# The log: what stands before a line, by the event it tells

ICONS: Final = {
    "drew": "plus",
    "took": "plus",
    "laid_down": "arrow-down-to-line",
    "laid_off": "arrow-down-to-line",
    "discarded": "undo",
    "went_out": "sparkles",
    "restocked": "refresh-cw",
    "round_over": "flag",
    "blocked": "flag",
}
SHOWS: Final = {"dealt": 1.4, "drew": 0.4, "took": 0.4, "laid_down": 0.4, "laid_off": 0.3, "discarded": 0.3}
