"""Who is there: who was seen lately. Leases, not log-outs, for a socket may die without a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from lobby.attendance import Pair, attendance
from lobby.catalogue import GAMES
from lobby.models import OPENED_AGAIN, Passage, Presence, Room, RoomEvent, Seat
from lobby.services.changes import announce, lock, save
from lobby.services.passages import tell_lost, tell_passage
from lobby.services.rooms import pass_to, shut
from lobby.services.rounds import schedule

log = structlog.get_logger()
# Into a room that staff opened again: for anybody, before it closes, and for its owner, before it passes on.
_NEVER = datetime.min.replace(tzinfo=UTC)
TO_COME_BACK, TO_HOST_AGAIN = timedelta(days=1), timedelta(hours=1)


def note_seen(*, room_id: int, user_id: int) -> None:
    """This person is in this room now. Nothing is written: pages are looked at on a full disk too."""
    attendance.note(room_id, user_id)


def seen_here(room_id: int) -> set[int]:
    """Who was seen in this room by this process a moment ago. Nothing is read."""
    return attendance.people_of(room_id)


@transaction.atomic
def note_gone(*, room_id: int, user_id: int, since: datetime) -> None:
    """The last that somebody had open of this room was closed then: who sits there with them need not wait
    half a minute to learn that they are gone."""
    if not attendance.leave(room_id, user_id, since):
        return
    room = lock(room_id)
    here = Presence.objects.filter(room=room, user=user_id)
    if here.filter(seen_at__gt=since).exists():  # by another process
        return
    here.update(left_at=since)
    if room.status != Room.Status.CLOSED and room.seats.filter(user=user_id).exists():
        tell_passage(room, user_id, Passage.Kind.LOST)
        save(room, listed=False)


def write_attendance(now: datetime) -> None:
    """What this process saw and the database does not know yet."""
    if due := attendance.due(now):
        _write(due)
        attendance.written(due)


def seen(pairs: Iterable[Pair], at: datetime) -> None:
    """These people are in these rooms now."""
    _write(dict.fromkeys(pairs, at))


def _write(times: Mapping[Pair, datetime]) -> None:
    """One statement for all of them."""
    try:
        _store(times)
    except IntegrityError:  # an account was deleted while its socket was still open
        users = {user for _room, user in times}
        people = set(User.objects.filter(pk__in=users).values_list("pk", flat=True))
        _store({pair: at for pair, at in times.items() if pair[1] in people})


@transaction.atomic
def _store(times: Mapping[Pair, datetime]) -> None:
    Presence.objects.bulk_create(
        [Presence(room_id=room, user_id=user, seen_at=at) for (room, user), at in sorted(times.items())],
        update_conflicts=True,
        unique_fields=["room", "user"],
        update_fields=["seen_at"],
    )


# --- away -------------------------------------------------------------------------------------


@transaction.atomic
def note_timeout(room_id: int, user_id: int) -> bool:
    """The table played for this person again; twice running and they are away. Did that change now?"""
    room = lock(room_id)
    seat = room.seats.filter(user=user_id).first()
    if seat is None:
        return False
    seat.timeouts += 1
    became_away = not seat.away and seat.timeouts >= settings.TABLE["AWAY_AFTER_TIMEOUTS"]
    seat.away = seat.away or became_away
    seat.save(update_fields=["timeouts", "away"])
    if became_away:
        tell_passage(room, user_id, Passage.Kind.LATE)
    save(room, listed=False)  # other processes hear of the first too: whose move there ends the count
    return became_away


def back(room_id: int, user_id: int) -> bool:
    """Any action of theirs ends it. One question where nothing is set; did being away end now?"""
    stirred = Seat.objects.filter(room=room_id, user=user_id).filter(Q(away=True) | Q(timeouts__gt=0))
    return stirred.exists() and _wake(room_id, user_id)


@transaction.atomic
def _wake(room_id: int, user_id: int) -> bool:
    room = lock(room_id)
    seat = room.seats.filter(user=user_id).first()
    if seat is None:
        return False
    was_away, seat.away, seat.timeouts = seat.away, False, 0
    seat.save(update_fields=["away", "timeouts"])
    if was_away:
        schedule(room)
    save(room, "start_at", listed=False)
    return was_away


# --- tidying up -------------------------------------------------------------------------------


def tidy(now: datetime, *, up_since: datetime | None = None) -> None:
    """Marks who is gone as away, passes on what an owner left behind, closes what everybody left.

    Any process may say it at any time, several at once. Who never came is not gone; and nobody could
    be here before the site was up, so what was missed until `up_since` does not count.
    """
    up = now - up_since if up_since is not None else timedelta.max
    limits = {
        name: timedelta(seconds=settings.TABLE[name])
        for name in ("AWAY_AFTER_GONE", "OWNER_GONE", "OWNER_UP", "EMPTY_ROOM", "EMPTY_PRACTICE", "PRESENCE")
    }
    if up >= limits["AWAY_AFTER_GONE"]:
        _mark_away(now - limits["AWAY_AFTER_GONE"])
    empty, left = (
        now - limits[name] if up >= limits[name] else _NEVER for name in ("EMPTY_ROOM", "EMPTY_PRACTICE")
    )
    _close_empty(empty, left, now - TO_COME_BACK)
    gone = now - limits["OWNER_GONE"] if up >= limits["OWNER_GONE"] else _NEVER
    _pass_on(gone, now - limits["OWNER_UP"], now - limits["PRESENCE"], now - TO_HOST_AGAIN)


def _mark_away(before: datetime) -> None:
    """Nobody waits the full limit for a player who has been gone since `before`."""
    if not _gone_from_rounds(before).exists():
        return
    with transaction.atomic():
        rooms = _free_to_lock(Room.objects.filter(pk__in=_gone_from_rounds(before).values("room")))
        seats = _gone_from_rounds(before).filter(room__in=[room.pk for room in rooms])
        changed = list(seats.values_list("pk", "room", "user"))
        Seat.objects.filter(pk__in=[pk for pk, _room, _user in changed]).update(away=True)
        tell_lost({(room, user) for _pk, room, user in changed})
        touched = {room for _pk, room, _user in changed}
        Room.objects.filter(pk__in=touched).update(version=F("version") + 1)
        for room in rooms:
            if room.pk in touched:
                announce(room, listed=False)


def _gone_from_rounds(before: datetime) -> QuerySet[Seat]:
    lapsed = Presence.objects.filter(room=OuterRef("room"), user=OuterRef("user"), seen_at__lt=before)
    return Seat.objects.filter(Exists(lapsed), room__status=Room.Status.PLAYING, in_round=True, away=False)


def _close_empty(before: datetime, left_before: datetime, opened: datetime) -> None:
    """Between rounds, a room in which nobody was seen since `before` closes; a practice table sooner, which
    its person left or was not seen at since `left_before`.

    One that was laid out in advance (`open_tables`) waits: nobody made it, and nobody has come yet.
    So does one that staff opened again since `opened`, until somebody has come.
    """
    came = Presence.objects.filter(room=OuterRef("pk"))
    made = RoomEvent.objects.filter(room=OuterRef("pk"), kind="create")
    people = Seat.objects.filter(room=OuterRef("pk"), user__isnull=False)
    is_empty = (
        (Exists(came) | Exists(made))
        & ~Exists(came.filter(seen_at__gte=before))
        & ~Exists(_opened_again(since=opened))
        & Q(created_at__lt=before)
    )
    is_left = ~Exists(people) | ~Exists(came.filter(seen_at__gte=left_before)) & Q(created_at__lt=left_before)
    empty = Room.objects.filter(is_empty | Q(practice=True) & is_left, status=Room.Status.OPEN)
    _each(empty, lambda room: shut(room, by=None))


def _opened_again(*, since: datetime, **whom: Any) -> QuerySet[RoomEvent]:
    """Of a room: by staff, and nobody has come yet, or not who is waited for."""
    came = Presence.objects.filter(room=OuterRef("room"), seen_at__gt=OuterRef("at"), **whom)
    events = RoomEvent.objects.filter(room=OuterRef("pk"), kind=OPENED_AGAIN, at__gte=since)
    return events.filter(~Exists(came))


def _pass_on(before: datetime, up_before: datetime, lately: datetime, opened: datetime) -> None:
    """Between rounds, a room whose owner is gone since `before`, or for good, goes to whoever has sat there
    longest; soon where they left their chair, unless they host from beside the table, which no nhà cái can.
    Where staff opened it again since `opened`, its owner may not know yet."""
    there = Presence.objects.since(lately).filter(room=OuterRef("pk"), user=OuterRef("owner"))
    sits = Seat.objects.filter(room=OuterRef("pk"), user=OuterRef("owner"))
    bankers = [game.key for game in GAMES.values() if game.banker]
    left_their_chair = Q(owner_up_at__lt=up_before) & ~Exists(sits) & (Q(game__in=bankers) | ~Exists(there))
    gone = Presence.objects.filter(room=OuterRef("pk"), user=OuterRef("owner"), seen_at__lt=before)
    heirs = Seat.objects.filter(
        Exists(Presence.objects.since(lately).filter(room=OuterRef("room"), user=OuterRef("user"))),
        leaving=False,
        user__is_active=True,
    ).select_related("user")
    left = Room.objects.filter(
        Exists(gone) & ~Exists(_opened_again(since=opened, user=OuterRef("room__owner")))
        | left_their_chair
        | Q(owner=None)
        | Q(owner__closed_at__isnull=False),
        Exists(heirs.filter(room=OuterRef("pk"))),
        status=Room.Status.OPEN,
        practice=False,
    )

    def pass_on(room: Room) -> None:
        heir = heirs.filter(room=room).order_by("since", "number").first()
        if heir is not None:
            pass_to(room, heir, by=None)

    _each(left, pass_on)


def _each(rooms: QuerySet[Room], tidied: Callable[[Room], object]) -> None:
    """Each room in a transaction of its own: what is wrong with one keeps no other waiting."""
    for room_id in rooms.values_list("pk", flat=True):
        try:
            with transaction.atomic():
                for room in _free_to_lock(rooms.filter(pk=room_id)):
                    tidied(room)
        except (OperationalError, InterfaceError):
            raise  # the database's trouble is everybody's
        except Exception:
            log.exception("tidy.room_failed", room=room_id)


def _free_to_lock(rooms: QuerySet[Room]) -> list[Room]:
    """These rooms, locked in one order; what somebody else is busy with is looked at next time."""
    return list(rooms.order_by("pk").select_for_update(no_key=True, skip_locked=True, of=("self",)))
