"""B2-9 … B2-11: what one pair of eyes may know, built from nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from games.bigtwo.hands import Cards, Kind, Pattern, cards_of, codes, codes_among
from games.bigtwo.play import (
    SEAT_NOS,
    Asked,
    Laid,
    State,
    is_count_public,
    legal,
    plays,
    to_act,
)
from games.bigtwo.rules import House, Phase
from games.bigtwo.scoring import ranks
from games.core import cards as core
from games.core.cards import UNSEEN
from games.core.engine import Json, Own, SeatNo
from games.core.views import Legal, written

GAME = "bigtwo"
NO_PLAYS: Final[Mapping[str, Json]] = MappingProxyType({"plays": []})


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    seat: SeatNo
    cards: tuple[str, ...]
    count: int | None  # None: hidden
    public: bool

    @property
    def held(self) -> Cards:
        """The cards, where this view shows them."""
        return cards_of(core.read_codes(card for card in self.cards if card != UNSEEN))

    def as_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "cards": list(self.cards),
            "count": self.count,
            "public": self.public,
        }


class LaidView(NamedTuple):
    """A play that lies open, its cards sorted by B2-1."""

    seat: SeatNo
    pattern: Pattern
    kind: Kind | None
    cards: tuple[str, ...]
    strength: int
    judged_by: str  # its top card

    def as_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "pattern": str(self.pattern),
            "kind": self.kind and str(self.kind),
            "cards": list(self.cards),
        }


class BigtwoView(NamedTuple):
    ruleset: str
    house: House  # public, but not part of the contract's view
    phase: Phase
    you: SeatNo | None
    to_act: tuple[SeatNo, ...]
    seats: tuple[SeatView, ...]
    must_hold: str | None  # B2-5: the card of the first play, which everybody knows, until it is played
    top: LaidView | None
    passed: tuple[SeatNo, ...]
    out: tuple[SeatNo, ...]
    reshuffles: int
    asked: tuple[Asked, ...]  # B2-10: heard by all, but not part of the contract's view
    legal: tuple[Legal, ...]
    plays: tuple[Cards, ...]
    laid: tuple[LaidView, ...]  # B2-11: nothing before the round is over, then every play
    ranks: tuple[int, ...]  # B2-12: nothing before the round is over
    over: bool

    def as_json(self) -> dict[str, Json]:
        table = {
            "top": self.top and self.top.as_json(),
            "passed": list(self.passed),
            "out": list(self.out),
            "reshuffles": self.reshuffles,
        }
        return written(
            self,
            game=GAME,
            ruleset=self.ruleset,
            table=table,
            plays=plays_json(self.plays),
        )


def plays_json(plays: tuple[Cards, ...]) -> list[Json]:
    return [list(codes(cards)) for cards in plays]


def view(state: State, viewer: SeatNo | None) -> BigtwoView:
    over = state.phase is Phase.OVER
    return BigtwoView(
        ruleset=state.ruleset,
        house=state.house,
        phase=state.phase,
        you=viewer,
        to_act=to_act(state),
        seats=tuple([seat_view(state, seat, viewer) for seat in SEAT_NOS]),
        must_hold=codes(state.must_hold)[0] if state.must_hold else None,
        top=state.top and laid_view(state.top),
        passed=state.passed,
        out=state.out,
        reshuffles=state.reshuffles,
        asked=state.asked,
        legal=() if viewer is None else legal(state, viewer),
        plays=() if viewer is None else plays(state, viewer),
        laid=tuple(map(laid_view, state.laid)) if over else (),
        ranks=ranks(state.out, state.held) if over else (),
        over=over,
    )


def own(state: State, seat: SeatNo) -> Own:
    found = plays(state, seat)
    more = {"plays": plays_json(found)} if found else NO_PLAYS
    return Own(seat_view(state, seat, seat), legal(state, seat), more)


def seat_view(state: State, seat: SeatNo, viewer: SeatNo | None) -> SeatView:
    """B2-10, B2-11  One's own cards, and everybody's at the end; of others, at most how many."""
    over = state.phase is Phase.OVER
    if over or seat == viewer:
        cards = codes_among(state.dealt[seat], state.held[seat])
        return SeatView(seat=seat, cards=cards, count=len(cards), public=over)
    return hidden_seat(seat, state.held[seat].bit_count() if is_count_public(state, seat) else None)


@cache
def hidden_seat(seat: SeatNo, count: int | None) -> SeatView:
    """A hand of others looks the same to all who may not see it."""
    return SeatView(seat=seat, cards=(UNSEEN,) * (count or 0), count=count, public=False)


@lru_cache(maxsize=1024)  # it lies open, and everybody at its table sees it until the next
def laid_view(laid: Laid) -> LaidView:
    return LaidView(
        seat=laid.seat,
        pattern=laid.made.pattern,
        kind=laid.made.kind,
        cards=codes(laid.cards),
        strength=laid.made.strength,
        judged_by=codes(laid.made.top)[0],
    )
