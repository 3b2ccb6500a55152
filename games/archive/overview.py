"""What the first page of the back office tells of rounds: those that cannot go on, and a week of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final

from django.db.models import Count, QuerySet
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from accounts.back_office.front_page import Pictures, Queue, Series, by_day
from games import registry
from games.rounds.models import Round

ENDED: Final = (Round.Status.OVER, Round.Status.VOID)


def _week(days: Sequence[date]) -> Iterator[Series]:
    """By the day on which they began."""
    ended = Round.objects.filter(status__in=ENDED)
    for name, game in registry.GAMES.items():
        yield Series(name=game.words.name, days=_began(ended.filter(game=name), days))
    people = Count("seats__user", distinct=True)
    yield Series(name=_("People who played"), days=by_day(ended, "started_at", days, people))
    all_of_them, void = _began(ended, days), _began(ended.exclude(void_cause=""), days)
    shares = [
        round(100 * lost / every) if every else 0 for lost, every in zip(void, all_of_them, strict=True)
    ]
    yield Series(name=_("Rounds that were voided"), days=shares, percent=True)


def _began(rounds: QuerySet[Round], days: Sequence[date]) -> list[int]:
    return by_day(rounds, "started_at", days)


OVERVIEW: Final = (
    Queue(
        name=_("Rounds that stand still"),
        right="games.view_round",
        rows=lambda request: Round.objects.standing_still(),
        url=partial("{}?stands_still=yes".format, reverse_lazy("admin:games_round_changelist")),
    ),
    Pictures(key="rounds", right="games.view_round", series=_week),
)
