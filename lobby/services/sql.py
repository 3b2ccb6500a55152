"""Statements for many rows at once, where live rounds are written and the ORM would cost too much.

Plain words that SQLite and PostgreSQL both take; tables are named by their models.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.db import connection, models

from lobby.wire.frames import encode

_TIMES_ARE_TEXT: Final = connection.vendor == "sqlite"
json: Final = encode  # what a JSON field holds; json.dumps makes an encoder for each value


def table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def marks(values: Collection[Any]) -> str:
    """A place for each of these, as in `IN (…)`."""
    return ", ".join(["%s"] * len(values))


def time(at: datetime | None) -> Any:
    """As the ORM writes it, which asks for its settings each time: that was half of writing a move."""
    if at is None or not _TIMES_ARE_TEXT:
        return at
    return str(at.astimezone(UTC).replace(tzinfo=None))


def for_update() -> str:
    """SQLite has one lock for all, and the transaction holds it already."""
    return " FOR NO KEY UPDATE" if connection.features.has_select_for_update else ""


def read(statement: str, values: Collection[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, tuple(values))
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def write(statement: str, rows: Sequence[Sequence[Any]]) -> int:
    """Once for each of these; how many rows it changed."""
    if not rows:
        return 0
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)
        changed: int = cursor.rowcount
        return changed
