"""What rooms need to know of games. Games lay themselves in here at start; the lobby asks nobody else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

Text = str | Promise


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
    "auto_start": Label(_("Starts by itself")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game as rooms see it: names, never rules. What it did not name is called by its plain key."""

    key: str
    name: Text
    cards: tuple[str, ...] = ("AS", "KH")  # on its tile; the first two are its emblem
    tip: Text = ""
    tip_cards: tuple[str, ...] = ()
    rulesets: Mapping[str, Label] = field(default_factory=dict)
    options: Mapping[str, Label] = field(default_factory=dict)
    first: tuple[str, ...] = ()  # options that are asked for at first sight; the others are in the fold
    plays_for: Text = ""  # where none of those say it

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

_GAMES: Final[dict[str, Game]] = {}


def lay_in(game: Game) -> None:
    _GAMES[game.key] = game


def game(key: str) -> Game:
    """A room may be of a game that the house has no more."""
    return _GAMES.get(key) or Game(key=key, name=_plain(key))


# --- what is being played ---------------------------------------------------------------------

Turns = Callable[[int, Collection[int]], set[int]]  # a person and rooms: those where they are to act


def _nowhere(user_id: int, room_ids: Collection[int]) -> set[int]:
    return set()


_turns: Turns = _nowhere


def turns_are_known_by(turns: Turns) -> None:
    global _turns
    _turns = turns


def rooms_to_act_in(user_id: int, room_ids: Collection[int]) -> set[int]:
    """Those of the rooms where the table waits for this person, and perhaps for others too."""
    return _turns(user_id, room_ids)
