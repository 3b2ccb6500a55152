"""House options: what a room may switch, read once at the door."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Json = Any  # plain JSON: dict, list, str, int, bool, None


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house option: its name, its default, and what it accepts."""

    name: str
    default: Json
    kind: str  # "int" | "bool" | "ints"
    low: int = 0
    high: int = 0
    length: int = 0  # of a list
    fits: Callable[[list[int]], bool] | None = None  # what else a list must satisfy
    platform: bool = False  # set by the platform, not by the room: `round` and `dealer` of a match

    def accepts(self, value: Json) -> bool:
        """A whole number is written as one: 1.0, "1" and true are ill-typed."""
        match self.kind:
            case "bool":
                return type(value) is bool
            case "int":
                return self._holds(value)
            case _:
                return (
                    type(value) is list
                    and len(value) == self.length
                    and all(map(self._holds, value))
                    and (self.fits is None or self.fits(value))
                )

    def _holds(self, number: Json) -> bool:
        return type(number) is int and self.low <= number <= self.high


class OptionFault(StrEnum):
    UNKNOWN = "unknown_option"
    BAD_VALUE = "bad_value"


@dataclass(frozen=True, slots=True)
class BadOption:
    """Why options cannot be used: the first one at fault."""

    fault: OptionFault
    name: str
    option: Option | None = None  # what it would have accepted, where there is such an option


def complete(options: tuple[Option, ...], given: Mapping[str, Json]) -> dict[str, Json] | BadOption:
    """Every option with its value, in the order of the rulebook; or the first that is wrong."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            return BadOption(OptionFault.UNKNOWN, name)
        if not option.accepts(value):
            return BadOption(OptionFault.BAD_VALUE, name, option)
    return {o.name: given.get(o.name, _fresh(o.default)) for o in options}


def _fresh(default: Json) -> Json:
    """A list of one's own: defaults are shared by all rounds."""
    return list(default) if isinstance(default, list | tuple) else default
