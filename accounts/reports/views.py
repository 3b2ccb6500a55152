"""Reporting somebody, and what came of it."""

from __future__ import annotations

from typing import Final

from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import address, allow, allow_try
from accounts.models import Report
from accounts.pages import render_page
from accounts.reports.forms import ReportForm
from accounts.reports.services import No, file_report
from accounts.requests import PersonRequest

A_PAGE: Final = 20
OF_A_PERSON, OF_GUESTS_AT_AN_ADDRESS, HOUR = 20, 200, 3600


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_new(request: PersonRequest) -> HttpResponse:
    """One short form. The link that leads here says whom it is about, and where."""
    return _send(request) if request.method == "POST" else _asked(request)


def _asked(request: PersonRequest) -> HttpResponse:
    """With what the link says filled in; what it speaks of has to be there for who follows it."""
    given = {name: request.GET.get(name, "") for name in ("person", "room", "line")}
    if (given["room"] or given["line"]) and not allow_try(request, "code"):
        return respond_429(request)
    form = ReportForm(request.user, initial=given)
    found = form.look(room=given["room"], line=_number(given["line"]), name=given["person"])
    if not found or (form.about is None and any(given.values())):
        raise Http404
    return _page(request, form)


def _number(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Http404
    return int(text)


def _send(request: PersonRequest) -> HttpResponse:
    if not _may_send(request):
        return respond_429(request)
    form = ReportForm(request.user, request.POST)
    if form.is_valid() and _is_filed(request, form):
        messages.success(request, _("Thank you. The moderators will look at it."))
        return redirect("reports")
    return _page(request, form)


def _may_send(request: PersonRequest) -> bool:
    """So many an hour of one person; and of all guests at one address, since anybody can be many of those."""
    where = address(request) if request.user.is_guest else None
    if where and not allow(f"report from:{where}", times=OF_GUESTS_AT_AN_ADDRESS, seconds=HOUR):
        return False
    return allow(f"report by:{request.user.pk}", times=OF_A_PERSON, seconds=HOUR)


def _is_filed(request: PersonRequest, form: ReportForm) -> bool:
    assert form.about is not None
    said = form.cleaned_data
    filed = file_report(
        by=request.user, about=form.about, reason=said["reason"], text=said["text"], scene=form.scene
    )
    if isinstance(filed, No):
        form.refuse(filed)
    return isinstance(filed, Report)


def _page(request: PersonRequest, form: ReportForm) -> HttpResponse:
    context = {"form": form, "about": form.about, "scene": form.scene}
    return render(request, "accounts/report_new.html", context)


@require_safe
@login_required
def reports(request: PersonRequest) -> HttpResponse:
    """Mine, the newest first, with what came of them."""
    mine = Report.objects.visible_to(request.user).select_related("person").order_by("-pk")
    before = _number(request.GET.get("before", ""))
    found = list((mine.filter(pk__lt=before) if before else mine)[: A_PAGE + 1])
    context = {"reports": found[:A_PAGE], "more": found[A_PAGE - 1].pk if len(found) > A_PAGE else None}
    return render_page(request, "accounts/reports.html", context, "mine")
