"""Everything about a person as one file: a ZIP in which each part is a JSON and a CSV.

Each app lays in its own parts. They come page by page, without a transaction around them: what many years
left is neither held in memory nor keeps a table waiting.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from tempfile import TemporaryFile
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from asgiref.sync import sync_to_async
from django.db.models import Model

from accounts.models import Block, ModAction, Mute, Report, User
from accounts.turns import Turn
from accounts.walks import in_pages

BREATH: Final = 0.02  # seconds between two pages: tables go first
ANOTHER_LOOK: Final = 1.0  # seconds, for whoever lost their turn
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # what one begins with
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    name: str  # of its two files
    columns: tuple[str, ...]
    pages: Callable[[User], Iterator[list[Row]]]


_parts: list[Part] = []


def lay_in(*parts: Part) -> None:
    _parts.extend(parts)


# --- the file ---------------------------------------------------------------------------------


def pieces(person: User, read_me: str) -> Iterator[bytes]:
    """The file, piece by piece; each is one step of reading."""
    sink = _Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", read_me)
        for part in _parts:
            yield from _written(archive, sink, part, person)
    yield sink.taken()


def _written(archive: ZipFile, sink: _Sink, part: Part, person: User) -> Iterator[bytes]:
    """In a ZIP one file follows the other, so the table waits on the disk until the JSON is done."""
    with TemporaryFile("w+", encoding="utf-8", newline="") as table:
        lines = csv.DictWriter(table, part.columns, extrasaction="raise", restval="")
        lines.writeheader()
        between = "[\n"
        with archive.open(f"{part.name}.json", "w") as file:
            for page in part.pages(person):
                for row in page:
                    file.write(f"{between}{_as_json(row)}".encode())
                    lines.writerow({name: _cell(value) for name, value in row.items()})
                    between = ",\n"
                yield sink.taken()
            file.write(b"\n]\n" if between == ",\n" else b"[]\n")
        table.seek(0)
        with archive.open(f"{part.name}.csv", "w") as file:
            while text := table.read(1 << 16):
                file.write(text.encode())
                yield sink.taken()


class _Sink(io.RawIOBase):
    """Takes what is written until it is sent on. It cannot be wound back, and the ZIP is written so."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        return len(data)

    def taken(self) -> bytes:
        taken, self._held = bytes(self._held), bytearray()
        return taken


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_as_text)


def _as_text(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _cell(value: Any) -> Any:
    """What somebody typed is never a formula to whoever opens it in a spreadsheet."""
    if isinstance(value, list | dict):
        return _as_json(value)
    if isinstance(value, str) and value[:1] in FORMULA:
        return f"'{value}"
    return "" if value is None else _as_text(value)


async def streamed(steps: Iterator[bytes], turn: Turn) -> AsyncIterator[bytes]:
    """Each step in the thread of the request, with a breath after it. Who reads so slowly that it is somebody
    else's turn by now waits until that is over."""
    step, keep = sync_to_async(lambda: next(steps, None)), sync_to_async(turn.keep)
    try:
        while True:
            while not await keep():  # noqa: ASYNC110  (another process has it, who knows no event of ours)
                await asyncio.sleep(ANOTHER_LOOK)
            if (piece := await step()) is None:
                return
            if piece:
                yield piece
            await asyncio.sleep(BREATH)
    finally:
        await sync_to_async(turn.give_back)()


# --- our own part -----------------------------------------------------------------------------

REPORT: Final = ("name", "reason", "text", "at", "status", "answered_at")
AT_WORK: Final = ("look", "search", "take", "resolve", "dismiss")
SETTINGS: Final = (
    "avatar", "language", "theme", "motion", "deck", "large_figures", "peel", "sound", "vibration",
    "keys", "coach", "coached", "chat",
)  # fmt: skip


def _account(person: User) -> Iterator[list[Row]]:
    row = {
        "username": person.username,
        "guest": person.is_guest,
        "joined": person.date_joined,
        "last_login": person.last_login,
        "closes": person.closes_at,
        **{name: getattr(person, name) for name in SETTINGS},
    }
    yield [row]


def _emails(person: User) -> Iterator[list[Row]]:
    for page in in_pages(EmailAddress.objects.filter(user=person)):
        yield [{"email": one.email, "verified": one.verified, "primary": one.primary} for one in page]


def _old_names(person: User) -> Iterator[list[Row]]:
    for page in in_pages(person.old_names.all()):
        yield [_some(one, "username", "until") for one in page]


def _kept_away(person: User) -> Iterator[list[Row]]:
    """Whom they block or do not read. Who blocks them is not told to them."""
    for blocks in in_pages(Block.objects.filter(by=person).select_related("whom")):
        yield [{"what": "block", "name": one.whom.username, "at": one.at} for one in blocks]
    for mutes in in_pages(Mute.objects.filter(by=person).select_related("whom")):
        yield [{"what": "mute", "name": one.whom.username, "at": one.at} for one in mutes]


def _log_ins(person: User) -> Iterator[list[Row]]:
    for page in in_pages(UserSession.objects.filter(user=person)):
        yield [{"browser": one.user_agent, "since": one.created_at} for one in page]


def _addresses(person: User) -> Iterator[list[Row]]:
    """That they came from somewhere, and when; which address it was, the hash does not say."""
    for page in in_pages(person.whereabouts.all()):
        yield [_some(one, "first_seen", "last_seen") for one in page]


def _second_steps(person: User) -> Iterator[list[Row]]:
    """That they are there; what opens with them is nobody's to read."""
    for page in in_pages(Authenticator.objects.filter(user=person)):
        yield [_some(one, "type", "created_at", "last_used_at") for one in page]


def _acts(person: User) -> Iterator[list[Row]]:
    """What staff did about them. What staff read or searched at their work is theirs."""
    about = ModAction.objects.filter(whom=person).exclude(act__in=AT_WORK)
    for page in in_pages(about):
        yield [{"act": one.act, "reason": one.reason, "until": one.until, "at": one.at} for one in page]


def _notices(person: User) -> Iterator[list[Row]]:
    for page in in_pages(person.notices.all()):
        yield [_some(one, "kind", "reason", "until", "at", "seen_at") for one in page]


def _reports(person: User) -> Iterator[list[Row]]:
    """Those they wrote. Who wrote about them is not told to them."""
    for page in in_pages(Report.objects.filter(by=person)):
        yield [_some(one, *REPORT) for one in page]


def _appeals(person: User) -> Iterator[list[Row]]:
    for page in in_pages(person.appeals.all()):
        yield [_some(one, "text", "at", "status", "answer", "answered_at") for one in page]


def _some(row: Model, *fields: str) -> Row:
    return {field: getattr(row, field) for field in fields}


lay_in(
    Part("account", ("username", "guest", "joined", "last_login", "closes", *SETTINGS), _account),
    Part("emails", ("email", "verified", "primary"), _emails),
    Part("former_names", ("username", "until"), _old_names),
    Part("kept_away", ("what", "name", "at"), _kept_away),
    Part("log_ins", ("browser", "since"), _log_ins),
    Part("addresses", ("first_seen", "last_seen"), _addresses),
    Part("second_steps", ("type", "created_at", "last_used_at"), _second_steps),
    Part("acts", ("act", "reason", "until", "at"), _acts),
    Part("notices", ("kind", "reason", "until", "at", "seen_at"), _notices),
    Part("reports", REPORT, _reports),
    Part("appeals", ("text", "at", "status", "answer", "answered_at"), _appeals),
)
