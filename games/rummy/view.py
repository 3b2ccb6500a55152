"""What one pair of eyes may know, built from nothing: one's own hand, how many cards the other holds,
and everything that lies open."""

from dataclasses import dataclass
from functools import cache

from games.core.cards import CODES, UNSEEN, Card, Hand, codes, read_codes
from games.core.engine import Json, Own, SeatNo
from games.core.views import written
from games.rummy.melds import Meld
from games.rummy.play import Legal, State, legal, to_act
from games.rummy.rules import RULESET, House, Phase

GAME = "rummy"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    seat: SeatNo
    cards: tuple[str, ...]
    count: int
    public: bool

    @property
    def hand(self) -> Hand | None:
        """The cards, where this view shows them."""
        return None if UNSEEN in self.cards else read_codes(self.cards)

    def as_json(self) -> dict[str, Json]:
        return {"seat": self.seat, "cards": list(self.cards), "count": self.count, "public": self.public}


@dataclass(frozen=True, slots=True, kw_only=True)
class RummyView:
    house: House  # public, but of it only the round is part of the contract's view
    phase: Phase
    you: SeatNo | None
    to_act: tuple[SeatNo, ...]
    seats: tuple[SeatView, ...]
    stock: int
    discard: Card | None  # the top one
    melds: tuple[Meld, ...]
    laid_down: tuple[bool, ...]
    turn: int
    legal: tuple[Legal, ...]
    over: bool
    drawn: Card | None = None  # by who looks, in this turn; not part of the contract's view

    @property
    def own(self) -> Hand:
        """The hand of who looks."""
        return () if self.you is None else self.seats[self.you].hand or ()

    def as_json(self) -> dict[str, Json]:
        table = {
            "round": self.house.round,
            "contract": [[str(asked.kind), asked.size] for asked in self.house.deal.contract],
            "stock": self.stock,
            "discard": None if self.discard is None else CODES[self.discard],
            "melds": [_meld_json(meld) for meld in self.melds],
            "laid_down": list(self.laid_down),
            "turn": self.turn,
        }
        return written(self, game=GAME, ruleset=RULESET, table=table)


def _meld_json(meld: Meld) -> dict[str, Json]:
    return {"owner": meld.owner, "kind": str(meld.kind), "cards": list(codes(meld.cards))}


def view(state: State, viewer: SeatNo | None) -> RummyView:
    return RummyView(
        house=state.house,
        phase=state.phase,
        you=viewer,
        to_act=to_act(state),
        seats=tuple([seat_view(state, SeatNo(seat), viewer) for seat in (0, 1)]),
        stock=len(state.stock),
        discard=state.top,
        melds=state.melds,
        laid_down=state.laid_down,
        turn=state.turn,
        legal=() if viewer is None else legal(state, viewer),
        over=state.phase is Phase.OVER,
        drawn=state.drawn if viewer == state.seat else None,
    )


def own(state: State, seat: SeatNo) -> Own:
    return Own(seat_view(state, seat, seat), legal(state, seat))


def seat_view(state: State, seat: SeatNo, viewer: SeatNo | None) -> SeatView:
    """One's own cards; of the other's how many. All hands are open once the round is over."""
    hand, public = state.hands[seat], state.phase is Phase.OVER
    if not public and seat != viewer:
        return hidden_seat(seat, len(hand))
    return SeatView(seat=seat, cards=codes(hand), count=len(hand), public=public)


@cache
def hidden_seat(seat: SeatNo, count: int) -> SeatView:
    """A hidden hand looks the same to all who may not see it: only its number is known."""
    return SeatView(seat=seat, cards=(UNSEEN,) * count, count=count, public=False)
