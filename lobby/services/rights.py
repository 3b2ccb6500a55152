"""Who may do what in a room. Every word is asked for here and nowhere else, `start` too (`by_right`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import update_wrapper
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

from django.db import transaction

from accounts.blocks.quiet import apart_from
from accounts.models import User
from lobby.models import Room
from lobby.refusals import Code, Refusal, refuse
from lobby.services.changes import lock

Said = ParamSpec("Said")  # with the word
Done = TypeVar("Done", covariant=True)

# --- who may ----------------------------------------------------------------------------------


def may_enter(room: Room, user: Any, *, apart: Collection[int] | None = None) -> bool:
    """Anybody logged in who is not kept apart from its owner; where there is a password, its owner, who sits,
    and who has given it; at a practice table whom it was opened for. `apart`: from whom they are kept, where
    that is known."""
    if not user.is_authenticated or not user.is_active:
        return False
    if room.owner_id == user.pk:
        return True
    if is_kept_out(room, user, apart=apart):
        return False
    if room.visibility != Room.Visibility.PASSWORD:
        return True
    return _is_admitted(room, user)


def is_kept_out(room: Room, user: Any, *, apart: Collection[int] | None = None) -> bool:
    """By a block between them and the owner, whoever of the two wished it: for them there is no such room.
    Who sits there already keeps the chair. A practice table is there for one person alone."""
    if room.practice:
        return not _is_admitted(room, user)
    apart = apart_from(user) if apart is None else apart
    return room.owner_id in apart and not is_seated(room, user)


def _is_admitted(room: Room, user: Any) -> bool:
    """By its password, or since the house opened it for them; and who sits."""
    return is_seated(room, user) or room.admissions.filter(user=user.pk).exists()


def may_watch(room: Room, user: Any) -> bool:
    """Who sits sees the round as a player; where spectators are off, nobody else sees any of it."""
    return is_seated(room, user) or (room.spectators and may_enter(room, user))


def may_chat(room: Room, user: Any) -> bool:
    """Who sits; who watches, where the room lets them."""
    return is_seated(room, user) or (room.spectators_chat and may_watch(room, user))


def is_owner(room: Room, user: User) -> bool:
    return room.owner_id == user.pk


def is_seated(room: Room, user: Any) -> bool:
    return user.pk is not None and room.seats.filter(user=user.pk).exists()  # bots are nobody's


def is_kicked(room: Room, user: User) -> bool:
    return room.admissions.filter(user=user, kicked=True).exists()


# --- what they may do -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Role:
    """Whom a word is for, and what the others are told."""

    holds: Callable[[Room, User], bool]
    otherwise: Code


OWNER: Final = Role(is_owner, Code.NOT_OWNER)
SEATED: Final = Role(is_seated, Code.NOT_SEATED)
HEARD: Final = Role(may_chat, Code.NOT_SEATED)
LET_IN: Final = Role(may_enter, Code.NOT_ALLOWED)

ANY_TIME, BETWEEN_ROUNDS = True, False
RIGHTS: Final[Mapping[str, tuple[Role, bool]]] = {
    "sit":       (LET_IN,   ANY_TIME),
    "stand_up":  (SEATED,   ANY_TIME),
    "ready":     (SEATED,   ANY_TIME),
    "start":     (OWNER,    BETWEEN_ROUNDS),
    "bot":       (OWNER,    ANY_TIME),
    "unbot":     (OWNER,    ANY_TIME),
    "kick":      (OWNER,    ANY_TIME),
    "unkick":    (OWNER,    ANY_TIME),
    "bench":     (OWNER,    ANY_TIME),
    "unbench":   (OWNER,    ANY_TIME),
    "hand_over": (OWNER,    BETWEEN_ROUNDS),
    "options":   (OWNER,    BETWEEN_ROUNDS),
    "close":     (OWNER,    BETWEEN_ROUNDS),
    "chat":      (HEARD,    ANY_TIME),
}  # fmt: skip


class Service(Protocol[Said, Done]):
    """What anybody may call: whether it is done depends on who says it, about which room."""

    def __call__(self, room_id: int, by: User, *args: Said.args, **said: Said.kwargs) -> Done | Refusal: ...


def by_right(
    word: str, *, well_formed: Callable[..., bool] = lambda room, **said: True
) -> Callable[[Callable[Concatenate[Room, User, Said], Done]], Service[Said, Done]]:
    """What a word does, made into a service of its own: one transaction, in which the room is locked, the
    person read again and the word's right asked, before it does anything. A word without a right is none."""
    role, at_any_time = RIGHTS[word]

    def service(do: Callable[Concatenate[Room, User, Said], Done]) -> Service[Said, Done]:
        @transaction.atomic
        def say(room_id: int, by: User, *args: Said.args, **said: Said.kwargs) -> Done | Refusal:
            room, person = lock(room_id), _read_again(by)
            if not well_formed(room, *args, **said):
                return refuse(Code.MALFORMED)
            if room.status == Room.Status.CLOSED:
                return refuse(Code.ROOM_CLOSED)
            if person is None:
                return refuse(Code.NOT_ALLOWED)
            if not role.holds(room, person):
                return refuse(role.otherwise)
            if room.status == Room.Status.PLAYING and not at_any_time:
                return refuse(Code.ROUND_RUNNING)
            return do(room, person, *args, **said)

        update_wrapper(say, do)
        return say

    return service


def _read_again(user: User) -> User | None:
    """Not believed: an account may have been closed, or called otherwise, since its socket opened."""
    return User.objects.filter(pk=user.pk, is_active=True).first()
