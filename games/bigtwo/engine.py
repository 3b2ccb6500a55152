"""Big 2 as the runtime plays it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.bigtwo import bot, events, moves, play, scoring, view
from games.bigtwo.moves import Move
from games.bigtwo.play import State
from games.bigtwo.rules import RULESETS, SEATS, Phase
from games.bigtwo.view import BigtwoView
from games.core.cards import PACK_52, Hand
from games.core.engine import Event, Option, Outcome, SeatNo, Setup
from games.core.refusal import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Bigtwo:
    game: str = view.GAME
    version: int = 1
    plays: frozenset[int] = frozenset({1})
    rulesets: tuple[str, ...] = tuple(RULESETS)
    seats: range = range(SEATS, SEATS + 1)
    banker: bool = False
    levels: tuple[str, ...] = bot.LEVELS
    pack: Hand = PACK_52
    off_turn: frozenset[str] = moves.OFF_TURN

    def options(self, ruleset: str) -> tuple[Option, ...]:
        return RULESETS[ruleset]

    def most_moves(self, setup: Setup) -> int:
        return play.most_moves(setup)

    def start(self, setup: Setup) -> State:
        return play.start(setup)

    def read_move(self, setup: Setup, seat: SeatNo, word: Mapping[str, Any]) -> Move | Refusal:
        return moves.read_move(setup, seat, word)

    def write_move(self, move: Move) -> dict[str, Any]:
        return moves.write_move(move)

    def apply(self, state: State, move: Move) -> State | Refusal:
        return play.apply(state, move)

    def to_act(self, state: State) -> tuple[SeatNo, ...]:
        return play.to_act(state)

    def time_out(self, state: State, seat: SeatNo) -> Move:
        return play.time_out(state, seat)

    def view(self, state: State, viewer: SeatNo | None) -> BigtwoView:
        return view.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """`results`: each seat's rank, by seat."""
        if state.phase is not Phase.OVER:
            return None
        ranks = scoring.ranks(state.out, state.held)
        points = scoring.points(ranks, state.house.points)
        results = [{"seat": seat, "rank": rank} for seat, rank in enumerate(ranks)]
        return Outcome(results=results, points=points, sheet=points, ranks=ranks)

    def events(self, before: BigtwoView | None, after: BigtwoView) -> tuple[Event, ...]:
        return events.events(before, after)

    def covers(self, event: Event, earlier: Event) -> bool:
        return events.covers(event, earlier)

    def choose(self, view: BigtwoView, level: str, chance: Random) -> dict[str, Any]:
        return bot.choose(view, level, chance)


BIGTWO: Final = Bigtwo()
