"""What a report points at. Rooms and rounds are not known here: lobby and games lay in at start how to find
what was going on, and how staff are shown it later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from accounts.models import Report, User
from accounts.reports import tables, takers


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where somebody is when they report."""

    room: int
    room_name: str
    room_url: str
    line: int | None = None
    writer: int | None = None  # whose line that is
    text: str = ""
    first_line: int | None = None  # of the chat around it
    last_line: int | None = None
    round: int | None = None
    version: int | None = None  # moves made in it so far


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A piece of evidence on the page of a report: a template, and what it takes."""

    template: str
    context: Mapping[str, Any]
    shows_hands: bool = False  # what was hidden at the table: that somebody looked is written down


Show = Callable[[Report, User], Shown | None]  # to this member of staff


@dataclass(frozen=True, slots=True, kw_only=True)
class Rooms:
    """`find` answers what a person may know: the room of a code, or the room of a line that they can read."""

    find: Callable[[User, str, int | None], Scene | None]
    show: Show
    sat_at: tables.SatAt


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    newest: Callable[[int], tuple[int, int] | None]  # of a room: the round, and how many moves it has
    show: Show


_rooms: Rooms | None = None
_rounds: Rounds | None = None


def lay_in_rooms(rooms: Rooms) -> None:
    global _rooms
    _rooms = rooms
    tables.lay_in(rooms.sat_at)


def lay_in_rounds(rounds: Rounds) -> None:
    global _rounds
    _rounds = rounds


def release_of_table(taker_id: int, room_id: int) -> None:
    """What is told of a table is not in the hands of who sits down there."""
    takers.put_back(Report.objects.filter(taken_by=taker_id, room=room_id), by=None)


def scene(by: User, code: str, line: int | None) -> Scene | None:
    """What there is to see for who reports; None where there is no such room or line for them."""
    assert _rooms is not None and _rounds is not None, "laid in as the house starts"
    found = _rooms.find(by, code, line)
    newest = _rounds.newest(found.room) if found else None
    return replace(found, round=newest[0], version=newest[1]) if found and newest else found


def shown(report: Report, staff: User) -> list[Shown]:
    """All of it, as far as this member of staff may see it now."""
    assert _rooms is not None and _rounds is not None, "laid in as the house starts"
    pieces = (show(report, staff) for show in (_rooms.show, _rounds.show))
    return [piece for piece in pieces if piece is not None]
