"""Who was seen from where today: in the memory of this process, until the ticker writes it down.

To look at a page or to open a socket writes nothing and asks nothing of the database: a note is a line in a
set, from any thread. Each is written once a day.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from threading import Lock
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User, Whereabouts
from accounts.whereabouts.addresses import Place, is_a_place, older_places, place

MANY: Final = 100_000  # notes of a day that are remembered
STEP: Final = 100  # rows of one transaction
Note = tuple[int, str]  # a person; an address as `limits.address` says it


class Notes:
    def __init__(self) -> None:
        self._day = date.min
        self._noted: set[Note] = set()  # today, by this process
        self._waiting: set[Note] = set()  # of these, what is not written down
        self._noting = Lock()

    def note(self, user_id: int, where: str | None) -> None:
        """`where` nobody can tell, or is the machine of the site itself: then it is no address."""
        if where is None or ((user_id, where) in self._noted and self._day == timezone.localdate()):
            return
        with self._noting:
            self._begin_day()
            self._noted.add((user_id, where))
            if is_a_place(where):
                self._waiting.add((user_id, where))

    def take(self) -> set[Note]:
        with self._noting:
            taken, self._waiting = self._waiting, set()
        return taken

    def put_back(self, notes: Collection[Note]) -> None:
        with self._noting:
            self._waiting |= {*notes}

    def clear(self) -> None:
        self._noted, self._waiting = set(), set()

    def _begin_day(self) -> None:
        """What was noted twice is found to be written already, so it may be forgotten at any time."""
        today = timezone.localdate()
        if self._day != today or len(self._noted) >= MANY:
            self._day, self._noted = today, set()


notes = Notes()


def write() -> None:
    """What waits, in small steps; where the database is away, later."""
    waiting = sorted(notes.take())
    while waiting:
        step = waiting[:STEP]
        try:
            _write(step, timezone.localdate())
        except Exception:
            notes.put_back(waiting)
            raise
        waiting = waiting[STEP:]


@transaction.atomic
def _write(step: list[Note], today: date) -> None:
    """Whose account is gone or closed meanwhile is left out. Another process may have written the same."""
    for where in sorted({where for _user_id, where in step}):
        come_over(where)
    places = {(user_id, where): place(where) for user_id, where in step}
    known = _known(places.values(), {user_id for user_id, _where in step})
    again = [row.pk for row in known.values() if row.last_seen < today]
    Whereabouts.objects.filter(pk__in=again, last_seen__lt=today).update(last_seen=today)
    _add({(who, at) for (who, _where), at in places.items() if (who, at.address) not in known}, today)


def _add(new: Collection[tuple[int, Place]], today: date) -> None:
    if not new:
        return
    there = User.objects.filter(pk__in={who for who, _at in new}, is_active=True)
    still = set(there.values_list("pk", flat=True))
    rows = [
        Whereabouts(whom_id=who, address=at.address, network=at.network, first_seen=today, last_seen=today)
        for who, at in sorted(new)
        if who in still
    ]
    Whereabouts.objects.bulk_create(rows, ignore_conflicts=True)


def _known(places: Collection[Place], people: Collection[int]) -> dict[tuple[int, str], Whereabouts]:
    rows = Whereabouts.objects.filter(whom__in=people, address__in={at.address for at in places})
    locked = rows.order_by("pk").select_for_update(no_key=True)
    return {(row.whom_id, row.address): row for row in locked}


# --- the key is another -----------------------------------------------------------------------


def come_over(where: str) -> None:
    """Rows of this address and of its network that the keys of before hashed are those of today's key now.

    One that its person has by both keys, from a process that had the old one still, stays till it is too old.
    """
    now = place(where)
    for before in older_places(where):
        both = Whereabouts.objects.filter(whom=OuterRef("whom"), address=now.address)
        of_it = Whereabouts.objects.filter(address=before.address).exclude(Exists(both))
        of_it.update(address=now.address)
        Whereabouts.objects.filter(network=before.network).update(network=now.network)


# --- it goes ----------------------------------------------------------------------------------


def clear_old(before: date, step: int) -> Iterator[int]:
    old = Whereabouts.objects.filter(last_seen__lt=before)
    while ids := list(old.order_by("last_seen").values_list("pk", flat=True)[:step]):
        yield old.filter(pk__in=ids).delete()[0]
