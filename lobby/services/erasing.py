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
from lobby.models import Admission, ChatLine, Passage, Presence, Room, RoomEvent, Seat
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
    """When they were last where, came and went, and which doors were open or shut to them."""
    for kept in (Presence, Admission, Passage):
        while gone := _erase_visits(kept.objects.filter(user=person)):
            yield gone


@transaction.atomic
def _erase_visits(visits: QuerySet[Presence] | QuerySet[Admission] | QuerySet[Passage]) -> int:
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
    changed: dict[int, str] = {}  # rooms, as they were called
    for room in lock_all(room_ids):
        before, room.name = room.name, _anew(room.name, called, now)
        if room.name == before:
            continue
        changed[room.pk] = before
        if room.status == Room.Status.CLOSED:
            room.save(update_fields=["name"])
        else:
            save(room, "name")
    for notice in _told_of(changed):
        title = _anew(notice.facts["room"], called, now)
        Notice.objects.filter(pk=notice.pk).update(facts=notice.facts | {"room": title})
    return len(changed)


def _anew(title: str, called: re.Pattern[str], now: str) -> str:
    return called.sub(now, title)[:NAME_LENGTH]


def _told_of(rooms: Mapping[int, str]) -> Iterator[Notice]:
    """Where somebody was told of what happened there.

    Those from before notices said of which room have the title alone: of them only what these rooms' own
    people were told is looked at, for others may have been in one that is called the same.
    """
    yield from Notice.objects.filter(room__in=list(rooms), facts__has_key="room").order_by("pk")
    untold = Notice.objects.filter(room=None, facts__room__in=list(rooms.values()))
    people = sorted(_people_of(list(rooms)))
    for start in range(0, len(people), STEP):
        yield from untold.filter(whom__in=people[start : start + STEP]).order_by("pk")


def _people_of(room_ids: list[int]) -> set[int]:
    """Who owns them, sits there, was there, wrote there, or did something to them or had it done."""
    ways = (
        *((rows.objects.filter(room__in=room_ids), "user") for rows in (Seat, Presence, ChatLine)),
        *((RoomEvent.objects.filter(room__in=room_ids), one) for one in ("by", "to")),
        (Room.objects.filter(pk__in=room_ids), "owner"),
    )
    found = (rows.order_by().values_list(whom, flat=True).distinct() for rows, whom in ways)
    return {user_id for people in found for user_id in people if user_id is not None}


ERASERS: Final = (leave_chairs, pass_rooms_on, rename_rooms, erase_chat, erase_visits)
