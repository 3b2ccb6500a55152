"""The four verbs: small classes, read once at the door."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

from games.bigtwo.hands import BIT_OF, NONE, Cards, codes
from games.bigtwo.rules import SEATS
from games.core.engine import SeatNo, Setup
from games.core.refusal import MALFORMED, Refusal


@dataclass(frozen=True, slots=True)
class Vote:
    seat: SeatNo
    reshuffle: bool


@dataclass(frozen=True, slots=True)
class Play:
    seat: SeatNo
    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass:
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class AskCount:
    seat: SeatNo
    target: SeatNo


Move = Vote | Play | Pass | AskCount

OFF_TURN: Final = frozenset({"ask_count"})  # B2-10


def read_move(setup: Setup, seat: SeatNo, word: Mapping[str, Any]) -> Move | Refusal:
    """A move as the contract writes it; parameters its verb does not have are ignored."""
    match word.get("do"):
        case "play":
            return _read_play(seat, word.get("cards"))
        case "pass":
            return Pass(seat)
        case "vote":
            wants = word.get("reshuffle")
            return Vote(seat, wants) if type(wants) is bool else MALFORMED
        case "ask_count" if not setup.options["open_counts"]:
            return _read_ask_count(seat, word.get("target"))
        case _:
            return MALFORMED


def _read_play(seat: SeatNo, cards: object) -> Play | Refusal:
    """B2-2  Cards in any order, none twice; there are no jokers."""
    if type(cards) is not list:
        return MALFORMED
    together = NONE
    for code in cards:
        card = BIT_OF.get(code) if isinstance(code, str) else None
        if card is None or card & together:
            return MALFORMED
        together = Cards(together | card)
    return Play(seat, together)


def _read_ask_count(seat: SeatNo, target: object) -> AskCount | Refusal:
    """B2-10  Anybody but oneself."""
    if type(target) is int and 0 <= target < SEATS and target != seat:
        return AskCount(seat, SeatNo(target))
    return MALFORMED


def write_move(move: Move) -> dict[str, Any]:
    match move:
        case Vote(seat, wants):
            return {"seat": seat, "do": "vote", "reshuffle": wants}
        case Play(seat, cards):
            return {"seat": seat, "do": "play", "cards": list(codes(cards))}
        case Pass(seat):
            return {"seat": seat, "do": "pass"}
        case AskCount(seat, target):
            return {"seat": seat, "do": "ask_count", "target": target}
        case _:
            assert_never(move)
