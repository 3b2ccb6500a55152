"""The evenings of a room: what was played without a long pause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models.functions import Coalesce

from games.rounds.models import RoundQuerySet

GAP: Final = timedelta(hours=6)  # who comes back later than that comes for another evening
MOST: Final = 1000  # rounds of one evening: who plays on longer begins a new one
PAGE: Final = 50


class Played(NamedTuple):
    """A round that counts, of an evening."""

    id: int
    number: int
    began: datetime
    ended: datetime


def is_another_night(ended: datetime, began: datetime) -> bool:
    """Does what begins now belong to another evening than what ended then?"""
    return began - ended >= GAP


def without_a_gap(newest_first: Iterable[Played]) -> Iterator[Played]:
    """The first of these, and those before it up to a pause that is long enough."""
    after: Played | None = None
    for played in newest_first:
        if after is not None and is_another_night(played.ended, after.began):
            return
        yield played
        after = played


def last_night(rounds: RoundQuerySet) -> list[Played]:
    """The newest evening of one room's rounds, the earliest round first; it is still under way, unless it has
    ended long ago. Not much more is read than belongs to it."""
    night: list[Played] = []
    for played in without_a_gap(_newest_first(rounds)):
        night.append(played)
        if len(night) == MOST:
            break
    return night[::-1]


def _newest_first(rounds: RoundQuerySet) -> Iterator[Played]:
    counted = rounds.counted().annotate(began=Coalesce("started_at", "ended_at")).order_by("-number")
    facts: Any = counted.values_list("pk", "number", "began", "ended_at")
    page = [Played(*told) for told in facts[:PAGE]]
    yield from page
    while len(page) == PAGE:
        page = [Played(*told) for told in facts.filter(number__lt=page[-1].number)[:PAGE]]
        yield from page
