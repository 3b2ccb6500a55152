"""The two verbs: small classes, read once at the door."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.engine import SeatNo
from games.core.refusal import MALFORMED, Refusal


@dataclass(frozen=True, slots=True)
class Deal:
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class Reveal:
    seat: SeatNo


Move = Deal | Reveal


def read_move(seat: SeatNo, word: Mapping[str, Any]) -> Move | Refusal:
    match word.get("do"):
        case "deal":
            return Deal(seat)
        case "reveal":
            return Reveal(seat)
        case _:
            return MALFORMED


def write_move(move: Move) -> dict[str, Any]:
    return {"seat": move.seat, "do": "deal" if isinstance(move, Deal) else "reveal"}
