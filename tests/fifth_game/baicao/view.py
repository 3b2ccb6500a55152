"""BC-5: what one pair of eyes may know, built from nothing."""

from dataclasses import dataclass
from typing import Any

from games.core.banker import NHA_CAI, Result, SeatView, seen
from games.core.engine import Own, SeatNo
from games.core.views import Legal, written
from tests.fifth_game.baicao.hands import Worth, worth
from tests.fifth_game.baicao.moves import write_move
from tests.fifth_game.baicao.play import State, outcomes, points, time_out, to_act
from tests.fifth_game.baicao.rules import GAME, RULESETS, Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A seat's line of the results; only a nhà con has won or lost."""

    seat: SeatNo
    worth: Worth
    outcome: Result | None
    points: int

    def as_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            **self.worth._asdict(),
            "outcome": self.outcome and str(self.outcome),
            "won": self.points,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class BaicaoView:
    stake: int
    phase: Phase
    you: SeatNo | None
    to_act: tuple[SeatNo, ...]
    seats: tuple[SeatView, ...]
    revealed: tuple[SeatNo, ...]
    results: tuple[Line, ...] | None
    legal: tuple[Legal, ...]
    over: bool

    def as_json(self) -> dict[str, Any]:
        return written(self, game=GAME, ruleset=RULESETS[0], table=self.table_json())

    def table_json(self) -> dict[str, Any]:
        return {
            "stake": self.stake,
            "revealed": list(self.revealed),
            "worth": [known and known._asdict() for known in map(seen_worth, self.seats)],
            "results": self.results and [line.as_json() for line in self.results],
        }


def view(state: State, viewer: SeatNo | None) -> BaicaoView:
    return BaicaoView(
        stake=state.stake,
        phase=state.phase,
        you=viewer,
        to_act=to_act(state),
        seats=tuple(seat_view(state, SeatNo(seat), viewer) for seat in range(len(state.hands))),
        revealed=state.revealed,
        results=results(state),
        legal=legal(state, viewer),
        over=state.phase is Phase.OVER,
    )


def own(state: State, seat: SeatNo) -> Own:
    """What one's own hand is worth stands on the table."""
    seen = view(state, seat)
    return Own(seen.seats[seat], seen.legal, {"table": seen.table_json()})


def seat_view(state: State, seat: SeatNo, viewer: SeatNo | None) -> SeatView:
    """BC-5  A hand is its owner's alone until it is revealed; of others one knows how many cards."""
    return seen(seat, state.hands[seat], public=seat in state.revealed, own=seat == viewer)


def seen_worth(seat: SeatView) -> Worth | None:
    """BC-5  Of cards that are seen."""
    return worth(seat.hand) if seat.hand else None


def legal(state: State, viewer: SeatNo | None) -> tuple[Legal, ...]:
    """There is one thing to do, for who is to act."""
    if viewer is None or viewer not in to_act(state):
        return ()
    return (Legal(write_move(time_out(state, viewer))["do"]),)


def results(state: State) -> tuple[Line, ...] | None:
    """BC-6  None until over."""
    if state.phase is not Phase.OVER:
        return None
    ends = (None, *outcomes(state))
    return tuple(
        Line(seat=SeatNo(seat), worth=worth(hand), outcome=end, points=won)
        for seat, (hand, end, won) in enumerate(zip(state.hands, ends, points(state), strict=True))
    )


def is_dealt(view: BaicaoView) -> bool:
    return bool(view.seats[NHA_CAI].cards)
