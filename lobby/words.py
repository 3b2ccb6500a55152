"""The words of a room, read at the door: a JSON object or a form in, a typed word or a Refusal out.

Pure: what depends on the room (has it such a chair? may this person?) is asked in the services.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from lobby.catalogue import REASONS, Json, Option
from lobby.models import Seat
from lobby.refusals import Code, Refusal, refuse
from lobby.wire.frames import from_text

CHAT_LENGTH, REASON_LENGTH, NAME_LENGTH, PLAYER_LENGTH = 300, 100, 40, 32
OPTION_FIELD, SHOWN_FIELD = "opt_", "opts"


@dataclass(frozen=True, slots=True)
class Sit:
    seat: int


@dataclass(frozen=True, slots=True)
class StandUp:
    pass


@dataclass(frozen=True, slots=True)
class Ready:
    ready: bool


@dataclass(frozen=True, slots=True)
class Start:
    pass


@dataclass(frozen=True, slots=True)
class AddBot:
    seat: int
    level: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class RemoveBot:
    seat: int


@dataclass(frozen=True, slots=True)
class Kick:
    """`why`: one of the house's reasons; `reason`: in the owner's own words."""

    seat: int
    reason: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Unkick:
    player: str


@dataclass(frozen=True, slots=True)
class Bench:
    seat: int


@dataclass(frozen=True, slots=True)
class Unbench:
    player: str


@dataclass(frozen=True, slots=True)
class HandOver:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOptions:
    """None: not named, so it stays. `form`: options as strings, read once the ruleset is known."""

    options: Mapping[str, Json] = field(default_factory=dict)
    form: Mapping[str, Json] = field(default_factory=dict)
    ruleset: str | None = None
    turn_seconds: int | None = None
    spectators: bool | None = None
    spectators_chat: bool | None = None
    auto_start: bool | None = None
    auto_deal: bool | None = None
    auto_next: int | None = None


@dataclass(frozen=True, slots=True)
class Close:
    pass


@dataclass(frozen=True, slots=True)
class Say:
    text: str


RoomWord = (
    Sit | StandUp | Ready | Start | AddBot | RemoveBot | Kick | Unkick | Bench | Unbench | HandOver
    | ChangeOptions | Close | Say
)  # fmt: skip


def read_room_word(data: Mapping[str, Any], *, from_form: bool) -> RoomWord | Refusal:
    """A room word; keys it does not need are ignored. Forms send strings, read by the type of the field."""
    try:
        return _read(data, from_form=from_form)
    except ValueError:
        return refuse(Code.MALFORMED)


def _read(data: Mapping[str, Any], *, from_form: bool) -> RoomWord:
    verb = data.get("room")
    if not isinstance(verb, str) or verb not in WORDS:
        raise ValueError("no such word")
    make, fields = WORDS[verb]
    read = FORM_READERS if from_form else JSON_READERS
    given = {name: read[kind](data[name]) for name, kind in fields.items() if name in data}
    if from_form and make is ChangeOptions:
        given["form"] = {k: v for k, v in data.items() if k.startswith(OPTION_FIELD) or k == SHOWN_FIELD}
    try:
        return make(**given)
    except TypeError as error:
        raise ValueError("a field is missing") from error


# --- fields -----------------------------------------------------------------------------------


def read_line(text: object, *, low: int = 0, high: int) -> str:
    """One line of what people write: NFC, single spaces, nothing that cannot be seen or turns text around."""
    if not isinstance(text, str) or len(text) > 4 * high:
        raise ValueError("not a text, or far too long")
    line = " ".join(unicodedata.normalize("NFC", text).translate(_TURNING).split())
    kinds = {unicodedata.category(letter) for letter in line}
    if not low <= len(line) <= high or kinds & {"Cc", "Cs"} or (low and kinds <= {"Cf", "Zs"}):
        raise ValueError("too short, too long, or with letters that cannot be shown")
    return line


_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C])


def is_line(text: object, *, low: int = 0, high: int) -> bool:
    try:
        read_line(text, low=low, high=high)
    except ValueError:
        return False
    return True


def is_whole(value: object) -> bool:
    """A whole number is written as one: 1.0, "1" and true are not."""
    return type(value) is int


def _truth(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError("not a truth value")
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError("not a whole number")
    return value


def _chair(value: object) -> int:
    chair = _whole(value)
    if chair < 0:
        raise ValueError("no such chair")
    return chair


def _level(value: object) -> str:
    if not isinstance(value, str) or value not in Seat.Level.values:
        raise ValueError("no such level")
    return value


def _word(value: object) -> str:
    return read_line(value, low=1, high=16)


def _options(value: object) -> Mapping[str, Json]:
    if type(value) is not dict:
        raise ValueError("not an object")
    return value


def _reason(value: object) -> str:
    return read_line(value, high=REASON_LENGTH)


def _why(value: object) -> str:
    if not isinstance(value, str) or (value and value not in REASONS):
        raise ValueError("no such reason")
    return value


def _bot_name(value: object) -> str:
    return read_line(value, high=NAME_LENGTH)


def _player(value: object) -> str:
    return read_line(value, low=1, high=PLAYER_LENGTH)


def _chat(value: object) -> str:
    return read_line(value, low=1, high=CHAT_LENGTH)


Reader = Callable[[object], Any]
JSON_READERS: Final[Mapping[str, Reader]] = {
    "truth": _truth, "whole": _whole, "chair": _chair, "level": _level, "word": _word,
    "options": _options, "reason": _reason, "why": _why, "bot_name": _bot_name, "player": _player,
    "chat": _chat,
}  # fmt: skip


def _by_type(reader: Reader) -> Reader:
    return lambda value: reader(from_text(value))


FORM_READERS: Final[Mapping[str, Reader]] = {
    **JSON_READERS, **{kind: _by_type(JSON_READERS[kind]) for kind in ("truth", "whole", "chair")},
}  # fmt: skip

WORDS: Final[Mapping[str, tuple[Callable[..., RoomWord], Mapping[str, str]]]] = {
    "sit": (Sit, {"seat": "chair"}),
    "stand_up": (StandUp, {}),
    "ready": (Ready, {"ready": "truth"}),
    "start": (Start, {}),
    "bot": (AddBot, {"seat": "chair", "level": "level", "name": "bot_name"}),
    "unbot": (RemoveBot, {"seat": "chair"}),
    "kick": (Kick, {"seat": "chair", "reason": "reason", "why": "why"}),
    "unkick": (Unkick, {"player": "player"}),
    "bench": (Bench, {"seat": "chair"}),
    "unbench": (Unbench, {"player": "player"}),
    "hand_over": (HandOver, {"seat": "chair"}),
    "options": (
        ChangeOptions,
        {"options": "options", "ruleset": "word", "turn_seconds": "whole", "spectators": "truth",
         "spectators_chat": "truth", "auto_start": "truth", "auto_deal": "truth", "auto_next": "whole"},
    ),
    "close": (Close, {}),
    "chat": (Say, {"text": "chat"}),
}  # fmt: skip


# --- options as a form sends them -------------------------------------------------------------


def read_option_fields(options: Sequence[Option], fields: Mapping[str, Any]) -> dict[str, Json]:
    """`opt_<name>` fields as values: a boolean is a checkbox, a list is numbers with commas.

    Or a list is a field for each, all of one name. A browser leaves out a box that is not ticked, so a
    form names the options it shows in `opts`, with commas; a boolean named there and missing is False.
    What cannot be read stays as it came, for the rulebook to refuse.
    """
    kinds = {option.name: option.kind for option in options}
    given = {
        key.removeprefix(OPTION_FIELD): value for key, value in fields.items() if key.startswith(OPTION_FIELD)
    }
    shown = str(fields.get(SHOWN_FIELD, "")).split(",")
    unticked = {name: False for name in shown if kinds.get(name) == "bool" and name not in given}
    return unticked | {name: _option_value(kinds.get(name, ""), value) for name, value in given.items()}


def _option_value(kind: str, value: Any) -> Json:
    if kind == "ints" and isinstance(value, str):
        value = value.split(",")
    if kind == "ints" and isinstance(value, list):
        return [from_text(part) for part in value]
    return from_text(value)
