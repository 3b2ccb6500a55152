"""What is too old to keep goes: log-ins that ended, guests who left nothing. Servers do it once a day."""

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.live import leftovers


class Command(BaseCommand):
    help = __doc__

    def handle(self, **options: Any) -> None:
        cleared = Counter[str]()
        for step in leftovers.clear(timezone.now()):
            cleared.update(dict([step]))
        self.stdout.write(f"Gone: {cleared['log_ins']} ended log-ins, {cleared['guests']} empty guests.")
