"""A link to a new password from the hand of an Admin, for who has no mail. It holds for a day, and once."""

from __future__ import annotations

from typing import Final

from allauth.account.utils import user_pk_to_url_str
from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.acts import record
from accounts.models import ModAction, User
from accounts.notices import tell
from accounts.tokens import Tokens

MAY: Final = "accounts.change_user"  # Admins may; who only moderates has no such right


@transaction.atomic
def make(*, by: User, whom: User, reason: str) -> str | None:
    """The key of the link; none for who has no password. Never for staff, who are helped by mail."""
    person = User.objects.select_for_update().get(pk=whom.pk)
    if not by.has_perm(MAY) or person.is_staff or person.is_superuser:
        raise PermissionDenied("Links are made by Admins, and never for staff.")
    if not person.has_page:
        return None
    act, kind = ModAction.Act.RESET_LINK, ModAction.Kind.PERSON
    record(by=by, act=act, kind=kind, target=person.pk, whom=person, reason=reason)
    tell(whom=person, kind=act, reason=reason)
    return f"{user_pk_to_url_str(person)}-{Tokens().make_token(person)}"
