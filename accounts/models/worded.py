"""Questions of the ORM that pages ask all the time: to word one takes longer than to answer it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

QUESTIONS: Final = 64  # that are kept
STAND_INS: Final = range(-10, 0)  # for ids: no row has one of these

Ask = Callable[..., "QuerySet[Any, tuple[Any, ...]]"]


def answer(ask: Ask, *ids: int) -> list[tuple[Any, ...]]:
    """The rows of `ask(*ids)`, which is a `values_list`. It is worded once, with stand-ins for the ids: what
    is asked may depend on nothing else that changes."""
    compiler, statement, values = _worded(ask, len(ids))
    told = dict(zip(STAND_INS, ids, strict=False))
    with connection.cursor() as cursor:
        cursor.execute(statement, [told.get(value, value) for value in values])
        return [tuple(row) for row in compiler.results_iter([cursor.fetchall()])]


@lru_cache(maxsize=QUESTIONS)
def _worded(ask: Ask, ids: int) -> tuple[SQLCompiler, str, tuple[Any, ...]]:
    compiler = ask(*STAND_INS[:ids]).query.get_compiler(DEFAULT_DB_ALIAS)
    statement, values = compiler.as_sql()
    return compiler, statement, tuple(values)
