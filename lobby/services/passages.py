"""Who comes and goes, for the others to read in the chat. Kept for a day: no deed, and nobody's record."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Final

from lobby import site_clock
from lobby.attendance import Pair
from lobby.models import Passage, Room

AGAIN: Final = timedelta(minutes=1)  # who goes in and out is told of once in that time
STEP: Final = 500


def tell_passage(room: Room, user_id: int, kind: Passage.Kind) -> None:
    """Of a locked room, whose version tells that there is news."""
    lately = Passage.objects.filter(room=room, user=user_id, kind=kind, at__gt=site_clock.now() - AGAIN)
    if not lately.exists():
        Passage.objects.create(room=room, user_id=user_id, kind=kind)


def tell_lost(pairs: Collection[Pair]) -> None:
    """Who is gone from these locked rooms; of whom it was not told as their table was closed."""
    rooms = {room for room, _user in pairs}
    since = site_clock.now() - 3 * AGAIN
    lately = Passage.objects.filter(room__in=rooms, kind=Passage.Kind.LOST, at__gte=since)
    told = set(lately.values_list("room", "user"))
    Passage.objects.bulk_create(
        [
            Passage(room_id=room, user_id=user, kind=Passage.Kind.LOST)
            for room, user in sorted({*pairs} - told)
        ]
    )


def clear_old_passages(before: datetime) -> Iterator[int]:
    old = Passage.objects.filter(at__lt=before).order_by("pk")
    while ids := list(old.values_list("pk", flat=True)[:STEP]):
        yield Passage.objects.filter(pk__in=ids).delete()[0]
