"""RM-2, RM-3, RM-5 … RM-8: a round as it is played, move by move."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple, assert_never

from games.core import refusal
from games.core.cards import CODES, PACK_54, Card, Hand, codes
from games.core.engine import SeatNo, Setup
from games.core.refusal import Refusal, refuse
from games.core.shuffle import Shuffler
from games.rummy.melds import Meld, arranged, is_meld, takes
from games.rummy.moves import Discard, Draw, LayDown, LayOff, Move, Source
from games.rummy.proposal import proposal
from games.rummy.rules import Contract, House, Phase, house
from games.rummy.scoring import penalty


class Code(StrEnum):
    """Why not, in the order it is asked; after the codes every game shares."""

    ALREADY_LAID_DOWN = "already_laid_down"
    NOT_LAID_DOWN = "not_laid_down"
    NOT_THE_CONTRACT = "not_the_contract"
    BAD_MELD = "bad_meld"
    DOES_NOT_FIT = "does_not_fit"


class State(NamedTuple):
    """The whole table, hidden cards and all.

    A named tuple, replaced once by each draw and discard: that is most of what these cost.
    """

    house: House
    shuffler: Shuffler
    phase: Phase
    seat: SeatNo  # whose turn it is; once over, whose it was
    stock: Hand  # first to leave first
    discards: Hand  # the top one last
    hands: tuple[Hand, ...]  # in the order dealt and drawn
    melds: tuple[Meld, ...] = ()  # in the order laid
    laid_down: tuple[bool, ...] = (False, False)
    drawn: Card | None = None  # in this turn
    turn: int = 1
    restocks: int = 0

    def __repr__(self) -> str:
        """No log line shows a hidden card by accident."""
        return f"<Rummy, turn {self.turn}, {self.phase}>"

    @property
    def contract(self) -> Contract:
        return self.house.deal.contract

    @property
    def top(self) -> Card | None:
        """RM-3  The only discard that can ever be taken."""
        return self.discards[-1] if self.discards else None


def other(seat: int) -> SeatNo:
    return SeatNo(1 - seat)


def most_moves(setup: Setup) -> int:
    """RM-3 … RM-8  A draw and a discard each turn, two lay downs, and every card laid off once; those that
    were laid down never are."""
    return 2 * house(setup.options).max_turns + 2 + len(PACK_54)


def start(setup: Setup) -> State:
    """RM-2  One card at a time from the non-dealer on; the next is turned up, the rest is the stock."""
    rules, pack = house(setup.options), setup.shuffler.deal(PACK_54, 0)
    dealt = 2 * rules.deal.cards
    hands = pack[1:dealt:2], pack[0:dealt:2]  # the dealer's, the other's
    return State(
        house=rules,
        shuffler=setup.shuffler,
        phase=Phase.DRAW,
        seat=other(rules.dealer),
        stock=pack[dealt + 1 :],
        discards=pack[dealt : dealt + 1],
        hands=hands if rules.dealer == 0 else hands[::-1],
    )


def apply(state: State, move: Move) -> State | Refusal:
    """The table after this move, or why not. A refusal leaves no trace."""
    if state.phase is Phase.OVER:
        return refuse(refusal.Code.ROUND_OVER, "RM-7")
    match move:
        case Draw(seat, source):
            return draw(state, seat, source)
        case Discard(seat, card):
            return discard(state, seat, card)
        case LayDown(seat, melds):
            return lay_down(state, seat, melds)
        case LayOff(seat, card, meld):
            return lay_off(state, seat, card, meld)
        case _:
            assert_never(move)


def not_now(state: State, seat: SeatNo, phase: Phase, *cards: Card) -> Refusal | None:
    """RM-3  First a draw, then any melding, then a discard; each with cards of one's own hand."""
    if state.phase is not phase:
        return refuse(refusal.Code.WRONG_PHASE, "RM-3")
    if state.seat != seat:
        return refuse(refusal.Code.NOT_YOUR_TURN, "RM-3")
    hand = state.hands[seat]
    if [card for card in cards if card not in hand]:
        return refuse(refusal.Code.NOT_YOUR_CARD, "RM-3")
    return None


# Drawing


def draw(state: State, seat: SeatNo, source: Source) -> State | Refusal:
    """RM-3  The next of the stock, or the top discard: it joins the hand as its last card."""
    if no := not_now(state, seat, Phase.DRAW):
        return no
    if source is Source.DISCARD:
        return _drawn(state, state.discards[-1], stock=state.stock, discards=state.discards[:-1])
    filled = state if state.stock else restock(state)
    return _drawn(filled, filled.stock[0], stock=filled.stock[1:], discards=filled.discards)


def restock(state: State) -> State:
    """RM-8  All discards but the top one are shuffled into a new stock."""
    covered = state.discards[:-1]
    restocks = state.restocks + 1
    stock = state.shuffler.deal(covered, restocks)
    return state._replace(stock=stock, discards=state.discards[-1:], restocks=restocks)


def _drawn(state: State, card: Card, *, stock: Hand, discards: Hand) -> State:
    hands = _with_hand(state, (*state.hands[state.seat], card))
    return state._replace(phase=Phase.MELD, stock=stock, discards=discards, hands=hands, drawn=card)


def _with_hand(state: State, hand: Hand) -> tuple[Hand, ...]:
    return (hand, state.hands[1]) if state.seat == 0 else (state.hands[0], hand)


def _without(state: State, *cards: Card) -> State:
    """RM-7  Cards leave the hand; a seat with none left wins the round at once."""
    hand = tuple([card for card in state.hands[state.seat] if card not in cards])
    return state._replace(hands=_with_hand(state, hand), phase=state.phase if hand else Phase.OVER)


# Melding


def lay_down(state: State, seat: SeatNo, melds: tuple[Hand, ...]) -> State | Refusal:
    """RM-5  Once per seat and round: the contract's melds in any order, each of its size and valid."""
    cards, deal = [card for meld in melds for card in meld], state.house.deal
    if no := not_now(state, seat, Phase.MELD, *cards):
        return no
    if state.laid_down[seat]:
        return refuse(Code.ALREADY_LAID_DOWN, "RM-5")
    if sorted(map(len, melds)) != deal.sizes:
        return refuse(Code.NOT_THE_CONTRACT, "RM-5")
    kinds = [deal.kind_of(len(meld)) for meld in melds]
    if not all(map(is_meld, kinds, melds)):
        return refuse(Code.BAD_MELD, "RM-4")
    laid = [Meld(seat, kind, arranged(kind, meld)) for kind, meld in zip(kinds, melds, strict=True)]
    laid_down = (True, state.laid_down[1]) if seat == 0 else (state.laid_down[0], True)
    return _without(state, *cards)._replace(melds=(*state.melds, *laid), laid_down=laid_down)


def lay_off(state: State, seat: SeatNo, card: Card, number: int) -> State | Refusal:
    """RM-6  Having laid down, any number of cards onto anyone's melds, as long as they fit."""
    if no := not_now(state, seat, Phase.MELD, card):
        return no
    if not state.laid_down[seat]:
        return refuse(Code.NOT_LAID_DOWN, "RM-6")
    if not (0 <= number < len(state.melds) and fits(card, state.melds[number])):
        return refuse(Code.DOES_NOT_FIT, "RM-6")
    owner, kind, cards = state.melds[number]
    grown = Meld(owner, kind, arranged(kind, (*cards, card)))
    melds = (*state.melds[:number], grown, *state.melds[number + 1 :])
    return _without(state, card)._replace(melds=melds)


def fits(card: Card, meld: Meld) -> bool:
    return bool(takes(meld.kind, meld.cards) >> card & 1)


# The end of a turn


def discard(state: State, seat: SeatNo, card: Card) -> State | Refusal:
    """RM-3, RM-8  Any card of the hand ends the turn; at the last turn's end the round is blocked."""
    if no := not_now(state, seat, Phase.MELD, card):
        return no
    hand = tuple([held for held in state.hands[seat] if held != card])
    over = not hand or state.turn == state.house.max_turns
    return state._replace(
        phase=Phase.OVER if over else Phase.DRAW,
        seat=seat if over else other(seat),
        discards=(*state.discards, card),
        hands=_with_hand(state, hand),
        drawn=None,
        turn=state.turn if over else state.turn + 1,
    )


def sheet(state: State) -> tuple[int, ...]:
    """RM-9  Each seat's hand; of a blocked round both."""
    return tuple(map(penalty, state.hands))


# Who may do what


@dataclass(frozen=True, slots=True)
class Legal:
    """A move open to a seat: its verb and what goes with it."""

    do: str
    source: Source | None = None
    melds: tuple[Hand, ...] = ()
    card: Card | None = None
    meld: int | None = None

    def as_json(self) -> dict[str, Any]:
        if self.source is not None:
            return {"do": self.do, "from": str(self.source)}
        if self.card is None:
            return {"do": self.do, "melds": [list(codes(meld)) for meld in self.melds]}
        if self.meld is None:
            return {"do": self.do, "card": CODES[self.card]}
        return {"do": self.do, "card": CODES[self.card], "meld": self.meld}


DRAWS = tuple(Legal("draw", source=source) for source in Source)
DISCARDS = tuple(Legal("discard", card=card) for card in PACK_54)


@cache
def _lay_off(card: Card, meld: int) -> Legal:
    return Legal("lay_off", card=card, meld=meld)


def to_act(state: State) -> tuple[SeatNo, ...]:
    return () if state.phase is Phase.OVER else (state.seat,)


def legal(state: State, seat: SeatNo) -> tuple[Legal, ...]:
    """Every move open to this seat now; nothing for who is not to act. Of all lay downs the proposal."""
    if seat not in to_act(state):
        return ()
    if state.phase is Phase.DRAW:
        return DRAWS
    melding = _lay_offs(state, seat) if state.laid_down[seat] else _lay_downs(state, seat)
    return (*melding, *[DISCARDS[card] for card in state.hands[seat]])


def _lay_downs(state: State, seat: SeatNo) -> list[Legal]:
    melds = proposal(state.hands[seat], state.contract)
    return [Legal("lay_down", melds=melds)] if melds else []


def _lay_offs(state: State, seat: SeatNo) -> list[Legal]:
    """RM-6  By card in the order of the hand, then by meld."""
    taking = list(enumerate([takes(meld.kind, meld.cards) for meld in state.melds]))
    return [_lay_off(card, i) for card in state.hands[seat] for i, taken in taking if taken >> card & 1]
