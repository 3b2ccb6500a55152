"""The two rulesets of Niu Niu: the same round, settled in two ways."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from games.core.options import Option
from games.niuniu.hands import COUNTINGS, Bull, Counting
from games.niuniu.scoring import duel, payout


class Phase(StrEnum):
    BETTING = "betting"
    DEALING = "dealing"
    REVEAL = "reveal"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NiuniuRules:
    """All that the rulesets differ in. There is one value of each, so identity is equality."""

    name: str
    settle: Callable[[Bull, Bull], int]  # stakes the nhà con wins, or loses
    settling_rule: str
    nha_cai_plays: bool  # does the nhà cái's hand play a part?


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The room's house options. Public: every one is printed on the table."""

    max_stake: int = 10  # NN-10
    flex_3_6: bool = False
    any_ten: bool = False

    @property
    def counting(self) -> Counting:
        return COUNTINGS[self.flex_3_6, self.any_ten]


OPTIONS: Final = (
    Option(name="max_stake", default=10, kind="int", low=1, high=1000),
    Option(name="flex_3_6", default=False, kind="bool"),
    Option(name="any_ten", default=False, kind="bool"),
)

DUEL: Final = NiuniuRules(name="duel", settle=duel, settling_rule="NN-12", nha_cai_plays=True)
PAYOUT: Final = NiuniuRules(name="payout", settle=payout, settling_rule="NN-13", nha_cai_plays=False)

RULESETS: Final[Mapping[str, NiuniuRules]] = {rules.name: rules for rules in (DUEL, PAYOUT)}


def house(options: Mapping[str, Any]) -> House:
    return House(**options)
