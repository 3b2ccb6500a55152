"""Xì Dách as the runtime plays it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.engines.core.cards import PACK_52, Hand
from games.engines.core.engine import Event, Option, Outcome, SeatNo, Setup
from games.engines.core.refusal import Refusal
from games.engines.xidach import bot, events, moves, play, view, zones
from games.engines.xidach.moves import Move
from games.engines.xidach.play import State
from games.engines.xidach.rules import RULESETS, Phase
from games.engines.xidach.view import XidachView
from games.engines.xidach.zones import XidachZones


@dataclass(frozen=True, slots=True, kw_only=True)
class Xidach:
    game: str = view.GAME
    version: int = 1
    rulesets: tuple[str, ...] = tuple(RULESETS)
    seats: range = range(2, 9)
    banker: bool = True
    levels: tuple[str, ...] = bot.LEVELS
    pack: Hand = PACK_52

    def options(self, ruleset: str) -> tuple[Option, ...]:
        return RULESETS[ruleset].options

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

    def zones(self, view: XidachView) -> XidachZones:
        return zones.zones(view)

    def choose(self, view: XidachView, level: str, chance: Random) -> dict[str, Any]:
        return bot.choose(view, level, chance)


XIDACH: Final = Xidach()
