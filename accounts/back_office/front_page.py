"""The first page of the back office: what waits for staff, and the last week in pictures.

Each app lays in what it knows. Nothing here counts a whole table: what waits is counted up to a limit, and a
week is looked for by key, since rows come in the order of their time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Count, Max, Min, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest
from django.utils import timezone

MANY: Final = 100  # so many are as good as any
DAYS: Final = 7
FRESH: Final = 300  # seconds that a week is kept
WAITS: Final = timedelta(days=1)  # so long a row may be there before what it tells of begins
HEIGHT: Final = 40  # of a picture, where a day is ten wide


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """Something that waits, and the list in which it does. Only who may see the list is told."""

    name: Any
    right: str
    rows: Callable[[HttpRequest], QuerySet[Any]]
    url: Callable[[], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A number for each day; `now`: how many there are at this moment."""

    name: Any
    days: Sequence[int]
    percent: bool = False
    now: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """What an app tells of a week; only who has the right is shown it."""

    key: str
    right: str
    series: Callable[[Sequence[date]], Iterable[Series]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    x: int
    y: int
    height: int
    day: date
    value: int


_queues: list[Queue] = []
_pictures: list[Pictures] = []


def lay_in(*parts: Queue | Pictures) -> None:
    for part in parts:
        if isinstance(part, Queue):
            _queues.append(part)
        else:
            _pictures.append(part)


# --- what waits -------------------------------------------------------------------------------


def waiting(request: HttpRequest) -> list[tuple[Any, str, str]]:
    """What, how much of it, and where; what nobody has to wait for is left out."""
    return [
        (queue.name, count, queue.url())
        for queue in _queues
        if request.user.has_perm(queue.right) and (count := counted(queue.rows(request), MANY)) != "0"
    ]


def counted(rows: QuerySet[Any], most: int) -> str:
    """How many there are, or that there are more than one reads."""
    count = rows.order_by()[:most].count()
    return f"{most - 1}+" if count == most else str(count)


# --- a week -----------------------------------------------------------------------------------


def week(request: HttpRequest) -> list[tuple[Series, list[Bar]]]:
    """The last seven days, today the last, as bars."""
    days = last_days()
    allowed = [pictures for pictures in _pictures if request.user.has_perm(pictures.right)]
    return [(one, _bars(one, days)) for pictures in allowed for one in _kept(pictures, days)]


def last_days() -> list[date]:
    today = timezone.localdate()
    return [today - timedelta(days=ago) for ago in reversed(range(DAYS))]


def _kept(pictures: Pictures, days: Sequence[date]) -> list[Series]:
    key = f"front-page:{pictures.key}:{days[-1]:%Y-%m-%d}"
    found: list[Series] | None = cache.get(key)
    if found is None:
        found = list(pictures.series(days))
        cache.set(key, found, FRESH)
    return found


def _bars(series: Series, days: Sequence[date]) -> list[Bar]:
    most = max(*series.days, 1)
    heights = [round(HEIGHT * value / most) for value in series.days]
    return [
        Bar(x=10 * place + 1, y=HEIGHT - height, height=height, day=day, value=value)
        for place, (day, height, value) in enumerate(zip(days, heights, series.days, strict=True))
    ]


def by_day(rows: QuerySet[Any], field: str, days: Sequence[date], counted: Any = None) -> list[int]:
    """How many of these rows each day brought."""
    told = since(rows, field, days[0]).annotate(on=TruncDate(field)).values_list("on").order_by()
    found = dict(told.annotate(many=counted or Count("pk")))
    return [found.get(day, 0) for day in days]


def since(rows: QuerySet[Any], field: str, day: date) -> QuerySet[Any]:
    """Those from this day on: the first of them is looked for, not all before it read. A row may be there a
    while before its time: a round waits for who comes to it."""
    begin = timezone.make_aware(datetime.combine(day, time.min))
    first = _first_since(rows.model, field, begin - WAITS)
    return rows.filter(pk__gte=first, **{f"{field}__gte": begin})


def _first_since(model: Any, field: str, begin: datetime) -> int:
    """Between the first key and the last, halving: none before it was made since, however the times of
    neighbours lie. Rows without a time yet are passed over."""
    rows = model._default_manager.all()
    low = rows.aggregate(key=Min("pk"))["key"] or 0  # asked for both at once, SQLite reads all rows
    high = (rows.aggregate(key=Max("pk"))["key"] or 0) + 1
    while low < high:
        middle = (low + high) // 2
        row = _next_with_a_time(model, field, middle)
        if row is None or row[1] >= begin:
            high = middle
        else:
            low = row[0] + 1
    return int(low)


def _next_with_a_time(model: Any, field: str, key: int) -> tuple[int, datetime] | None:
    rows: Iterator[tuple[int, datetime]] = (
        model._default_manager.filter(pk__gte=key, **{f"{field}__isnull": False})
        .order_by("pk")
        .values_list("pk", field)[:1]
        .iterator()
    )
    return next(rows, None)
