"""BC-5: what one pair of eyes may know, built from nothing."""

from dataclasses import dataclass
from typing import Any

from games.core.cards import UNSEEN, codes
from games.core.engine import SeatNo
from tests.fifth_game.baicao.hands import Worth, worth
from tests.fifth_game.baicao.moves import write_move
from tests.fifth_game.baicao.play import NHA_CAI, State, outcomes, points, role_of, time_out, to_act
from tests.fifth_game.baicao.rules import GAME, RULESETS, Outcome, Phase, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    seat: SeatNo
    role: Role
    cards: tuple[str, ...]
    worth: Worth | None  # of cards that are seen
    public: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "role": str(self.role),
            "cards": list(self.cards),
            "count": len(self.cards),
            "public": self.public,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A seat's line of the results; only a nhà con has won or lost."""

    seat: SeatNo
    worth: Worth
    outcome: Outcome | None
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
    results: tuple[Result, ...] | None
    legal: tuple[str, ...]  # verbs
    over: bool

    def as_json(self) -> dict[str, Any]:
        return {
            "game": GAME,
            "ruleset": RULESETS[0],
            "phase": str(self.phase),
            "you": self.you,
            "to_act": list(self.to_act),
            "seats": [seat.as_json() for seat in self.seats],
            "table": {
                "stake": self.stake,
                "revealed": list(self.revealed),
                "worth": [seat.worth and seat.worth._asdict() for seat in self.seats],
                "results": self.results and [line.as_json() for line in self.results],
            },
            "legal": [{"do": verb} for verb in self.legal],
            "over": self.over,
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


def seat_view(state: State, seat: SeatNo, viewer: SeatNo | None) -> SeatView:
    """BC-5  A hand is its owner's alone until it is revealed; of others one knows how many cards."""
    hand, public = state.hands[seat], seat in state.revealed
    seen = public or seat == viewer
    return SeatView(
        seat=seat,
        role=role_of(seat),
        cards=codes(hand) if seen else (UNSEEN,) * len(hand),
        worth=worth(hand) if seen and hand else None,
        public=public,
    )


def legal(state: State, viewer: SeatNo | None) -> tuple[str, ...]:
    """There is one thing to do, for who is to act."""
    if viewer is None or viewer not in to_act(state):
        return ()
    return (write_move(time_out(state, viewer))["do"],)


def results(state: State) -> tuple[Result, ...] | None:
    """BC-6  None until over."""
    if state.phase is not Phase.OVER:
        return None
    ends = (None, *outcomes(state))
    return tuple(
        Result(seat=SeatNo(seat), worth=worth(hand), outcome=end, points=won)
        for seat, (hand, end, won) in enumerate(zip(state.hands, ends, points(state), strict=True))
    )


def is_dealt(view: BaicaoView) -> bool:
    return bool(view.seats[NHA_CAI].cards)
