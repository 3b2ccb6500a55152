"""The two rulesets of Xì Dách: two values, numbers and switches and how hands are settled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from games.core.banker import Role
from games.core.cards import Hand
from games.core.options import Option
from games.xidach.hands import DU_FROM, Special, Strength, value
from games.xidach.scoring import (
    Reason,
    Verdict,
    meet_specials_classic,
    meet_specials_vipgame,
    settle_classic,
    settle_vipgame,
)


class Phase(StrEnum):
    BETTING = "betting"
    DEALING = "dealing"
    NHA_CON = "nha_con"
    NHA_CAI = "nha_cai"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class XidachRules:
    """All that the rulesets differ in. There is one value of each, so identity is equality."""

    name: str
    options: tuple[Option, ...]
    first_phase: Phase  # XD-20, XD-40
    nha_cai_picks_first: bool  # XD-20: the nhà cái says which side is dealt first
    meet_specials: Callable[[Special, Special], Verdict]
    specials_rule: str
    nha_cai_non_under: int  # XD-2
    non_must_draw: bool  # XD-22, XD-23, XD-42
    compare_from: int | None  # XD-23; None: no compare in this ruleset, XD-42
    settle: Callable[[Strength, Strength], Verdict]
    settling_rule: str

    @property
    def has_bets(self) -> bool:
        return self.first_phase is Phase.BETTING

    def non_under(self, role: Role) -> int:
        """XD-2  Where non ends for this role."""
        return self.nha_cai_non_under if role is Role.NHA_CAI else DU_FROM


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The room's house options. Public: every one is printed on the table."""

    stake: int = 1  # XD-20: of every nhà con, where nobody bets
    max_stake: int = 10  # XD-40
    pay_xi_bang: int = 1
    pay_xi_dach: int = 1
    pay_ngu_linh: int = 1

    def pays(self, reason: Reason) -> int:
        """XD-13  The multiplier of a win, by either side, that has this reason."""
        match reason:
            case Reason.XI_BANG:
                return self.pay_xi_bang
            case Reason.XI_DACH:
                return self.pay_xi_dach
            case Reason.NGU_LINH:
                return self.pay_ngu_linh
            case _:
                return 1


def is_non(hand: Hand, role: Role, rules: XidachRules) -> bool:
    """XD-2  Non: the value is still under what this role needs."""
    return value(hand) < rules.non_under(role)


PAY: Final = tuple(
    Option(name=name, default=1, kind="int", low=1, high=5)
    for name in ("pay_xi_bang", "pay_xi_dach", "pay_ngu_linh")
)

CLASSIC: Final = XidachRules(
    name="classic",
    options=(Option(name="stake", default=1, kind="int", low=1, high=1000), *PAY),
    first_phase=Phase.DEALING,
    nha_cai_picks_first=True,
    meet_specials=meet_specials_classic,
    specials_rule="XD-21",
    nha_cai_non_under=15,
    non_must_draw=True,
    compare_from=DU_FROM,
    settle=settle_classic,
    settling_rule="XD-25",
)

VIPGAME: Final = XidachRules(
    name="vipgame",
    options=(Option(name="max_stake", default=10, kind="int", low=1, high=1000), *PAY),
    first_phase=Phase.BETTING,
    nha_cai_picks_first=False,
    meet_specials=meet_specials_vipgame,
    specials_rule="XD-41",
    nha_cai_non_under=DU_FROM,
    non_must_draw=False,
    compare_from=None,
    settle=settle_vipgame,
    settling_rule="XD-43",
)

RULESETS: Final[Mapping[str, XidachRules]] = {rules.name: rules for rules in (CLASSIC, VIPGAME)}


def house(options: Mapping[str, Any]) -> House:
    return House(**options)
