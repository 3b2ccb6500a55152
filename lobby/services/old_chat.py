"""Chat does not stay for ever: old lines go, a step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Report
from lobby.models import ChatLine

STEP: Final = 500  # rows: some ten milliseconds


def clear_old_chat(before: datetime) -> Iterator[int]:
    """All but evidence. Lines are numbered as they are said: the first that is young ends the search. Reasons
    of a kick may have come among them later."""
    young = ChatLine.objects.filter(at__gte=before).order_by("pk").values_list("pk", flat=True).first()
    old = ChatLine.objects.filter(~is_evidence(), at__lt=before)
    if young is not None:
        old = old.filter(pk__lt=young)
    yield from _clear(old)
    yield from _clear(ChatLine.objects.filter(~is_evidence(), event__isnull=False, at__lt=before))


def _clear(old: QuerySet[ChatLine]) -> Iterator[int]:
    last = 0
    while ids := list(old.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:STEP]):
        last = ids[-1]
        yield ChatLine.objects.filter(pk__in=ids).delete()[0]


def is_evidence() -> Exists:
    """Was it, or a line near it, reported? Then it stays for some time after the answer."""
    return Exists(Report.objects.keeping(room=OuterRef("room"), line=OuterRef("pk")))
