"""What rooms keep of a person goes with the account: chairs and rooms first, then what they said.

Each step is small, a transaction of its own, and may be done again."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import closing
from lobby.models import Admission, ChatLine, Presence, Room, RoomEvent, Seat
from lobby.services.changes import lock, renew, save
from lobby.services.old_chat import is_evidence
from lobby.services.rooms import pass_to, shut
from lobby.services.seats import free
from lobby.words import NAME_LENGTH

STEP: Final = 500  # rows


def leave_chair(person: User) -> int:
    """At once; a seat in a running round is played on by the table, and freed at its end."""
    taken = Seat.objects.filter(user=person, leaving=False)
    room_id = taken.values_list("room", flat=True).first()
    if room_id is None:
        return 0
    with transaction.atomic():
        room = lock(room_id)
        if mine := taken.filter(room=room).first():
            free(room, mine)
    return 1


def pass_room_on(person: User) -> int:
    """To whoever has sat there longest; a room where nobody else sits closes. Where a round runs, `tidy` does
    it afterwards."""
    owned = Room.objects.filter(owner=person, status=Room.Status.OPEN)
    room_id = owned.values_list("pk", flat=True).first()
    if room_id is None:
        return 0
    with transaction.atomic():
        lock(room_id)
        if room := owned.filter(pk=room_id).first():
            heirs = room.seats.filter(user__is_active=True, leaving=False).select_related("user")
            heir = heirs.order_by("since", "number").first()
            pass_to(room, heir, by=None) if heir else shut(room, by=None)
    return 1


@transaction.atomic
def erase_chat(person: User) -> int:
    """Open tables show them no longer. What was reported goes as old chat does, once that is answered."""
    lines = ChatLine.objects.filter(~is_evidence(), user=person).order_by("pk")
    rows = dict(lines.values_list("pk", "room")[:STEP])
    open_rooms = Room.objects.filter(pk__in=set(rows.values())).exclude(status=Room.Status.CLOSED)
    renew(open_rooms.values_list("pk", flat=True))
    return ChatLine.objects.filter(pk__in=rows).delete()[0]


def erase_visits(person: User) -> int:
    """When they were last where, and which doors were open or shut to them."""
    gone = [kept.objects.filter(user=person).delete()[0] for kept in (Presence, Admission)]
    return sum(gone)


ERASERS: Final = (leave_chair, pass_room_on, erase_chat, erase_visits)


@receiver(closing)
def rename_rooms(sender: Any, person: User, before: str, **kwargs: Any) -> None:
    """A room that was named after whoever opened it (`An's table`) does not keep that name."""
    made = RoomEvent.objects.filter(by=person, kind="create").values("room")
    for room in Room.objects.filter(pk__in=made, name__contains=before).order_by("pk"):
        if room.status != Room.Status.CLOSED:
            room = lock(room.pk)
        room.name = room.name.replace(before, person.username)[:NAME_LENGTH]
        if room.status == Room.Status.CLOSED:
            room.save(update_fields=["name"])
        else:
            save(room, "name")
