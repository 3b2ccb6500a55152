"""Who may do what in a room. Every word asks here, `start` too: the room is locked, the person read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import User
from lobby.models import Room
from lobby.refusals import Code, Refusal, refuse

# --- who may ----------------------------------------------------------------------------------


def may_enter(room: Room, user: Any) -> bool:
    """Anybody logged in; where there is a password, its owner, who sits, and who has given it."""
    if not user.is_authenticated or not user.is_active:
        return False
    if room.visibility != Room.Visibility.PASSWORD or room.owner_id == user.pk:
        return True
    return room.admissions.filter(user=user.pk).exists() or is_seated(room, user)


def may_watch(room: Room, user: Any) -> bool:
    """Who sits sees the round as a player; where spectators are off, nobody else sees any of it."""
    return is_seated(room, user) or (room.spectators and may_enter(room, user))


def is_owner(room: Room, user: User) -> bool:
    return room.owner_id == user.pk


def is_seated(room: Room, user: Any) -> bool:
    return room.seats.filter(user=user.pk).exists()


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
WATCHING: Final = Role(may_watch, Code.NOT_SEATED)
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
    "hand_over": (OWNER,    BETWEEN_ROUNDS),
    "options":   (OWNER,    BETWEEN_ROUNDS),
    "close":     (OWNER,    BETWEEN_ROUNDS),
    "chat":      (WATCHING, ANY_TIME),
}  # fmt: skip


def refusal_to(room: Room, by: User, word: str, *, well_formed: bool = True) -> Refusal | None:
    """Why this person may not say this word here and now; the word's own reasons come after these."""
    role, at_any_time = RIGHTS[word]
    if not well_formed:
        return refuse(Code.MALFORMED)
    if room.status == Room.Status.CLOSED:
        return refuse(Code.ROOM_CLOSED)
    if not is_welcome(by):
        return refuse(Code.NOT_ALLOWED)
    if not role.holds(room, by):
        return refuse(role.otherwise)
    if room.status == Room.Status.PLAYING and not at_any_time:
        return refuse(Code.ROUND_RUNNING)
    return None


def is_welcome(user: User) -> bool:
    """Read again, not believed: an account may have been closed since its socket opened."""
    return User.objects.filter(pk=user.pk, is_active=True).exists()
