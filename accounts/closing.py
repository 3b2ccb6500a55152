"""An account that its owner closes: asked for, to be taken back within a week, then done step by step.

The account stays as a row without a person: rounds, scores and acts go on pointing at it. What others keep of
the person, the other apps erase; each lays in how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import retention
from accounts.models import Block, Mute, User, any_avatar
from accounts.signals import closing, login_ended, renamed

NAME: Final = "Người chơi cũ %d"  # nobody may take such a name: accounts/names.py
TASTES: Final = ("language", "theme", "motion", "deck", "keys", "sound", "chat")
Eraser = Callable[[User], int]  # does one small step; 0 where nothing is left
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


def close(user_id: int) -> Iterator[int]:
    """Step by step, each a transaction of its own; where it is broken off, it is done again from the start.

    First nobody is that person any more, then the traces go.
    """
    person = _shut(user_id)
    if person is None:
        return
    yield 1
    for erase in _erasers:
        while count := erase(person):
            yield count
    User.objects.filter(pk=person.pk).update(closes_at=None, closed_at=timezone.now())


@transaction.atomic
def _shut(user_id: int) -> User | None:
    """None where it was taken back, or done, a moment ago."""
    person = due(timezone.now()).select_for_update().filter(pk=user_id).first()
    if person is None:
        return None
    before, person.username = person.username, NAME % person.pk
    if before == person.username:
        return person  # begun earlier
    person.email, person.avatar, person.last_login = "", any_avatar(), None
    person.is_active, person.banned_until, person.muted_until = False, None, None
    person.has_notice = person.quiet = False
    like_anybody = User()
    for taste in TASTES:
        setattr(person, taste, getattr(like_anybody, taste))
    person.set_unusable_password()
    person.save()
    for kept in (EmailAddress, Authenticator, UserSession):
        kept.objects.filter(user=person).delete()
    for kept_by_us in (person.notices, person.old_names, person.appeals):
        kept_by_us.all().delete()
    for kept_away in (Block, Mute):
        kept_away.objects.filter(Q(by=person) | Q(whom=person)).delete()
    entries = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User))
    entries.filter(object_id=str(person.pk)).update(object_repr=person.username)
    closing.send(sender=User, person=person, before=before)
    _tell_that_log_ins_end(person)
    transaction.on_commit(partial(renamed.send_robust, sender=User, user_id=person.pk), robust=True)
    return person


def _tell_that_log_ins_end(person: User) -> None:
    tell = partial(login_ended.send_robust, sender=User, user_id=person.pk, session_key=None)
    transaction.on_commit(tell, robust=True)
