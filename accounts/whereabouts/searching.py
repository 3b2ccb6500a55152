"""Staff look up who was seen from an address. Each time is on record; the address is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction

from accounts.acts import record
from accounts.models import ModAction
from accounts.whereabouts.finding import Found, around, at_address

ADDRESS: Final = "address"
NETWORK: Final = "network"


@transaction.atomic
def look_up(
    *, by: Any, where: str, reason: str, lists: Sequence[str], before: int | None = None
) -> dict[str, Found]:
    """Who was seen there, page by page, in each of these lists."""
    find = {ADDRESS: at_address, NETWORK: around}
    found = {name: find[name](where, before, to=by) for name in lists}
    counts: dict[str, Any] = {name: len(one.people) for name, one in found.items()}
    record(
        by=by,
        act=ModAction.Act.SEARCH,
        kind=ModAction.Kind.ADDRESS,
        target="IPv6" if ":" in where else "IPv4",  # the hash would be kept for good here
        reason=reason,
        **counts,
    )
    return found
