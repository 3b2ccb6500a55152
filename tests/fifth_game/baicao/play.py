"""BC-4 … BC-6: a round as it is played, move by move."""

from enum import StrEnum
from typing import NamedTuple, assert_never

from games.core import refusal
from games.core.banker import NHA_CAI, SIGN, Result, dealt, result, shared_out
from games.core.cards import PACK_52, Hand
from games.core.engine import SeatNo, Setup
from games.core.refusal import Refusal, refuse
from tests.fifth_game.baicao.hands import CARDS, Worth, worth
from tests.fifth_game.baicao.moves import Deal, Move, Reveal
from tests.fifth_game.baicao.rules import Phase


class Code(StrEnum):
    """Why not, after the codes that every game shares."""

    ALREADY_REVEALED = "already_revealed"


class State(NamedTuple):
    """The whole table, hidden cards and all."""

    stake: int
    phase: Phase
    stock: Hand  # first to leave first
    hands: tuple[Hand, ...]
    revealed: tuple[SeatNo, ...] = ()  # in the order they did

    def __repr__(self) -> str:
        """No log line shows a hidden card by accident."""
        return f"<Bài Cào, {self.phase}>"


def most_moves(setup: Setup) -> int:
    """The nhà cái deals and everybody reveals; and one more."""
    return setup.seats + 2


def start(setup: Setup) -> State:
    """BC-4  Every nhà con plays for the room's stake; the nhà cái is to deal."""
    return State(
        stake=setup.options["stake"],
        phase=Phase.DEALING,
        stock=setup.shuffler.deal(PACK_52, 0),
        hands=((),) * setup.seats,
    )


def apply(state: State, move: Move) -> State | Refusal:
    """The table after this move, or why not."""
    if state.phase is Phase.OVER:
        return refuse(refusal.Code.ROUND_OVER, "BC-5")
    match move:
        case Deal(seat):
            return deal(state, seat)
        case Reveal(seat):
            return reveal(state, seat)
        case _:
            assert_never(move)


def deal(state: State, seat: SeatNo) -> State | Refusal:
    """BC-4  The nhà cái deals one card at a time to 1, 2 … n-1, 0: three laps."""
    if state.phase is not Phase.DEALING:
        return refuse(refusal.Code.WRONG_PHASE, "BC-4")
    if seat != NHA_CAI:
        return refuse(refusal.Code.NOT_YOUR_TURN, "BC-4")
    hands = dealt(state.stock, len(state.hands), CARDS)
    return state._replace(hands=hands, stock=state.stock[CARDS * len(hands) :], phase=Phase.REVEAL)


def reveal(state: State, seat: SeatNo) -> State | Refusal:
    """BC-5  Everybody opens their hand once, in any order; when all have, the round is over."""
    if state.phase is not Phase.REVEAL:
        return refuse(refusal.Code.WRONG_PHASE, "BC-5")
    if seat in state.revealed:
        return refuse(Code.ALREADY_REVEALED, "BC-5")
    revealed = (*state.revealed, seat)
    phase = Phase.OVER if len(revealed) == len(state.hands) else Phase.REVEAL
    return state._replace(revealed=revealed, phase=phase)


def outcome(con: Worth, cai: Worth) -> Result:
    """BC-6  The better hand wins; equal hands tie."""
    return result((con > cai) - (con < cai))


def outcomes(state: State) -> tuple[Result, ...]:
    """BC-6  Each nhà con against the nhà cái."""
    cai, *nha_con = map(worth, state.hands)
    return tuple(outcome(con, cai) for con in nha_con)


def points(state: State) -> tuple[int, ...]:
    """BC-6  A nhà con wins or loses the stake, and the nhà cái what the others do not."""
    return shared_out(SIGN[done] * state.stake for done in outcomes(state))


def to_act(state: State) -> tuple[SeatNo, ...]:
    """BC-4, BC-5  The nhà cái, who deals; then all who have not revealed."""
    match state.phase:
        case Phase.DEALING:
            return (NHA_CAI,)
        case Phase.REVEAL:
            return tuple(SeatNo(seat) for seat in range(len(state.hands)) if seat not in state.revealed)
        case _:
            return ()


def usual_deal(state: State) -> Deal | None:
    """BC-4  There is but one."""
    return Deal(NHA_CAI) if state.phase is Phase.DEALING else None


def time_out(state: State, seat: SeatNo) -> Move:
    """There is but one move: that one."""
    return Deal(seat) if state.phase is Phase.DEALING else Reveal(seat)
