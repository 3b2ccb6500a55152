"""What the runtime needs of a game. Engines are values of one shape, and share no base class."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeVar

from games.core.cards import PACK_52, Hand
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


class Event(NamedTuple):
    """One line of the table's log, as data: what a viewer saw happen. Of a hidden hand only its cards tell,
    never the facts: those are kept for all."""

    kind: str  # names the sentence: games/<game>/zones/_line.html says it
    seat: SeatNo | None = None
    cards: tuple[str, ...] = ()  # codes, only such as this viewer's view shows
    facts: tuple[tuple[str, Json], ...] = ()  # numbers and words for the sentence, hashable


class Written(Protocol):
    def as_json(self) -> dict[str, Json]: ...


class View(Written, Protocol):
    """What one viewer may know, built from nothing."""

    @property
    def phase(self) -> str: ...
    @property
    def to_act(self) -> tuple[SeatNo, ...]: ...
    @property
    def over(self) -> bool: ...


class Own(NamedTuple):
    """What of a seat's view is that seat's alone, built from nothing. All else is as a passer-by sees it."""

    seat: Written  # as it sees itself
    legal: Sequence[Written]
    more: Mapping[str, Json] = MappingProxyType({})  # fields of the game's own


S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Engine(Generic[S, M, V]):
    """The rulebook of one game, as the runtime plays it: facts, and functions of its chapters.

    A game is a value of it. The functions are pure: same arguments, same answer.
    """

    game: str
    version: int = 1  # of the rules, the newest; stored with each round that begins
    plays: frozenset[int] = frozenset({1})  # versions: a round is played to its end as it began
    rulesets: tuple[str, ...]  # the first is the default
    options: Callable[[str], tuple[Option, ...]]  # of a ruleset
    seats: range  # allowed numbers of seats
    banker: bool = False  # is engine seat 0 the nhà cái?
    levels: tuple[str, ...]  # of the house bots
    pack: Hand = PACK_52

    start: Callable[[Setup], S]
    most_moves: Callable[[Setup], int]  # no play has so many, `off_turn` left out
    off_turn: frozenset[str] = frozenset()  # verbs that need no turn and change none
    read_move: Callable[[Setup, SeatNo, Mapping[str, Json]], M | Refusal]
    write_move: Callable[[M], dict[str, Json]]  # the contract's move, with its seat
    apply: Callable[[S, M], S | Refusal]
    to_act: Callable[[S], tuple[SeatNo, ...]]
    time_out: Callable[[S, SeatNo], M]  # what the table plays when time runs out
    # The nhà cái's deal with its usual answer, while it is awaited. None: in this game nobody is asked to.
    usual_deal: Callable[[S], M | None] | None = None
    view: Callable[[S, SeatNo | None], V]
    own: Callable[[S, SeatNo], Own]
    outcome: Callable[[S], Outcome | None]  # None until over
    events: Callable[[V | None, V], tuple[Event, ...]]
    covers: Callable[[Event, Event], bool] | None = None  # is the earlier told no more until the end?
    choose: Callable[[V, str, Random], dict[str, Json]]  # a bot's move, without seat

    @property
    def usual_level(self) -> str:
        """Of a bot that nobody chose: as the house plays, where the game has such a one."""
        return "house" if "house" in self.levels else self.levels[0]


AnyEngine = Engine[Any, Any, Any]  # of whichever game
