"""A refusal is a value: a player trying something forbidden is an ordinary day."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final


class Code(StrEnum):
    """The codes every game shares, in the order they are asked; a game's own come after them."""

    MALFORMED = "malformed"
    ROUND_OVER = "round_over"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_YOUR_CARD = "not_your_card"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Who said no: a stable code, the rule behind it, and what a sentence about it needs."""

    code: StrEnum  # never reused, never renamed
    rule: str = ""  # "XD-22"; empty where no rulebook but the house refuses
    facts: tuple[tuple[str, Any], ...] = ()


def refuse(code: StrEnum, rule: str = "", **facts: Any) -> Refusal:
    """`refuse(Code.MUST_DRAW, "XD-22", value=14)`"""
    return Refusal(code, rule, tuple(facts.items()))


MALFORMED: Final = refuse(Code.MALFORMED)
