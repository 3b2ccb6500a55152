"""Standings are a fold of the score ledger: build them anew, or with --check only compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.people import standings


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="exit 1 on a difference, change nothing")

    def handle(self, *, check: bool, **options: Any) -> None:
        if not check:
            self.stdout.write(f"{standings.rebuild()} standings, as the ledger has them.")
            return
        before, ought, now = (
            standings.stored(),
            standings.fold_all(),
            standings.stored(),
        )  # rounds go on ending
        keys = before.keys() | ought.keys() | now.keys()
        wrong = [key for key in keys if ought.get(key) not in (before.get(key), now.get(key))]
        for key in sorted(wrong):
            self.stderr.write(f"{key}: {now.get(key)}, by the ledger {ought.get(key)}")
        if wrong:
            raise CommandError(f"{len(wrong)} of {len(ought)} standings differ from the ledger.")
        self.stdout.write(f"{len(ought)} standings, all as the ledger has them.")
