"""What every change of a room does: it locks the room, leaves a line about it, and tells the world."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from lobby.models import Room, RoomEvent, Seat
from lobby.signals import room_changed, rooms_listed
from lobby.words import is_whole


def lock(room_id: int) -> Room:
    """The room, and nobody else changes it until this transaction ends."""
    return Room.objects.select_for_update(no_key=True).get(pk=room_id)


def lock_all(room_ids: Iterable[int]) -> list[Room]:
    """Several of them, in one order, as everywhere."""
    rooms = Room.objects.select_for_update(no_key=True).filter(pk__in=list(room_ids))
    return list(rooms.order_by("pk"))


def has_chair(room: Room, seat: object) -> bool:
    return is_whole(seat) and 0 <= seat < room.seat_count  # type: ignore[operator]


def person_at(room: Room, seat: int) -> Seat | None:
    return room.seats.select_related("user").filter(number=seat, user__isnull=False).first()


def record(
    room: Room, kind: str, *, by: User | None, to: User | None = None, facts: Mapping[str, Any] | None = None
) -> RoomEvent:
    """An append-only line: what was done to the room, by whom (None: the house)."""
    return RoomEvent.objects.create(room=room, kind=kind, by=by, to=to, facts=dict(facts or {}))


def save(room: Room, *changed: str, listed: bool = True) -> Room:
    """The room's version grows with every change, and the world hears of it after the commit."""
    room.version += 1
    room.save(update_fields=["version", *changed])
    announce(room, listed=listed)
    return room


def renew(room_ids: Iterable[int]) -> None:
    """What these tables show is changed elsewhere, now that they are locked: all processes look at them
    again. Nobody looks at one that is closed."""
    for room in lock_all(room_ids):
        if room.status != Room.Status.CLOSED:
            save(room, listed=False)


def announce(room: Room, *, listed: bool) -> None:
    """`listed`: whether the lobby's entry of the room may look different too."""
    for signal in (room_changed, rooms_listed) if listed else (room_changed,):
        transaction.on_commit(partial(signal.send, Room, room_id=room.pk), robust=True)
