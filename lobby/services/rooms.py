"""Rooms as a whole: opened, entered, changed, handed over, closed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.limits import allow
from accounts.models import User
from games.engines.core.engine import Engine
from games.engines.core.options import BadOption, Json, Option, complete
from games.engines.core.refusal import Refusal, refuse
from games.registry import ENGINES
from lobby.models import Admission, Room, RoomEvent, Seat
from lobby.refusals import Code
from lobby.services.door import has_chair, lock, may_enter, person_at, record, refusal_to, save
from lobby.services.rounds import schedule
from lobby.signals import room_closed, room_opened
from lobby.words import NAME_LENGTH, is_whole, read_line, read_option_fields

TURN_SECONDS: Final = range(10, 301)
USUAL_SEATS: Final = 4
PASSWORD_LENGTH: Final = 64
OPEN_ROOMS, ROOMS_AN_HOUR = 10, 30  # of one person
GUESSES, GUESSES_OF_ALL = 10, 200  # of a room's password, in ten minutes and in an hour


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
    auto_start: bool = False,
    options: Mapping[str, Json] | None = None,
    back: str = Room.Back.SON,
) -> Room | Refusal:
    """A new room; its creator sits on chair 0 and owns it. What is left out is the game's usual."""
    engine = ENGINES.get(game)
    if engine is None:
        return refuse(Code.BAD_OPTIONS, field="game")
    ruleset = ruleset or engine.rulesets[0]
    seats = usual_seats(engine) if seats is None else seats
    full = house_options(engine, ruleset, options or {})
    if isinstance(full, Refusal):
        return full
    wrong = _first_wrong(
        seats=is_whole(seats) and seats in engine.seats,
        name=_fits(name, NAME_LENGTH),
        visibility=visibility in Room.Visibility.values,
        password=visibility != Room.Visibility.PASSWORD or _fits(password, PASSWORD_LENGTH, low=1),
        turn_seconds=is_whole(turn_seconds) and turn_seconds in TURN_SECONDS,
        spectators=type(spectators) is bool,
        auto_start=type(auto_start) is bool,
        back=back in Room.Back.values,
    )
    if wrong:
        return refuse(Code.BAD_OPTIONS, field=wrong)
    if too_much := _one_too_many(by):
        return too_much
    room = Room.objects.create(
        code=_free_code(visibility),
        name=read_line(name, high=NAME_LENGTH) or _usual_name(by),
        game=game,
        ruleset=ruleset,
        options=full,
        seat_count=seats,
        visibility=visibility,
        password=make_password(password) if visibility == Room.Visibility.PASSWORD else "",
        turn_seconds=turn_seconds,
        spectators=spectators,
        auto_start=auto_start,
        back=back,
        owner=by,
    )
    Seat.objects.create(room=room, number=0, user=by)
    record(room, "create", by=by)
    room_opened.send(Room, room=room)
    return save(room)


def usual_seats(engine: Engine[Any, Any, Any]) -> int:
    return min(max(USUAL_SEATS, engine.seats[0]), engine.seats[-1])


def _first_wrong(**checks: bool) -> str | None:
    return next((field for field, right in checks.items() if not right), None)


def _fits(text: object, high: int, *, low: int = 0) -> bool:
    try:
        return bool(read_line(text, low=low, high=high)) or not low
    except ValueError:
        return False


def _usual_name(by: User) -> str:
    return _("%(player)s's table")[:NAME_LENGTH] % {"player": by.username}


def _free_code(visibility: str) -> str:
    while Room.objects.filter(code=(code := Room.new_code(visibility))).exists():
        pass
    return code


def _one_too_many(by: User) -> Refusal | None:
    """One person keeps only so many rooms open, and opens only so many an hour."""
    user = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if not user.is_active:
        return refuse(Code.NOT_ALLOWED)
    if Room.objects.filter(owner=user).exclude(status=Room.Status.CLOSED).count() >= OPEN_ROOMS:
        return refuse(Code.TOO_MANY_ROOMS, limit=OPEN_ROOMS)
    hour_ago = timezone.now() - timedelta(hours=1)
    if RoomEvent.objects.filter(by=user, kind="create", at__gt=hour_ago).count() >= ROOMS_AN_HOUR:
        return refuse(Code.RATE_LIMITED)
    return None


# --- entering ---------------------------------------------------------------------------------


def join_with_password(*, room_id: int, by: User, password: str) -> Room | Refusal:
    """Who gives a room's password is let in for good. One person guesses only so often, and so do all."""
    room = Room.objects.get(pk=room_id)
    if room.status == Room.Status.CLOSED:
        return refuse(Code.ROOM_CLOSED)
    if may_enter(room, by):
        return room
    if not by.is_active:
        return refuse(Code.NOT_ALLOWED)
    if not _may_guess(room, by):
        return refuse(Code.RATE_LIMITED)
    if not _fits(password, PASSWORD_LENGTH, low=1) or not check_password(password, room.password):
        return refuse(Code.WRONG_PASSWORD)
    Admission.objects.get_or_create(room=room, user=by)
    return room


def _may_guess(room: Room, by: User) -> bool:
    guesses = f"room password:{room.code}"
    return allow(f"{guesses}:{by.pk}", times=GUESSES, seconds=600) and allow(
        guesses, times=GUESSES_OF_ALL, seconds=3600
    )


# --- changing ---------------------------------------------------------------------------------


@transaction.atomic
def change_options(
    *,
    room_id: int,
    by: User,
    options: Mapping[str, Json] | None = None,
    form: Mapping[str, Json] | None = None,
    ruleset: str | None = None,
    turn_seconds: int | None = None,
    spectators: bool | None = None,
    auto_start: bool | None = None,
) -> Room | Refusal:
    """The owner changes the house's options between rounds; what is not named stays.

    What changed is announced. `form`: the options as a form's `opt_` fields.
    """
    room = lock(room_id)
    well_formed = (
        isinstance(options, Mapping | None)
        and isinstance(form, Mapping | None)
        and isinstance(ruleset, str | None)
        and (turn_seconds is None or is_whole(turn_seconds))
        and isinstance(spectators, bool | None)
        and isinstance(auto_start, bool | None)
    )
    if no := refusal_to(room, by, "options", well_formed=well_formed):
        return no
    engine, wanted = ENGINES[room.game], room.ruleset if ruleset is None else ruleset
    if wanted not in engine.rulesets:
        return refuse(Code.BAD_OPTIONS, field="ruleset")
    if turn_seconds is not None and turn_seconds not in TURN_SECONDS:
        return refuse(Code.BAD_OPTIONS, field="turn_seconds")
    named = dict(options or {}) | read_option_fields(room_options(engine, wanted), form or {})
    full = house_options(engine, wanted, _carried_over(room, engine, wanted) | named)
    if isinstance(full, Refusal):
        return full
    given = {"turn_seconds": turn_seconds, "spectators": spectators, "auto_start": auto_start}
    new = {"ruleset": wanted, "options": full} | {k: v for k, v in given.items() if v is not None}
    return _change(room, by, new)


def _change(room: Room, by: User, new: Mapping[str, Any]) -> Room:
    changed = {
        name: [getattr(room, name), value] for name, value in new.items() if getattr(room, name) != value
    }
    if not changed:
        return room
    for name, (_old, value) in changed.items():
        setattr(room, name, value)
    record(room, "options", by=by, facts=changed)
    schedule(room)
    return save(room, "start_at", *changed)


def room_options(engine: Engine[Any, Any, Any], ruleset: str) -> tuple[Option, ...]:
    """The options that are the room's to choose, not the platform's round by round."""
    return tuple(option for option in engine.options(ruleset) if not option.platform)


def house_options(
    engine: Engine[Any, Any, Any], ruleset: str, given: Mapping[str, Json]
) -> dict[str, Json] | Refusal:
    """Every house option with its value."""
    if ruleset not in engine.rulesets:
        return refuse(Code.BAD_OPTIONS, field="ruleset")
    full = complete(room_options(engine, ruleset), given)
    if isinstance(full, BadOption):
        return refuse(Code.BAD_OPTIONS, field=full.name, fault=full.fault)
    return full


def _carried_over(room: Room, engine: Engine[Any, Any, Any], ruleset: str) -> dict[str, Json]:
    """What stays where nothing is named. Into another ruleset the house takes only what it had chosen
    itself and what that ruleset accepts; the rest is as usual there."""
    if ruleset == room.ruleset:
        return dict(room.options)
    usual = complete(room_options(engine, room.ruleset), {})
    accepts = {option.name: option.accepts for option in room_options(engine, ruleset)}
    chosen = {n: v for n, v in room.options.items() if not isinstance(usual, BadOption) and usual.get(n) != v}
    return {name: value for name, value in chosen.items() if name in accepts and accepts[name](value)}


@transaction.atomic
def hand_over(*, room_id: int, by: User, seat: int) -> Room | Refusal:
    """The owner gives the room to another seated person; the next round has a new nhà cái."""
    room = lock(room_id)
    if no := refusal_to(room, by, "hand_over", well_formed=has_chair(room, seat)):
        return no
    heir = person_at(room, seat)
    if heir is None:
        return refuse(Code.SEAT_EMPTY, seat=seat)
    if heir.user_id == room.owner_id:
        return room
    return pass_to(room, heir, by=by)


def pass_to(room: Room, heir: Seat, *, by: User | None) -> Room:
    """A locked room gets the owner who sits there; by None it is the house that passes it on."""
    record(room, "hand_over", by=by, to=heir.user, facts={"seat": heir.number})
    room.owner = heir.user
    schedule(room)
    return save(room, "owner", "start_at")


@transaction.atomic
def close_room(*, room_id: int, by: User) -> Room | Refusal:
    """Between rounds, and for good; the number committed to for the next round is spent."""
    room = lock(room_id)
    if no := refusal_to(room, by, "close"):
        return no
    return shut(room, by=by)


def shut(room: Room, *, by: User | None) -> Room:
    """A locked room is closed by its owner, or by the house (None)."""
    room.status, room.closed_at, room.start_at = Room.Status.CLOSED, timezone.now(), None
    record(room, "close", by=by)
    room_closed.send(Room, room=room)
    return save(room, "status", "closed_at", "start_at")
