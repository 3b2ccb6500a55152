"""What staff do to rooms, and to what is said there."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.acts import record
from accounts.models import ModAction, User
from accounts.notices import hold, tell
from lobby.models import ChatLine, Room, Seat
from lobby.services.changes import lock, save
from lobby.services.rooms import ByStaff, shut

NOTICES: Final = {
    ModAction.Act.CLOSE_ROOM: _("The house closed your room %(room)s."),
    ModAction.Act.REMOVE_LINE: _("The house removed a line that you wrote in %(room)s."),
}


@transaction.atomic
def close_by_staff(*, room_id: int, by: User, reason: str) -> Room | None:
    """At any time, and for good: a round that runs there counts for nothing. None: it is closed already."""
    owner = Room.objects.filter(pk=room_id).values_list("owner", flat=True)
    held = hold([*owner, *Seat.objects.filter(room=room_id).values_list("user", flat=True)])
    room = lock(room_id)
    if room.status == Room.Status.CLOSED:
        return None
    for person in held:
        if person.pk == room.owner_id:
            tell(whom=person, kind=ModAction.Act.CLOSE_ROOM, reason=reason, room=room.name)
    act, kind = ModAction.Act.CLOSE_ROOM, ModAction.Kind.ROOM
    record(by=by, act=act, kind=kind, target=room.code, whom=room.owner, reason=reason)
    return shut(room, by=None, staff=ByStaff(by=by, reason=reason, held=held))


@transaction.atomic
def remove_line(*, line_id: int, by: User, reason: str) -> ChatLine | None:
    """Nobody at the table is shown it again; staff still know what was said. None: it is gone already."""
    writer = hold(ChatLine.objects.filter(pk=line_id).values_list("user", flat=True))
    room = lock(ChatLine.objects.values_list("room", flat=True).get(pk=line_id))
    line = ChatLine.objects.select_related("user").get(pk=line_id)
    if line.removed_at is not None:
        return None
    line.removed_at = timezone.now()
    line.save(update_fields=["removed_at"])
    for person in writer:
        tell(whom=person, kind=ModAction.Act.REMOVE_LINE, reason=reason, room=room.name)
    act, kind = ModAction.Act.REMOVE_LINE, ModAction.Kind.LINE
    record(by=by, act=act, kind=kind, target=line.pk, whom=line.user, reason=reason)
    save(room, listed=False)
    return line
