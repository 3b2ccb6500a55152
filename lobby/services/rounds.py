"""What a round does to its room: the caller holds the room's lock, and the round's transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from lobby import catalogue
from lobby.facts import RoomFacts, facts_of
from lobby.models import Room
from lobby.services.changes import save


def round_started(room: Room, chairs: Iterable[int]) -> None:
    """These chairs play. Saying `start` was the owner's ready."""
    playing = list(chairs)
    room.seats.filter(number__in=playing).update(in_round=True)
    if room.owner_id is not None:
        room.seats.filter(number__in=playing, user=room.owner_id).update(ready=True)
    room.status, room.start_at = Room.Status.PLAYING, None
    save(room, "status", "start_at")


def round_ended(room: Room) -> None:
    """Who left during the round leaves now; the others stay, as ready as they were."""
    room.seats.filter(leaving=True).delete()
    room.seats.filter(in_round=True).update(in_round=False)
    room.status = Room.Status.OPEN
    schedule(room)
    save(room, "status", "start_at")


def schedule(room: Room) -> None:
    """When the table will say `start` by itself: a moment after the line-up, or never. Not saved here."""
    room.start_at = None
    if room.auto_start and room.status == Room.Status.OPEN and _is_set(facts_of(room)):
        room.start_at = timezone.now() + timedelta(seconds=settings.TABLE["AUTO_START"])


def _is_set(room: RoomFacts) -> bool:
    """All who sit are ready, they are as many as the game takes, and somebody is there to see it."""
    game, seats = catalogue.game(room.game), [seat for seat in room.seats if seat.taken]
    return (
        all(seat.ready for seat in seats)
        and len(seats) in game.seats
        and not (game.banker and room.owner is None)
        and any(not seat.is_bot and not seat.away for seat in seats)
    )
