"""XD-9, XD-10, XD-24: what one pair of eyes may know, built from nothing."""

from typing import NamedTuple

from games.core.banker import NHA_CAI, SeatView, seen
from games.core.engine import Json, Own, SeatNo
from games.core.views import Legal, written
from games.xidach.hands import Special, special
from games.xidach.play import Direction, Settlement, State, legal, to_act
from games.xidach.rules import House, Phase
from games.xidach.scoring import Reason, special_reason

GAME = "xidach"


class XidachView(NamedTuple):
    ruleset: str
    house: House  # public, but not part of the contract's view
    phase: Phase
    you: SeatNo | None
    to_act: tuple[SeatNo, ...]
    seats: tuple[SeatView, ...]
    direction: Direction | None
    stakes: tuple[int | None, ...]
    settled: tuple[Settlement, ...]
    legal: tuple[Legal, ...]
    over: bool

    def as_json(self) -> dict[str, Json]:
        table = {
            "direction": self.direction and str(self.direction),
            "stakes": list(self.stakes),
            "settled": [done.as_json() for done in self.settled],
        }
        return written(self, game=GAME, ruleset=self.ruleset, table=table)


def view(state: State, viewer: SeatNo | None) -> XidachView:
    return XidachView(
        ruleset=state.rules.name,
        house=state.house,
        phase=state.phase,
        you=viewer,
        to_act=to_act(state),
        seats=tuple([seat_view(state, SeatNo(seat), viewer) for seat in state.seats]),
        direction=state.direction,
        stakes=state.stakes,
        settled=tuple(done for done in state.settled if done is not None),
        legal=() if viewer is None else legal(state, viewer),
        over=state.phase is Phase.OVER,
    )


def own(state: State, seat: SeatNo) -> Own:
    return Own(seat_view(state, seat, seat), legal(state, seat))


def seat_view(state: State, seat: SeatNo, viewer: SeatNo | None) -> SeatView:
    """XD-9  One's own cards, and those that are open to everybody; of others, how many."""
    return seen(seat, state.hands[seat], public=is_public(state, seat), own=seat == viewer)


def shown_special(seat: SeatView) -> Reason | None:
    """XD-3  The special of a hand that is open to everybody."""
    kind = special(seat.hand) if seat.public and seat.hand else Special.NONE
    return special_reason(kind) if kind else None


def is_public(state: State, seat: SeatNo) -> bool:
    """XD-9, XD-12, XD-24  A nhà con's hand once settled, the nhà cái's once it compared, all at the end."""
    if state.phase is Phase.OVER:
        return True
    return state.has_compared if seat == NHA_CAI else state.settled[seat] is not None


def own_points(view: XidachView) -> int:
    """XD-13  What the round moved for who looks on this table from a seat of its own."""
    if view.you == NHA_CAI:
        return nha_cai_points(view)
    return next((done.points for done in view.settled if done.seat == view.you), 0)


def nha_cai_points(view: XidachView) -> int:
    """XD-13  Minus the sum of the others'."""
    return -sum(done.points for done in view.settled)
