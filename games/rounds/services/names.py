"""The name that a closed account had, where rounds and the ledger wrote it down.

A line of the ledger is never changed or deleted, but for who it belongs to: the database lets that change.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from accounts.models import User
from games.rounds.models import Round, RoundSeat, Score
from lobby import services as rooms
from lobby.models import Room

STEP: Final = 500  # rows


@transaction.atomic
def erase_name_of_seats(person: User) -> int:
    """With the rooms of running rounds locked: their scores are written with the name that stands here."""
    seats = _with_another_name(RoundSeat, person)
    running = seats.filter(round__status=Round.Status.RUNNING).values_list("round__room", flat=True)
    for room_id in sorted(set(running)):
        rooms.lock(room_id)
    return _renamed(seats, person)


@transaction.atomic
def erase_name_of_scores(person: User) -> int:
    return _renamed(_with_another_name(Score, person), person)


def _with_another_name(rows: Any, person: User) -> Any:
    return rows.objects.filter(user=person).exclude(name=person.username)


def _renamed(rows: Any, person: User) -> int:
    """Sheets of open rooms are told anew."""
    found = list(rows.order_by("pk").values_list("pk", flat=True)[:STEP])
    some = rows.model.objects.filter(pk__in=found)
    room = "room" if rows.model is Score else "round__room"
    open_rooms = Room.objects.filter(pk__in=some.values(room)).exclude(status=Room.Status.CLOSED)
    rooms.renew(open_rooms.values_list("pk", flat=True))
    changed: int = some.update(name=person.username)
    return changed


ERASERS: Final = (erase_name_of_seats, erase_name_of_scores)
