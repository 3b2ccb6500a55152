"""NN-11: what one pair of eyes may know, built from nothing."""

from dataclasses import dataclass
from functools import lru_cache

from games.core.banker import SeatView, seen
from games.core.cards import Hand, codes
from games.core.engine import Json, Own, SeatNo
from games.core.views import Legal, written
from games.niuniu.hands import Counting, Kind, bull, split
from games.niuniu.play import Settlement, State, legal, to_act
from games.niuniu.rules import House, Phase

GAME = "niuniu"


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """NN-6  A hand that is known, split as serves it best."""

    multiplier: int
    kind: Kind
    points_value: int
    base: tuple[str, ...]
    final: tuple[str, ...]
    counts: tuple[int, ...]  # what each of these cards counts for; not part of the contract's view

    def as_json(self) -> dict[str, Json]:
        return {
            "multiplier": self.multiplier,
            "kind": str(self.kind),
            "points_value": self.points_value,
            "base": list(self.base),
            "final": list(self.final),
        }


@dataclass(frozen=True, slots=True)
class Result:
    """A seat's line of the results: its hand, and of a nhà con how it did."""

    seat: SeatNo
    worth: Worth
    settlement: Settlement | None

    def as_json(self) -> dict[str, Json]:
        line = {"seat": self.seat, **self.worth.as_json()}
        if self.settlement is None:
            return line
        return {**line, "outcome": str(self.settlement.outcome), "points": self.settlement.points}


@dataclass(frozen=True, slots=True, kw_only=True)
class NiuniuView:
    ruleset: str
    house: House  # public, but not part of the contract's view
    phase: Phase
    you: SeatNo | None
    to_act: tuple[SeatNo, ...]
    seats: tuple[SeatView, ...]
    stakes: tuple[int | None, ...]
    revealed: tuple[SeatNo, ...]
    worth: tuple[Worth | None, ...]
    results: tuple[Result, ...] | None
    legal: tuple[Legal, ...]
    over: bool

    def as_json(self) -> dict[str, Json]:
        table = table_json(self.stakes, self.revealed, self.worth, self.results)
        return written(self, game=GAME, ruleset=self.ruleset, table=table)


def table_json(
    stakes: tuple[int | None, ...],
    revealed: tuple[SeatNo, ...],
    worth: tuple[Worth | None, ...],
    results: tuple[Result, ...] | None,
) -> dict[str, Json]:
    return {
        "stakes": list(stakes),
        "revealed": list(revealed),
        "worth": [known and known.as_json() for known in worth],
        "results": None if results is None else [line.as_json() for line in results],
    }


def view(state: State, viewer: SeatNo | None) -> NiuniuView:
    seats = [SeatNo(seat) for seat in range(len(state.hands))]
    return NiuniuView(
        ruleset=state.rules.name,
        house=state.house,
        phase=state.phase,
        you=viewer,
        to_act=to_act(state),
        seats=tuple([seat_view(state, seat, viewer) for seat in seats]),
        stakes=state.stakes,
        revealed=state.revealed,
        worth=seen_worths(state, viewer),
        results=results(state),
        legal=() if viewer is None else legal(state, viewer),
        over=state.phase is Phase.OVER,
    )


def own(state: State, seat: SeatNo) -> Own:
    """What one's own hand is worth stands on the table."""
    table = table_json(state.stakes, state.revealed, seen_worths(state, seat), results(state))
    return Own(seat_view(state, seat, seat), legal(state, seat), {"table": table})


def may_see(state: State, seat: SeatNo, viewer: SeatNo | None) -> bool:
    """NN-11  A hand is its owner's alone until it is revealed, public from then."""
    return seat == viewer or seat in state.revealed


def seat_view(state: State, seat: SeatNo, viewer: SeatNo | None) -> SeatView:
    """NN-11  Cards where they may be seen; of others, how many."""
    public = seat in state.revealed
    return seen(seat, state.hands[seat], public=public, own=seat == viewer)


def seen_worth(state: State, seat: SeatNo, viewer: SeatNo | None) -> Worth | None:
    """NN-11  One's own from the deal on, that of others once they have revealed."""
    hand = state.hands[seat]
    return worth(hand, state.house.counting) if hand and may_see(state, seat, viewer) else None


def seen_worths(state: State, viewer: SeatNo | None) -> tuple[Worth | None, ...]:
    return tuple([seen_worth(state, SeatNo(seat), viewer) for seat in range(len(state.hands))])


@lru_cache(maxsize=4096)
def worth(hand: Hand, counting: Counting) -> Worth:
    best = bull(hand, counting)
    base, final = split(hand, best)
    return Worth(
        multiplier=best.multiplier,
        kind=best.kind,
        points_value=best.points,
        base=codes(base),
        final=codes(final),
        counts=best.counts,
    )


def results(state: State) -> tuple[Result, ...] | None:
    """NN-12, NN-13  Every seat's hand and, of each nhà con, how it did; None until over."""
    if state.phase is not Phase.OVER:
        return None
    settlements = (None, *state.settled)
    return tuple(
        Result(SeatNo(seat), worth(hand, state.house.counting), settlements[seat])
        for seat, hand in enumerate(state.hands)
    )
