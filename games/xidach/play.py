"""XD-6 … XD-13, XD-20 … XD-24, XD-40 … XD-42: a round as it is played, move by move."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple, assert_never

from games.core import refusal
from games.core.banker import NHA_CAI, SIGN, Result, role_of, shared_out
from games.core.cards import PACK_52, Hand
from games.core.engine import SeatNo, Setup
from games.core.refusal import Refusal, refuse
from games.core.views import Legal
from games.xidach.hands import is_full, is_quac, special, strength, value
from games.xidach.moves import Bet, Compare, Deal, Draw, First, Move, Stand
from games.xidach.rules import RULESETS, House, Phase, XidachRules, house, is_non
from games.xidach.scoring import Reason, Verdict


class Code(StrEnum):
    """Why not, in the order it is asked; after the codes every game shares."""

    ALREADY_BET = "already_bet"
    BAD_STAKE = "bad_stake"
    MUST_DRAW = "must_draw"
    CANNOT_DRAW = "cannot_draw"
    TOO_LOW_TO_COMPARE = "too_low_to_compare"
    ALREADY_SETTLED = "already_settled"


class Direction(StrEnum):
    COUNTERCLOCKWISE = "counterclockwise"  # dealt left first
    CLOCKWISE = "clockwise"


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a nhà con's round ended, from its side."""

    seat: SeatNo
    outcome: Result
    reason: Reason
    points: int
    met: int  # XD-11: the nhà cái's hand it met, its first so many cards

    def as_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "outcome": str(self.outcome),
            "reason": str(self.reason),
            "points": self.points,
        }


class State(NamedTuple):
    """The whole table, hidden cards and all.

    A named tuple, since replacing a few facts is most of what a move costs.
    """

    rules: XidachRules
    house: House
    phase: Phase
    stock: Hand  # first to leave first
    hands: tuple[Hand, ...]
    stakes: tuple[int | None, ...]
    settled: tuple[Settlement | None, ...]
    direction: Direction | None = None
    turn: SeatNo | None = None  # who draws or stands now
    has_compared: bool = False  # XD-24: the nhà cái's hand is open

    def __repr__(self) -> str:
        """No log line shows a hidden card by accident."""
        return f"<Xì Dách, {self.phase}>"

    @property
    def seats(self) -> range:
        return range(len(self.hands))

    @property
    def nha_con(self) -> range:
        return range(1, len(self.hands))

    def is_non(self, seat: SeatNo) -> bool:
        return is_non(self.hands[seat], role_of(seat), self.rules)


def most_moves(setup: Setup) -> int:
    """XD-5, XD-23, XD-40  For each seat a bet or the deal, three more cards, a stand and a comparison; a hand
    that has three more cards never stands."""
    return 6 * setup.seats


def start(setup: Setup) -> State:
    """XD-20, XD-40  The empty table: stakes are the room's, or wait to be placed."""
    rules, options, none = RULESETS[setup.ruleset], house(setup.options), (None,) * setup.seats
    stake = None if rules.has_bets else options.stake
    return State(
        rules=rules,
        house=options,
        phase=rules.first_phase,
        stock=setup.shuffler.deal(PACK_52, 0),
        hands=((),) * setup.seats,
        stakes=(0, *(stake,) * (setup.seats - 1)),
        settled=none,
    )


def apply(state: State, move: Move) -> State | Refusal:
    """The table after this move, or why not. A refusal leaves no trace."""
    if state.phase is Phase.OVER:
        return refuse(refusal.Code.ROUND_OVER, "XD-12")
    match move:
        case Draw(seat):
            return draw(state, seat)
        case Stand(seat):
            return stand(state, seat)
        case Compare(seat, target):
            return compare(state, seat, target)
        case Deal(seat, first):
            return deal(state, seat, first)
        case Bet(seat, stake):
            return bet(state, seat, stake)
        case _:
            assert_never(move)


# The deal


@cache
def dealing_order(seats: int, direction: Direction) -> tuple[SeatNo, ...]:
    """XD-6, XD-7  1, 2 … n-1, 0 when the first card goes left; n-1 … 2, 1, 0 when right."""
    nha_con = [SeatNo(seat) for seat in range(1, seats)]
    if direction is Direction.CLOCKWISE:
        nha_con.reverse()
    return (*nha_con, NHA_CAI)


def deal(state: State, seat: SeatNo, first: First | None) -> State | Refusal:
    """XD-7, XD-20  The nhà cái deals two laps, itself last in each; specials settle at once."""
    if state.phase is not Phase.DEALING:
        return refuse(refusal.Code.WRONG_PHASE, "XD-20")
    if seat != NHA_CAI:
        return refuse(refusal.Code.NOT_YOUR_TURN, "XD-20")
    direction = Direction.CLOCKWISE if first is First.RIGHT else Direction.COUNTERCLOCKWISE
    order, seats, pack = dealing_order(len(state.hands), direction), len(state.hands), state.stock
    hands = tuple([(pack[lap], pack[lap + seats]) for lap in map(order.index, state.seats)])
    return phase_one(state._replace(direction=direction, hands=hands, stock=pack[2 * seats :]))


def phase_one(state: State) -> State:
    """XD-21, XD-41  The nhà cái's special settles everybody; else a nhà con's settles its own seat."""
    specials = tuple(map(special, state.hands))
    cai = specials[NHA_CAI]
    settled = tuple(
        settlement(state, seat, state.rules.meet_specials(con, cai))
        if seat != NHA_CAI and (con or cai)
        else None
        for seat, con in enumerate(specials)
    )
    return next_turn(state._replace(settled=settled))


# Turns


def next_turn(state: State) -> State:
    """XD-8, XD-12  Turns follow the dealing order, the nhà cái last; settled seats are skipped."""
    if None not in state.settled[1:]:
        return state._replace(phase=Phase.OVER, turn=None)
    assert state.direction is not None
    order = dealing_order(len(state.hands), state.direction)
    rest = order if state.turn is None else order[order.index(state.turn) + 1 :]
    turn = next(seat for seat in rest if state.settled[seat] is None)
    return state._replace(phase=Phase.NHA_CAI if turn == NHA_CAI else Phase.NHA_CON, turn=turn)


def not_now(state: State, seat: SeatNo, rule: str) -> Refusal | None:
    """XD-8  Only who has the turn draws or stands."""
    if state.turn is None:
        return refuse(refusal.Code.WRONG_PHASE, rule)
    if state.turn != seat:
        return refuse(refusal.Code.NOT_YOUR_TURN, "XD-8")
    return None


def must_draw(state: State, seat: SeatNo) -> bool:
    """XD-22, XD-23, XD-42  Non must draw, where drawing is a duty."""
    return state.rules.non_must_draw and state.is_non(seat)


def draw(state: State, seat: SeatNo) -> State | Refusal:
    """XD-22, XD-23, XD-42  Up to 21 with fewer than five cards a hand may grow; quắc may not.

    XD-10  Quắc does not end a nhà con's turn; five cards do, since their number is public.
    XD-12  Either ends the nhà cái's, and with it the round.
    """
    if no := not_now(state, seat, "XD-22"):
        return no
    if is_quac(state.hands[seat]):
        return refuse(Code.CANNOT_DRAW, "XD-22", value=value(state.hands[seat]))
    hand = (*state.hands[seat], state.stock[0])
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    after = state._replace(hands=hands, stock=state.stock[1:])
    if seat == NHA_CAI:
        return finish(after) if is_full(hand) or is_quac(hand) else after
    return next_turn(after) if is_full(hand) else after


def stand(state: State, seat: SeatNo) -> State | Refusal:
    """XD-22, XD-23, XD-42  A seat may stand, unless it is non where non must draw."""
    if no := not_now(state, seat, "XD-22"):
        return no
    if must_draw(state, seat):
        return refuse(Code.MUST_DRAW, "XD-22", value=value(state.hands[seat]))
    return finish(state) if seat == NHA_CAI else next_turn(state)


def may_compare(state: State) -> bool:
    """XD-23  The nhà cái compares from 16 on, asked again after every draw."""
    least = state.rules.compare_from
    return least is not None and value(state.hands[NHA_CAI]) >= least


def compare(state: State, seat: SeatNo, target: SeatNo) -> State | Refusal:
    """XD-23, XD-24  The nhà cái settles one nhà con now, and may go on drawing and comparing."""
    if state.phase is not Phase.NHA_CAI:
        return refuse(refusal.Code.WRONG_PHASE, "XD-23")
    if seat != NHA_CAI:
        return refuse(refusal.Code.NOT_YOUR_TURN, "XD-23")
    if not may_compare(state):
        held, least = value(state.hands[NHA_CAI]), state.rules.compare_from
        return refuse(Code.TOO_LOW_TO_COMPARE, "XD-23", value=held, least=least)
    if state.settled[target] is not None:
        return refuse(Code.ALREADY_SETTLED, "XD-23", target=target)
    settled = (*state.settled[:target], compared(state, target), *state.settled[target + 1 :])
    if None in settled[1:]:
        return state._replace(settled=settled, has_compared=True)
    return state._replace(settled=settled, has_compared=True, phase=Phase.OVER, turn=None)


# Settling


def compared(state: State, seat: SeatNo) -> Settlement:
    """XD-11  Once per round, with both hands as they are at this moment."""
    con, cai = strength(state.hands[seat]), strength(state.hands[NHA_CAI])
    return settlement(state, seat, state.rules.settle(con, cai))


def settlement(state: State, seat: int, verdict: Verdict) -> Settlement:
    """XD-13  The winner takes the stake from the loser, times what the house pays; push moves nothing."""
    amount = (state.stakes[seat] or 0) * state.house.pays(verdict.reason)
    return Settlement(
        SeatNo(seat),
        verdict.outcome,
        verdict.reason,
        SIGN[verdict.outcome] * amount,
        len(state.hands[NHA_CAI]),
    )


def finish(state: State) -> State:
    """XD-12  Every unsettled nhà con is settled at once and the round is over."""
    settled = (None, *(state.settled[seat] or compared(state, SeatNo(seat)) for seat in state.nha_con))
    return state._replace(settled=settled, phase=Phase.OVER, turn=None)


def points(state: State) -> tuple[int, ...]:
    """XD-13  Each nhà con's points; the nhà cái's are minus the sum of the others'."""
    return shared_out(done.points for done in state.settled if done is not None)


# Betting


def bet(state: State, seat: SeatNo, stake: int) -> State | Refusal:
    """XD-40  Each nhà con bets once, in any order; when all have, the nhà cái deals."""
    if state.phase is not Phase.BETTING:
        return refuse(refusal.Code.WRONG_PHASE, "XD-40")
    if seat == NHA_CAI:
        return refuse(refusal.Code.NOT_YOUR_TURN, "XD-40")
    if state.stakes[seat] is not None:
        return refuse(Code.ALREADY_BET, "XD-40")
    if not 1 <= stake <= state.house.max_stake:
        return refuse(Code.BAD_STAKE, "XD-40", max=state.house.max_stake)
    stakes = (*state.stakes[:seat], stake, *state.stakes[seat + 1 :])
    phase = Phase.BETTING if None in stakes else Phase.DEALING
    return state._replace(stakes=stakes, phase=phase)


# Who may do what


DEAL_LEFT, DEAL_RIGHT = (Legal("deal", (("first", str(first)),)) for first in First)
DEAL, DRAW, STAND = Legal("deal"), Legal("draw"), Legal("stand")


@cache
def _bet(most: int) -> Legal:
    return Legal("bet", (("min", 1), ("max", most)))


@cache
def _compare(target: int) -> Legal:
    return Legal("compare", (("target", target),))


def to_act(state: State) -> tuple[SeatNo, ...]:
    """XD-8, XD-40  Betting: who has not bet. Dealing: the nhà cái. Then who has the turn."""
    match state.phase:
        case Phase.BETTING:
            return tuple(SeatNo(seat) for seat, stake in enumerate(state.stakes) if stake is None)
        case Phase.DEALING:
            return (NHA_CAI,)
        case _:
            return () if state.turn is None else (state.turn,)


def legal(state: State, seat: SeatNo) -> tuple[Legal, ...]:
    """Every move open to this seat now; nothing for who is not to act."""
    if state.turn == seat:
        return _turn_legal(state, seat)
    if seat not in to_act(state):
        return ()
    if state.phase is Phase.BETTING:
        return (_bet(state.house.max_stake),)
    return (DEAL_LEFT, DEAL_RIGHT) if state.rules.nha_cai_picks_first else (DEAL,)


def _turn_legal(state: State, seat: SeatNo) -> tuple[Legal, ...]:
    if is_quac(state.hands[seat]):
        return (STAND,)
    if must_draw(state, seat):
        return (DRAW,)
    if seat != NHA_CAI or not may_compare(state):
        return (DRAW, STAND)
    return (DRAW, STAND, *(_compare(con) for con in state.nha_con if state.settled[con] is None))


def usual_deal(state: State) -> Deal | None:
    """XD-20  From the left, where it is the nhà cái's to choose."""
    if state.phase is not Phase.DEALING:
        return None
    return Deal(NHA_CAI, First.LEFT if state.rules.nha_cai_picks_first else None)


def time_out(state: State, seat: SeatNo) -> Move:
    """When time runs out: stake 1, the usual deal, draw if it must, else stand."""
    if (dealt := usual_deal(state)) is not None:
        return dealt
    match state.phase:
        case Phase.BETTING:
            return Bet(seat, 1)
        case _:
            return Draw(seat) if must_draw(state, seat) else Stand(seat)
