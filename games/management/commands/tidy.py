"""What is too old to keep goes: log-ins, guests, chat, addresses. Servers do it themselves, once a day."""

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.live import leftovers

WHAT = {
    "log_ins": "ended log-ins",
    "guests": "empty guests",
    "chat": "chat lines",
    "notices": "old notices",
    "addresses": "old addresses",
    "accounts": "closed accounts",
}


class Command(BaseCommand):
    help = __doc__

    def handle(self, **options: Any) -> None:
        cleared = Counter[str]()
        for step in leftovers.clear(timezone.now()):
            cleared.update(dict([step]))
        self.stdout.write(
            "Gone: " + ", ".join(f"{cleared[what]} {words}" for what, words in WHAT.items()) + "."
        )
