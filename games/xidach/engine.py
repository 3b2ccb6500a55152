"""Xì Dách as the runtime plays it."""

from typing import Final

from games.core.engine import Engine, Outcome
from games.xidach import bot, events, moves, play, view
from games.xidach.moves import Move
from games.xidach.play import State
from games.xidach.rules import RULESETS, Phase
from games.xidach.view import XidachView


def outcome(state: State) -> Outcome | None:
    """`results`: one entry per nhà con, by seat."""
    if state.phase is not Phase.OVER:
        return None
    points = play.points(state)
    results = [done.as_json() for done in state.settled if done is not None]
    return Outcome(results=results, points=points, sheet=points, ranks=None)


XIDACH: Final[Engine[State, Move, XidachView]] = Engine(
    game=view.GAME,
    rulesets=tuple(RULESETS),
    options=lambda ruleset: RULESETS[ruleset].options,
    seats=range(2, 9),
    banker=True,
    levels=bot.LEVELS,
    start=play.start,
    most_moves=play.most_moves,
    read_move=moves.read_move,
    write_move=moves.write_move,
    apply=play.apply,
    to_act=play.to_act,
    time_out=play.time_out,
    usual_deal=play.usual_deal,
    view=view.view,
    own=view.own,
    outcome=outcome,
    events=events.events,
    choose=bot.choose,
)
