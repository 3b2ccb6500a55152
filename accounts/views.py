from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import respond_429
from allauth.decorators import rate_limit
from allauth.usersessions.models import UserSession
from django.conf import settings as django_settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django.views.generic import FormView

from accounts import naming, notices, services
from accounts.context import DECK_COOKIE, THEME_COOKIE
from accounts.forms import KeepForm, NameForm, QuickForm, SettingsForm
from accounts.keys import read_key
from accounts.limits import allow_account
from accounts.pages import CLEARED, go_to, render_page
from accounts.requests import PersonRequest

COOKIES = {
    "language": django_settings.LANGUAGE_COOKIE_NAME,
    "theme": THEME_COOKIE,
    "deck": DECK_COOKIE,
}
LOOK = frozenset({"language", "theme", "motion"})  # settings that change a page from its first line on
YEAR = 365 * 24 * 3600


def next_page(request: HttpRequest, otherwise: str = "lobby") -> HttpResponse:
    """On to `next`, if it is a page of ours."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    return redirect(url if get_adapter(request).is_safe_url(url) else otherwise)


def is_guest(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_guest


def not_for_guests(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A guest has nothing to come back with yet, and chooses a name and a password first."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect("settings") if is_guest(request) else view(request, *args, **kwargs)

    return wrapped


class SignupView(allauth_views.SignupView):
    """A guest who signs up keeps what they have instead: their seat, their scores."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_guest(request):
            return redirect("settings")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                return super().form_valid(form)
        except IntegrityError:  # the name was taken between the check and the writing
            form.add_error("username", _("Somebody already has that name."))
            return self.form_invalid(form)


class LoginView(allauth_views.LoginView):
    """A guest may log in as who they really are; being a guest ends there."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_guest(request):
            return self.dispatch_guest(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)

    @method_decorator(rate_limit(action="login"))
    @method_decorator(sensitive_post_parameters("password"))
    def dispatch_guest(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Past allauth's turning away of whoever is logged in already."""
        return FormView.dispatch(self, request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        if is_guest(self.request):
            logout(self.request)
        return super().form_valid(form)


class LogoutView(allauth_views.LogoutView):
    """Logging out also empties what the browser kept of our pages."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().post(*args, **kwargs)
        response.headers["Clear-Site-Data"] = CLEARED
        return response


class PasswordChangeView(allauth_views.PasswordChangeView):
    """The log-in of this page goes on."""

    def form_valid(self, form: Any) -> HttpResponse:
        with services.renewed_login(self.request):
            return super().form_valid(form)


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Play at once: an account with a made-up name, kept later or not at all."""
    if request.user.is_authenticated:
        return next_page(request)
    if not allow_account(request, "guest"):
        return respond_429(request)
    onward = next_page(request)  # first: where that fails, nobody was made
    get_adapter(request).login(request, services.make_guest())
    return onward


@login_required
def settings(request: PersonRequest) -> HttpResponse:
    form = SettingsForm(request.POST or None, instance=request.user)
    if request.method != "POST" or not form.is_valid():
        return _settings_page(request, form, KeepForm(request.user), "settings")
    form.save()
    messages.success(request, _("Saved."))
    if request.htmx and LOOK.isdisjoint(form.changed_data):
        return _settings_page(request, form, KeepForm(request.user), "settings", "who", "me")
    return _remember(go_to(request, "settings"), {"language": request.user.language})


@sensitive_post_parameters("password1")
@login_required
def keep(request: PersonRequest) -> HttpResponse:
    """A guest chooses a name and a password, and stays."""
    form = KeepForm(request.user, request.POST)
    if request.method != "POST" or not request.user.is_guest:
        return go_to(request, "settings")
    if not form.is_valid() or not _kept(request, form):
        return _settings_page(request, SettingsForm(instance=request.user), form, "keep")
    messages.success(request, _("The account is yours now."))
    return go_to(request, "settings")


def _kept(request: PersonRequest, form: KeepForm) -> bool:
    name, password = form.cleaned_data["username"], form.cleaned_data["password1"]
    try:
        with services.renewed_login(request):
            services.keep_account(user=request.user, username=name, password=password)
            update_session_auth_hash(request, request.user)
            UserSession.objects.create_from_request(request)  # the first of theirs: guests have no list
    except IntegrityError:  # the name was taken between the check and the writing
        request.user.refresh_from_db()
        form.add_error("username", _("Somebody already has that name."))
    return not form.errors


@login_required
def name(request: PersonRequest) -> HttpResponse:
    """Another name, once in a while."""
    again = naming.may_change_at(request.user)
    form = NameForm(request.user, request.POST or None)
    if request.method != "POST" or again or not form.is_valid() or not _called(request, form):
        return render(request, "accounts/name.html", {"form": form, "again": again})
    messages.success(request, _("That is your name now."))
    return redirect("settings")


def _called(request: PersonRequest, form: NameForm) -> bool:
    try:
        return naming.change(user=request.user, name=form.cleaned_data["username"])
    except IntegrityError:  # the name was taken between the check and the writing
        form.add_error("username", _("Somebody already has that name."))
        return False


def _settings_page(
    request: PersonRequest, form: SettingsForm, keep_form: KeepForm, *parts: str
) -> HttpResponse:
    context = {"form": form, "keep_form": keep_form}
    return render_page(request, "accounts/settings.html", context, *parts)


@require_POST
@login_required
def close_notice(request: PersonRequest) -> HttpResponse:
    """Read. The others stay."""
    read = read_key(request.POST.get("id"))
    if read is not None:
        notices.close(whom=request.user, notice_id=read)
    if not request.htmx:
        return next_page(request)
    waiting = notices.waiting_for(request.user.pk)
    return HttpResponse(notices.drawn(waiting, request.LANGUAGE_CODE))


@require_POST
def settings_quick(request: HttpRequest) -> HttpResponse:
    """One tap for language, theme or deck, from any page and for anybody."""
    onward = next_page(request)
    form = QuickForm(request.POST)
    chosen = form.chosen() if form.is_valid() else {}
    if chosen and request.user.is_authenticated:
        for name, value in chosen.items():
            setattr(request.user, name, value)
        request.user.save(update_fields=list(chosen))
    return _remember(onward, chosen)


def _remember(response: HttpResponse, chosen: dict[str, str]) -> HttpResponse:
    """In cookies too, for the pages seen before logging in and after logging out."""
    for name, value in chosen.items():
        if value:
            response.set_cookie(
                COOKIES[name], value, max_age=YEAR, samesite="Lax", secure=django_settings.PRODUCTION
            )
        else:
            response.delete_cookie(COOKIES[name])
    return response
