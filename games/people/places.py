"""The places of all who may be shown, by all they ever won. A profile tells one of them, a board them all."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from time import monotonic
from typing import Final

from django.db.models import Max, Sum

from games.people.models import Standing
from games.people.standings import ALL_TIME
from games.rounds.models import Score

FRESH: Final = 10  # seconds until somebody is missed who was shown out or let back in


def place_of(points: int) -> int:
    """Who has as many points shares a place."""
    newest = Score.objects.aggregate(newest=Max("pk"))["newest"]
    totals = _totals(newest, int(monotonic() // FRESH))
    return 1 + len(totals) - bisect_right(totals, points)


@lru_cache(maxsize=2)
def _totals(newest: int | None, period: int) -> list[int]:
    """As of this line of the ledger: they are added up once for all who ask until the next one."""
    sums = Standing.objects.shown(ALL_TIME).values("user").annotate(net=Sum("points"), played=Sum("rounds"))
    return sorted(sums.filter(played__gt=0).values_list("net", flat=True))
