"""The name that a closed account had, where rounds and the ledger wrote it down.

A line of the ledger is never changed or deleted, but for who it belongs to: the database lets that change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.db import transaction

from accounts.models import User
from games.rounds.models import RoundSeat, Score
from lobby import services as rooms

STEP: Final = 500  # rows


def erase_name_of_seats(person: User) -> Iterator[int]:
    """Before the scores: those of a round that ends are written with the name that stands here."""
    yield from _rename(RoundSeat, "round__room", person)


def erase_name_of_scores(person: User) -> Iterator[int]:
    yield from _rename(Score, "room", person)


def _rename(model: Any, room: str, person: User) -> Iterator[int]:
    rows = model.objects.filter(user=person).exclude(name=person.username)
    while found := dict(rows.order_by("pk").values_list("pk", room)[:STEP]):
        for some, numbers in rooms.few_rooms(found):
            if changed := _rename_in(some, model.objects.filter(pk__in=numbers), person.username):
                yield changed


@transaction.atomic
def _rename_in(room_ids: list[int], rows: Any, name: str) -> int:
    """Nobody begins or ends a round there meanwhile; sheets of open rooms are told anew."""
    rooms.renew(room_ids)
    changed: int = rows.update(name=name)
    return changed


ERASERS: Final = (erase_name_of_seats, erase_name_of_scores)
