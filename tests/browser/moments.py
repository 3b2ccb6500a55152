"""Every state of every game's table with each number of seats, as pages without a server. Bots play them.

for moment in moments():
    moment.name, moment.html("vi", crowd=FAMILY)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

from django.utils import translation

from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Seeded
from games.registry import ENGINES
from games.rounds.facts import MatchFacts, SheetRow
from games.table import zones_of
from tests.browser.scenes import FAMILY
from tests.tables.scene import a_play, the_room, told_by, whole_page
from tests.tables.test_zones import a_table, a_viewer

SEEDS = range(12)  # of each number of seats so many rounds are looked through
LONG = ("Công Tằng Tôn Nữ Như Ý Mỹ Hạnh {}", "Nguyễnthịngọcánhtuyết{}", "Wwwwwwwwwwwwwwwwwwwwww{}")


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who sits there: their names, and whether all are people whose line holds."""

    name: str
    names: tuple[str, ...]
    mixed: bool = False


SHORT = Crowd("short", FAMILY[:8])
CROWDED = Crowd("long", tuple(LONG[n % 3].format(n + 1) for n in range(8)), mixed=True)

Told = dict[str, Any]  # a view, as the contract has it
Met = Callable[[Told], bool]


@dataclass(frozen=True, slots=True)
class Kind:
    """A state, and from which chair: of all that meet it the fullest is shown."""

    name: str
    met: Met
    ruleset: str = ""
    eyes: tuple[str, ...] = ("own",)  # own: a seat that it is about; other: another seat; none: who watches
    options: dict[str, Any] = field(default_factory=dict)


def may(*verbs: str) -> Met:
    return lambda view: (
        {one["do"] for one in view["legal"]} >= set(verbs) or (verbs == ("play",) and bool(view.get("plays")))
    )


def both(*all_: Met) -> Met:
    return lambda view: all(met(view) for met in all_)


def over(view: Told) -> bool:
    return bool(view["over"])


def banker(view: Told) -> bool:
    return view["you"] == 0


def some_open(view: Told) -> bool:
    return not view["over"] and any(seat["public"] for seat in view["seats"])


def at_table(what: str) -> Met:
    return lambda view: bool(view["table"][what])


def five_on_top(view: Told) -> bool:
    top = view["table"]["top"]
    return bool(top) and len(top["cards"]) == 5


EVERYBODY = ("own", "other", "none")
KINDS = {
    "xidach": (
        Kind("deal", may("deal")),
        Kind("turn", may("draw", "stand"), eyes=EVERYBODY),
        Kind("check", both(banker, may("compare")), options={"stake": 1000}),
        Kind("checked", both(banker, may("compare"), at_table("settled")), options={"stake": 1000}),
        Kind("result", over, eyes=EVERYBODY, options={"stake": 1000}),
        Kind("result-cai", both(banker, over), options={"stake": 10}),
        Kind("bet", may("bet"), "vipgame", options={"max_stake": 1000}),
        Kind("stakes", may("draw", "stand"), "vipgame", eyes=("own", "none"), options={"max_stake": 1000}),
        Kind("stakes-result", over, "vipgame", options={"max_stake": 1000}),
    ),
    "niuniu": (
        Kind("bet", may("bet"), options={"max_stake": 1000}),
        Kind("deal", may("deal"), options={"max_stake": 1000}),
        Kind("reveal", may("reveal"), eyes=("own", "none"), options={"max_stake": 1000, "flex_3_6": True}),
        Kind(
            "half", both(may("reveal"), some_open), eyes=EVERYBODY,
            options={"max_stake": 1000, "flex_3_6": True},
        ),
        Kind("result", over, eyes=EVERYBODY, options={"max_stake": 1000, "flex_3_6": True, "any_ten": True}),
        Kind("result-cai", both(banker, over)),
    ),
    "bigtwo": (
        Kind("vote", may("vote"), eyes=("own", "none")),
        Kind("lead", may("play"), options={"points": [1000, 999, -999, -1000], "open_counts": True}),
        Kind("five", both(may("pass"), five_on_top), eyes=EVERYBODY),
        Kind("result", over, eyes=EVERYBODY, options={"points": [1000, 999, -999, -1000]}),
    ),
    "rummy": (
        Kind("draw", may("draw"), eyes=EVERYBODY),
        Kind("lay-down", may("lay_down")),
        Kind("lay-off", may("lay_off"), eyes=EVERYBODY),
        Kind("discard", may("discard")),
        Kind("result", over, eyes=EVERYBODY),
    ),
}  # fmt: skip


@cache
def rounds(game: str, ruleset: str, options: tuple[tuple[str, Any], ...], seats: int) -> tuple[Any, ...]:
    """Each a setup and its states: the house's bots play."""
    engine, played = ENGINES[game], []
    for seed in SEEDS:
        chance = Random(seed)
        given = dict(options)
        if game == "rummy":
            given["round"] = (7, 6, 5)[seed % 3]
        setup = Setup(
            ruleset=ruleset, options=complete(engine.options(ruleset), given), seats=seats,
            shuffler=Seeded(chance.randbytes(32)),
        )  # fmt: skip
        states = [engine.start(setup)]
        while acting := engine.to_act(states[-1]):
            word = engine.choose(engine.view(states[-1], acting[0]), engine.usual_level, chance)
            states.append(engine.apply(states[-1], engine.read_move(setup, acting[0], word)))
        played.append((setup, states))
    return tuple(played)


def fullness(view: Told) -> tuple[int, ...]:
    """Open cards, then melds, then all cards."""
    cards = sum(len(seat["cards"]) for seat in view["seats"])
    melds = sum(len(meld["cards"]) for meld in view["table"].get("melds", ()))
    counts = sum(seat["count"] or 0 for seat in view["seats"])
    return cards + melds, melds, counts


@dataclass(frozen=True)
class Moment:
    """A table to be drawn for one viewer."""

    game: str
    kind: str
    eyes: str
    seats: int
    found: Any = None  # setup, states, seat; None where nothing was dealt yet
    chairs: int = 0
    ready: bool = True

    @property
    def name(self) -> str:
        return f"{self.game} {self.kind} {self.eyes} {self.seats}"

    def html(self, language: str, crowd: Crowd) -> str:
        room, zones, seat = self._dealt(crowd) if self.found else self._waiting(crowd)
        with translation.override(language):
            return whole_page(room, told_by(zones, language), seat)

    def _dealt(self, crowd: Crowd) -> Any:
        setup, states, seat = self.found
        engine = ENGINES[self.game]
        room = the_room(
            engine,
            setup,
            status="open" if self.kind.startswith(("result", "stakes-result")) else "playing",
            names=crowd.names,
        )
        room = peopled(room, crowd, seat)
        play = a_play(engine, setup, states, seat, crowd.names)
        table = replace(a_table(room), match=a_match(crowd.names) if self.game == "rummy" else None)
        return room, zones_of(table, play, a_viewer(room, seat)), seat

    def _waiting(self, crowd: Crowd) -> Any:
        engine = ENGINES[self.game]
        setup = Setup(
            ruleset=engine.rulesets[0], options=complete(engine.options(engine.rulesets[0]), {}),
            seats=self.seats,
            shuffler=Seeded(b"1"),
        )  # fmt: skip
        room = the_room(engine, setup, status="open", names=crowd.names)
        chairs = tuple(
            one if n < self.seats else replace(one, player=None, user_id=None, kind=None)
            for n, one in enumerate(
                (*room.seats, *(replace(room.seats[0], seat=n) for n in range(len(room.seats), self.chairs)))[
                    : self.chairs
                ]
            )
        )
        seat = {"own": 0, "other": min(1, self.seats - 1), "none": None}[self.eyes]
        room = peopled(replace(room, seats=chairs), crowd, seat, ready=self.ready)
        table = replace(
            a_table(room),
            match=MatchFacts(round=1, of=7, totals=(), sheet=()) if self.game == "rummy" else None,
        )
        return room, zones_of(table, None, a_viewer(room, seat)), seat


def peopled(room: Any, crowd: Crowd, seat: int | None, *, ready: bool = True) -> Any:
    """Every third is a bot, one has lost the line, one is not ready: but never who looks, nor the host."""
    chairs = []
    for n, one in enumerate(room.seats):
        if one.taken and n not in (0, seat) and crowd.mixed:
            one = replace(
                one, kind="bot" if n % 3 == 1 else "human", online=n % 5 != 2, ready=ready and n != 3
            )
        chairs.append(replace(one, ready=one.ready and (ready or n == 0)))
    return replace(room, seats=tuple(chairs))


def a_match(names: Sequence[str]) -> MatchFacts:
    rows = tuple(SheetRow(round=n, scores=((names[0], 115), (names[1], 120))) for n in range(1, 6))
    return MatchFacts(round=6, of=7, totals=(), sheet=rows)


def moments() -> Iterator[Moment]:
    for game, kinds in KINDS.items():
        engine = ENGINES[game]
        for seats in engine.seats:
            for eyes in EVERYBODY:
                yield Moment(game, "waiting", eyes, seats, chairs=seats, ready=eyes != "other")
        most = max(engine.seats)
        if most > min(engine.seats):
            for seats, chairs in ((1, most), (1, 4), (3, most)):
                yield Moment(game, f"chairs-{chairs}", "own", seats, chairs=chairs)
                yield Moment(game, f"chairs-{chairs}", "none", seats, chairs=chairs)
        for kind in kinds:
            for seats in engine.seats:
                for eyes in kind.eyes:
                    if found := _found(game, kind, seats, eyes):
                        yield Moment(game, kind.name, eyes, seats, found)


def _found(game: str, kind: Kind, seats: int, eyes: str) -> Any:
    engine, best, most = ENGINES[game], None, (-1,)
    ruleset = kind.ruleset or engine.rulesets[0]
    for setup, states in rounds(game, ruleset, _hashable(kind.options), seats):
        at_end = kind.met is over or kind.met(engine.view(states[-1], 0).as_json())
        for upto in [len(states)] if at_end else range(1, len(states)):
            state = states[upto - 1]
            for seat in range(seats):
                view = engine.view(state, seat).as_json()
                if kind.met(view) and fullness(view) > most:
                    most, best = fullness(view), (setup, states[:upto], seat)
    if best is None:
        return None
    setup, upto, seat = best
    others = [n for n in range(seats) if n != seat]
    return setup, upto, {"own": seat, "other": others[-1], "none": None}[eyes]


def _hashable(options: dict[str, Any]) -> Any:
    return (
        tuple((name, value) for name, value in options.items())
        if not any(isinstance(v, list) for v in options.values())
        else _Frozen(options)
    )


class _Frozen(tuple):  # type: ignore[type-arg]
    """Options with lists, as a key."""

    def __new__(cls, options: dict[str, Any]) -> _Frozen:
        return super().__new__(cls, tuple(options.items()))

    def __hash__(self) -> int:
        return hash(repr(tuple(self)))
