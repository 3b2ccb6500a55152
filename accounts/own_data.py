"""A person's own data: all of it as a file, or gone. Asked for by whoever has just shown that it is them."""

from http import HTTPStatus
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import closing, retention
from accounts import export as files
from accounts.forms import CloseForm
from accounts.limits import allow, give_back
from accounts.pages import CLEARED
from accounts.proofs import surely_them
from accounts.requests import PersonRequest
from accounts.turns import LEASE, Turn

FILES: Final = 3  # an hour


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def export(request: PersonRequest) -> HttpResponseBase:
    """Everything about me, as a ZIP. One is made at a time, for all people together: rounds are played again
    for it."""
    if request.method != "POST":
        return render(request, "accounts/export.html", {"most": FILES})
    surely_them(request)
    count, turn = f"export:{request.user.pk}", Turn("export")
    if not allow(count, times=FILES, seconds=3600):
        return respond_429(request)
    if not turn.take():
        give_back(count, seconds=3600)
        return _in_a_moment(request)
    pieces = files.pieces(request.user, _read_me())
    response = StreamingHttpResponse(files.streamed(pieces, turn), content_type="application/zip")
    name = f"chieubai-{timezone.localdate():%Y-%m-%d}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _in_a_moment(request: PersonRequest) -> HttpResponseBase:
    context = {"most": FILES, "busy": True}
    answer = render(request, "accounts/export.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(LEASE)
    return answer


@sensitive_post_parameters("password")
@login_required
def close(request: PersonRequest) -> HttpResponseBase:
    """Close my account; or, within the week, keep it after all."""
    person = request.user
    if person.closes_at is not None:
        return _kept(request) if "keep" in request.POST else render(request, "accounts/closing.html")
    asked, may = request.method == "POST", closing.may_close(person)
    form = CloseForm(person, request.POST if asked else None)
    if asked and may:
        if "password" not in form.fields:
            surely_them(request)
        if not consume(request, action="reauthenticate", user=person):
            return respond_429(request)
        if form.is_valid():
            return _closed(request)
    context = {"form": form, "may": may, "days": retention.GRACE.days, "evidence": retention.EVIDENCE.days}
    return render(request, "accounts/close.html", context, status=200 if may else HTTPStatus.FORBIDDEN)


def _kept(request: PersonRequest) -> HttpResponseBase:
    if closing.take_back(user=request.user):
        messages.success(request, _("Your account stays."))
    return redirect("settings")


def _closed(request: PersonRequest) -> HttpResponseBase:
    """A guest's at once: nobody could come back to keep it."""
    person = request.user
    closes_at = closing.ask_to_close(user=person)
    get_adapter(request).send_notification_mail("account/email/closing", person)
    logout(request)
    if person.is_guest:
        for _step in closing.close(person.pk):
            pass
        messages.success(request, _("Your account is closed."))
    else:
        day = formats.date_format(timezone.localtime(closes_at), "DATE_FORMAT")
        said = _("Your account closes on %(day)s. To keep it, log in before then and press “Keep it”.")
        messages.success(request, said % {"day": day})
    answer = redirect("landing")
    answer.headers["Clear-Site-Data"] = CLEARED
    return answer


def _read_me() -> str:
    lines = [
        _("Everything that Chiếu Bài keeps about you, each part as JSON and as a table (CSV)."),
        "",
        "account · emails · log_ins · second_steps: " + _("who you are here, and how you come in"),
        "addresses: " + _("on which days you came from one address; only keyed hashes of addresses are kept"),
        "kept_away: " + _("whom you keep away or do not read"),
        "rooms · room_events · passages: "
        + _("rooms you created, sat in or visited, and what was done there by you or to you"),
        "rounds: "
        + _("rounds that are over, with your own cards and moves; one that still runs is left out"),
        "scores: " + _("your lines of the ledger"),
        "chat: " + _("what you wrote at the tables"),
        "acts · notices: " + _("what staff did about you, and what you were told"),
        "reports · appeals: " + _("what you wrote to the staff"),
    ]
    return "\n".join(lines) + "\n"
