"""A passkey is a way in by itself: no name, no password."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.decorators import rate_limit
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as allauth_forms
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django import forms
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.generic import FormView

from accounts.views import is_guest

NAME_LENGTH = 40
# What reading the bytes of a device may stumble over, where somebody else wrote them.
UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)


@contextmanager
def unreadable_is_wrong() -> Iterator[None]:
    """An answer that no device gives is refused like a wrong one; allauth lets some of them fail."""
    try:
        yield
    except UNREADABLE as error:
        raise get_adapter().validation_error("incorrect_code") from error


class MakeForm(allauth_forms.AddWebAuthnForm):
    """It lets in by itself, so the device has to know its owner: `passwordless`, as allauth says."""

    name = forms.CharField(required=False, max_length=NAME_LENGTH)
    passwordless = forms.BooleanField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        with unreadable_is_wrong():
            return super().clean()


class RenameForm(allauth_forms.EditWebAuthnForm):
    name = forms.CharField(max_length=NAME_LENGTH)


class SecondStepForm(allauth_forms.AuthenticateWebAuthnForm):
    def clean_credential(self) -> Authenticator:
        with unreadable_is_wrong():
            return super().clean_credential()


class EnterForm(SecondStepForm, allauth_forms.LoginWebAuthnForm):
    pass


class ConfirmForm(SecondStepForm, allauth_forms.ReauthenticateWebAuthnForm):
    pass


class PasskeyLoginView(LoginWebAuthnView):
    """A guest may come in as who they really are; being a guest ends there."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_guest(request):
            return self.dispatch_guest(request, *args, **kwargs)
        return super().dispatch(request, *args, **kwargs)

    @method_decorator(rate_limit(action="login"))
    def dispatch_guest(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Past allauth's turning away of whoever is logged in already."""
        return FormView.dispatch(self, request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        if is_guest(self.request):
            logout(self.request)
        return super().form_valid(form)
