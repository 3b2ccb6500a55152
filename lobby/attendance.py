"""Who was seen in which room lately, in the memory of this process, until the ticker writes it down.

To look at a page writes nothing: a note is a line in a dictionary, from any thread.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Lock

from django.conf import settings

from lobby import site_clock

Pair = tuple[int, int]  # room id, user id


class Attendance:
    def __init__(self) -> None:
        self._seen: dict[int, dict[int, datetime]] = {}  # by room: asked for some rooms, of very many
        self._tried: dict[Pair, datetime] = {}  # to write it down, last
        self._written: dict[Pair, datetime] = {}  # when they were seen, as the database has it
        self._noting = Lock()

    def note(self, room_id: int, user_id: int) -> None:
        with self._noting:
            self._seen.setdefault(room_id, {})[user_id] = site_clock.now()

    def leave(self, room_id: int, user_id: int, since: datetime) -> bool:
        """Where nobody has seen them since, they do not count as being there any more. Is it so?"""
        with self._noting:
            at = self._seen.get(room_id, {}).get(user_id)
            if at is not None and at > since:
                return False
            if at is not None:
                self._forget((room_id, user_id))
            return True

    def people_of(self, room_id: int) -> set[int]:
        """Who was seen in this room a moment ago."""
        fresh = site_clock.now() - presence()
        return {user_id for user_id, at in self._seen.get(room_id, {}).copy().items() if at >= fresh}

    def rooms_of(self, user_id: int) -> set[int]:
        """Where they were seen and the database may not know it yet."""
        return {room_id for room_id, people in self._seen.copy().items() if user_id in people}

    def due(self, now: datetime) -> dict[Pair, datetime]:
        """What is to be written: who is new at once, everybody else every now and then."""
        waits, seen = now - presence() / 3, self._pairs()
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
        old = site_clock.now() - 2 * presence()
        with self._noting:
            for pair, at in self._pairs().items():
                if at < old and at == self._written.get(pair):
                    self._forget(pair)

    def _pairs(self) -> dict[Pair, datetime]:
        rooms = self._seen.copy().items()
        return {(room_id, user_id): at for room_id, people in rooms for user_id, at in people.copy().items()}

    def _forget(self, pair: Pair) -> None:
        room_id, user_id = pair
        del self._seen[room_id][user_id]
        if not self._seen[room_id]:
            del self._seen[room_id]
        self._tried.pop(pair, None)
        self._written.pop(pair, None)

    def clear(self) -> None:
        for notes in (self._seen, self._tried, self._written):
            notes.clear()


def presence() -> timedelta:
    """For so long after they were seen last, somebody counts as being there."""
    return timedelta(seconds=settings.TABLE["PRESENCE"])


attendance = Attendance()
