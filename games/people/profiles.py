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
from accounts.models.worded import answer
from games.people import standings
from games.people.boards import per_cent
from games.people.charts import Area, area
from games.people.models import Standing
from games.people.places import Place, place_of
from games.people.standings import ALL_TIME, day, last_days
from games.registry import ENGINES
from games.rounds.models import Round, Score
from lobby import catalogue

CHART_DAYS: Final = 60
RECENT, LATELY = 10, 200  # rounds that are shown, and that are looked at for those
LETTERS_OF_A_DAY: Final = 10

Viewer = AbstractBaseUser | AnonymousUser
Rows = QuerySet[Any, tuple[Any, ...]]


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
    games = _games(person.pk)
    if not games:
        return None
    days = last_days(CHART_DAYS)
    won = dict(answer(_won_by_day, person.pk))
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


def _games(user_id: int) -> tuple[GameSum, ...]:
    """Added up here: asked to group by game, SQLite reads everybody's standings of all time."""
    sums = {game: standings.Sum() for game in ENGINES}
    for game, points, rounds, wins in answer(_of_all_time, user_id):
        if total := sums.get(game):
            total.points += points
            total.rounds += rounds
            total.wins += wins
    games = [
        GameSum(game=catalogue.game(game), points=total.points, rounds=total.rounds, wins=total.wins)
        for game, total in sums.items()
        if total.rounds > 0
    ]
    return tuple(sorted(games, key=lambda one: (-one.rounds, one.game.key)))


def _of_all_time(user_id: int) -> Rows:
    mine = Standing.objects.filter(user=user_id, season=ALL_TIME)
    return mine.values_list("game", "points", "rounds", "wins")


def _won_by_day(user_id: int) -> Rows:
    """On all days on which they played: the best of them may be any."""
    mine = Standing.objects.filter(user=user_id).annotate(letters=Length("season"))
    days = mine.filter(letters=LETTERS_OF_A_DAY).values("season")
    sums = days.annotate(net=Sum("points"), played=Sum("rounds")).filter(played__gt=0)
    return sums.values_list("season", "net")


def recent_rounds(person: User, viewer: Viewer) -> list[Played]:
    """The last rounds of theirs that the viewer may see there: the ledger's newest lines."""
    who = [person.pk, viewer.pk] if viewer.is_authenticated else [person.pk]
    return [_played(*told) for told in answer(_lately, *who) if told[2] in ENGINES]


def _lately(user_id: int, viewer_id: int | None = None) -> Rows:
    mine = Score.objects.filter(user=user_id, reverses=False).order_by("-pk")
    seen = Round.objects.counted().known_by_name(viewer_id).filter(pk=OuterRef("round"))
    lately = Score.objects.filter(Exists(seen), pk__in=mine.values("pk")[:LATELY])
    return lately.order_by("-pk").values_list(
        "round",
        "round__number",
        "round__game",
        "room__name",
        "round__ended_at",
        "round__rated",
        "seat",
        "points",
    )[:RECENT]


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
