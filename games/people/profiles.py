"""A person's own page: what their rated rounds came to, and where they played lately. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet, Sum
from django.db.models.functions import Length

from accounts.models import User
from games.people import standings
from games.people.boards import per_cent
from games.people.charts import Area, area
from games.people.models import Standing
from games.people.places import Place, place_of
from games.people.standings import ALL_TIME, day, last_days
from games.registry import ENGINES
from games.rounds.models import Round, Score, Way
from lobby import catalogue

CHART_DAYS: Final = 60
RECENT, LATELY = 10, 200  # rounds that are shown, and that are looked at for those
LETTERS_OF_A_DAY: Final = 10

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSum:
    """What somebody won in one game."""

    game: catalogue.Game
    points: int
    rounds: int
    wins: int

    @property
    def share(self) -> int:
        return per_cent(self.wins, self.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """All that is told in numbers: rated rounds only, as the standings have them."""

    place: Place | None
    points: int
    week: int
    rounds: int
    wins: int
    best_points: int
    best_day: date
    games: tuple[GameSum, ...]  # the most played first
    chart: Area

    @property
    def share(self) -> int:
        return per_cent(self.wins, self.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A round that is over, as one who played it remembers it."""

    id: int
    number: int
    game: catalogue.Game
    room: str
    at: datetime
    banker: bool
    rated: bool
    points: int


def profile(person: User, viewer: Viewer) -> dict[str, Any]:
    return {
        "person": person,
        "own": person.pk == viewer.pk,
        "sums": sums_of(person),
        "recent": recent_rounds(person, viewer),
    }


def sums_of(person: User) -> Sums | None:
    """None: no rated round yet."""
    mine = Standing.objects.filter(user=person)
    games = _games(mine)
    if not games:
        return None
    days = last_days(CHART_DAYS)
    won = _won_by_day(mine)
    changes = [won.get(day(when), 0) for when in days]
    points, best = sum(one.points for one in games), max(won, key=lambda when: (won[when], when))
    return Sums(
        place=place_of(points) if person.has_page else None,
        points=points,
        week=sum(changes[-1 - days[-1].weekday() :]),
        rounds=sum(one.rounds for one in games),
        wins=sum(one.wins for one in games),
        best_points=won[best],
        best_day=date.fromisoformat(best),
        games=games,
        chart=area(days, changes, before=points - sum(changes)),
    )


def _games(mine: QuerySet[Standing]) -> tuple[GameSum, ...]:
    """Added up here: asked to group by game, SQLite reads everybody's standings of all time."""
    sums = {game: standings.Sum() for game in ENGINES}
    for standing in mine.filter(season=ALL_TIME):
        if total := sums.get(standing.game):
            total.points += standing.points
            total.rounds += standing.rounds
            total.wins += standing.wins
    games = [
        GameSum(game=catalogue.game(game), points=total.points, rounds=total.rounds, wins=total.wins)
        for game, total in sums.items()
        if total.rounds > 0
    ]
    return tuple(sorted(games, key=lambda one: (-one.rounds, one.game.key)))


def _won_by_day(mine: QuerySet[Standing]) -> dict[str, int]:
    """On all days on which they played: the best of them may be any."""
    days = mine.annotate(letters=Length("season")).filter(letters=LETTERS_OF_A_DAY).values("season")
    sums = days.annotate(net=Sum("points"), played=Sum("rounds")).filter(played__gt=0)
    return dict(sums.values_list("season", "net"))


def recent_rounds(person: User, viewer: Viewer) -> list[Played]:
    """The last rounds of theirs that the viewer may see there: the ledger's newest lines."""
    mine = Score.objects.filter(user=person, reverses=False).order_by("-pk")
    seen = Round.objects.counted().visible_to(viewer, Way.NAME).filter(pk=OuterRef("round"))
    lately = Score.objects.filter(Exists(seen), pk__in=mine.values("pk")[:LATELY])
    newest = lately.order_by("-pk").values_list(
        "round",
        "round__number",
        "round__game",
        "room__name",
        "round__ended_at",
        "round__rated",
        "seat",
        "points",
    )
    return [_played(*told) for told in newest[:RECENT] if told[2] in ENGINES]


def _played(
    pk: int, number: int, game: str, room: str, at: datetime, rated: bool, seat: int, points: int
) -> Played:
    return Played(
        id=pk,
        number=number,
        game=catalogue.game(game),
        room=room,
        at=at,
        banker=ENGINES[game].banker and seat == 0,
        rated=rated,
        points=points,
    )
