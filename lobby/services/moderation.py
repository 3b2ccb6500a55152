"""What staff do to rooms, and to what is said there; and how each of these acts is taken back."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.acts import record
from accounts.models import ModAction, User
from accounts.notices import hold, tell
from lobby import site_clock
from lobby.catalogue import GAMES
from lobby.models import ChatLine, Room, Seat
from lobby.refusals import Code, Refusal
from lobby.services.changes import lock, save
from lobby.services.rooms import ByStaff, open_again, shut

Act, Kind = ModAction.Act, ModAction.Kind
NOTICES: Final = {
    Act.CLOSE_ROOM: _("The staff closed your room %(room)s."),
    Act.REOPEN_ROOM: _("The staff reopened the room %(room)s."),
    Act.REMOVE_LINE: _("The staff removed a line that you wrote in %(room)s."),
    Act.RESTORE_LINE: _("The staff put back a line that you wrote in %(room)s."),
}


def _no(words: Promise) -> Refusal:
    return Refusal(Code.NOT_ALLOWED, words=words)


IS_OPEN: Final = _no(_("It is open."))
NOT_BY_STAFF: Final = _no(_("It was not staff who closed it."))
NO_HOST: Final = _no(_("Its host has no account any more."))
HOST_IS_OUT: Final = _no(_("Its host is banned. Let them back in first."))
OWN_ROOM: Final = _no(_("It is your own room. Somebody else has to decide that."))
IS_PRACTICE: Final = _no(_("This was a practice table. Anybody can start another one."))
NOT_PLAYED: Final = _no(_("Its game is not played here any more."))
NOT_REMOVED: Final = _no(_("It is not removed."))
LINE_IS_GONE: Final = _no(_("It is gone for good."))
NO_WRITER: Final = _no(_("Whoever wrote it has no account any more."))
OWN_LINE: Final = _no(_("You wrote it yourself. Somebody else has to decide that."))


# --- rooms ------------------------------------------------------------------------------------


@transaction.atomic
def close_by_staff(*, room_id: int, by: User, reason: str) -> Room | None:
    """At any time: a round that runs there counts for nothing. None: it is closed already."""
    held = _hold_people(room_id)
    room = lock(room_id)
    if room.status == Room.Status.CLOSED:
        return None
    for person in held:
        if person.pk == room.owner_id:
            tell(whom=person, kind=Act.CLOSE_ROOM, reason=reason, room_id=room.pk, room=room.name)
    act, kind = Act.CLOSE_ROOM, Kind.ROOM
    record(by=by, act=act, kind=kind, target=room.code, whom=room.owner, reason=reason)
    return shut(room, by=None, staff=ByStaff(by=by, reason=reason, held=held))


def _hold_people(room_id: int) -> list[User]:
    """Its owner and who sits there."""
    owner = Room.objects.filter(pk=room_id).values_list("owner", flat=True)
    return hold([*owner, *Seat.objects.filter(room=room_id).values_list("user", flat=True)])


@transaction.atomic
def reopen_room(*, room_id: int, by: User, reason: str) -> Room | Refusal:
    """What staff closed is open again, as it was: its owner, chairs, rules and books. The round that was
    stopped stays void, and whoever sat there has to say anew that they are ready."""
    held = _hold_people(room_id)
    room = lock(room_id)
    owner = next((person for person in held if person.pk == room.owner_id), None)
    no = _why_not_again(room, owner, by)
    if no is not None:
        return no
    for person in held:
        tell(whom=person, kind=Act.REOPEN_ROOM, reason=reason, room_id=room.pk, room=room.name)
    record(by=by, act=Act.REOPEN_ROOM, kind=Kind.ROOM, target=room.code, whom=owner, reason=reason)
    return open_again(room, reason=reason)


def _why_not_again(room: Room, owner: User | None, by: User) -> Refusal | None:
    if room.status != Room.Status.CLOSED:
        return IS_OPEN
    if not closed_by_staff(room):
        return NOT_BY_STAFF
    if room.practice:
        return IS_PRACTICE
    if owner is None or owner.closed_at is not None:
        return NO_HOST
    if owner.pk == by.pk:
        return OWN_ROOM
    if not owner.is_active:
        return HOST_IS_OUT
    return None if room.game in GAMES else NOT_PLAYED


def closed_by_staff(room: Room) -> bool:
    """The last that they did to it; since then nobody can have closed it."""
    acts = ModAction.objects.filter(kind=Kind.ROOM, target=room.code)
    last = acts.filter(act__in=[Act.CLOSE_ROOM, Act.REOPEN_ROOM]).order_by("-pk").first()
    return room.status == Room.Status.CLOSED and last is not None and last.act == Act.CLOSE_ROOM


# --- lines ------------------------------------------------------------------------------------


@transaction.atomic
def remove_line(*, line_id: int, by: User, reason: str) -> ChatLine | None:
    """Nobody at the table is shown it again; staff still know what was said. None: it is gone already."""
    if (line := _lock_line(line_id)) is None or line.removed_at is not None:
        return None
    line.removed_at = site_clock.now()
    _change_line(line, Act.REMOVE_LINE, by=by, reason=reason)
    return line


@transaction.atomic
def restore_line(*, line_id: int, by: User, reason: str) -> ChatLine | Refusal:
    """Where it stood: tables that are open are brought it, and programs are sent it by its number."""
    line = _lock_line(line_id)
    if line is None:
        return LINE_IS_GONE
    if line.removed_at is None:
        return NOT_REMOVED
    if line.user is None or line.user.closed_at is not None:
        return NO_WRITER
    if line.user_id == by.pk:
        return OWN_LINE
    line.removed_at = None
    _change_line(line, Act.RESTORE_LINE, by=by, reason=reason)
    return line


def _lock_line(line_id: int) -> ChatLine | None:
    """Its writer, its room, and the line as it is now, unless its time was up."""
    hold(ChatLine.objects.filter(pk=line_id).values_list("user", flat=True))
    for room_id in ChatLine.objects.filter(pk=line_id).values_list("room", flat=True):
        lock(room_id)
    lines = ChatLine.objects.select_for_update(no_key=True, of=("self",))
    return lines.select_related("user", "room").filter(pk=line_id).first()


def _change_line(line: ChatLine, act: str, *, by: User, reason: str) -> None:
    line.save(update_fields=["removed_at"])
    if line.user is not None:
        tell(whom=line.user, kind=act, reason=reason, room_id=line.room_id, room=line.room.name)
    record(by=by, act=act, kind=Kind.LINE, target=line.pk, whom=line.user, reason=reason)
    save(line.room, listed=False)
