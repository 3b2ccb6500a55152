"""Frames: one JSON object each. What comes in is small, and has exactly one key that says what it is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from json.encoder import c_make_encoder, encode_basestring  # type: ignore[attr-defined]
from typing import Any, Final

MAX_BYTES = 8 * 1024
BIGGEST = 2**53
# What json.dumps makes anew for each call, which costs as much as to write a small frame with it.
_write: Final = c_make_encoder(
    markers=None,
    default=json.JSONEncoder().default,
    encoder=encode_basestring,
    indent=None,
    key_separator=":",
    item_separator=",",
    sort_keys=False,
    skipkeys=False,
    allow_nan=True,
)


class MalformedFrameError(Exception):
    """Not a frame of this socket. Counts towards closing it."""


class FrameTooLargeError(MalformedFrameError):
    """Over the size any frame may have: closes the socket at once."""


def encode(value: Any) -> str:
    return "".join(_write(value, 0))


def frame(**facts: Any) -> str:
    """One that goes out."""
    return encode(facts)


def parts(facts: Mapping[str, Any]) -> dict[str, str]:
    """An object as text, field by field: some of it is put otherwise for one reader."""
    return {name: encode(value) for name, value in facts.items()}


def read_frame(text: str | None, *, kinds: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The kind of a frame and its object; nothing in it can surprise a database or a printer."""
    if text is None:
        raise MalformedFrameError("binary")
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise FrameTooLargeError("too large")
    try:
        data = _decode(text)
    except (ValueError, RecursionError) as error:
        raise MalformedFrameError("not JSON") from error
    if not isinstance(data, dict):
        raise MalformedFrameError("not an object")
    if "\\u" in text and not _is_printable(data):
        raise MalformedFrameError("NUL or half a character")
    found = [kind for kind in kinds if kind in data]
    if len(found) != 1:
        raise MalformedFrameError("not exactly one kind")
    return found[0], data


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key twice")
    return data


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > BIGGEST:
        raise ValueError("too big a number")
    return number


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_without_repeats, parse_constant=_refuse, parse_int=_whole
).decode


def _is_printable(data: Any) -> bool:
    try:
        return "\\u0000" not in json.dumps(data) and bool(json.dumps(data, ensure_ascii=False).encode())
    except UnicodeEncodeError:
        return False


# --- what a form sends ------------------------------------------------------------------------

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def from_post(form: Mapping[str, Sequence[str]]) -> str:
    """The frame that a page with a socket would have sent for this form: a field given twice is a list."""
    fields = {name: values[0] if len(values) == 1 else list(values) for name, values in form.items()}
    return json.dumps(fields, ensure_ascii=False)


def from_text(value: Any) -> Any:
    """What a form's string says, where it says a number or a truth; else as it came."""
    if not isinstance(value, str):
        return value
    text = value.strip()
    return int(text) if _NUMBER.fullmatch(text) else _TRUTHS.get(text, value)


def from_form(data: Mapping[str, Any], readers: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """A move as a form sends it, all strings: each field is read by what it holds, or by its own reader."""
    read = {key: from_text(value) for key, value in data.items()}
    own = {
        key: readers[key](value) for key, value in read.items() if key in readers and isinstance(value, str)
    }
    return read | own
