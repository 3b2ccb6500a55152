"""Standings are a fold of the score ledger; seasons are calendar months, plus all time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.models import Round, Score, Standing

ALL_TIME = "all"
Key = tuple[int, str, str, str]  # user, game, ruleset, season


@dataclass(slots=True)
class Sum:
    points: int = 0
    rounds: int = 0
    wins: int = 0

    def add(self, score: Score) -> None:
        sign = -1 if score.reverses else 1
        self.points += score.points  # an opposite line carries the opposite points
        self.rounds += sign
        self.wins += sign * (score.points * sign > 0)


def season_of(at: datetime) -> str:
    return timezone.localtime(at).strftime("%Y-%m")


def fold_in(round_: Round, scores: Iterable[Score]) -> None:
    """Add one rated round to the standings, in the transaction that ends it."""
    assert round_.ended_at is not None
    for score in scores:
        for season in (season_of(round_.ended_at), ALL_TIME):
            _add(score, round_, season)


def _add(score: Score, round_: Round, season: str) -> None:
    one = Sum()
    one.add(score)
    assert score.user_id is not None  # of a rated round
    row, _made = Standing.objects.get_or_create(
        user_id=score.user_id, game=round_.game, ruleset=round_.ruleset, season=season
    )
    Standing.objects.filter(pk=row.pk).update(
        points=F("points") + one.points, rounds=F("rounds") + one.rounds, wins=F("wins") + one.wins
    )


def fold_all() -> dict[Key, Sum]:
    """Every standing as the ledger has it."""
    sums: dict[Key, Sum] = defaultdict(Sum)
    rated = Score.objects.filter(round__rated=True, user__isnull=False).select_related("round")
    for score in rated.order_by("pk").iterator():
        assert score.user_id is not None and score.round.ended_at is not None
        for season in (season_of(score.round.ended_at), ALL_TIME):
            sums[score.user_id, score.round.game, score.round.ruleset, season].add(score)
    return sums


def stored() -> dict[Key, Sum]:
    return {
        (row.user_id, row.game, row.ruleset, row.season): Sum(row.points, row.rounds, row.wins)
        for row in Standing.objects.all()
    }


@transaction.atomic
def rebuild() -> int:
    Standing.objects.all().delete()
    rows = [
        Standing(user_id=user, game=game, ruleset=ruleset, season=season,
                 points=s.points, rounds=s.rounds, wins=s.wins)
        for (user, game, ruleset, season), s in fold_all().items()
    ]  # fmt: skip
    Standing.objects.bulk_create(rows)
    return len(rows)
