"""Who comes and goes, for the others to read in the chat. Kept for a day: no deed, and nobody's record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from lobby.models import Passage, Room

AGAIN: Final = timedelta(minutes=1)  # who goes in and out is told of once in that time
KEPT: Final = timedelta(days=1)
STEP: Final = 500


def tell_passage(room: Room, user_id: int, kind: Passage.Kind) -> None:
    """Of a locked room, whose version tells that there is news."""
    lately = Passage.objects.filter(room=room, user=user_id, kind=kind, at__gt=timezone.now() - AGAIN)
    if not lately.exists():
        Passage.objects.create(room=room, user_id=user_id, kind=kind)


def clear_old_passages(now: datetime) -> Iterator[int]:
    old = Passage.objects.filter(at__lt=now - KEPT).order_by("pk")
    while ids := list(old.values_list("pk", flat=True)[:STEP]):
        yield Passage.objects.filter(pk__in=ids).delete()[0]
