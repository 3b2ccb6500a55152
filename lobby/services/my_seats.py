"""Where a person sits already, for the way back there."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from accounts.models.worded import answer
from lobby.models import Room, Seat

MANY: Final = 3  # seats that the way back is offered to


class MyRoom(NamedTuple):
    pk: int
    code: str
    name: str
    game: str
    status: str


def rooms_of(user_id: int) -> list[MyRoom]:
    """Those where they sit, first where cards are on the table. Not a practice table that they left for
    another."""
    return [MyRoom(*told) for told in answer(_rooms_of, user_id)]


def _rooms_of(user_id: int) -> QuerySet[Seat, tuple[Any, ...]]:
    seats = Seat.objects.filter(user=user_id).exclude(room__status=Room.Status.CLOSED)
    seats = seats.exclude(room__practice=True, leaving=True).order_by("-room__status", "-since")
    return seats.values_list("room", "room__code", "room__name", "room__game", "room__status")[:MANY]
