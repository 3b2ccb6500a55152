"""What rooms keep of a person goes with the account: chairs and rooms first, then what they said.

Each step is a transaction of its own, in few rooms, which are locked in one order; no person's row is held.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from accounts import names
from accounts.models import Notice, User
from accounts.walks import in_pages
from lobby.models import Admission, ChatLine, Presence, Room, RoomEvent, Seat
from lobby.services.changes import lock, lock_all, renew, save
from lobby.services.old_chat import is_evidence
from lobby.services.rooms import pass_to, shut
from lobby.services.seats import free
from lobby.words import NAME_LENGTH

STEP: Final = 500  # rows
ROOMS: Final = 20  # that are locked at a time


def few_rooms(rows: Mapping[int, int]) -> Iterator[tuple[list[int], list[int]]]:
    """Rows and their rooms, some rooms at a time: the rooms, and the rows in them."""
    rooms = sorted(set(rows.values()))
    for start in range(0, len(rooms), ROOMS):
        some = rooms[start : start + ROOMS]
        yield some, [row for row, room in rows.items() if room in some]


# --- who they are there -----------------------------------------------------------------------


def leave_chairs(person: User) -> Iterator[int]:
    """At once; a seat in a running round is played on by the table, and freed at its end."""
    taken = Seat.objects.filter(user=person, leaving=False)
    for room_id in list(taken.order_by("room").values_list("room", flat=True)):
        with transaction.atomic():
            room = lock(room_id)
            mine = taken.filter(room=room).first()
            if mine is not None:
                free(room, mine)
        if mine is not None:
            yield 1


def pass_rooms_on(person: User) -> Iterator[int]:
    """To whoever has sat there longest; a room where nobody else sits closes. Where a round runs, `tidy` does
    it afterwards."""
    owned = Room.objects.filter(owner=person, status=Room.Status.OPEN)
    for room_id in list(owned.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            lock(room_id)
            room = owned.filter(pk=room_id).first()
            if room is not None:
                _pass_on(room)
        if room is not None:
            yield 1


def _pass_on(room: Room) -> None:
    heirs = room.seats.filter(user__is_active=True, leaving=False).select_related("user")
    heir = heirs.order_by("since", "number").first()
    pass_to(room, heir, by=None) if heir else shut(room, by=None)


def erase_visits(person: User) -> Iterator[int]:
    """When they were last where, and which doors were open or shut to them."""
    for kept in (Presence, Admission):
        while gone := _erase_visits(kept.objects.filter(user=person)):
            yield gone


@transaction.atomic
def _erase_visits(visits: QuerySet[Presence] | QuerySet[Admission]) -> int:
    """In the order in which processes write them down."""
    some = list(visits.order_by("room").select_for_update().values_list("pk", flat=True)[:STEP])
    return visits.filter(pk__in=some).delete()[0]


# --- what they said ---------------------------------------------------------------------------


def erase_chat(person: User) -> Iterator[int]:
    """Open tables show them no longer. What was reported goes as old chat does, once that is answered."""
    lines = ChatLine.objects.filter(~is_evidence(), user=person)
    while rows := dict(lines.order_by("pk").values_list("pk", "room")[:STEP]):
        for rooms, numbers in few_rooms(rows):
            if gone := _erase_lines(rooms, lines.filter(pk__in=numbers)):
                yield gone


@transaction.atomic
def _erase_lines(rooms: list[int], lines: QuerySet[ChatLine]) -> int:
    renew(rooms)
    return lines.delete()[0]


# --- what they called rooms -------------------------------------------------------------------


def rename_rooms(person: User) -> Iterator[int]:
    """A room that was named after whoever opened it (`An's table`) does not keep that name."""
    called = names.standing_alone(person.old_names.values_list("username", flat=True))
    made = RoomEvent.objects.filter(by=person, kind="create")
    for some in in_pages(made.values_list("pk", "room__name", "room")):
        named = {pk: room for pk, name, room in some if called.search(name)}
        for rooms, _events in few_rooms(named):
            if renamed := _rename(rooms, called, person.username):
                yield renamed


@transaction.atomic
def _rename(room_ids: list[int], called: re.Pattern[str], now: str) -> int:
    changed = {}
    for room in lock_all(room_ids):
        before, room.name = room.name, called.sub(now, room.name)[:NAME_LENGTH]
        if room.name == before:
            continue
        changed[before] = room.name
        if room.status == Room.Status.CLOSED:
            room.save(update_fields=["name"])
        else:
            save(room, "name")
    _rename_in_notices(changed)
    return len(changed)


def _rename_in_notices(changed: Mapping[str, str]) -> None:
    """Where somebody was told of what happened there."""
    for notice in Notice.objects.filter(facts__room__in=list(changed)).order_by("pk"):
        Notice.objects.filter(pk=notice.pk).update(
            facts=notice.facts | {"room": changed[notice.facts["room"]]}
        )


ERASERS: Final = (leave_chairs, pass_rooms_on, rename_rooms, erase_chat, erase_visits)
