"""What goes with an account that its owner closes."""

from __future__ import annotations

from typing import Final

from accounts.models import Report, User

STEP: Final = 500  # rows


def forget_name(person: User) -> int:
    """How somebody was called when they were reported."""
    about = Report.objects.filter(person=person).exclude(name=person.username)
    some = list(about.values_list("pk", flat=True)[:STEP])
    return Report.objects.filter(pk__in=some).update(name=person.username)


def erase_text(person: User) -> int:
    """What they wrote of others; that they reported them stays, with what it points at."""
    written = Report.objects.filter(by=person).exclude(text="")
    some = list(written.values_list("pk", flat=True)[:STEP])
    return Report.objects.filter(pk__in=some).update(text="")


ERASERS: Final = (forget_name, erase_text)
