"""Who is banned reads why and until when, and may answer once; staff read the answer and decide."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.acts import record
from accounts.models import FOR_GOOD, Appeal, ModAction, User
from accounts.sanctions import ban_in_force, held, let_in_if_over

KNOWN = "banned"  # in the session: who proved with their password that they are this person


class AppealForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Appeal
        fields = ["text"]
        labels = {"text": _("What do you have to say to that?")}
        widgets = {"text": forms.Textarea(attrs={"rows": 4, "maxlength": Appeal.LONGEST})}


def turned_away(request: HttpRequest, person: User) -> HttpResponse:
    """At the door, after the right password."""
    request.session.cycle_key()
    request.session[KNOWN] = person.pk
    return _page(request, person, AppealForm(), status=403)


@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest) -> HttpResponse:
    """The same page again, for who is out; all others are shown the door."""
    person = _who_is_out(request)
    if person is None:
        return redirect("account_login")
    form = AppealForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, person, form)
    _send(person, form.cleaned_data["text"])
    return redirect("appeal")


def _who_is_out(request: HttpRequest) -> User | None:
    """As known since the door, or by a log-in that would count if they were not banned."""
    person = _person(request.session.get(KNOWN)) or _logged_in_before(request)
    if person is None or let_in_if_over(person) or not person.is_banned:
        request.session.pop(KNOWN, None)
        return None
    return person


def _person(key: Any) -> User | None:
    return User.objects.filter(pk=key).first() if key is not None else None


def _logged_in_before(request: HttpRequest) -> User | None:
    person = _person(request.session.get(SESSION_KEY))
    made_with = request.session.get(HASH_SESSION_KEY, "")
    if person is None or not constant_time_compare(made_with, person.get_session_auth_hash()):
        return None
    return person


def _send(person: User, text: str) -> None:
    """Once for each ban; a second time says nothing."""
    with held(None, person) as now:
        ban = ban_in_force(now)
        if ban is not None:
            Appeal.objects.get_or_create(against=ban, defaults={"whom": now, "text": text})


def _page(request: HttpRequest, person: User, form: AppealForm, status: int = 200) -> HttpResponse:
    ban = ban_in_force(person)
    context: dict[str, Any] = {
        "reason": ban.reason if ban else "",
        "until": None if person.banned_until == FOR_GOOD else person.banned_until,
        "appeal": Appeal.objects.filter(against=ban).first() if ban else None,
        "form": form if ban else None,
    }
    return render(request, "account/banned.html", context, status=status)


def keep_out(*, by: User, appeal: Appeal, reason: str) -> bool:
    """The ban stands; what is written here they read at the door. A decision is made once: False where it
    was made already."""
    with held(by, appeal.whom) as person:
        waiting = Appeal.objects.filter(pk=appeal.pk, status=Appeal.Status.WAITING)
        now = timezone.now()
        if not waiting.update(status=Appeal.Status.KEPT, answer=reason, answered_by=by, answered_at=now):
            return False
        act, kind = ModAction.Act.KEEP_OUT, ModAction.Kind.PERSON
        record(by=by, act=act, kind=kind, target=person.pk, whom=person, reason=reason)
    return True
