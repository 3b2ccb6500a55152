"""Standings are a fold of the score ledger; seasons are days, calendar months, and all time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from games.people.models import Standing
from games.rounds.models import Round, Score

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


def seasons_of(at: datetime) -> tuple[str, str, str]:
    """The day, the month and the all of time that a round ended in, by the clock of the house."""
    local = timezone.localtime(at)
    return day(local), month(local), ALL_TIME


def day(when: date) -> str:
    return f"{when:%Y-%m-%d}"


def month(when: date) -> str:
    return f"{when:%Y-%m}"


def last_days(count: int) -> tuple[date, ...]:
    """So many days, the earliest first, today the last."""
    today = timezone.localdate()
    return tuple(today - timedelta(days=ago) for ago in reversed(range(count)))


def fold_in(round_: Round, scores: Iterable[Score]) -> None:
    """Add one rated round to the standings, in the transaction that ends it: two statements for all seats."""
    assert round_.ended_at is not None
    seasons, game, ruleset = seasons_of(round_.ended_at), round_.game, round_.ruleset
    sums: dict[tuple[int, str], Sum] = defaultdict(Sum)
    for score in scores:
        assert score.user_id is not None  # of a rated round
        for season in seasons:
            sums[score.user_id, season].add(score)
    Standing.objects.bulk_create(
        [Standing(user_id=user, game=game, ruleset=ruleset, season=season) for user, season in sorted(sums)],
        ignore_conflicts=True,
    )
    table = connection.ops.quote_name(Standing._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET points = points + %s, rounds = rounds + %s, wins = wins + %s"  # noqa: S608
            " WHERE user_id = %s AND season = %s AND game = %s AND ruleset = %s",
            [
                (one.points, one.rounds, one.wins, user, season, game, ruleset)
                for (user, season), one in sorted(sums.items(), key=lambda item: item[0])
            ],
        )


def fold_all() -> dict[Key, Sum]:
    """Every standing as the ledger has it."""
    sums: dict[Key, Sum] = defaultdict(Sum)
    rated = Score.objects.filter(round__rated=True, user__isnull=False).select_related("round")
    for score in rated.order_by("pk").iterator():
        assert score.user_id is not None and score.round.ended_at is not None
        for season in seasons_of(score.round.ended_at):
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
