from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts import devices, names
from accounts.appeals import turned_away
from accounts.limits import allow, give_back, where_from
from accounts.models import User
from accounts.naming import is_taken
from accounts.sanctions import let_in_if_over

GUESSES = 10  # a minute, at one name, from one address
WAYS = {
    "reauthenticate": _("With your password"),
    "mfa_reauthenticate": _("With a code"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}
# By allauth's templates, which are not used.
CHANGES = {
    "account/email/password_changed": _("The password was changed."),
    "account/email/password_reset": _("A new password was set with a link."),
    "account/email/password_set": _("A password was set."),
    "account/email/email_changed": _("Another address is the main one now."),
    "account/email/email_deleted": _("An address was removed."),
    "mfa/email/totp_activated": _("An app for codes was set up."),
    "mfa/email/totp_deactivated": _("The codes of the app were turned off."),
    "mfa/email/webauthn_added": _("A passkey was made."),
    "mfa/email/webauthn_removed": _("A passkey was removed."),
    "mfa/email/recovery_codes_generated": _("New recovery codes were made."),
    "account/email/closing": _(
        "The account is to be closed. To keep it, log in within a week and press “Keep it” there."
    ),
}
log = structlog.get_logger()


class AccountAdapter(DefaultAccountAdapter):
    """How allauth meets our people: our rules for names, our words."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "email_taken": _("This email belongs to another account."),
        "enter_current_password": _("That is not your password."),
        "incorrect_password": _("That is not your password."),
        "invalid_password_reset": _("This link does not work any more."),
        "too_many_login_attempts": _("Too many wrong tries. Wait a minute, then try again."),
        "username_blacklisted": _("That name is reserved. Choose another."),
        "username_password_mismatch": _("That name and password do not match."),
        "username_taken": _("Somebody already has that name, or one that looks like it."),
        "rate_limited": _("That was too fast. Wait a minute, then try again."),
    }

    def clean_username(self, username: str, shallow: bool = False, of: User | None = None) -> str:
        """The name as it will be kept, by the person `of`; `shallow` leaves out whether it is free."""
        name = names.tidy(username)
        names.validate(name)
        if names.is_reserved(name):
            raise self.validation_error("username_blacklisted")
        if not shallow and is_taken(name, but_by=of):
            raise self.validation_error("username_taken")
        return name

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Only that: whoever is banned or renamed meanwhile stays so."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return resolve_url("settings")

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, Any]]:
        """How one may confirm who one is, in our words."""
        return [way | {"description": WAYS[way["id"]]} for way in super().get_reauthentication_methods(user)]

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """To their confirmed address: another way in, or one less. What is done stays done without mail."""
        said = context or {}
        confirmed = EmailAddress.objects.filter(user_id=user.pk, verified=True).order_by("-primary").first()
        address = email or said.get("deleted_email") or (confirmed and confirmed.email)
        if not address:
            return
        device = devices.in_words(self.request.headers.get("User-Agent", ""))
        with _mail_may_fail():
            told = {"user": user, "what": CHANGES[template_prefix], "device": device}
            self.send_mail("account/email/account_changed", address, told)

    def is_safe_url(self, url: str) -> bool:
        """The address of a page of this very site. (allauth's own stumbles over half an IPv6 address.)

        A bare word is none: a redirect would take it for the name of a view, and fail where there is none.
        """
        request = self.request
        here = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
        return here and url.startswith(("/", "http://", "https://"))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Of IPv4 as such: a proxy that listens for both writes `::ffff:203.0.113.7`. Taken for IPv6, all of
        these would be one house."""
        ip = ip_address(super().get_client_ip(request))
        return str(getattr(ip, "ipv4_mapped", None) or ip)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> Any:
        """Whose ban has run out comes in, whether or not anybody has noted it yet."""
        let_in_if_over(user)
        return super().pre_login(request, user, **kwargs)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> Any:
        """Who is banned is told why; who closed the account knows."""
        return turned_away(request, user) if user.is_banned else super().respond_user_inactive(request, user)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> Any:
        """Whose account is to be closed is asked whether it still is."""
        response = super().post_login(request, user, **kwargs)
        return redirect("account_close") if user.closes_at else response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Who guesses at a name is stopped by their own count long before the name itself is."""
        where = where_from(request)
        self._guess = f"{self._get_login_attempts_cache_key(request, **credentials)} from:{where}"
        if where is not None and not allow(self._guess, times=GUESSES, seconds=60):
            raise self.validation_error("too_many_login_attempts")
        super().pre_authenticate(request, **credentials)

    def _rollback_login_failed_rl_usage(self) -> None:
        give_back(self._guess, seconds=60)
        super()._rollback_login_failed_rl_usage()

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """One count a person, however the guesser spells the name."""
        return "login:" + names.folded(credentials.get("username", ""))


@contextmanager
def _mail_may_fail() -> Iterator[None]:
    try:
        yield
    except OSError as error:  # that of SMTP is one too
        log.warning("mail.unsent", error=type(error).__name__)
