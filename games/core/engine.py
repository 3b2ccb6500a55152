"""What the runtime needs of a game. Engines share this shape, not a base class."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import NewType, Protocol, TypeVar

from games.core.cards import Hand
from games.core.options import Json as Json
from games.core.options import Option as Option
from games.core.refusal import Refusal
from games.core.shuffle import Shuffler

SeatNo = NewType("SeatNo", int)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything a round is determined by, save its moves."""

    ruleset: str
    options: Mapping[str, Json]  # every option with its value
    seats: int
    shuffler: Shuffler
    version: int | None = None  # of the rules it is played by; None: the newest


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a round ended, as the contract's output line has it."""

    results: Json
    points: tuple[int, ...]
    sheet: tuple[int, ...]
    ranks: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One line of the table's log, as data: what a viewer saw happen."""

    kind: str  # names the sentence: games/<game>/log.html picks it
    seat: SeatNo | None = None
    cards: tuple[str, ...] = ()  # codes, only such as this viewer's view shows
    facts: tuple[tuple[str, Json], ...] = ()  # numbers and words for the sentence, hashable


class View(Protocol):
    """What one viewer may know, built from nothing."""

    @property
    def phase(self) -> str: ...
    @property
    def to_act(self) -> tuple[SeatNo, ...]: ...
    @property
    def over(self) -> bool: ...
    def as_json(self) -> dict[str, Json]: ...


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=View)


class Engine(Protocol[S, M, V]):
    """The rulebook of one game, as the runtime plays it. Pure: same arguments, same answer."""

    @property
    def game(self) -> str: ...
    @property
    def version(self) -> int: ...  # of the rules, the newest; stored with each round that begins
    @property
    def plays(self) -> frozenset[int]: ...  # versions: a round is played to its end as it began
    @property
    def rulesets(self) -> tuple[str, ...]: ...  # the first is the default
    @property
    def seats(self) -> range: ...  # allowed numbers of seats
    @property
    def banker(self) -> bool: ...  # is engine seat 0 the nhà cái?
    @property
    def levels(self) -> tuple[str, ...]: ...  # of the house bots
    @property
    def pack(self) -> Hand: ...
    @property
    def off_turn(self) -> frozenset[str]: ...  # verbs that need no turn and change none

    def options(self, ruleset: str) -> tuple[Option, ...]: ...
    def most_moves(self, setup: Setup) -> int: ...  # no play has so many, `off_turn` left out
    def start(self, setup: Setup) -> S: ...
    def read_move(self, setup: Setup, seat: SeatNo, word: Mapping[str, Json]) -> M | Refusal: ...
    def write_move(self, move: M) -> dict[str, Json]: ...  # the contract's move, with its seat
    def apply(self, state: S, move: M) -> S | Refusal: ...
    def to_act(self, state: S) -> tuple[SeatNo, ...]: ...
    def time_out(self, state: S, seat: SeatNo) -> M: ...  # what the table plays when time runs out
    def view(self, state: S, viewer: SeatNo | None) -> V: ...
    def outcome(self, state: S) -> Outcome | None: ...  # None until over
    def events(self, before: V | None, after: V) -> tuple[Event, ...]: ...
    def covers(self, event: Event, earlier: Event) -> bool: ...  # is that told no more until the end?
    def choose(
        self, view: V, level: str, chance: Random
    ) -> dict[str, Json]: ...  # a bot's move, without seat
