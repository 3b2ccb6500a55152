"""Niu Niu as the runtime plays it."""

from typing import Final

from games.core.engine import Engine, Outcome
from games.niuniu import bot, events, moves, play, view
from games.niuniu.moves import Move
from games.niuniu.play import State
from games.niuniu.rules import OPTIONS, RULESETS
from games.niuniu.view import NiuniuView


def outcome(state: State) -> Outcome | None:
    """`results`: one entry per seat."""
    results = view.results(state)
    if results is None:
        return None
    points = play.points(state)
    lines = [line.as_json() for line in results]
    return Outcome(results=lines, points=points, sheet=points, ranks=None)


NIUNIU: Final[Engine[State, Move, NiuniuView]] = Engine(
    game=view.GAME,
    rulesets=tuple(RULESETS),
    options=lambda ruleset: OPTIONS,
    seats=range(2, 9),
    banker=True,
    levels=bot.LEVELS,
    start=play.start,
    most_moves=play.most_moves,
    read_move=lambda setup, seat, word: moves.read_move(seat, word),
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
