"""What time it is at this site: by the clock of its database, which all of its processes share.

Turns end, rounds begin and people are here or gone by it. So no machine whose own clock is fast plays for
somebody too soon, and none that is slow too late.
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


def set_by_the_database() -> None:
    """SQLite is on this machine, and has its clock."""
    global _ahead
    if connection.vendor != "postgresql":
        return
    asked, began = timezone.now(), monotonic()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (told,) = cursor.fetchone()
    lasted = monotonic() - began
    ahead = told - asked - timedelta(seconds=lasted / 2)
    if lasted < SLOW and abs(ahead - _ahead) > NOTHING:
        _ahead = ahead
