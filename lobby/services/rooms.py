"""Rooms as a whole: opened, entered, handed over, closed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.limits import allow, give_back
from accounts.models import User
from lobby import site_clock
from lobby.catalogue import AUTO_NEXT, GAMES, Game, Json
from lobby.models import OPENED_AGAIN, Admission, Room, RoomEvent, Seat
from lobby.refusals import Code, Refusal, refuse
from lobby.rounds import rounds
from lobby.services.changes import has_chair, lock, person_at, record, save
from lobby.services.options import TURN_SECONDS
from lobby.services.rights import by_right, is_kept_out, may_enter
from lobby.services.rounds import schedule
from lobby.words import NAME_LENGTH, is_line, is_whole, read_line

PASSWORD_LENGTH: Final = 64
OPEN_ROOMS, ROOMS_AN_HOUR = 10, 30  # of one person
# Wrong guesses of one room's password: of a person in ten minutes, from an address in an hour.
GUESSES, GUESSES_FROM_AN_ADDRESS = 10, 300


# --- opening ----------------------------------------------------------------------------------


@transaction.atomic
def create_room(
    *,
    by: User,
    game: str,
    ruleset: str = "",
    seats: int | None = None,
    name: str = "",
    visibility: str = Room.Visibility.PUBLIC,
    password: str = "",
    turn_seconds: int = 30,
    spectators: bool = True,
    spectators_chat: bool = True,
    auto_start: bool = False,
    auto_deal: bool = False,
    auto_next: int = 0,
    options: Mapping[str, Json] | None = None,
    back: str = Room.Back.SON,
) -> Room | Refusal:
    """A new room; its creator sits on chair 0 and owns it. What is left out is the game's usual."""
    played = GAMES.get(game)
    if played is None:
        return refuse(Code.BAD_OPTIONS, field="game")
    ruleset = ruleset or played.usual_ruleset
    full = played.complete(ruleset, options or {})
    if isinstance(full, Refusal):
        return full
    room = Room(
        name=name,
        game=game,
        ruleset=ruleset,
        options=full,
        seat_count=played.usual_seats if seats is None else seats,
        visibility=visibility,
        turn_seconds=turn_seconds,
        spectators=spectators,
        spectators_chat=spectators_chat,
        auto_start=auto_start,
        auto_deal=auto_deal,
        auto_next=auto_next,
        back=back,
        owner=by,
    )
    no = _why_not(room, played, password)
    if no is not None:
        return no
    opener = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    return _one_too_many(opener) or _open(room, opener, password)


def _open(room: Room, by: User, password: str) -> Room:
    """Its name is read by everybody: who is muted gives it none of their own."""
    room.code = free_code(room.visibility)
    name = "" if by.is_muted else read_line(room.name, high=NAME_LENGTH)
    room.name = name or usual_name(by)
    if room.visibility == Room.Visibility.PASSWORD:
        room.password = make_password(password)
    room.save()
    Seat.objects.create(room=room, number=0, user=by)
    record(room, "create", by=by)
    rounds().opened(room)
    return save(room)


def _why_not(room: Room, game: Game, password: str) -> Refusal | None:
    """The first field of a room that cannot be as it is asked for."""
    right = {
        "seats": is_whole(room.seat_count) and room.seat_count in game.seats,
        "name": is_line(room.name, high=NAME_LENGTH),
        "visibility": room.visibility in Room.Visibility.values,
        "password": room.visibility != Room.Visibility.PASSWORD or _is_password(password),
        "turn_seconds": is_whole(room.turn_seconds) and room.turn_seconds in TURN_SECONDS,
        "spectators": type(room.spectators) is bool,
        "spectators_chat": type(room.spectators_chat) is bool,
        "auto_start": type(room.auto_start) is bool,
        "auto_deal": type(room.auto_deal) is bool,
        "auto_next": is_whole(room.auto_next) and room.auto_next in AUTO_NEXT,
        "back": room.back in Room.Back.values,
    }
    wrong = next((field for field, is_right in right.items() if not is_right), None)
    return refuse(Code.BAD_OPTIONS, field=wrong) if wrong else None


def _is_password(text: object) -> bool:
    return is_line(text, low=1, high=PASSWORD_LENGTH)


def usual_name(by: User) -> str:
    return _("%(player)s's table")[:NAME_LENGTH] % {"player": by.username}


def free_code(visibility: str) -> str:
    while Room.objects.filter(code=(code := Room.new_code(visibility))).exists():
        pass
    return code


def _one_too_many(user: User) -> Refusal | None:
    """One person keeps only so many rooms open, and opens only so many an hour."""
    if not user.is_active:
        return refuse(Code.NOT_ALLOWED)
    if Room.objects.filter(owner=user).exclude(status=Room.Status.CLOSED).count() >= OPEN_ROOMS:
        return refuse(Code.TOO_MANY_ROOMS, limit=OPEN_ROOMS)
    hour_ago = site_clock.now() - timedelta(hours=1)
    if RoomEvent.objects.filter(by=user, kind="create", at__gt=hour_ago).count() >= ROOMS_AN_HOUR:
        return refuse(Code.RATE_LIMITED)
    return None


# --- entering ---------------------------------------------------------------------------------


def join_with_password(
    *, room_id: int, by: User, password: str, address: str | None = None
) -> Room | Refusal:
    """Who gives a room's password is let in for good. A person may be wrong only so often, and so may all
    who come from one address; nobody else has to wait for them."""
    room = Room.objects.get(pk=room_id)
    if room.status == Room.Status.CLOSED:
        return refuse(Code.ROOM_CLOSED)
    if may_enter(room, by):
        return room
    if not by.is_active or is_kept_out(room, by):
        return refuse(Code.NOT_ALLOWED)
    counts = [(f"password of {room.code}:{by.pk}", GUESSES, 600)]
    if address is not None:
        counts.append((f"password of {room.code} from:{address}", GUESSES_FROM_AN_ADDRESS, 3600))
    if not all(allow(key, times=times, seconds=seconds) for key, times, seconds in counts):
        return refuse(Code.RATE_LIMITED)
    if not _is_password(password) or not check_password(password, room.password):
        return refuse(Code.WRONG_PASSWORD)
    for key, _times, seconds in counts:
        give_back(key, seconds=seconds)
    Admission.objects.get_or_create(room=room, user=by)
    return room


# --- handed over, closed ----------------------------------------------------------------------


@by_right("hand_over", well_formed=lambda room, seat: has_chair(room, seat))
def hand_over(room: Room, by: User, *, seat: int) -> Room | Refusal:
    """The owner gives the room to another seated person; the next round has a new nhà cái."""
    heir = person_at(room, seat)
    if heir is None:
        return refuse(Code.SEAT_EMPTY, seat=seat)
    if heir.user_id == room.owner_id:
        return room
    return pass_to(room, heir, by=by)


def pass_to(room: Room, heir: Seat, *, by: User | None) -> Room:
    """A locked room gets the owner who sits there; by None it is the house that passes it on."""
    record(room, "hand_over", by=by, to=heir.user, facts={"seat": heir.number})
    room.owner, room.owner_up_at = heir.user, None
    schedule(room)
    return save(room, "owner", "owner_up_at", "start_at")


@by_right("close")
def close_room(room: Room, by: User) -> Room | Refusal:
    """Between rounds, and for good; the number committed to for the next round is spent."""
    return shut(room, by=by)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByStaff:
    """Who of the staff closes a room, and why. `held`: whom that may concern, locked before the room was."""

    by: User
    reason: str
    held: Collection[User]


def shut(room: Room, *, by: User | None, staff: ByStaff | None = None) -> Room:
    """A locked room is closed by its owner, or by the house (None); staff say why."""
    room.status, room.closed_at, room.start_at = Room.Status.CLOSED, site_clock.now(), None
    record(room, "close", by=by, facts={"reason": staff.reason} if staff else {})
    save(room, "status", "closed_at", "start_at")
    rounds().closed(room, staff)
    return room


def open_again(room: Room, *, reason: str) -> Room:
    """A locked room that staff closed is open, and its next round is committed to. Nobody who sits there has
    said since that they are ready."""
    room.status, room.closed_at = Room.Status.OPEN, None
    room.seats.filter(user__isnull=False).update(ready=False, away=False, timeouts=0)
    record(room, OPENED_AGAIN, by=None, facts={"reason": reason})
    rounds().opened(room)
    return save(room, "status", "closed_at")


def called_anew(*, user_id: int) -> None:
    """Somebody has another name, or an account to keep: wherever they sit, that is another version of the
    room, and no round begins there with what they were before."""
    for room_id in Seat.objects.filter(user=user_id).values_list("room", flat=True):
        with transaction.atomic():
            save(lock(room_id))
