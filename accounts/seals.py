"""What opens a second step is sealed before it goes to the database: an app's secret, the seed of codes.

The key follows from SECRET_KEY, which is not in the database. What was written before, or by an older key
that is among the fallbacks, is read as well, and sealed anew when it is used, or in the next night.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Final

import structlog
from allauth.account.signals import authentication_step_completed
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import transaction
from django.dispatch import receiver
from django.utils.crypto import salted_hmac

log = structlog.get_logger()
MARK: Final = "sealed:"
SEALED: Final = ("secret", "seed")  # of an authenticator's data


def seal(text: str) -> str:
    return MARK + _key(settings.SECRET_KEY).encrypt(text.encode()).decode()


def unseal(text: str) -> str:
    """Where no key fits any more it is nothing that anybody could know, so that no code is right."""
    if not text.startswith(MARK):
        return text
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    try:
        return MultiFernet(map(_key, keys)).decrypt(text.removeprefix(MARK)).decode()
    except InvalidToken:
        log.warning("seals.no_key_fits")
        return base64.b32encode(secrets.token_bytes(20)).decode()


def seal_anew(now: datetime) -> Iterator[tuple[str, int]]:
    """Whatever lies open, or was sealed by an older key."""
    yield "sealed", _seal(Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN))


@receiver(authentication_step_completed)
def used(sender: Any, user: Any, method: str, **told: Any) -> None:
    if method == "mfa":
        _seal(Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.WEBAUTHN))


def _seal(some: Iterable[Authenticator]) -> int:
    return sum(_seal_one(one.pk) for one in some if _is_old(one))


@transaction.atomic
def _seal_one(pk: int) -> bool:
    """As it is now: a code may have been used up meanwhile."""
    row = Authenticator.objects.select_for_update().filter(pk=pk).first()
    if row is None or not _is_old(row):
        return False
    for name in SEALED:
        if name in row.data:
            row.data[name] = seal(unseal(row.data[name]))
    row.save(update_fields=["data"])
    return True


def _is_old(row: Authenticator) -> bool:
    return any(_needs_a_new_seal(row.data[name]) for name in SEALED if name in row.data)


def _needs_a_new_seal(text: str) -> bool:
    """Not where no key fits: that may come back among the fallbacks."""
    if not text.startswith(MARK):
        return True
    token = text.removeprefix(MARK)
    return not _is_sealed_by(settings.SECRET_KEY, token) and any(
        _is_sealed_by(key, token) for key in settings.SECRET_KEY_FALLBACKS
    )


def _is_sealed_by(key: str, token: str) -> bool:
    try:
        _key(key).decrypt(token)
    except InvalidToken:
        return False
    return True


def _key(secret: str) -> Fernet:
    material = salted_hmac("accounts.seals", "key", secret=secret, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(material))
