"""What people are called: changed by themselves now and then, and what they were called before."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import names
from accounts.models import OldName, User
from accounts.signals import renamed

PAUSE: Final = timedelta(days=30)  # between two changes by oneself
KEPT: Final = timedelta(days=90)  # from others, after it was given up


def is_taken(name: str, but_by: User | None = None) -> bool:
    """Does somebody have this name, or one that looks like it; or had it until not long ago?"""
    alike = _alike(name)
    people = User.objects.filter(alike)
    before = OldName.objects.filter(alike, until__gt=timezone.now() - KEPT)
    if but_by is not None:
        people, before = people.exclude(pk=but_by.pk), before.exclude(whom=but_by)
    return people.exists() or before.exists()


def was_taken_away(name: str, person: User) -> bool:
    """Did staff call them otherwise, who had this name or one that looks like it?"""
    return OldName.objects.filter(_alike(name), whom=person, given_up=False).exists()


def _alike(name: str) -> Q:
    return Q(folded=names.folded(name)) | Q(skeleton=names.skeleton(name))


def may_change_at(person: User) -> datetime | None:
    """When they may choose a name again; None: now. What staff did to it does not count."""
    last = OldName.objects.filter(whom=person, given_up=True).order_by("-until").first()
    return last.until + PAUSE if last and last.until + PAUSE > timezone.now() else None


def is_made_up(person: User) -> bool:
    """Is it still what the house called a guest? Such a name nobody may choose."""
    return person.is_guest and names.is_reserved(person.username)


def call(person: User, name: str, *, given_up: bool) -> None:
    """For services, within their transaction: this name from here on, wherever it is shown. What the house
    made up for a guest was nobody's choice: it is not kept, and the next change need not wait."""
    if not is_made_up(person):
        OldName.objects.create(whom=person, username=person.username, given_up=given_up)
    person.username = name
    person.save(update_fields=["username", "folded", "skeleton"])
    tell = partial(renamed.send_robust, sender=User, user_id=person.pk)
    transaction.on_commit(tell, robust=True)


@transaction.atomic
def change(*, user: User, name: str) -> bool:
    """To a name that was checked. False where it is too early, as another page of theirs was quicker."""
    person = User.objects.select_for_update().get(pk=user.pk)
    if may_change_at(person) is not None:
        return False
    call(person, name, given_up=True)
    return True
