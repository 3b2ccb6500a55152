"""What one of all processes does once a day, at night: a step, a breath, and the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from games.live.models import Chore

Work = Callable[[datetime], Iterator[tuple[str, int]]]  # step by step: what was done, and how much of it
NIGHT: Final = 4  # o'clock
BETWEEN: Final = timedelta(hours=12)  # two times, at least
AGAIN: Final = timedelta(hours=1)  # where whoever took it did not come to the end
LONGEST: Final = AGAIN * 0.8
_works: dict[str, Work] = {}


def lay_in(name: str, work: Work) -> None:
    _works[name] = work


def works() -> list[tuple[str, Work]]:
    return list(_works.items())


def take(name: str, now: datetime) -> bool:
    """May we do this one now? Of all processes that ask, one may. What was never done waits for the night."""
    chore, _made = Chore.objects.get_or_create(name=name, defaults={"due_at": first_night(now)})
    if chore.due_at > now:
        return False
    return bool(Chore.objects.filter(name=name, due_at__lte=now).update(due_at=now + AGAIN))


def done(name: str, taken: datetime) -> None:
    Chore.objects.filter(name=name).update(due_at=next_night(taken))


def next_night(after: datetime) -> datetime:
    return first_night(after + BETWEEN)


def first_night(since: datetime) -> datetime:
    earliest = timezone.localtime(since)
    night = earliest.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
    return night if night >= earliest else night + timedelta(days=1)
