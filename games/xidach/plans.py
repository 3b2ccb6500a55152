"""What a hand may expect, drawing and standing as well as one can: the sums behind the house bot.

Points are counted from the seat that plans, for a stake of one where nothing else is said.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.core.banker import SIGN, Role
from games.xidach.hands import DU_FROM, Strength
from games.xidach.odds import HANDS, STEP, STRENGTHS, VALUES, Chances, Held, Odds, is_done
from games.xidach.rules import House, XidachRules

Group = tuple[Chances, int]  # nhà con who look alike: how strong we think they are, and the stakes on it
Some = int  # a set of groups, one bit each

NOBODY: Final[Some] = 0
STANDS_FROM: Final = DU_FROM  # how we think of a nhà con we know nothing of: it stands once it is đủ


@lru_cache(maxsize=8192)
def pays(con: Strength, cai: Strength, rules: XidachRules, house: House) -> int:
    """XD-13  What a nhà con with a stake of one gets when these two meet."""
    verdict = rules.settle(con, cai)
    return SIGN[verdict.outcome] * house.pays(verdict.reason)


class NhaCaiPlan:
    """Whom to settle with now and whom to draw against: one choice, since XD-24 lets them differ."""

    def __init__(self, odds: Odds, rules: XidachRules, house: House, groups: tuple[Group, ...]) -> None:
        self.odds, self.rules, self.house, self.groups = odds, rules, house, groups
        self._best: dict[tuple[Held, Some], float] = {}
        self._drawn: dict[tuple[Held, Some], float] = {}
        self._met: dict[tuple[Strength, int], float] = {}

    def keeps(self, held: Held) -> Some:
        """The groups to draw against; the others are best settled with this hand."""
        everybody = (1 << len(self.groups)) - 1
        return max(self._ways(held, everybody), key=lambda way: way[0])[1]

    def best(self, held: Held, left: Some) -> float:
        """What this hand may expect of the groups left."""
        key = held, left
        if key not in self._best:
            self._best[key] = max(worth for worth, _ in self._ways(held, left))
        return self._best[key]

    def _ways(self, held: Held, left: Some) -> Iterator[tuple[float, Some]]:
        """Each way on: its worth, and the groups it keeps. To keep nobody is to stand."""
        if is_done(held) or not self._must_draw(held):
            yield self._settled(held, left), NOBODY
        if not is_done(held):
            for keep in self._choices(held, left):
                yield self._settled(held, left & ~keep) + self.drawn(held, keep), keep

    def _choices(self, held: Held, left: Some) -> Iterator[Some]:
        """XD-23  All that are left or, where the hand may compare, any of them."""
        least = self.rules.compare_from
        keep = left
        while keep:
            yield keep
            keep = (keep - 1) & left if least is not None and VALUES[held] >= least else NOBODY

    def _must_draw(self, held: Held) -> bool:
        return self.rules.non_must_draw and VALUES[held] < self.rules.non_under(Role.NHA_CAI)

    def drawn(self, held: Held, keep: Some) -> float:
        key = held, keep
        if key not in self._drawn:
            self._drawn[key] = sum(p * self.best(more, keep) for more, p in self.odds.drawn(held))
        return self._drawn[key]

    def _settled(self, held: Held, groups: Some) -> float:
        return sum(self._meet(STRENGTHS[held], i) for i in range(len(self.groups)) if groups >> i & 1)

    def _meet(self, cai: Strength, group: int) -> float:
        key = cai, group
        if key not in self._met:
            chances, stake = self.groups[group]
            lost = sum(p * pays(con, cai, self.rules, self.house) for con, p in chances.items())
            self._met[key] = -stake * lost
        return self._met[key]


class NhaConPlan:
    """When to draw against a nhà cái that plans as above, and sees how many cards we hold."""

    def __init__(self, odds: Odds, rules: XidachRules, house: House) -> None:
        self.odds, self.rules, self.house = odds, rules, house
        self._best: dict[Held, float] = {}

    def draws(self, held: Held) -> bool:
        return max(self._ways(held), key=lambda way: way[0])[1]

    def best(self, held: Held) -> float:
        if held not in self._best:
            self._best[held] = max(worth for worth, _ in self._ways(held))
        return self._best[held]

    def _ways(self, held: Held) -> Iterator[tuple[float, bool]]:
        """Each way on: its worth, and whether it draws."""
        if is_done(held) or not self._must_draw(held):
            yield self._stands(held), False
        if not is_done(held):
            yield sum(p * self.best(more) for more, p in self.odds.drawn(held)), True

    def _must_draw(self, held: Held) -> bool:
        return self.rules.non_must_draw and VALUES[held] < self.rules.non_under(Role.NHA_CON)

    def _stands(self, held: Held) -> float:
        con, cards = STRENGTHS[held], held // STEP
        cai = nha_cai_finals(self.odds, self.rules, self.house, cards)
        return sum(p * pays(con, strength, self.rules, self.house) for strength, p in cai.items())


@lru_cache(maxsize=HANDS)
def nha_con_plan(odds: Odds, rules: XidachRules, house: House) -> NhaConPlan:
    return NhaConPlan(odds, rules, house)


@lru_cache(maxsize=HANDS)
def nha_con_finals(odds: Odds) -> dict[int, Chances]:
    """How strong a nhà con is that stands with so many cards."""
    finals = odds.finals(lambda held: VALUES[held] >= STANDS_FROM)
    return {cards: _normal(chances) for cards, chances in finals.items()}


@lru_cache(maxsize=4 * HANDS)
def nha_cai_finals(odds: Odds, rules: XidachRules, house: House, cards: int) -> Chances:
    """How strong the nhà cái is when it settles with a nhà con that holds so many cards."""
    plan = NhaCaiPlan(odds, rules, house, ((nha_con_finals(odds)[cards], 1),))
    ends: Chances = {}
    for chances in odds.finals(lambda held: plan.keeps(held) == NOBODY).values():
        for strength, chance in chances.items():
            ends[strength] = ends.get(strength, 0.0) + chance
    return ends


def _normal(chances: Chances) -> Chances:
    total = sum(chances.values())
    return {strength: chance / total for strength, chance in chances.items()}
