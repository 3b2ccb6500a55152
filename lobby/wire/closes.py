"""Why we close a socket, named once: servers close with it, pages are told what it means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

COME_BACK: Final = 4000
# What servers and browsers say by themselves where the line broke or a process ended.
BROKEN: Final = (1001, 1005, 1006, 1009, 1011, 1012, 1013, 1014)


class Close(StrEnum):
    """The word goes into the `bye` before the close, the code into the close itself."""

    CLOSED = "closed"
    MALFORMED = "malformed"
    LOGGED_OUT = "logged_out"
    BANNED = "banned"
    NOT_ALLOWED = "not_allowed"
    FLOOD = "flood"
    TOO_MANY = "too_many"
    RESTART = "restart"
    SILENT = "silent"

    @property
    def code(self) -> int:
        return CODES.get(self, COME_BACK)


CODES: Final[Mapping[Close, int]] = {  # after which the other side does not come back by itself
    Close.CLOSED: 1000,
    Close.MALFORMED: 4400,
    Close.LOGGED_OUT: 4401,
    Close.BANNED: 4403,
    Close.NOT_ALLOWED: 4403,
    Close.FLOOD: 4429,
    Close.TOO_MANY: 4429,
}


def for_good() -> str:
    """For a page, as JSON: the code of each close after which it does not come back."""
    return json.dumps(CODES)


def come_back() -> str:
    """For a page, as JSON: the codes after which it does."""
    return json.dumps([*BROKEN, COME_BACK])
