"""Who has taken reports, and how they come back: an open report is waiting, or in the hands of somebody who
may judge it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.acts import record
from accounts.models import ModAction, Report, User

UNTOUCHED: Final = timedelta(days=7)  # then a report is for others as well
STEP: Final = 50
TAKEN: Final = Report.Status.TAKEN


def judges(ids: Iterable[int | None]) -> set[int]:
    """Those of these people who may look into reports, as it is in the database now."""
    people = User.objects.filter(pk__in=[key for key in ids if key], is_active=True, is_staff=True)
    return {person.pk for person in people if person.has_perm("accounts.moderate_user")}


def write_down(*, by: User | None, act: str, report: Report) -> None:
    record(by=by, act=act, kind=ModAction.Kind.REPORT, target=report.pk, whom=report.person)


def touch(report: Report, by: Any) -> None:
    """Who has taken it is still at it."""
    Report.objects.filter(pk=report.pk, status=TAKEN, taken_by=by.pk).update(touched_at=timezone.now())


@transaction.atomic
def put_back(reports: QuerySet[Report], *, by: User | None) -> list[Report]:
    """To those that wait, and nobody's. `by` nobody: the house does it."""
    taken = reports.filter(status=TAKEN).select_related("person").select_for_update(of=("self",))
    held = list(taken.order_by("pk"))
    again = Report.objects.filter(pk__in=[one.pk for one in held])
    again.update(status=Report.Status.NEW, taken_by=None, touched_at=None)
    for one in held:
        write_down(by=by, act=ModAction.Act.GIVE_BACK, report=one)
    return held


def release(ids: Iterable[int]) -> None:
    """What those of these people have taken who may judge nothing any more. Part of whatever took their
    rights: while that goes on their rows are held, and who takes a report waits for them."""
    taken = Report.objects.filter(taken_by__in=list(ids), status=TAKEN)
    takers = set(taken.values_list("taken_by", flat=True))
    if gone := takers - judges(takers):
        put_back(taken.filter(taken_by__in=gone), by=None)


def release_left(now: datetime) -> Iterator[tuple[str, int]]:
    """Once a day: what nobody has touched for long, and whatever is in the hands of nobody."""
    takers = set(Report.objects.filter(status=TAKEN).values_list("taken_by", flat=True))
    lying = Q(taken_by__isnull=True) | Q(taken_by__in=takers - judges(takers) - {None})
    touched = Coalesce("touched_at", "at")
    left = Report.objects.filter(status=TAKEN).alias(touched=touched)
    left = left.filter(lying | Q(touched__lte=now - UNTOUCHED))
    while some := list(left.order_by("pk").values_list("pk", flat=True)[:STEP]):
        yield "reports", len(put_back(left.filter(pk__in=some), by=None))
