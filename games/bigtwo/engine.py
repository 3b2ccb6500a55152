"""Big 2 as the runtime plays it."""

from typing import Final

from games.bigtwo import bot, events, moves, play, scoring, view
from games.bigtwo.moves import Move
from games.bigtwo.play import State
from games.bigtwo.rules import RULESETS, SEATS, Phase
from games.bigtwo.view import BigtwoView
from games.core.engine import Engine, Outcome


def outcome(state: State) -> Outcome | None:
    """`results`: each seat's rank, by seat."""
    if state.phase is not Phase.OVER:
        return None
    ranks = scoring.ranks(state.out, state.held)
    points = scoring.points(ranks, state.house.points)
    results = [{"seat": seat, "rank": rank} for seat, rank in enumerate(ranks)]
    return Outcome(results=results, points=points, sheet=points, ranks=ranks)


BIGTWO: Final[Engine[State, Move, BigtwoView]] = Engine(
    game=view.GAME,
    rulesets=tuple(RULESETS),
    options=lambda ruleset: RULESETS[ruleset],
    seats=range(SEATS, SEATS + 1),
    levels=bot.LEVELS,
    start=play.start,
    most_moves=play.most_moves,
    off_turn=moves.OFF_TURN,
    read_move=moves.read_move,
    write_move=moves.write_move,
    apply=play.apply,
    to_act=play.to_act,
    time_out=play.time_out,
    view=view.view,
    own=view.own,
    outcome=outcome,
    events=events.events,
    covers=events.covers,
    choose=bot.choose,
)
