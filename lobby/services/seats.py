"""Chairs: who sits down, stands up, is ready, is put there by the owner or sent away."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from lobby import catalogue, site_clock
from lobby.models import Admission, ChatLine, Passage, Room, Seat
from lobby.refusals import Code, Refusal, refuse
from lobby.services.bots import name_for
from lobby.services.changes import has_chair, person_at, record, save
from lobby.services.chat import is_muted
from lobby.services.passages import tell_passage
from lobby.services.rights import by_right, is_kicked
from lobby.services.rooms import shut
from lobby.services.rounds import schedule
from lobby.signals import sat_down
from lobby.words import NAME_LENGTH, PLAYER_LENGTH, REASON_LENGTH, is_line, read_line

NO_CHAIR: Final = Refusal(
    Code.SEAT_TAKEN, words=_("Every seat is taken. You can sit down as soon as one gets free.")
)
NO_REASON: Final = Refusal(
    Code.MUTED, words=_("You may not write. You can still ask people to leave, without a reason of your own.")
)


@by_right("sit", well_formed=lambda room, seat: has_chair(room, seat))
def sit(room: Room, by: User, *, seat: int) -> Room | Refusal:
    """Who is let in takes a free chair and plays from the next round on; who sits moves, between rounds."""
    mine = room.seats.filter(user=by).first()
    if mine is not None and mine.leaving and mine.number == seat:
        return _stay(room, by, mine)
    if mine is not None and room.status == Room.Status.PLAYING:
        return refuse(Code.ROUND_RUNNING)
    if mine is not None and mine.number == seat:
        return room
    if room.seats.filter(number=seat).exists():
        return refuse(Code.SEAT_TAKEN, seat=seat)
    if is_kicked(room, by):
        return refuse(Code.NOT_ALLOWED)
    if mine is None:
        _take(room, by, seat)
    else:
        mine.number = seat
        mine.save(update_fields=["number"])
    return _changed(room)


def _stay(room: Room, by: User, mine: Seat) -> Room | Refusal:
    """Who wanted to leave when the round ends thinks better of it; not who was asked to."""
    if is_kicked(room, by) or _is_benched(room, by):
        return refuse(Code.NOT_ALLOWED)
    return _keep(room, mine)


def _keep(room: Room, seat: Seat) -> Room:
    seat.leaving = False
    seat.save(update_fields=["leaving"])
    if seat.user_id == room.owner_id:
        room.owner_up_at = None
    return save(room, "owner_up_at", listed=False)


@by_right("sit")
def sit_down(room: Room, by: User) -> Room | Refusal:
    """Who comes by an invitation takes any free chair, and is ready for the next round."""
    mine = room.seats.filter(user=by).first()
    if mine is not None and mine.leaving:
        return _stay(room, by, mine)
    if mine is not None:
        return room if mine.ready else _get_ready(room, mine)
    if is_kicked(room, by):
        return refuse(Code.NOT_ALLOWED)
    taken = set(room.seats.values_list("number", flat=True))
    chair = next((chair for chair in range(room.seat_count) if chair not in taken), None)
    if chair is None:
        return NO_CHAIR
    _take(room, by, chair, ready=True)
    return _changed(room)


def _get_ready(room: Room, seat: Seat) -> Room:
    seat.ready = True
    seat.save(update_fields=["ready"])
    return _changed(room, listed=False)


def _take(room: Room, by: User, chair: int, *, ready: bool = False) -> None:
    """A free chair."""
    if by.pk == room.owner_id:
        room.owner_up_at = None
    Seat.objects.create(room=room, number=chair, user=by, ready=ready)
    tell_passage(room, by.pk, Passage.Kind.SAT)
    sat_down.send(sender=Room, by=by, room_id=room.pk)


@by_right("stand_up")
def stand_up(room: Room, by: User) -> Room | Refusal:
    """Who sits leaves the chair; in a round the time-out moves play on and it is freed at the end."""
    tell_passage(room, by.pk, Passage.Kind.WENT)
    if by.pk == room.owner_id:
        room.owner_up_at = site_clock.now()
    return free(room, room.seats.get(user=by))


@by_right("ready", well_formed=lambda room, ready: type(ready) is bool)
def set_ready(room: Room, by: User, *, ready: bool) -> Room | Refusal:
    """Who sits is ready, from round to round, until they say they are not."""
    if not room.seats.filter(user=by).exclude(ready=ready).update(ready=ready):
        return room
    return _changed(room, listed=False)


@by_right(
    "bot",
    well_formed=lambda room, seat, level, name="": (
        has_chair(room, seat)
        and level in catalogue.game(room.game).levels
        and is_line(name, high=NAME_LENGTH)
    ),
)
def add_bot(room: Room, by: User, *, seat: int, level: str, name: str = "") -> Room | Refusal:
    """The owner puts a house bot on a free chair; it is always ready, from the next round on."""
    if room.seats.filter(number=seat).exists():
        return refuse(Code.SEAT_TAKEN, seat=seat)
    called = name_for(room, by, name)
    if isinstance(called, Refusal):
        return called
    Seat.objects.create(room=room, number=seat, bot_name=called, bot_level=level, ready=True)
    return _changed(room)


@by_right("unbot", well_formed=lambda room, seat: has_chair(room, seat))
def remove_bot(room: Room, by: User, *, seat: int) -> Room | Refusal:
    """The owner takes a bot away; one that plays stays until the round ends."""
    bot = room.seats.filter(number=seat, user__isnull=True).first()
    if bot is None:
        return refuse(Code.SEAT_EMPTY, seat=seat)
    return free(room, bot)


@by_right(
    "kick",
    well_formed=lambda room, seat, reason="", why="": (
        has_chair(room, seat) and is_line(reason, high=REASON_LENGTH) and why in ("", *catalogue.REASONS)
    ),
)
def kick(room: Room, by: User, *, seat: int, reason: str = "", why: str = "") -> Room | Refusal:
    """The owner sends somebody else away; they do not sit here again. Everybody reads why: one of the house's
    reasons, in their own language, or what the owner wrote, as they read the chat; who is muted, none."""
    sitter = person_at(room, seat)
    if sitter is None:
        return refuse(Code.SEAT_EMPTY, seat=seat)
    if sitter.user_id == by.pk:
        return refuse(Code.NOT_ALLOWED)
    words = read_line(reason, high=REASON_LENGTH)
    if words and is_muted(room, by):
        return NO_REASON
    Admission.objects.update_or_create(room=room, user=sitter.user, defaults={"kicked": True})
    facts = {"seat": seat} | ({"why": why} if why else {}) | ({"was_leaving": True} if sitter.leaving else {})
    event = record(room, "kick", by=by, to=sitter.user, facts=facts)
    if words:
        ChatLine.objects.create(room=room, user=by, text=words, event=event)
    return free(room, sitter)


@by_right("unkick", well_formed=lambda room, player: is_line(player, low=1, high=PLAYER_LENGTH))
def unkick(room: Room, by: User, *, player: str) -> Room | Refusal:
    """The owner thinks better of it: who was asked to leave may sit here again, and is heard; who still plays
    the round keeps the chair."""
    named = User.people.called(player)
    admission = room.admissions.filter(kicked=True, user__in=named).select_related("user").first()
    if admission is None:
        return refuse(Code.NOT_KICKED)
    admission.kicked = False
    admission.save(update_fields=["kicked"])
    record(room, "unkick", by=by, to=admission.user)
    seat = room.seats.filter(user=admission.user, leaving=True).first()
    kick = room.events.filter(kind="kick", to=admission.user).order_by("-pk").first()
    if seat is None or kick is None or kick.facts.get("was_leaving", False):
        return save(room, listed=False)
    return _keep(room, seat)


@by_right("bench", well_formed=lambda room, seat: has_chair(room, seat))
def bench(room: Room, by: User, *, seat: int) -> Room | Refusal:
    """The owner asks somebody else to give up the chair; they are no less welcome, and may sit down again."""
    sitter = person_at(room, seat)
    if sitter is None:
        return refuse(Code.SEAT_EMPTY, seat=seat)
    if sitter.user_id == by.pk:
        return refuse(Code.NOT_ALLOWED)
    if sitter.leaving:
        return room
    record(room, "bench", by=by, to=sitter.user, facts={"seat": seat})
    return free(room, sitter)


@by_right("unbench", well_formed=lambda room, player: is_line(player, low=1, high=PLAYER_LENGTH))
def unbench(room: Room, by: User, *, player: str) -> Room | Refusal:
    """The owner thinks better of it: who still plays the round keeps the chair, others are asked to one."""
    person = User.people.called(player).first()
    seat = room.seats.filter(user=person).first() if person is not None else None
    if person is None or not _is_benched(room, person) or (seat is not None and not seat.leaving):
        return refuse(Code.NOT_BENCHED)
    record(room, "unbench", by=by, to=person)
    return save(room, listed=False) if seat is None else _keep(room, seat)


def _is_benched(room: Room, person: User) -> bool:
    """The last that the owner did about them."""
    done = room.events.filter(to=person, kind__in=["bench", "unbench", "kick", "unkick"])
    return done.order_by("-pk").values_list("kind", flat=True).first() == "bench"


def is_deserted(room: Room) -> bool:
    """Whom a practice table was opened for has left it; a round that runs is played to its end."""
    over = room.practice and room.status == Room.Status.OPEN
    return over and not room.seats.filter(user__isnull=False).exists()


def free(room: Room, seat: Seat) -> Room:
    """At once, unless the round is being played from this chair."""
    if not seat.in_round:
        seat.delete()
    elif not seat.leaving:
        seat.leaving = True
        seat.save(update_fields=["leaving"])
    return _changed(room)


def _changed(room: Room, *, listed: bool = True) -> Room:
    if is_deserted(room):
        return shut(room, by=None)
    schedule(room)
    return save(room, "start_at", "owner_up_at", listed=listed)
