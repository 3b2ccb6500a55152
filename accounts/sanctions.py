"""What staff do about people: each act in one transaction with its line on record. Terms end by themselves.

A wrong act is taken back by its opposite. That somebody may act is the back office's to ask; upon whom, ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts import logins, naming
from accounts.acts import record
from accounts.models import FOR_GOOD, Appeal, ModAction, User
from accounts.notices import tell
from accounts.reports import takers
from accounts.signals import login_ended, muted

AT_ONCE = 100  # of the bans that have run out
Act = ModAction.Act


def is_in_reach(*, of: User | None, whom: User) -> bool:
    """Nobody acts upon themselves, and upon staff only superusers; the house upon everybody."""
    if of is None:
        return True
    return of.pk != whom.pk and (of.is_superuser or not (whom.is_staff or whom.is_superuser))


@contextmanager
def held(by: User | None, whom: User) -> Iterator[User]:
    """The person as they are now, and so until the act is done."""
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=whom.pk)
        if not is_in_reach(of=by, whom=person):
            raise PermissionDenied("Accounts of staff are for superusers, and one's own for nobody.")
        yield person


def _record(
    by: User | None, act: str, whom: User, reason: str, until: datetime | None = None, **facts: Any
) -> None:
    """And the person is told, as soon as they have a page open."""
    kind = ModAction.Kind.PERSON
    record(by=by, act=act, kind=kind, target=whom.pk, whom=whom, reason=reason, until=until, **facts)
    if act != Act.BAN:  # who is out is told at the door
        tell(whom=whom, kind=act, reason=reason, until=until, **facts)


def warn(*, by: User | None, whom: User, reason: str) -> None:
    with held(by, whom) as person:
        _record(by, Act.WARN, person, reason)


def mute(*, by: User | None, whom: User, reason: str = "", until: datetime | None = None) -> None:
    """Not heard in any room; without `until`, for good."""
    with held(by, whom) as person:
        _mute(person, until or FOR_GOOD)
        _record(by, Act.MUTE, person, reason, until)


def unmute(*, by: User | None, whom: User, reason: str = "") -> bool:
    """False for who is not muted: nothing is done."""
    with held(by, whom) as person:
        if not person.is_muted:
            return False
        _mute(person, None)
        _record(by, Act.UNMUTE, person, reason)
    return True


def _mute(person: User, until: datetime | None) -> None:
    person.muted_until = until
    person.save(update_fields=["muted_until"])
    tell_rooms = partial(muted.send_robust, sender=User, user_id=person.pk)
    transaction.on_commit(tell_rooms, robust=True)


def ban(*, by: User | None, whom: User, reason: str = "", until: datetime | None = None) -> bool:
    """Shown out: no log-in of theirs counts from here on, and their sockets hear of it.

    False for an account that its owner closed: the end of a ban would open it."""
    with held(by, whom) as person:
        if not person.is_active and not person.is_banned:
            return False
        person.is_active, person.banned_until = False, until or FOR_GOOD
        person.save(update_fields=["is_active", "banned_until"])
        _answer_appeals(person, by, Appeal.Status.REPLACED)
        takers.release([person.pk])
        _record(by, Act.BAN, person, reason, until)
    return True


def let_back_in(*, by: User | None, whom: User, reason: str = "", against: ModAction | None = None) -> bool:
    """Only whom staff showed out: an account that its owner closed stays closed. `against`: by this ban, and
    not where it is over or another has come in its place."""
    with held(by, whom) as person:
        if not person.is_banned or (against is not None and ban_in_force(person) != against):
            return False
        _let_in(person, by, reason)
    return True


def _let_in(person: User, by: User | None, reason: str = "") -> None:
    person.is_active, person.banned_until = True, None
    person.save(update_fields=["is_active", "banned_until"])
    _answer_appeals(person, by, Appeal.Status.LET_IN)
    _record(by, Act.LET_BACK_IN, person, reason)


def _answer_appeals(person: User, by: User | None, status: Appeal.Status) -> None:
    waiting = Appeal.objects.filter(whom=person, status=Appeal.Status.WAITING)
    waiting.update(status=status, answered_by=by, answered_at=timezone.now())


def rename(*, by: User | None, whom: User, name: str, reason: str = "") -> None:
    """To a name that was checked as one that they could have chosen."""
    with held(by, whom) as person:
        before = person.username
        naming.call(person, name, given_up=False)
        _record(by, Act.RENAME, person, reason, before=before, after=name)


def end_log_ins(*, by: User | None, whom: User, reason: str = "") -> None:
    """Wherever they are logged in: they may log in again at once."""
    with held(by, whom) as person:
        person.log_ins_ended += 1
        person.save(update_fields=["log_ins_ended"])
        logins.forget_all(person.pk)
        _record(by, Act.END_LOG_INS, person, reason)
        tell = partial(login_ended.send_robust, sender=User, user_id=person.pk, session_key=None)
        transaction.on_commit(tell, robust=True)


# --- terms ------------------------------------------------------------------------------------


def ban_in_force(person: User) -> ModAction | None:
    """The act by which somebody is out: why, and until when."""
    if not person.is_banned:
        return None
    about = ModAction.objects.filter(whom=person, act__in=[Act.BAN, Act.LET_BACK_IN]).order_by("-pk").first()
    return about if about is not None and about.act == Act.BAN else None


def let_in_if_over(person: User) -> bool:
    """At the door: has their term run out?"""
    if not _is_over(person):
        return False
    with held(None, person) as now:
        if _is_over(now):  # staff may have banned them anew
            _let_in(now, None)
    person.refresh_from_db(fields=["is_active", "banned_until"])
    return person.is_active


def _is_over(person: User) -> bool:
    return person.is_banned and person.banned_until <= timezone.now()  # type: ignore[operator]


def end_terms(now: datetime) -> int:
    """Bans that have run out end, some at a time. A mute ends by itself: it is asked how late it is."""
    over = User.objects.filter(banned_until__lte=now, is_active=False).order_by("banned_until")[:AT_ONCE]
    for person in over:
        let_in_if_over(person)
    return len(over)
