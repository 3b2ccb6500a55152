"""Who seems to play for somebody else: points that flow from one person to another beyond what luck and skill
make of it, and people who are hardly seen with anybody else. A hint for staff, never a verdict.

That two share an address is a sign beside these: of them less of a flow is told. Alone it is none, for
families play together.

Where there is a nhà cái, everybody settles with that seat alone. Elsewhere whoever lost paid those who won,
each as much as they won of it. Were nobody in league, what one pays another would follow from what they pay
and what the other is paid in rounds without both; what there is beyond that is looked at. Who loses on
purpose for one other pays whoever else sits there, too. Rounds count alike, whatever was staked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any, Final

ROUNDS: Final = 40  # together at least
SHARE: Final = 0.1  # of a usual stake a round at least
ERRORS: Final = 3.2  # standard errors at least: among 1,500 honest pairs one has so many
AT_HOME: Final = 2.5  # are enough of two who share an address
ONLY: Final = 0.9  # of one's rounds with the same person
# Skill differs little: so many rounds as everybody plays them are added to what is known of somebody.
UNKNOWN: Final = 100
LEAST: Final = 0.25  # variance of a round: where few play, all of a month may end alike

Seat = tuple[int | None, int]  # a person, or None for bots; what the seat won
Pair = tuple[int, int]


@dataclass(slots=True)
class Flow:
    """From some to others, in usual stakes: in how many rounds, their sum, and the sum of their squares."""

    rounds: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, stakes: float) -> None:
        self.rounds += 1
        self.total += stakes
        self.squares += stakes * stakes

    def without(self, other: Flow) -> Flow:
        return Flow(self.rounds - other.rounds, self.total - other.total, self.squares - other.squares)

    @property
    def mean(self) -> float:
        return self.total / self.rounds if self.rounds else 0.0

    @property
    def variance(self) -> float:
        return max(self.squares / self.rounds - self.mean**2, 0.0) if self.rounds else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OneWay:
    giver: int
    taker: int
    rounds: int  # together
    share: float  # of a usual stake that goes over in each of them, beyond what is to be expected
    errors: float  # of how many standard errors that is


@dataclass(slots=True)
class Flows:
    """What went from whom to whom in one game, round by round."""

    banker: bool  # the first seat is the nhà cái
    of_all: Flow = field(default_factory=Flow)
    pairs: dict[Pair, Flow] = field(default_factory=lambda: defaultdict(Flow))
    given: dict[int, Flow] = field(default_factory=lambda: defaultdict(Flow))
    taken: dict[int, Flow] = field(default_factory=lambda: defaultdict(Flow))
    given_beside: dict[Pair, Flow] = field(default_factory=lambda: defaultdict(Flow))  # with the second there
    taken_beside: dict[Pair, Flow] = field(default_factory=lambda: defaultdict(Flow))
    together: dict[Pair, int] = field(default_factory=lambda: defaultdict(int))
    in_company: dict[Pair, int] = field(default_factory=lambda: defaultdict(int))  # of these, with a third
    rounds: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, seats: Sequence[Seat]) -> None:
        people = sorted(person for person, _points in seats if person is not None)
        for place, one in enumerate(people):
            self.rounds[one] += 1
            for other in people[place + 1 :]:
                self.together[one, other] += 1
                self.in_company[one, other] += len(people) > 2
        for (giver, taker), stakes in self._paid(seats):
            self.of_all.add(stakes)
            self.pairs[giver, taker].add(stakes)
            self.given[giver].add(stakes)
            self.taken[taker].add(stakes)
            for other in people:
                if other != giver:
                    self.given_beside[giver, other].add(stakes)
                if other != taker:
                    self.taken_beside[taker, other].add(stakes)

    def _paid(self, seats: Sequence[Seat]) -> Iterator[tuple[Pair, float]]:
        usual = sum(abs(points) for _person, points in seats[self.banker :]) / len(seats[self.banker :])
        if not usual:
            return
        won = sum(points for _person, points in seats if points > 0)
        for giver, lost in seats[self.banker :]:
            for taker, gained in seats[:1] if self.banker else seats:
                if giver is None or taker is None or giver == taker:
                    continue
                paid = -lost if self.banker else (_share(lost, gained) - _share(gained, lost)) / won
                yield (giver, taker), paid / usual

    def one_way(self, at_home: Collection[frozenset[int]] = ()) -> list[OneWay]:
        """Pairs whose points go one way, the most certain first; of these, who live together."""
        found = (self.flow_of(*pair) for pair in self.pairs)
        sure = [
            one
            for one in found
            if one and one.errors >= needed(at_home=frozenset((one.giver, one.taker)) in at_home)
        ]
        return sorted(sure, key=lambda one: -one.errors)

    def flow_of(self, giver: int, taker: int) -> OneWay | None:
        """What goes over, where it is enough for two who share an address."""
        flow, usual = self.pairs[giver, taker], self.of_all
        if flow.rounds < ROUNDS:
            return None
        variance = max(usual.variance, LEAST)
        share, doubt = flow.mean + usual.mean, variance / flow.rounds
        for rest in (
            _rest(self.given[giver], self.given_beside[giver, taker], flow),
            _rest(self.taken[taker], self.taken_beside[taker, giver], flow),
        ):
            known = rest.rounds + UNKNOWN
            share -= (rest.total + UNKNOWN * usual.mean) / known
            doubt += variance / known
        errors = share / sqrt(doubt)
        if errors < AT_HOME or share < SHARE:
            return None
        return OneWay(giver=giver, taker=taker, rounds=flow.rounds, share=share, errors=errors)

    def direction(self, pair: frozenset[int]) -> Pair:
        """Who gave on the whole, and who took."""
        one, other = sorted(pair)
        there, back = (self.pairs.get(way, Flow()).total for way in ((one, other), (other, one)))
        return (one, other) if there >= back else (other, one)

    def inseparable(self) -> list[tuple[int, int, int]]:
        """Who is hardly seen without whom, though others come and go, and in how many rounds; the most rounds
        first. A circle that always plays together is none, nor are two who play alone."""
        found = defaultdict[int, list[tuple[int, int, int]]](list)
        for pair, rounds in self.together.items():
            for who, whom in (pair, pair[::-1]):
                if self.in_company[pair] >= ROUNDS and rounds >= ONLY * self.rounds[who]:
                    found[who].append((who, whom, rounds))
        return sorted((one[0] for one in found.values() if len(one) == 1), key=lambda one: -one[2])


def needed(*, at_home: bool) -> float:
    return AT_HOME if at_home else ERRORS


# --- what is told of a pair -------------------------------------------------------------------

ONE_WAY, PLAYS_ONLY, SAME_ADDRESS = "one_way", "plays_only", "same_address"
WEIGHT: Final = 2.0  # of the two other signs, in standard errors
Sign = dict[str, Any]  # its name, and what its sentence needs


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A pair to look at: who gave on the whole, and who took."""

    giver: int
    taker: int
    rounds: int  # together
    score: float
    signs: list[Sign]


def judged(
    flows: Flows, one_way: Iterable[OneWay], sharing: Callable[[Collection[int]], Collection[frozenset[int]]]
) -> list[Found]:
    """Pairs with a sign that is enough, and all their signs; the worst first. `one_way`: by `flow_of`.
    `sharing`: which two of these share an address."""
    flowing = {frozenset((one.giver, one.taker)): one for one in sorted(one_way, key=lambda one: one.errors)}
    only = defaultdict[frozenset[int], list[Sign]](list)
    for who, whom, rounds in flows.inseparable():
        only[frozenset((who, whom))].append({"sign": PLAYS_ONLY, "who": who, "whom": whom, "rounds": rounds})
    homes = sharing({person for pair in (*flowing, *only) for person in pair})
    found = [
        _found(flows, pair, flowing.get(pair), only.get(pair, []), at_home=pair in homes)
        for pair in {**flowing, **only}
    ]
    return sorted(filter(None, found), key=lambda one: (-one.score, one.giver, one.taker))


def _found(
    flows: Flows, pair: frozenset[int], flow: OneWay | None, only: list[Sign], *, at_home: bool
) -> Found | None:
    signs, score = list(only), WEIGHT * bool(only)
    if flow is not None and flow.errors >= needed(at_home=at_home):
        signs.insert(0, {"sign": ONE_WAY} | asdict(flow))
        score += flow.errors
    if not signs:
        return None
    if at_home:
        signs.append({"sign": SAME_ADDRESS})
        score += WEIGHT
    giver, taker = (flow.giver, flow.taker) if flow else flows.direction(pair)
    return Found(
        giver=giver, taker=taker, rounds=flows.together[min(pair), max(pair)], score=score, signs=signs
    )


def _rest(person: Flow, beside: Flow, flow: Flow) -> Flow:
    """What is known of somebody elsewhere: without the other, or where these hardly part, with others."""
    apart = person.without(beside)
    return apart if apart.rounds >= UNKNOWN else person.without(flow)


def _share(lost: int, gained: int) -> float:
    return -lost * gained if lost < 0 < gained else 0
