"""RM-2: the seven rounds of a match, each with its hand size and its contract."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from games.core.options import Option
from games.rummy.melds import Kind

RULESET: Final = "contract"
ROUNDS: Final = 7


class Phase(StrEnum):
    DRAW = "draw"
    MELD = "meld"
    OVER = "over"


class Asked(NamedTuple):
    """One meld of a contract."""

    kind: Kind
    size: int


Contract = tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """RM-2  What a round of the match deals, and what it asks to lay down."""

    cards: int
    contract: Contract

    @property
    def sizes(self) -> list[int]:
        return sorted(asked.size for asked in self.contract)

    def kind_of(self, size: int) -> Kind:
        """RM-5  No contract has a set and a run of one size, so the size tells which is meant."""
        return next(asked.kind for asked in self.contract if asked.size == size)


def _set(size: int) -> Asked:
    return Asked(Kind.SET, size)


def _run(size: int) -> Asked:
    return Asked(Kind.RUN, size)


DEALS: Final[Mapping[int, Deal]] = {
    1: Deal(7, (_set(3), _set(3))),
    2: Deal(8, (_set(3), _run(4))),
    3: Deal(9, (_run(4), _run(4))),
    4: Deal(10, (_set(4), _set(5))),
    5: Deal(11, (_run(7), _set(3))),
    6: Deal(12, (_set(3), _set(3), _run(4))),
    7: Deal(12, (_run(4), _run(4), _set(3))),
}

OPTIONS: Final = (
    Option(name="round", default=1, kind="int", low=1, high=ROUNDS, platform=True),
    Option(name="dealer", default=0, kind="int", low=0, high=1, platform=True),
    Option(name="max_turns", default=200, kind="int", low=20, high=1000),  # RM-8
)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Which round this is, who deals it, and when it is called off."""

    round: int = 1
    dealer: int = 0
    max_turns: int = 200

    @property
    def deal(self) -> Deal:
        return DEALS[self.round]


def house(options: Mapping[str, Any]) -> House:
    return House(**options)
