"""The second step at the door: an app's code, a passkey, a recovery code. allauth keeps and checks them."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.authentication import get_authentication_records
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from accounts import devices
from accounts.acts import record
from accounts.models import ModAction, User
from accounts.notices import tell
from accounts.seals import seal, unseal

HOUSE: Final = "Chiếu Bài"
APP, PASSKEY = Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN


class SecondFactorAdapter(DefaultMFAAdapter):
    """How allauth's second factor meets our people: by the name they log in with, in our words."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That was wrong, or came too late. Try once more."),
    }

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def get_totp_issuer(self) -> str:
        return HOUSE

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Where it is made: what a person will know it by."""
        return devices.in_words(context.request.headers.get("User-Agent", ""))

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return super().get_public_key_credential_rp_entity() | {"name": HOUSE}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        name = user.get_username()
        return super().get_public_key_credential_user_entity(user) | {"name": name, "display_name": name}


def is_enough_for_staff(request: HttpRequest) -> bool:
    """Was the second step taken in this very log-in, where staff need one?"""
    return not settings.STAFF_NEED_SECOND_FACTOR or (is_set_up(request.user) and _was_taken(request))


def is_set_up(user: AbstractBaseUser | AnonymousUser) -> bool:
    return is_mfa_enabled(user, [APP, PASSKEY])


def _was_taken(request: HttpRequest) -> bool:
    records = get_authentication_records(request, request.user)
    return any(record["method"] == "mfa" for record in records)


def lead_to_it(request: HttpRequest, onward: str) -> HttpResponse:
    """Staff without it set it up; who has it takes it now, and goes on from there."""
    if not is_set_up(request.user):
        messages.info(request, _("Staff need a second step to enter the back office. Set one up here."))
        return redirect("mfa_index")
    ask = "mfa_reauthenticate" if is_mfa_enabled(request.user, [APP]) else "mfa_reauthenticate_webauthn"
    return redirect(f"{reverse(ask)}?{urlencode({'next': onward})}")


@transaction.atomic
def take_away(*, by: User | None, whom: User) -> bool:
    """For who lost the phone: app, passkeys and recovery codes are gone, and the password alone lets in."""
    gone, _kinds = Authenticator.objects.filter(user=whom).delete()
    if gone:
        act, kind = ModAction.Act.RESET_SECOND_FACTOR, ModAction.Kind.PERSON
        record(by=by, act=act, kind=kind, target=whom.pk, whom=whom)
        tell(whom=whom, kind=act)
    return bool(gone)
