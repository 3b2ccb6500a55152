from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts import second_factor
from accounts.models import User


class Command(BaseCommand):
    help = "For who lost the phone: takes their app, passkeys and recovery codes away. The password stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *, name: str, **options: Any) -> None:
        user = User.people.called(name).first()
        if user is None:
            raise CommandError(f"Nobody is called {name}.")
        if not second_factor.take_away(by=None, whom=user):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"{user.username} now logs in with the password alone.")
