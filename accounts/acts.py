"""Every act of staff leaves its line, together with what it did or not at all."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import ModAction, User


def record(
    *,
    by: User | None,
    act: str,
    kind: str,
    target: object,
    whom: User | None = None,
    reason: str = "",
    until: datetime | None = None,
    **facts: Any,
) -> ModAction:
    """For services, within their transaction. `by` nobody: the house itself did it."""
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("An act is recorded in the transaction that does it.")
    return ModAction.objects.create(
        by=by, act=act, kind=kind, target=str(target), whom=whom, reason=reason, until=until, facts=facts
    )
