"""The five verbs: small classes, read once at the door."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, assert_never

from games.core.engine import SeatNo, Setup
from games.core.refusal import MALFORMED, Refusal
from games.xidach.rules import RULESETS


class First(StrEnum):
    """XD-7  The side of the nhà cái, on the screen, that gets the first card."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Deal:
    seat: SeatNo
    first: First | None  # None where the ruleset leaves no choice, XD-40


@dataclass(frozen=True, slots=True)
class Bet:
    seat: SeatNo
    stake: int


@dataclass(frozen=True, slots=True)
class Draw:
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class Stand:
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class Compare:
    seat: SeatNo
    target: SeatNo


Move = Deal | Bet | Draw | Stand | Compare


def read_move(setup: Setup, seat: SeatNo, word: Mapping[str, Any]) -> Move | Refusal:
    """A move as the contract writes it; parameters its verb does not have are ignored."""
    rules = RULESETS[setup.ruleset]
    match word.get("do"):
        case "deal":
            return _read_deal(seat, word.get("first")) if rules.nha_cai_picks_first else Deal(seat, None)
        case "bet" if rules.has_bets:
            stake = word.get("stake")
            return Bet(seat, stake) if type(stake) is int else MALFORMED
        case "draw":
            return Draw(seat)
        case "stand":
            return Stand(seat)
        case "compare" if rules.compare_from is not None:
            return _read_compare(seat, word.get("target"), setup.seats)
        case _:
            return MALFORMED


def _read_deal(seat: SeatNo, first: object) -> Deal | Refusal:
    if first == "left":
        return Deal(seat, First.LEFT)
    if first == "right":
        return Deal(seat, First.RIGHT)
    return MALFORMED


def _read_compare(seat: SeatNo, target: object, seats: int) -> Compare | Refusal:
    """XD-23  A target that is not a nhà con of this round is no word of this game."""
    if type(target) is int and 1 <= target < seats:
        return Compare(seat, SeatNo(target))
    return MALFORMED


def write_move(move: Move) -> dict[str, Any]:
    match move:
        case Deal(seat, None):
            return {"seat": seat, "do": "deal"}
        case Deal(seat, first):
            return {"seat": seat, "do": "deal", "first": str(first)}
        case Bet(seat, stake):
            return {"seat": seat, "do": "bet", "stake": stake}
        case Draw(seat):
            return {"seat": seat, "do": "draw"}
        case Stand(seat):
            return {"seat": seat, "do": "stand"}
        case Compare(seat, target):
            return {"seat": seat, "do": "compare", "target": target}
        case _:
            assert_never(move)
