"""Xì Dách as the runtime plays it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.core.cards import PACK_52, Hand
from games.core.engine import Event, Option, Outcome, SeatNo, Setup
from games.core.refusal import Refusal
from games.xidach import bot, events, moves, play, view
from games.xidach.moves import Move
from games.xidach.play import State
from games.xidach.rules import RULESETS, Phase
from games.xidach.view import XidachView


@dataclass(frozen=True, slots=True, kw_only=True)
class Xidach:
    game: str = view.GAME
    version: int = 1
    plays: frozenset[int] = frozenset({1})
    rulesets: tuple[str, ...] = tuple(RULESETS)
    seats: range = range(2, 9)
    banker: bool = True
    levels: tuple[str, ...] = bot.LEVELS
    pack: Hand = PACK_52
    off_turn: frozenset[str] = frozenset()

    def options(self, ruleset: str) -> tuple[Option, ...]:
        return RULESETS[ruleset].options

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

    def view(self, state: State, viewer: SeatNo | None) -> XidachView:
        return view.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """`results`: one entry per nhà con, by seat."""
        if state.phase is not Phase.OVER:
            return None
        points = play.points(state)
        results = [done.as_json() for done in state.settled if done is not None]
        return Outcome(results=results, points=points, sheet=points, ranks=None)

    def events(self, before: XidachView | None, after: XidachView) -> tuple[Event, ...]:
        return events.events(before, after)

    def covers(self, event: Event, earlier: Event) -> bool:
        return False  # what was told may be read again

    def choose(self, view: XidachView, level: str, chance: Random) -> dict[str, Any]:
        return bot.choose(view, level, chance)


XIDACH: Final = Xidach()
