"""What makes a link to a new password hold once."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator


class Tokens(PasswordResetTokenGenerator):
    """Spent with the next new password or log-in, as Django's; with a change of the addresses, as allauth's;
    and when its person joins the staff: a link from before must not let in to more than it was made for."""

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        addresses = sorted(user.emailaddress_set.values_list("email", flat=True))
        of_staff = user.is_staff or user.is_superuser
        return f"{super()._make_hash_value(user, timestamp)}{addresses}{of_staff}"
