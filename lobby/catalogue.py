"""What rooms need to know of games. Games lay themselves in here at start; the lobby asks nobody else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from lobby.refusals import Code, Refusal, refuse

Text = str | Promise
Json = Any  # plain JSON: dict, list, str, int, bool, None

USUAL_SEATS: Final = 4
AUTO_NEXT: Final = (0, 5, 8, 15)  # seconds from a result to the next round by itself; 0: somebody starts it


@dataclass(frozen=True, slots=True)
class Label:
    """A name, and what is said of it."""

    name: Text
    help: Text = ""
    short: Text = ""  # beside its value, where the name asks for one
    pill: Text = ""  # with its `value`, in a word or two: the table says so where it is not as usual


# What every room may set, whatever is played.
OWN: Final[Mapping[str, Label]] = {
    "ruleset": Label(_("Rules")),
    "turn_seconds": Label(_("Seconds for a turn")),
    "spectators": Label(_("Spectators")),
    "spectators_chat": Label(_("Spectators may chat")),
    "auto_start": Label(_("Starts automatically")),
    "auto_deal": Label(_("The table deals automatically")),
    "auto_next": Label(_("Seconds to the next round")),
}


# Why an owner asks somebody to leave: everybody reads it in their own language.
REASONS: Final[Mapping[str, Text]] = {
    "slow": pgettext_lazy("asked to leave", "plays too slowly"),
    "absent": pgettext_lazy("asked to leave", "is not there"),
    "rude": pgettext_lazy("asked to leave", "is rude"),
    "unfair": pgettext_lazy("asked to leave", "does not play fair"),
    "expected": pgettext_lazy("asked to leave", "the seat is for somebody else"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What a room of a game may choose for itself, and how a form asks for it."""

    name: str
    default: Json  # as a room stores it
    kind: str  # "int" | "bool" | "ints"
    low: int = 0
    high: int = 0
    length: int = 0  # of a list
    accepts: Callable[[Json], bool]


Check = Callable[[str, Mapping[str, Json]], dict[str, Json] | Refusal]


def _no_game(ruleset: str, given: Mapping[str, Json]) -> dict[str, Json] | Refusal:
    return refuse(Code.BAD_OPTIONS, field="game")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """One game as rooms see it: names, never rules. What it did not name is called by its plain key. There is
    one of each: two are the same where they are one."""

    key: str
    name: Text
    seats: range = range(0)  # how many a room of it may have
    banker: bool = False  # is the owner the nhà cái of each round?
    deals: bool = False  # is the nhà cái asked to deal, so that the table may do it for them?
    levels: tuple[str, ...] = ()  # of the bots that may be put on a chair
    usual_level: str = ""  # of one that nobody chose
    cards: tuple[str, ...] = ("AS", "KH")  # on its tile; the first two are its emblem
    tip: Text = ""
    tip_cards: tuple[str, ...] = ()
    rulesets: Mapping[str, Label] = field(default_factory=dict)  # the first is the usual one
    choices: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)  # by ruleset
    complete: Check = _no_game  # every choice of a ruleset with its value, from those that were made
    options: Mapping[str, Label] = field(default_factory=dict)
    first: tuple[str, ...] = ()  # options that are asked for at first sight; the others are in the fold
    plays_for: Text = ""  # where none of those say it

    @property
    def usual_ruleset(self) -> str:
        return next(iter(self.rulesets))

    @property
    def usual_seats(self) -> int:
        return min(max(USUAL_SEATS, self.fewest), self.most)

    @property
    def fewest(self) -> int:
        return self.seats[0]

    @property
    def most(self) -> int:
        return self.seats[-1]

    def ruleset(self, name: str) -> Label:
        return self.rulesets.get(name) or Label(_plain(name))

    def option(self, name: str) -> Label:
        return self.options.get(name) or OWN.get(name) or Label(_plain(name))

    def pill(self, option: str, value: Any) -> str:
        """An option with its value, in a word or two."""
        label, is_list = self.option(option), isinstance(value, list | tuple)
        number = " · ".join(map(str, value)).replace("-", "−") if is_list else number_format(value)
        words = label.pill or (label.name if isinstance(value, bool) else f"{label.name}: %(value)s")
        return str(words) % {"value": number}

    def brief(self, options: Mapping[str, Any]) -> Text:
        """What a room plays for, in a word or two of whoever reads it: a row of the list serves all."""
        told = next((name for name in self.first if name in options), None)
        return _later(self, told, options[told]) if told else self.plays_for


def _plain(key: str) -> str:
    return key.replace("_", " ").capitalize()


_later = lazy(Game.pill, str)

_games: Final[dict[str, Game]] = {}
GAMES: Final = MappingProxyType(_games)  # of the house, in its order


def lay_in(game: Game) -> None:
    _games[game.key] = game


def game(key: str) -> Game:
    """A room may be of a game that the house has no more."""
    return GAMES.get(key) or Game(key=key, name=_plain(key))
