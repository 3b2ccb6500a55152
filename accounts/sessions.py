"""The log-ins of a person, seen and ended by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from allauth.usersessions.adapter import DefaultUserSessionsAdapter, get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import devices, logins
from accounts.models import User
from accounts.proofs import has_to_show, surely_them
from accounts.requests import PersonRequest
from accounts.signals import login_ended

SHOWN = 50  # the newest; "end all others" ends the rest too


class SessionsAdapter(DefaultUserSessionsAdapter):
    """allauth ends log-ins silently; open tables have to hear of it."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        with transaction.atomic():
            for session in sessions:
                session.end()
                tell = partial(
                    login_ended.send_robust,
                    sender=User,
                    user_id=session.user_id,
                    session_key=session.session_key,
                )
                transaction.on_commit(tell, robust=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogIn:
    id: int
    device: str
    since: datetime
    is_this: bool


@login_required
def sessions(request: PersonRequest) -> HttpResponse:
    """Where this person is logged in; POST `end` is the id of one to end, or `others`.

    Whoever found the browser open does not end its owner's other log-ins: they are asked for the password,
    unless they have just given it.
    """
    if request.method == "POST":
        surely_them(request)
        return _end(request, request.POST.get("end", ""))
    context = {"log_ins": _log_ins(request), "asks": has_to_show(request)}
    return render(request, "accounts/sessions.html", context)


def _log_ins(request: PersonRequest) -> list[LogIn]:
    """This one first, then the newest."""
    rows = UserSession.objects.filter(user=request.user).order_by("-created_at", "-pk")[:SHOWN]
    this = request.session.session_key
    log_ins = [
        LogIn(
            id=row.pk,
            device=devices.in_words(row.user_agent),
            since=row.created_at,
            is_this=row.session_key == this,
        )
        for row in _going_on(request.user, rows)
    ]
    return sorted(log_ins, key=lambda log_in: not log_in.is_this)


def _going_on(user: User, rows: Iterable[UserSession]) -> list[UserSession]:
    """Those whose session is there, and was made with the password of today."""
    rows = list(rows)
    sessions = logins.opened(row.session_key for row in rows)
    of_today = {user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()}
    return [
        row
        for row in rows
        if row.session_key in sessions and sessions[row.session_key].get(HASH_SESSION_KEY) in of_today
    ]


def _end(request: PersonRequest, which: str) -> HttpResponse:
    ending = _meant(request, which)
    get_adapter().end_sessions(ending)
    messages.success(request, _("That log-in is over.") if which != "others" else _("All others are over."))
    return redirect("sessions")


def _meant(request: PersonRequest, which: str) -> QuerySet[UserSession]:
    """One of the others, or all of them. Leaving this one is logging out, and has its own button."""
    others = UserSession.objects.filter(user=request.user).exclude(session_key=request.session.session_key)
    if which == "others":
        return others
    one = others.filter(pk=int(which)) if which.isdecimal() and len(which) < 19 else others.none()
    if not one:
        raise Http404
    return one
