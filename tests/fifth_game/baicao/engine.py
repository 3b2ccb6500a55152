"""Bài Cào as the runtime plays it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.core.cards import PACK_52, Hand
from games.core.engine import Event, Option, Outcome, SeatNo, Setup
from games.core.refusal import Refusal
from tests.fifth_game.baicao import events, moves, play, view
from tests.fifth_game.baicao.moves import Move
from tests.fifth_game.baicao.play import State
from tests.fifth_game.baicao.rules import GAME, OPTIONS, RULESETS
from tests.fifth_game.baicao.view import BaicaoView


@dataclass(frozen=True, slots=True, kw_only=True)
class Baicao:
    game: str = GAME
    version: int = 1
    plays: frozenset[int] = frozenset({1})
    rulesets: tuple[str, ...] = RULESETS
    seats: range = range(2, 9)
    banker: bool = True
    levels: tuple[str, ...] = ("easy",)
    pack: Hand = PACK_52
    off_turn: frozenset[str] = frozenset()

    def options(self, ruleset: str) -> tuple[Option, ...]:
        return OPTIONS

    def most_moves(self, setup: Setup) -> int:
        return play.most_moves(setup)

    def start(self, setup: Setup) -> State:
        return play.start(setup)

    def read_move(self, setup: Setup, seat: SeatNo, word: Mapping[str, Any]) -> Move | Refusal:
        return moves.read_move(seat, word)

    def write_move(self, move: Move) -> dict[str, Any]:
        return moves.write_move(move)

    def apply(self, state: State, move: Move) -> State | Refusal:
        return play.apply(state, move)

    def to_act(self, state: State) -> tuple[SeatNo, ...]:
        return play.to_act(state)

    def time_out(self, state: State, seat: SeatNo) -> Move:
        return play.time_out(state, seat)

    def view(self, state: State, viewer: SeatNo | None) -> BaicaoView:
        return view.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        results = view.results(state)
        if results is None:
            return None
        points = play.points(state)
        lines = [line.as_json() for line in results]
        return Outcome(results=lines, points=points, sheet=points, ranks=None)

    def events(self, before: BaicaoView | None, after: BaicaoView) -> tuple[Event, ...]:
        return tuple(events.events(before, after))

    def covers(self, event: Event, earlier: Event) -> bool:
        return False

    def choose(self, view: BaicaoView, level: str, chance: Random) -> dict[str, Any]:
        """There is nothing to choose."""
        return {"do": view.legal[0]}


BAICAO: Final = Baicao()
