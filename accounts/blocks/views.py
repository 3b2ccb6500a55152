"""What somebody may do about another, from any place where they read the name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.blocks import services
from accounts.blocks.forms import ChatForm
from accounts.blocks.services import No
from accounts.limits import allow, allow_try
from accounts.models import User
from accounts.requests import PersonRequest
from accounts.views import next_page

AN_HOUR: Final = 120  # changes of one person
REFUSED: Final = {
    No.ONESELF: _("That is you."),
    No.TOO_MANY: _("Your list is full. Take somebody off it first."),
}
Act = Callable[..., Any]


@require_safe
@login_required
def person(request: PersonRequest) -> HttpResponse:
    """Hiding what they say, or keeping them away. At a table it opens over it."""
    if not allow_try(request, "person"):
        return respond_429(request)
    return _about(request, _called(request.GET.get("name", "")), request.GET)


@require_POST
@login_required
def block(request: PersonRequest, username: str) -> HttpResponse:
    said = _("You and %(name)s no longer read each other, nor come into each other's rooms.")
    return _done(request, username, services.block, said)


@require_POST
@login_required
def unblock(request: PersonRequest, username: str) -> HttpResponse:
    return _done(request, username, services.unblock, _("You do not keep %(name)s away any more."))


@require_POST
@login_required
def mute(request: PersonRequest, username: str) -> HttpResponse:
    return _done(request, username, services.mute, _("You no longer read what %(name)s writes."))


@require_POST
@login_required
def unmute(request: PersonRequest, username: str) -> HttpResponse:
    return _done(request, username, services.unmute, _("You read what %(name)s writes again."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def blocked(request: PersonRequest) -> HttpResponse:
    """Whom I keep away, whom I do not read, and how much I read of the chat."""
    form = ChatForm(request.POST or None, initial={"chat": request.user.chat})
    if request.method == "POST" and not _allowed(request):
        return respond_429(request)
    if form.is_valid():
        services.read_chat(by=request.user, chat=form.cleaned_data["chat"])
        messages.success(request, _("Saved."))
        return next_page(request, otherwise="blocked")
    context = {
        "form": form,
        "blocks": request.user.blocks.select_related("whom").order_by("-pk"),
        "mutes": request.user.mutes.select_related("whom").order_by("-pk"),
        "next": _next(request.GET.get("next", "")),
    }
    return render(request, "accounts/blocked.html", context)


def _done(request: PersonRequest, username: str, act: Act, said: str | Promise) -> HttpResponse:
    if not _allowed(request):
        return respond_429(request)
    whom = _called(username)
    done = act(by=request.user, whom=whom)
    sentence = str(REFUSED[done] if isinstance(done, No) else said) % {"name": whom.username}
    if request.htmx:
        return _about(request, whom, request.POST, said=sentence)
    (messages.error if isinstance(done, No) else messages.success)(request, sentence)
    return next_page(request, otherwise="blocked")


def _allowed(request: PersonRequest) -> bool:
    return allow(f"quiet of:{request.user.pk}", times=AN_HOUR, seconds=3600)


def _called(name: str) -> User:
    """Guests too: one meets them at tables."""
    found = User.people.called(name).first()
    if found is None:
        raise Http404
    return found


def _about(request: PersonRequest, whom: User, asked: Any, *, said: str = "") -> HttpResponse:
    context = {
        "person": whom,
        "own": whom.pk == request.user.pk,
        "blocked": request.user.blocks.filter(whom=whom).exists(),
        "muted": request.user.mutes.filter(whom=whom).exists(),
        "next": _next(asked.get("next", "")),
        "room": asked.get("room", ""),
        "said": said,
    }
    template = "accounts/person.html"
    return render(request, f"{template}#person" if request.htmx else template, context)


def _next(url: str) -> str:
    return url if get_adapter().is_safe_url(url) else ""
