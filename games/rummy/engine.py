"""Chinese Rummy as the runtime plays it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.core.cards import PACK_54, Hand
from games.core.engine import Event, Option, Outcome, SeatNo, Setup
from games.core.refusal import Refusal
from games.rummy import bot, events, moves, play, rules, scoring, view
from games.rummy.moves import Move
from games.rummy.play import State
from games.rummy.rules import Phase
from games.rummy.view import RummyView


@dataclass(frozen=True, slots=True, kw_only=True)
class Rummy:
    game: str = view.GAME
    version: int = 1
    plays: frozenset[int] = frozenset({1})
    rulesets: tuple[str, ...] = (rules.RULESET,)
    seats: range = range(2, 3)
    banker: bool = False
    levels: tuple[str, ...] = bot.LEVELS
    pack: Hand = PACK_54
    off_turn: frozenset[str] = frozenset()

    def options(self, ruleset: str) -> tuple[Option, ...]:
        return rules.OPTIONS

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
        """RM-13  Draw from the stock, then the discard of the house."""
        word = bot.time_out(view.view(state, seat))
        move = moves.read_move(seat, word)
        assert not isinstance(move, Refusal)
        return move

    def view(self, state: State, viewer: SeatNo | None) -> RummyView:
        return view.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """`results`: one entry per seat."""
        if state.phase is not Phase.OVER:
            return None
        sheet = play.sheet(state)
        results = [
            {"seat": seat, "penalty": penalty, "went_out": not state.hands[seat]}
            for seat, penalty in enumerate(sheet)
        ]
        return Outcome(results=results, points=scoring.points(sheet), sheet=sheet, ranks=scoring.ranks(sheet))

    def events(self, before: RummyView | None, after: RummyView) -> tuple[Event, ...]:
        return events.events(before, after)

    def covers(self, event: Event, earlier: Event) -> bool:
        return False  # what was told may be read again

    def choose(self, view: RummyView, level: str, chance: Random) -> dict[str, Any]:
        return bot.choose(view, level, chance)


RUMMY: Final = Rummy()
