"""The leaderboard: who won what in rated rounds, ever or in this month. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db.models import Sum
from django.utils import timezone

from games.people.charts import Spark, spark
from games.people.models import Standing
from games.people.standings import ALL_TIME, day, last_days, month
from games.registry import ENGINES

LINES_A_PAGE: Final = 50
PODIUM: Final = 3
SPARK_DAYS: Final = 30


class Period(StrEnum):
    MONTH = "month"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which leaderboard: of one game or of all, of one ruleset or of all, of when."""

    game: str = ""
    ruleset: str = ""
    period: Period = Period.MONTH

    @classmethod
    def read(cls, words: Mapping[str, str]) -> Choice:
        """What a page was asked for; what is not known is as usual."""
        game, ruleset, period = (words.get(name, "") for name in ("game", "ruleset", "period"))
        engine = ENGINES.get(game)
        return cls(
            game=engine.game if engine else "",
            ruleset=ruleset if engine and ruleset in engine.rulesets else "",
            period=Period(period) if period in list(Period) else Period.MONTH,
        )

    @property
    def season(self) -> str:
        return ALL_TIME if self.period is Period.ALL else month(timezone.localdate())

    @property
    def rulesets(self) -> tuple[str, ...]:
        """Those to choose from, where a game has more than one."""
        known = tuple(ENGINES[self.game].rulesets) if self.game else ()
        return known if len(known) > 1 else ()

    def standings(self) -> Any:
        return Standing.objects.of(game=self.game, ruleset=self.ruleset)

    def place_of(self, points: int) -> int:
        return int(self.standings().place_of(points, self.season))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One person of the board."""

    place: int
    name: str
    avatar: str
    points: int
    rounds: int
    wins: int
    week: int  # points since Monday
    spark: Spark
    mine: bool

    @property
    def share(self) -> int:
        return per_cent(self.wins, self.rounds)


def per_cent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def board_page(
    choice: Choice, viewer: AbstractBaseUser | AnonymousUser, number: str | None
) -> dict[str, Any]:
    """One page of a board; and wherever they stand, the viewer's own line."""
    board = choice.standings().board(choice.season)
    pages = Paginator(board, LINES_A_PAGE)
    pages.count = choice.standings().people(choice.season)  # without making every line for it
    page = pages.get_page(number)
    found = list(page)
    here = viewer.pk is None or any(one["user"] == viewer.pk for one in found)
    mine = [] if here else list(board.filter(user=viewer.pk))
    places = _places(choice, found, page.start_index()) + [choice.place_of(one["net"]) for one in mine]
    lines = _lines(choice, found + mine, places, viewer)
    podium = PODIUM if page.number == 1 else 0
    return {
        "choice": choice,
        "page": page,
        "podium": lines[:podium],
        "lines": lines[podium : len(found)],
        "mine": lines[len(found) :],
    }


def _places(choice: Choice, found: list[dict[str, Any]], first: int) -> list[int]:
    """The place of each line of a page that begins with the `first` of the board."""
    places = [1 if first == 1 else choice.place_of(one["net"]) for one in found[:1]]
    for at in range(1, len(found)):
        tied = found[at]["net"] == found[at - 1]["net"]
        places.append(places[-1] if tied else first + at)
    return places


def _lines(
    choice: Choice,
    found: list[dict[str, Any]],
    places: Iterable[int],
    viewer: AbstractBaseUser | AnonymousUser,
) -> list[Line]:
    days = last_days(SPARK_DAYS)
    monday = days[-1] - timedelta(days=days[-1].weekday())
    changes = by_day(choice.standings().filter(user__in=[one["user"] for one in found]), map(day, days))
    return [
        Line(
            place=place,
            name=one["user__username"],
            avatar=one["user__avatar"],
            points=one["net"],
            rounds=one["played"],
            wins=one["won"],
            week=sum(changes[one["user"], day(when)] for when in days if when >= monday),
            spark=spark([changes[one["user"], day(when)] for when in days]),
            mine=one["user"] == viewer.pk,
        )
        for one, place in zip(found, places, strict=True)
    ]


def by_day(standings: Any, days: Iterable[str]) -> dict[tuple[int, str], int]:
    """What each person won on each of these days."""
    sums = standings.filter(season__in=list(days)).values("user", "season").annotate(net=Sum("points"))
    return defaultdict(int, {(one["user"], one["season"]): one["net"] for one in sums})
