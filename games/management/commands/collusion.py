"""Pairs of people whose points seem to go one way, or who hardly play with anybody else, and the rounds that
moved the most between them: one JSON line a pair, the worst of a game first; `a` gave on the whole, `b` took.
Hints for staff: look at the rounds before you act. A server does it every night by itself and keeps what it
finds in the back office; this only prints."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from accounts.models import User
from games.people.suspicions import DAYS, Look, in_json


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=DAYS)

    def handle(self, *, days: int, **options: Any) -> None:
        look = Look(timezone.now(), days)
        for _rounds in look.steps():
            pass
        told = [(game, one) for game, found in look.found.items() for one in found]
        people = {person for _game, one in told for person in (one.giver, one.taker)}
        names = dict(User.objects.filter(pk__in=people).values_list("pk", "username"))
        for game, one in told:
            rounds = look.worst[game, (one.giver, one.taker)]
            self.stdout.write(json.dumps(in_json(game, one, rounds, names), ensure_ascii=False))
        self.stderr.write(f"{len(told)} found in the last {days} days.")
