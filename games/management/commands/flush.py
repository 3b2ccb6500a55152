"""Empties the whole database, as Django's own `flush` does, and with it what is only ever added to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.commands.flush import Command as Flush
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


class Command(Flush):
    help = __doc__

    def handle(self, **options: Any) -> None:
        with standing_aside(connections[options["database"]]):
            super().handle(**options)


@contextmanager
def standing_aside(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """SQLite has no TRUNCATE: its rows are deleted, which the triggers of such tables refuse. In one
    transaction they are gone and back, so that nobody else ever finds a table without them."""
    if connection.vendor != "sqlite":
        yield
        return
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        triggers = cursor.execute(TRIGGERS).fetchall()
        for name, _sql in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _name, sql in triggers:
            cursor.execute(sql)
