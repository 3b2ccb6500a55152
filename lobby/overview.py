"""What the first page of the back office tells of rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.back_office.front_page import Pictures, Series, by_day, counted
from lobby.models import Room

MOST: Final = 1000  # rooms that are counted


def _week(days: Sequence[date]) -> Iterator[Series]:
    """By people: not what the house opens for whoever tries a game."""
    rooms = Room.objects.filter(practice=False)
    open_now = rooms.filter(status__in=[Room.Status.OPEN, Room.Status.PLAYING])
    opened = by_day(rooms, "created_at", days)
    yield Series(name=_("Rooms created"), days=opened, now=counted(open_now, MOST))


OVERVIEW: Final = (Pictures(key="rooms", right="lobby.view_room", series=_week),)
