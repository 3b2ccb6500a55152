"""An account that its owner closes: asked for, to be taken back within a week, then done step by step.

The account stays as a row without a person: rounds, scores and acts go on pointing at it. What is kept of the
person goes afterwards, in steps of their own; other apps lay in theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import logins, retention
from accounts.models import OldName, User, any_avatar
from accounts.reports import takers
from accounts.signals import login_ended, renamed

NAME: Final = "Người chơi cũ %d"  # nobody may take such a name: accounts/names.py
TASTES: Final = (
    "language",
    "theme",
    "motion",
    "deck",
    "keys",
    "sound",
    "vibration",
    "large_figures",
    "peel",
    "coach",
    "coached",
    "chat",
)
CHANGED: Final = (
    "username", "folded", "skeleton", "email", "avatar", "last_login", "is_active", "banned_until",
    "muted_until", "has_notice", "quiet", "password",
)  # fmt: skip
# Takes small steps, each a transaction of its own, and says after each how many rows that were. It remembers
# nothing: each time it finds what is left, and where nothing is it takes no step.
Eraser = Callable[[User], Iterator[int]]
_erasers: list[Eraser] = []


def lay_in(*erasers: Eraser) -> None:
    _erasers.extend(erasers)


# --- asked for, taken back --------------------------------------------------------------------


def may_close(person: User) -> bool:
    """Who has rights here gives them back first; superusers see to that."""
    return not (person.is_staff or person.is_superuser)


@transaction.atomic
def ask_to_close(*, user: User) -> datetime:
    """From here on no log-in counts; one made within the week may take it back. A guest cannot log in again,
    so a guest's account is closed at once."""
    person = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not may_close(person):
        raise PermissionDenied("Accounts of staff are not closed by this way.")
    person.closes_at = timezone.now() + (timedelta() if person.is_guest else retention.GRACE)
    person.log_ins_ended += 1
    person.save(update_fields=["closes_at", "log_ins_ended"])
    _tell_that_log_ins_end(person)
    return person.closes_at


def take_back(*, user: User) -> bool:
    """Only in time: an account that is being closed has no log-in any more."""
    return bool(
        User.objects.filter(pk=user.pk, is_active=True, closes_at__isnull=False).update(closes_at=None)
    )


# --- done -------------------------------------------------------------------------------------


def due(now: datetime) -> QuerySet[User]:
    return User.objects.filter(closes_at__lte=now, is_staff=False, is_superuser=False)


def lately_closed(now: datetime) -> QuerySet[User]:
    return User.objects.filter(closed_at__gt=now - retention.LATECOMERS)


def close(user_id: int) -> Iterator[int]:
    """Step by step; where it is broken off, the next run finds what is left.

    First nobody is that person any more, then the traces go, and last the names by which they are found: only
    then is a name free for others.
    """
    person = _shut(user_id)
    if person is None:
        return
    yield 1
    yield from erase(person)
    _done(person)


def erase(person: User) -> Iterator[int]:
    """What is kept of a person who is nobody's any more, until a whole round finds nothing: somebody may have
    been writing as the first one passed."""
    steps = 1
    while steps:
        steps = 0
        for eraser in _erasers:
            for count in eraser(person):
                steps += 1
                yield count


@transaction.atomic
def _shut(user_id: int) -> User | None:
    """Only rows of their own are held, and no room. None where it was taken back, or done, a moment ago."""
    person = due(timezone.now()).select_for_update().filter(pk=user_id).first()
    if person is None or person.username == NAME % person.pk:
        return person  # begun earlier
    OldName.objects.create(whom=person, username=person.username)
    person.username = NAME % person.pk
    person.email, person.avatar, person.last_login = "", any_avatar(), None
    person.is_active, person.banned_until, person.muted_until = False, None, None
    person.has_notice = person.quiet = False
    like_anybody = User()
    for taste in TASTES:
        setattr(person, taste, getattr(like_anybody, taste))
    person.set_unusable_password()
    person.save(update_fields=[*CHANGED, *TASTES])
    Authenticator.objects.filter(user=person).delete()
    logins.forget_all(person.pk)
    takers.release([person.pk])
    _tell_that_log_ins_end(person)
    transaction.on_commit(partial(renamed.send_robust, sender=User, user_id=person.pk), robust=True)
    return person


@transaction.atomic
def _done(person: User) -> None:
    person.old_names.all().delete()
    User.objects.filter(pk=person.pk).update(closes_at=None, closed_at=timezone.now())


def _tell_that_log_ins_end(person: User) -> None:
    tell = partial(login_ended.send_robust, sender=User, user_id=person.pk, session_key=None)
    transaction.on_commit(tell, robust=True)
