"""NN-10 … NN-13: a round as it is played, move by move."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple, assert_never

from games.core import refusal
from games.core.banker import NHA_CAI, Result, dealt, result, shared_out
from games.core.cards import PACK_52, Hand
from games.core.engine import SeatNo, Setup
from games.core.refusal import Refusal, refuse
from games.core.views import Legal
from games.niuniu.hands import CARDS, bull
from games.niuniu.moves import Bet, Deal, Move, Reveal
from games.niuniu.rules import RULESETS, House, NiuniuRules, Phase, house


class Code(StrEnum):
    """Why not, in the order it is asked; after the codes every game shares."""

    ALREADY_BET = "already_bet"
    BAD_STAKE = "bad_stake"
    ALREADY_REVEALED = "already_revealed"


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a nhà con's round ended, from its side."""

    seat: SeatNo
    outcome: Result
    points: int


class State(NamedTuple):
    """The whole table, hidden cards and all.

    A named tuple, since replacing a few facts is most of what a move costs.
    """

    rules: NiuniuRules
    house: House
    phase: Phase
    stock: Hand  # first to leave first
    hands: tuple[Hand, ...]
    stakes: tuple[int | None, ...]
    revealed: tuple[SeatNo, ...] = ()  # in the order they did
    settled: tuple[Settlement, ...] = ()  # every nhà con by seat, once all have revealed

    def __repr__(self) -> str:
        """No log line shows a hidden card by accident."""
        return f"<Niu Niu, {self.phase}>"


def most_moves(setup: Setup) -> int:
    """NN-10, NN-11  Each nhà con bets, the nhà cái deals, everybody reveals; and one more."""
    return 2 * setup.seats + 1


def start(setup: Setup) -> State:
    """NN-10  The empty table: every nhà con's stake is still to be placed."""
    return State(
        rules=RULESETS[setup.ruleset],
        house=house(setup.options),
        phase=Phase.BETTING,
        stock=setup.shuffler.deal(PACK_52, 0),
        hands=((),) * setup.seats,
        stakes=(0, *(None,) * (setup.seats - 1)),
    )


def apply(state: State, move: Move) -> State | Refusal:
    """The table after this move, or why not. A refusal leaves no trace."""
    if state.phase is Phase.OVER:
        return refuse(refusal.Code.ROUND_OVER, "NN-11")
    match move:
        case Bet(seat, stake):
            return bet(state, seat, stake)
        case Deal(seat):
            return deal(state, seat)
        case Reveal(seat):
            return reveal(state, seat)
        case _:
            assert_never(move)


def bet(state: State, seat: SeatNo, stake: int) -> State | Refusal:
    """NN-10  Each nhà con bets once, in any order; when all have, the nhà cái deals."""
    if state.phase is not Phase.BETTING:
        return refuse(refusal.Code.WRONG_PHASE, "NN-10")
    if seat == NHA_CAI:
        return refuse(refusal.Code.NOT_YOUR_TURN, "NN-10")
    if state.stakes[seat] is not None:
        return refuse(Code.ALREADY_BET, "NN-10")
    if not 1 <= stake <= state.house.max_stake:
        return refuse(Code.BAD_STAKE, "NN-10", max=state.house.max_stake)
    stakes = (*state.stakes[:seat], stake, *state.stakes[seat + 1 :])
    return state._replace(stakes=stakes, phase=Phase.BETTING if None in stakes else Phase.DEALING)


def deal(state: State, seat: SeatNo) -> State | Refusal:
    """NN-10  The nhà cái deals one card at a time to 1, 2 … n-1, 0: five laps."""
    if state.phase is not Phase.DEALING:
        return refuse(refusal.Code.WRONG_PHASE, "NN-10")
    if seat != NHA_CAI:
        return refuse(refusal.Code.NOT_YOUR_TURN, "NN-10")
    hands = dealt(state.stock, len(state.hands), CARDS)
    return state._replace(hands=hands, stock=state.stock[CARDS * len(hands) :], phase=Phase.REVEAL)


def reveal(state: State, seat: SeatNo) -> State | Refusal:
    """NN-11  Everybody once, in any order; when all have, the round settles."""
    if state.phase is not Phase.REVEAL:
        return refuse(refusal.Code.WRONG_PHASE, "NN-11")
    if seat in state.revealed:
        return refuse(Code.ALREADY_REVEALED, "NN-11")
    after = state._replace(revealed=(*state.revealed, seat))
    return settle(after) if len(after.revealed) == len(after.hands) else after


def settle(state: State) -> State:
    """NN-12, NN-13  Each nhà con against the nhà cái, with its stake."""
    bulls = [bull(hand, state.house.counting) for hand in state.hands]
    times = [state.rules.settle(con, bulls[NHA_CAI]) for con in bulls[1:]]
    settled = tuple(
        Settlement(SeatNo(seat), result(won), won * (state.stakes[seat] or 0))
        for seat, won in enumerate(times, 1)
    )
    return state._replace(settled=settled, phase=Phase.OVER)


def points(state: State) -> tuple[int, ...]:
    """Each nhà con's points; the nhà cái's are minus the sum of the others'."""
    return shared_out(done.points for done in state.settled)


# Who may do what


DEAL, REVEAL = Legal("deal"), Legal("reveal")


@cache
def _bet(most: int) -> Legal:
    return Legal("bet", (("min", 1), ("max", most)))


def to_act(state: State) -> tuple[SeatNo, ...]:
    """NN-10, NN-11  Who has not bet; then the nhà cái, who deals; then who has not revealed."""
    match state.phase:
        case Phase.BETTING:
            return tuple([SeatNo(seat) for seat, stake in enumerate(state.stakes) if stake is None])
        case Phase.DEALING:
            return (NHA_CAI,)
        case Phase.REVEAL:
            return tuple([SeatNo(seat) for seat in range(len(state.hands)) if seat not in state.revealed])
        case _:
            return ()


def legal(state: State, seat: SeatNo) -> tuple[Legal, ...]:
    """Every move open to this seat now; nothing for who is not to act."""
    if seat not in to_act(state):
        return ()
    match state.phase:
        case Phase.BETTING:
            return (_bet(state.house.max_stake),)
        case Phase.DEALING:
            return (DEAL,)
        case _:
            return (REVEAL,)


def usual_deal(state: State) -> Deal | None:
    """NN-10  There is but one."""
    return Deal(NHA_CAI) if state.phase is Phase.DEALING else None


def time_out(state: State, seat: SeatNo) -> Move:
    """When time runs out: stake 1, deal, reveal."""
    match state.phase:
        case Phase.BETTING:
            return Bet(seat, 1)
        case Phase.DEALING:
            return Deal(seat)
        case _:
            return Reveal(seat)
