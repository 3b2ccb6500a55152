"""How long PostgreSQL works on what a server asks: whoever waits for it longer has given up."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def limit_statements() -> None:
    """Of every connection from now on. SQLite has a limit for locks in its options."""
    connection_created.connect(_limit)


def _limit(connection: BaseDatabaseWrapper, **_told: Any) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for name, most in settings.STATEMENT_LIMITS.items():
                cursor.execute("SELECT set_config(%s, %s, false)", [name, most])
