"""What reports point at in rooms: which room, which line, and what was said around it."""

from __future__ import annotations

from typing import Any, Final

from django.dispatch import receiver

from accounts.models import Report, User
from accounts.reports.evidence import Rooms, Scene, Shown, release_of_table
from lobby.models import ChatLine, Room, Seat
from lobby.services import closed_by_staff, may_enter
from lobby.signals import sat_down

AROUND: Final = 20  # lines before it, and as many after it


def found(by: User, code: str, line_id: int | None) -> Scene | None:
    """The room of this code, or of this line. A number alone opens no room whose link is its key."""
    line = ChatLine.objects.filter(pk=line_id, removed_at=None).first() if line_id else None
    rooms = Room.objects.called(code) if code else Room.objects.visible_to(by)
    room = rooms.filter(pk=line.room_id).first() if line else rooms.first() if code else None
    if room is None or (line_id and line is None) or not may_enter(room, by):
        return None
    first, last = _around(room, line)
    return Scene(
        room=room.pk,
        room_name=room.name,
        room_url=f"/rooms/{room.code}/",
        line=line.pk if line else None,
        writer=line.user_id if line else None,
        text=line.text if line else "",
        first_line=first,
        last_line=last,
    )


def _around(room: Room, line: ChatLine | None) -> tuple[int | None, int | None]:
    """The numbers between which it lies; where no line is pointed at, of the newest ones."""
    said = ChatLine.objects.filter(room=room)
    before = said.filter(pk__lte=line.pk) if line else said
    after = said.filter(pk__gt=line.pk) if line else said.none()
    earlier = list(before.order_by("-pk").values_list("pk", flat=True)[: AROUND + 1])
    later = list(after.order_by("pk").values_list("pk", flat=True)[:AROUND])
    numbers = earlier + later
    return (min(numbers), max(numbers)) if numbers else (None, None)


def shown(report: Report, staff: User) -> Shown | None:
    """The room, and what was said there; the latter not to who sits there."""
    room = Room.objects.filter(pk=report.room).first() if report.room else None
    if room is None:
        return None
    said = ChatLine.objects.filter(room=room, pk__range=(report.first_line or 0, report.last_line or 0))
    context = {
        "room": room,
        "may_reopen": closed_by_staff(room),
        "hidden": room.seats.filter(user=staff).exists(),
        "lines": said.select_related("user").order_by("pk")[: 2 * AROUND + 1],
        "marked": report.line,
    }
    return Shown(template="lobby/_evidence.html", context=context)


def sat_at(person_id: int) -> dict[int, bool]:
    seats = Seat.objects.filter(user=person_id).order_by().values_list("room", "room__status")
    return {room: status == Room.Status.PLAYING for room, status in seats}


ROOMS: Final = Rooms(find=found, show=shown, sat_at=sat_at)


@receiver(sat_down)
def let_go(sender: Any, by: User, room_id: int, **kwargs: Any) -> None:
    """Of what is told of a table nothing stays in the hands of staff who sit down there."""
    if by.is_staff:
        release_of_table(by.pk, room_id)
