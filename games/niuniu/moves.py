"""The three verbs: small classes, read once at the door."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from games.core.engine import SeatNo
from games.core.refusal import MALFORMED, Refusal


@dataclass(frozen=True, slots=True)
class Bet:
    seat: SeatNo
    stake: int


@dataclass(frozen=True, slots=True)
class Deal:
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class Reveal:
    seat: SeatNo


Move = Bet | Deal | Reveal


def read_move(seat: SeatNo, word: Mapping[str, Any]) -> Move | Refusal:
    """A move as the contract writes it; parameters its verb does not have are ignored."""
    match word.get("do"):
        case "bet":
            stake = word.get("stake")
            return Bet(seat, stake) if type(stake) is int else MALFORMED
        case "deal":
            return Deal(seat)
        case "reveal":
            return Reveal(seat)
        case _:
            return MALFORMED


def write_move(move: Move) -> dict[str, Any]:
    match move:
        case Bet(seat, stake):
            return {"seat": seat, "do": "bet", "stake": stake}
        case Deal(seat):
            return {"seat": seat, "do": "deal"}
        case Reveal(seat):
            return {"seat": seat, "do": "reveal"}
        case _:
            assert_never(move)
