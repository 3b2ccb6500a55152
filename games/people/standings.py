"""Standings are a fold of the score ledger; seasons are days, calendar months, and all time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection, transaction
from django.utils import timezone

from games.people.models import ALL_GAMES, Standing
from games.rounds.models import Score

ALL_TIME = "all"
Key = tuple[int, str, str, str]  # user, game, ruleset, season


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Of the ledger, where it counts: what a person won or lost in one rated round."""

    user_id: int
    game: str
    ruleset: str
    at: datetime  # when the round ended
    points: int
    reverses: bool = False  # an opposite line carries the opposite points


@dataclass(slots=True)
class Sum:
    points: int = 0
    rounds: int = 0
    wins: int = 0

    def add(self, line: Line) -> None:
        sign = -1 if line.reverses else 1
        self.points += line.points
        self.rounds += sign
        self.wins += sign * (line.points * sign > 0)


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


def fold_in(lines: Iterable[Line]) -> None:
    """Add them to the standings, in the transaction that writes them: two statements for all of them."""
    sums = _summed(lines)
    if not sums:
        return
    keys = sorted(sums)  # in one order, so that no two wait for each other
    table = connection.ops.quote_name(Standing._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} (user_id, game, ruleset, season, points, rounds, wins)"  # noqa: S608
            " VALUES (%s, %s, %s, %s, 0, 0, 0) ON CONFLICT DO NOTHING",
            keys,
        )
        cursor.executemany(
            f"UPDATE {table} SET points = points + %s, rounds = rounds + %s, wins = wins + %s"  # noqa: S608
            " WHERE user_id = %s AND game = %s AND ruleset = %s AND season = %s",
            [(sums[key].points, sums[key].rounds, sums[key].wins, *key) for key in keys],
        )


def fold_all() -> dict[Key, Sum]:
    """Every standing as the ledger has it."""
    rated = Score.objects.filter(round__rated=True, user__isnull=False).select_related("round")
    return _summed(map(line_of, rated.order_by("pk").iterator()))


def line_of(score: Score) -> Line:
    assert score.user_id is not None and score.round.ended_at is not None
    return Line(
        user_id=score.user_id,
        game=score.round.game,
        ruleset=score.round.ruleset,
        at=score.round.ended_at,
        points=score.points,
        reverses=score.reverses,
    )


def _summed(lines: Iterable[Line]) -> dict[Key, Sum]:
    sums: dict[Key, Sum] = defaultdict(Sum)
    for line in lines:
        for season in seasons_of(line.at):
            sums[line.user_id, line.game, line.ruleset, season].add(line)
        sums[line.user_id, ALL_GAMES, "", ALL_TIME].add(line)
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
