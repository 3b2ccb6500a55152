"""The list of open rooms as it lives in this process, and who is told when it changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.dispatch import receiver

from lobby import site_clock
from lobby.listing import OpenRoom, RoomRow, load, open_rooms, row
from lobby.models import Presence
from lobby.signals import rooms_listed
from lobby.wire.hearing import quiet_of
from lobby.wire.pump import Pump
from lobby.wire.threads import in_database

LOOK_AT_ALL = 10.0  # seconds: what a lost hint may cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A room as the lobby lists it: the frame's entry, and the page's row."""

    id: int
    owner: int | None
    entry: dict[str, Any]
    row: RoomRow


class LiveList:
    """What this process knows of the open rooms; read again for those that changed, at most once a second."""

    def __init__(self) -> None:
        self.rooms: dict[str, Listed] = {}  # newest first
        self.online = 0
        self.readers: set[Pump] = set()
        self._touched: set[int] = set()
        self._read_all_at: datetime | None = None

    def touch(self, room_id: int) -> None:
        """From any thread: adding to a set is all it does."""
        self._touched.add(room_id)

    async def look(self) -> None:
        """Once a second; costs nothing while nobody reads it and nothing changed."""
        if not self.readers:
            self._read_all_at = None
            self._touched.clear()  # who comes next reads all of it
            return
        now = site_clock.now()
        if self._read_all_at is None or now - self._read_all_at > timedelta(seconds=LOOK_AT_ALL):
            await self.read_all()
        elif self._touched:
            touched, self._touched = self._touched, set()
            found = await in_database(read_rooms, touched)
            others = {code: room for code, room in self.rooms.items() if room.id not in touched}
            self._show(dict(sorted((others | found).items(), key=lambda item: -item[1].id)))

    async def read_all(self) -> None:
        self._touched, self._read_all_at = set(), site_clock.now()
        rooms, self.online = await in_database(read_rooms), await in_database(count_online)
        self._show(rooms)

    def _show(self, rooms: dict[str, Listed]) -> None:
        self.rooms = rooms
        for pump in self.readers:
            pump.dirty.set()

    def rooms_for(self, user_id: int | None) -> dict[str, Listed]:
        """What exists for this person: not the rooms of whom they are kept apart from."""
        apart = quiet_of(user_id).apart
        if not apart:
            return self.rooms
        return {code: room for code, room in self.rooms.items() if room.owner not in apart}


live_list = LiveList()


@receiver(rooms_listed)
def on_rooms_listed(sender: Any, room_id: int, **kwargs: Any) -> None:
    live_list.touch(room_id)


def read_rooms(ids: Iterable[int] | None = None) -> dict[str, Listed]:
    """The listed rooms by code, all of them or these, newest first."""
    rooms = open_rooms().order_by("-pk")
    found = load(rooms if ids is None else rooms.filter(pk__in=ids))
    here = Presence.objects.people_of([room.id for room in found])
    return {
        room.code: Listed(id=room.id, owner=room.owner_id, entry=entry(room, here[room.id]), row=row(room))
        for room in found
    }


def count_online() -> int:
    return Presence.objects.fresh().values("user").distinct().count()


def entry(room: OpenRoom, here: set[int]) -> dict[str, Any]:
    """A room as programs are told of it; the same for everybody."""
    sitting = [user_id for user_id, _avatar in room.sitting]
    return {
        "code": room.code,
        "name": room.name,
        "game": room.game,
        "ruleset": room.ruleset,
        "options": room.options,
        "status": room.status,
        "locked": room.is_locked,
        "owner": room.owner,
        "seats": room.seats,
        "taken": len(sitting),
        "bots": sitting.count(None),
        "watching": len(here.difference(sitting)),
        "spectators": room.spectators,
        "turn_seconds": room.turn_seconds,
    }
