"""Pairs of people whose points seem to go one way, or who hardly play with anybody else, and the rounds that
moved the most between them. Hints for staff: look at the rounds before you act."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from accounts.models import User
from games.people.collusion import Flows, Pair, Seat
from games.registry import ENGINES
from games.rounds.models import Score

DAYS, ROUNDS = 30, 5  # looked back; rounds that are named


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=DAYS)

    def handle(self, *, days: int, **options: Any) -> None:
        found = 0
        for game, engine in ENGINES.items():
            flows = Flows(banker=engine.banker)
            for _round, seats in played(game, days):
                flows.add(seats)
            lines = list(told(flows))
            for pair, line in lines:
                self.stdout.write(
                    f"{game}: {line.format(*names(pair))}  {' '.join(rounds_of(game, pair, days))}"
                )
            found += len(lines)
        self.stdout.write(f"{found} found in the last {days} days.")


def played(game: str, days: int) -> Iterator[tuple[int, list[Seat]]]:
    """Every round that counts, with who won what in it, from the first seat on."""
    lines = Score.objects.filter(
        round__game=game, round__void_cause="", reverses=False, at__gte=timezone.now() - timedelta(days=days)
    )
    rows = lines.order_by("round", "seat").values_list("round", "user", "points").iterator(chunk_size=2_000)
    for number, seats in groupby(rows, key=itemgetter(0)):
        yield number, [(user, points) for _number, user, points in seats]


def told(flows: Flows) -> Iterator[tuple[Pair, str]]:
    for one in flows.one_way():
        said = f"gives {{1}} {one.share:.0%} of a stake a round, {one.errors:.1f} standard errors"
        yield (one.giver, one.taker), f"{{0}} {said}, {one.rounds} rounds."
    for who, whom, rounds in flows.inseparable():
        yield (who, whom), f"{{0}} plays with {{1}} only, {rounds} rounds."


def names(pair: Pair) -> list[str]:
    called = dict(User.objects.filter(pk__in=pair).values_list("pk", "username"))
    return [called[person] for person in pair]


def rounds_of(game: str, pair: Pair, days: int) -> list[str]:
    """Where the first of them lost the most with the other at the table."""
    giver, _taker = pair
    lost = ((dict(seats)[giver], number) for number, seats in played(game, days) if {*pair} <= {*dict(seats)})
    return [f"/rounds/{number}/" for points, number in sorted(lost)[:ROUNDS] if points < 0]
