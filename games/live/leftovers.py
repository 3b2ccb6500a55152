"""What is too old to keep goes, once a day: log-ins that ended, guests who left nothing behind, old chat,
old addresses.

A little at a time, each step a transaction of its own, so that no table waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.sessions.models import Session
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, ForeignObject, OuterRef, Q, QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel

from accounts import closing, retention
from accounts.models import Notice, User, Whereabouts
from accounts.whereabouts import noting
from lobby import services as rooms
from lobby.models import Admission, Passage, Presence

log = structlog.get_logger()
STEP = 50  # rows: a step of guests takes some ten milliseconds
LEAVE_NOTHING = (Presence, Admission, Passage, Whereabouts)  # rows that go with a guest; any other keeps them


def clear(now: datetime) -> Iterator[tuple[str, int]]:
    """Step by step: what was cleared, and how many."""
    for count in _log_ins(now):
        yield "log_ins", count
    for count in _guests(now - timedelta(seconds=settings.SESSION_COOKIE_AGE)):
        yield "guests", count
    for count in rooms.clear_old_chat(now - retention.CHAT):
        yield "chat", count
    for count in rooms.clear_old_passages(now - retention.PASSAGES):
        yield "passages", count
    for count in _notices(now - retention.NOTICES):
        yield "notices", count
    for count in noting.clear_old((now - retention.ADDRESSES).date(), STEP):
        yield "addresses", count
    for user_id in closing.due(now).order_by("closes_at").values_list("pk", flat=True):
        yield from _of_one(user_id, closing.close(user_id), closes=True)
    for person in closing.lately_closed(now).order_by("pk"):
        yield from _of_one(person.pk, closing.erase(person), closes=False)


def _notices(before: datetime) -> Iterator[int]:
    """Read long ago. One that nobody has read yet waits."""
    old = Notice.objects.filter(seen_at__lt=before)
    while ids := list(old.order_by("pk").values_list("pk", flat=True)[:STEP]):
        yield old.filter(pk__in=ids).delete()[0]


def _of_one(user_id: int, traces: Iterator[int], *, closes: bool) -> Iterator[tuple[str, int]]:
    """What is wrong with one account keeps no other waiting; it is tried again the next day."""
    try:
        for count in traces:
            yield "traces", count
    except (OperationalError, InterfaceError):
        raise  # the database's trouble is everybody's
    except Exception:
        log.exception("leftovers.account_not_closed", user=user_id)
    else:
        if closes:
            yield "accounts", 1


def _log_ins(now: datetime) -> Iterator[int]:
    ended = Session.objects.filter(expire_date__lt=now)
    while keys := list(ended.order_by("expire_date").values_list("pk", flat=True)[:STEP]):
        yield ended.filter(pk__in=keys).delete()[0]
    gone = UserSession.objects.exclude(Exists(Session.objects.filter(pk=OuterRef("session_key"))))
    while ids := list(gone.order_by("pk").values_list("pk", flat=True)[:STEP]):
        yield gone.filter(pk__in=ids).delete()[0]


def _guests(before: datetime) -> Iterator[int]:
    """Without a password, who logged in that long ago can never come back."""
    no_password = Q(is_guest=True, password__startswith=UNUSABLE_PASSWORD_PREFIX)
    old = User.objects.filter(no_password, date_joined__lt=before).exclude(last_login__gte=before)
    last = 0
    while ids := list(old.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:STEP]):
        last = ids[-1]
        yield _let_go(old.filter(pk__in=ids), before)


@transaction.atomic
def _let_go(guests: QuerySet[User], before: datetime) -> int:
    """Those of them who are still empty once nobody can give them a chair any more."""
    held = list(guests.select_for_update(skip_locked=True, of=("self",)).values_list("pk", flat=True))
    empty = list(empty_guests(before).filter(pk__in=held).values_list("pk", flat=True))
    User.objects.filter(pk__in=empty).delete()
    return len(empty)


def empty_guests(before: datetime) -> QuerySet[User]:
    """Not banned, seen nowhere since, and no row speaks of them: no round, chair, room, line or deed."""
    seen = Presence.objects.filter(user=OuterRef("pk"), seen_at__gte=before)
    kept = Q(Exists(seen))
    for field in _fields_that_name_people():
        kept |= Q(Exists(field.model._base_manager.filter(**{field.name: OuterRef("pk")})))
    return User.objects.filter(~kept, is_guest=True, is_active=True)


def _fields_that_name_people() -> list[ForeignObject[Any, Any]]:
    """Of every table there is and will be, but for those whose rows go with a guest."""
    relations = [r for r in User._meta.get_fields(include_hidden=True) if isinstance(r, ForeignObjectRel)]
    return [r.field for r in relations if r.related_model not in LEAVE_NOTHING]
