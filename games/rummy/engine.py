"""Chinese Rummy as the runtime plays it."""

from typing import Final

from games.core.cards import PACK_54
from games.core.engine import Engine, Outcome, SeatNo
from games.core.refusal import Refusal
from games.rummy import bot, events, moves, play, rules, scoring, view
from games.rummy.moves import Move
from games.rummy.play import State
from games.rummy.rules import Phase
from games.rummy.view import RummyView


def time_out(state: State, seat: SeatNo) -> Move:
    """RM-13  Draw from the stock, then the discard of the house."""
    word = bot.time_out(view.view(state, seat))
    move = moves.read_move(seat, word)
    assert not isinstance(move, Refusal)
    return move


def outcome(state: State) -> Outcome | None:
    """`results`: one entry per seat."""
    if state.phase is not Phase.OVER:
        return None
    sheet = play.sheet(state)
    results = [
        {"seat": seat, "penalty": penalty, "went_out": not state.hands[seat]}
        for seat, penalty in enumerate(sheet)
    ]
    return Outcome(results=results, points=scoring.points(sheet), sheet=sheet, ranks=scoring.ranks(sheet))


RUMMY: Final[Engine[State, Move, RummyView]] = Engine(
    game=view.GAME,
    rulesets=(rules.RULESET,),
    options=lambda ruleset: rules.OPTIONS,
    seats=range(2, 3),
    levels=bot.LEVELS,
    pack=PACK_54,
    start=play.start,
    most_moves=play.most_moves,
    read_move=lambda setup, seat, word: moves.read_move(seat, word),
    write_move=moves.write_move,
    apply=play.apply,
    to_act=play.to_act,
    time_out=time_out,
    view=view.view,
    own=view.own,
    outcome=outcome,
    events=events.events,
    choose=bot.choose,
)
