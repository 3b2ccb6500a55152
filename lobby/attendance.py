"""Who was seen in which room lately, in the memory of this process, until the ticker writes it down.

To look at a page writes nothing: a note is a line in a dictionary, from any thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

Pair = tuple[int, int]  # room id, user id


class Attendance:
    def __init__(self) -> None:
        self._seen: dict[Pair, datetime] = {}
        self._tried: dict[Pair, datetime] = {}  # to write it down, last
        self._written: dict[Pair, datetime] = {}  # when they were seen, as the database has it

    def note(self, room_id: int, user_id: int) -> None:
        self._seen[room_id, user_id] = timezone.now()

    def people_of(self, room_ids: Iterable[int]) -> set[Pair]:
        """Who was seen in these rooms a moment ago."""
        rooms, fresh = set(room_ids), timezone.now() - presence()
        return {pair for pair, at in self._seen.copy().items() if pair[0] in rooms and at >= fresh}

    def rooms_of(self, user_id: int) -> set[int]:
        """Where they were seen and the database may not know it yet."""
        return {room_id for room_id, person in self._seen.copy() if person == user_id}

    def due(self, now: datetime) -> dict[Pair, datetime]:
        """What is to be written: who is new at once, everybody else every now and then."""
        waits, seen = now - presence() / 3, self._seen.copy()
        due = {
            pair: at
            for pair, at in seen.items()
            if at != self._written.get(pair) and self._tried.get(pair, waits) <= waits
        }
        self._tried |= dict.fromkeys(due, now)
        return due

    def written(self, seen: dict[Pair, datetime]) -> None:
        """The database has these; who has not been seen since for long is forgotten."""
        self._written |= seen
        old = timezone.now() - 2 * presence()
        for pair, at in self._seen.copy().items():
            if at < old and at == self._written.get(pair):
                for notes in (self._seen, self._tried, self._written):
                    notes.pop(pair, None)

    def clear(self) -> None:
        for notes in (self._seen, self._tried, self._written):
            notes.clear()


def presence() -> timedelta:
    """For so long after they were seen last, somebody counts as being there."""
    return timedelta(seconds=settings.TABLE["PRESENCE"])


attendance = Attendance()
