"""What the first page of the back office tells of rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.back_office.front_page import Pictures, Series, by_day
from lobby.models import Room


def _week(days: Sequence[date]) -> Iterator[Series]:
    yield Series(name=_("Rooms opened"), days=by_day(Room.objects.all(), "created_at", days))


OVERVIEW: Final = (Pictures(key="rooms", right="lobby.view_room", series=_week),)
