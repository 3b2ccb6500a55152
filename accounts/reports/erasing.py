"""What reports keep of a person goes with the account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db import transaction

from accounts.erasing import STEP, written_over
from accounts.models import Notice, Report, User
from accounts.reports.services import TOLD


def forget_name(person: User) -> Iterator[int]:
    """How somebody was called when they were reported, and in the answer to who reported them."""
    about = Report.objects.filter(person=person).exclude(name=person.username).order_by("pk")
    while some := list(about[:STEP]):
        yield _forget_name(person, some)


@transaction.atomic
def _forget_name(person: User, reports: list[Report]) -> int:
    for report in reports:
        answers = Notice.objects.filter(whom=report.by_id, kind__in=TOLD.values(), facts__name=report.name)
        answers.update(facts={"name": person.username})
    return Report.objects.filter(pk__in=[one.pk for one in reports]).update(name=person.username)


def erase_text(person: User) -> Iterator[int]:
    """What they wrote of others; that they reported them stays, with what it points at."""
    yield from written_over(Report.objects.filter(by=person).exclude(text=""), text="")


ERASERS: Final = (forget_name, erase_text)
