"""The house bots of Xì Dách. They see one view and nothing else, and remember nothing between moves.

`house` plays for points: it weighs every way on by the cards it has not seen. `easy` plays as people
do who do not count: sound most of the time, with a nerve that gives way now and then.
"""

from random import Random
from typing import Any, Final

from games.core.banker import NHA_CAI
from games.core.cards import Hand
from games.core.engine import SeatNo
from games.xidach.hands import value
from games.xidach.odds import held, odds
from games.xidach.plans import NOBODY, NhaCaiPlan, nha_con_finals, nha_con_plan
from games.xidach.rules import RULESETS, Phase
from games.xidach.view import XidachView

LEVELS: Final = ("easy", "house")

DRAW: Final = {"do": "draw"}
STAND: Final = {"do": "stand"}


def choose(view: XidachView, level: str, chance: Random) -> dict[str, Any]:
    """One of the moves that are legal in this view."""
    player = {"easy": _easy, "house": _house}[level]
    if view.phase in (Phase.NHA_CON, Phase.NHA_CAI) and len(view.legal) == 1:
        return view.legal[0].as_json()
    return player(view, chance)


def _own(view: XidachView) -> Hand:
    return view.seats[view.you or NHA_CAI].hand or ()


def _unsettled(view: XidachView) -> tuple[SeatNo, ...]:
    done = {settled.seat for settled in view.settled}
    return tuple(seat.seat for seat in view.seats[1:] if seat.seat not in done)


# House


def _house(view: XidachView, chance: Random) -> dict[str, Any]:
    match view.phase:
        case Phase.BETTING:
            return {"do": "bet", "stake": max(1, view.house.max_stake // 5)}
        case Phase.DEALING:
            return view.legal[0].as_json()
        case Phase.NHA_CON:
            return _house_nha_con(view)
        case _:
            return _house_nha_cai(view)


def _house_nha_con(view: XidachView) -> dict[str, Any]:
    plan = nha_con_plan(odds(view), RULESETS[view.ruleset], view.house)
    return DRAW if plan.draws(held(_own(view))) else STAND


def _house_nha_cai(view: XidachView) -> dict[str, Any]:
    """XD-23, XD-24  Settle with those this hand beats on the whole, draw against the others."""
    seats = {seat: (view.seats[seat].count, view.stakes[seat]) for seat in _unsettled(view)}
    groups = sorted({cards for cards, _ in seats.values()})
    finals = nha_con_finals(odds(view))
    stakes = [sum(stake or 0 for cards, stake in seats.values() if cards == group) for group in groups]
    against = tuple((finals[group], stake) for group, stake in zip(groups, stakes, strict=True))
    plan = NhaCaiPlan(odds(view), RULESETS[view.ruleset], view.house, against)
    keeps = plan.keeps(held(_own(view)))
    beaten = [seat for seat, (cards, _) in seats.items() if not keeps >> groups.index(cards) & 1]
    if keeps == NOBODY:
        return STAND
    return {"do": "compare", "target": beaten[0]} if beaten else DRAW


# Easy


def _easy(view: XidachView, chance: Random) -> dict[str, Any]:
    match view.phase:
        case Phase.BETTING:
            return {"do": "bet", "stake": 1 + int(chance.random() * min(view.house.max_stake, 5))}
        case Phase.DEALING:
            return view.legal[int(chance.random() * len(view.legal))].as_json()
        case Phase.NHA_CON:
            return DRAW if chance.random() < _urge(value(_own(view))) else STAND
        case _:
            return _easy_nha_cai(view, chance)


def _urge(points: int) -> float:
    """How often one draws who does not count: less and less as 21 comes near."""
    return {14: 0.9, 15: 0.75, 16: 0.4, 17: 0.15, 18: 0.05}.get(points, 1.0 if points < 14 else 0.0)


def _easy_nha_cai(view: XidachView, chance: Random) -> dict[str, Any]:
    """Long hands look like quắc, so they are compared first; else as a nhà con would."""
    long = [seat for seat in _unsettled(view) if view.seats[seat].count > 3]
    can_compare = any(move.do == "compare" for move in view.legal)
    if can_compare and long and chance.random() < 0.6:
        return {"do": "compare", "target": long[0]}
    return DRAW if chance.random() < _urge(value(_own(view))) else STAND
