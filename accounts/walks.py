"""A walk over rows that belong to one person: some at a time, by their keys."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import QuerySet

Row = TypeVar("Row")
PAGE = 200  # rows


def in_pages(rows: QuerySet[Any, Row], size: int = PAGE) -> Iterator[list[Row]]:
    """In the order in which they were written.

    The keys are asked for first, without an order, so that they are found by whose rows they are: a database
    that is asked for the next page in order may look through everybody's. Of what many years left, only they
    are held.
    """
    keys = keys_of(rows)
    for start in range(0, len(keys), size):
        if page := list(rows.filter(pk__in=keys[start : start + size]).order_by("pk")):
            yield page


def keys_of(rows: QuerySet[Any, Any], field: str = "pk") -> array[int]:
    """Each once, in order."""
    return array("q", sorted(set(rows.order_by().values_list(field, flat=True))))
