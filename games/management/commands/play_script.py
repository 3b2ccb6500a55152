"""Rule scripts in, outcomes out: how every rule can be tested from outside."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.core.script import answer
from games.registry import ENGINES


class Command(BaseCommand):
    help = "Play the scripts on standard input, one JSON line each, and write one JSON line for each."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Exits 1 if any line could not be run."""
        sys.set_int_max_str_digits(0)  # a whole number may be of any length
        try:
            all_ran = play_all()
        except BrokenPipeError:  # nobody listens any more; nor shall Python, as it ends, say so
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            all_ran = False
        if not all_ran:
            sys.exit(1)


def play_all() -> bool:
    """Every answer is out before the next line is waited for."""
    all_ran = True
    for line in sys.stdin.buffer:
        text, ran = answer(line, ENGINES)
        all_ran &= ran
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    return all_ran
