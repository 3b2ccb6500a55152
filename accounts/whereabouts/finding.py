"""Who was seen from where: for staff, and for the nightly look at who plays for whom.

Many people behind one address (a school, a café, a mobile network) say little, and no list reads them all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Final

from django.db.models import Q, QuerySet

from accounts.models import User, Whereabouts
from accounts.whereabouts.addresses import place
from accounts.whereabouts.noting import come_over

PAGE: Final = 50  # rows of a list
PLACES: Final = 10  # of a person, the newest, whose other people are looked for
EACH: Final = 20  # of these at each
MANY: Final = 500  # people, asked for at a time
HOUSEHOLD: Final = 10  # people: beyond, an address says nothing of two of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Somebody at a place, or at several that belong together."""

    person: User
    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    people: list[Seen]
    older: int | None  # the key below which there are more


# --- by an address that somebody typed --------------------------------------------------------


def at_address(where: str, before: int | None = None, *, to: User) -> Found:
    come_over(where)
    return _page(_told(to).filter(address=place(where).address), before)


def around(where: str, before: int | None = None, *, to: User) -> Found:
    """In its network, but not at the address itself."""
    come_over(where)
    at = place(where)
    return _page(_told(to).filter(network=at.network).exclude(address=at.address), before)


def _told(to: User) -> QuerySet[Whereabouts]:
    """Where staff come from only superusers are told."""
    rows = Whereabouts.objects.all()
    if to.is_superuser:
        return rows
    return rows.exclude(Q(whom__is_staff=True) | Q(whom__is_superuser=True))


def _page(rows: QuerySet[Whereabouts], before: int | None) -> Found:
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = list(rows.order_by("-pk").select_related("whom")[: PAGE + 1])
    older = page[PAGE - 1].pk if len(page) > PAGE else None
    return Found(people=_together(page[:PAGE]), older=older)


def _together(rows: Iterable[Whereabouts]) -> list[Seen]:
    """Each person once, who was seen last first."""
    of: dict[User, list[Whereabouts]] = defaultdict(list)
    for row in rows:
        of[row.whom].append(row)
    seen = [
        Seen(
            person=person, first=min(row.first_seen for row in some), last=max(row.last_seen for row in some)
        )
        for person, some in of.items()
    ]
    return sorted(seen, key=lambda one: (one.last, one.person.pk), reverse=True)


# --- of a person ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """Accounts that were seen where somebody was; those of the network only are a weaker sign."""

    at_address: list[Seen]
    in_network: list[Seen]
    crowded: bool  # at one of these places there are more than are told


def others(person: User, *, to: User) -> Others:
    """At the addresses where they were last, a few each."""
    own = list(person.whereabouts.order_by("-last_seen", "-pk")[:PLACES])
    told = _told(to).exclude(whom=person)
    near, crowded = _others_at("address", {row.address for row in own}, told)
    far, crowd = _others_at("network", {row.network for row in own}, told)
    known = {one.person for one in near}
    return Others(
        at_address=near,
        in_network=[one for one in far if one.person not in known],
        crowded=crowded or crowd,
    )


def _others_at(what: str, places: Collection[str], told: QuerySet[Whereabouts]) -> tuple[list[Seen], bool]:
    rows, crowded = list[Whereabouts](), False
    for at in sorted(places):
        there = told.filter(**{what: at})
        some = list(there.order_by("-pk").select_related("whom")[: EACH + 1])
        rows += some[:EACH]
        crowded = crowded or len(some) > EACH
    return _together(rows)[:PAGE], crowded


# --- among many -------------------------------------------------------------------------------


def sharing(people: Collection[int]) -> set[frozenset[int]]:
    """Which two of these were seen at one address, in times that meet, and with hardly anybody else there."""
    at: dict[str, list[Whereabouts]] = defaultdict(list)
    everybody = sorted(people)
    for first in range(0, len(everybody), MANY):
        for row in Whereabouts.objects.filter(whom__in=everybody[first : first + MANY]):
            at[row.address].append(row)
    shared = {address: some for address, some in at.items() if len(some) > 1}
    homes = _homes(shared)
    return {
        frozenset((one.whom_id, other.whom_id))
        for address, some in shared.items()
        if address in homes
        for one, other in combinations(some, 2)
        if one.first_seen <= other.last_seen and other.first_seen <= one.last_seen
    }


def _homes(addresses: Collection[str]) -> set[str]:
    """Those of these at which a household may live."""
    return {at for at in addresses if len(_some_of(at)) <= HOUSEHOLD}


def _some_of(address: str) -> list[int]:
    rows = Whereabouts.objects.filter(address=address).order_by("-pk")
    return list(rows.values_list("pk", flat=True)[: HOUSEHOLD + 1])
