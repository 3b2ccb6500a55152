"""The second page of an act of staff: upon whom or what, why, and until when."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts.models import User

AT_ONCE = 50  # rows, each of them a field of the form
LONGEST = timedelta(days=3660)  # longer is for good
TERMS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
MOMENT, FOR_GOOD = "moment", "good"  # other terms
SOMEBODY_ELSE = _("Somebody else was quicker. Look again, then try again.")


class ReasonForm(forms.Form):
    """Why. Who writes it is told who will read it."""

    read_by: Any = _("The person concerned reads it.")
    reason = forms.CharField(
        label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 3, "autofocus": True})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = self.read_by


class TermForm(ReasonForm):
    """Why and for how long, which is chosen on the page: nothing is chosen there before.

    A program may send `until` alone: a moment, or nothing for good."""

    term = forms.ChoiceField(
        label=_("For how long"),
        required=False,
        choices=[
            ("hour", _("1 hour")),
            ("day", _("1 day")),
            ("week", _("1 week")),
            (MOMENT, _("Until the moment below")),
            (FOR_GOOD, _("For good")),
        ],
        widget=forms.RadioSelect(attrs={"required": True}),
    )
    until = forms.DateTimeField(
        label=_("Until"),
        required=False,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        help_text=_("Only where that is chosen above."),
    )

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        now = timezone.now()
        if until is not None and until <= now:
            raise forms.ValidationError(_("That is over already."))
        if until is not None and until > now + LONGEST:
            raise forms.ValidationError(_("That is very long. Choose “For good”."))
        return until

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        term, moment = cleaned.pop("term", ""), cleaned.get("until")
        if term == MOMENT and moment is None and "until" not in self.errors:
            self.add_error("until", _("Until when?"))
        if term not in ("", MOMENT) and moment is not None:
            self.add_error("until", _("Something else is chosen above."))
        if term in TERMS:
            cleaned["until"] = timezone.now() + TERMS[term]
        return cleaned


class RenameForm(ReasonForm):
    """A name that the person could have chosen themselves."""

    name = forms.CharField(label=_("New name"), max_length=32)

    def __init__(self, person: User, *args: Any, **kwargs: Any) -> None:
        self.person = person
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        return str(get_adapter().clean_username(self.cleaned_data["name"], of=self.person))


class Asking:
    """For an admin: its acts ask on a page of their own, and then are done to each row that was ticked."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Of an action that says `permissions=["moderate"]`."""
        return bool(request.user.has_perm("accounts.moderate_user"))

    def ask(
        self,
        request: HttpRequest,
        rows: QuerySet[Any],
        *,
        title: Any,
        do: Callable[..., Any],
        done: Callable[[int], str],
        form: Callable[..., forms.Form] = ReasonForm,
        warning: Any = "",
    ) -> HttpResponse | None:
        """`do` is called with a row and the form's fields, and may answer with a sentence why not; `done`
        says what was done to how many. `warning`: what to know before, such as that it is final."""
        chosen = list(rows[: AT_ONCE + 1])
        if not chosen:
            return None
        if len(chosen) > AT_ONCE:
            self._say(request, _("That is too many at once. Choose fewer."), messages.WARNING)
            return None
        asked = form(request.POST if "apply" in request.POST else None)
        if "apply" in request.POST and asked.is_valid():
            self.do_to_all(request, chosen, do, done, asked.cleaned_data)
            return self.go_back(request)
        return self._second_page(request, chosen, title=title, form=asked, warning=warning)

    def go_back(self, request: HttpRequest) -> HttpResponse | None:
        """To the page `back` where the act was chosen; from the list itself, there."""
        page = request.POST.get("back", "")
        safe = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
        return redirect(page) if safe and page.startswith("/") else None

    def _second_page(self, request: HttpRequest, rows: list[Any], **said: Any) -> TemplateResponse:
        site: Any = self.admin_site  # type: ignore[attr-defined]
        context = site.each_context(request) | {
            "opts": self.opts,  # type: ignore[attr-defined]
            "rows": rows,
            "action": request.POST.getlist("action")[-1],
            "checkbox": ACTION_CHECKBOX_NAME,
            "back": request.POST.get("back", ""),
            "media": self.media,  # type: ignore[attr-defined]
            **said,
        }
        return TemplateResponse(request, "admin/ask.html", context)

    def do_to_all(
        self, request: HttpRequest, rows: list[Any], do: Callable[..., Any], done: Any, said: dict[str, Any]
    ) -> None:
        """Each on its own: that one is out of reach by now keeps nothing from the others."""
        count = 0
        for row in rows:
            refused = _try(do, row, said)
            if refused:
                self._say(request, f"{row}: {refused}", messages.WARNING)
            else:
                count += 1
        if count:
            self._say(request, done(count), messages.SUCCESS)

    def _say(self, request: HttpRequest, sentence: Any, level: int) -> None:
        self.message_user(request, sentence, level)  # type: ignore[attr-defined]


def _try(do: Callable[..., Any], row: Any, said: dict[str, Any]) -> Any:
    """The sentence why not, if there is one."""
    try:
        return do(row, **said)
    except PermissionDenied:
        return _("This account is not yours to act upon.")
    except IntegrityError:
        return SOMEBODY_ELSE
