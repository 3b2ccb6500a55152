"""Pairs of people whose points seem to go one way, or who hardly play with anybody else, and the rounds that
moved the most between them. Hints for staff: look at the rounds before you act. A server does it every night
by itself and keeps what it finds in the back office; this only prints."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone, translation

from accounts.models import User
from games.people.suspicions import DAYS, Look, in_words


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=DAYS)

    @translation.override("en")
    def handle(self, *, days: int, **options: Any) -> None:
        look = Look(timezone.now(), days)
        for _rounds in look.steps():
            pass
        told = [(game, one) for game, found in look.found.items() for one in found]
        people = {person for _game, one in told for person in (one.giver, one.taker)}
        names = dict(User.objects.filter(pk__in=people).values_list("pk", "username"))
        for game, one in told:
            said = " ".join(in_words(sign, names) for sign in one.signs)
            rounds = [f"/rounds/{number}/" for number in look.worst[game, (one.giver, one.taker)]]
            self.stdout.write(f"{game}: {said}  {' '.join(rounds)}")
        self.stdout.write(f"{len(told)} found in the last {days} days.")
