"""Bài Cào as the runtime plays it."""

from typing import Final

from games.core.engine import Engine, Outcome
from tests.fifth_game.baicao import events, moves, play, view
from tests.fifth_game.baicao.moves import Move
from tests.fifth_game.baicao.play import State
from tests.fifth_game.baicao.rules import GAME, OPTIONS, RULESETS
from tests.fifth_game.baicao.view import BaicaoView


def outcome(state: State) -> Outcome | None:
    results = view.results(state)
    if results is None:
        return None
    points = play.points(state)
    lines = [line.as_json() for line in results]
    return Outcome(results=lines, points=points, sheet=points, ranks=None)


BAICAO: Final[Engine[State, Move, BaicaoView]] = Engine(
    game=GAME,
    rulesets=RULESETS,
    options=lambda ruleset: OPTIONS,
    seats=range(2, 9),
    banker=True,
    levels=("easy",),
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
    choose=lambda view, level, chance: view.legal[0].as_json(),
)
