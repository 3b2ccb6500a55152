"""What time it is at the tables: by the clock of their database, which all processes share.

Turns end, rounds begin, people are here or gone and lines are written by it. So no machine whose own
clock is fast plays for somebody too soon, and none that is slow too late. What accounts compares
by itself, log-ins and terms of hours and days, still goes by the machine's.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.db import connection
from django.utils import timezone

NOTHING: Final = timedelta(milliseconds=50)  # less than that is how long an answer takes, not a clock
SLOW: Final = 0.5  # seconds: an answer that took longer does not say when it was given

_ahead = timedelta()  # of this machine's clock


def now() -> datetime:
    return timezone.now() + _ahead


def set_by_the_database() -> bool:
    """SQLite is on this machine, and has its clock. False: nobody can say."""
    global _ahead
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:  # it may have to connect first
        asked, began = timezone.now(), monotonic()
        cursor.execute("SELECT clock_timestamp()")
        (told,) = cursor.fetchone()
        lasted = monotonic() - began
    ahead = told - asked - timedelta(seconds=lasted / 2)
    if lasted < SLOW and abs(ahead - _ahead) > NOTHING:
        _ahead = ahead
    return lasted < SLOW


def set_for_certain() -> None:
    """At the start, when all that follows is reckoned by it; as sure as ten questions make it."""
    for _ in range(10):
        if set_by_the_database():
            return
