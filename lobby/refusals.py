"""Why somebody is told no, in a room or at its table. Codes are a contract; sentences are the page's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Code(StrEnum):
    """In the order in which they are asked. Add freely, never reuse or rename."""

    MALFORMED = "malformed"
    ROOM_CLOSED = "room_closed"
    NOT_OWNER = "not_owner"
    NOT_SEATED = "not_seated"
    ROUND_RUNNING = "round_running"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    NOT_KICKED = "not_kicked"
    NOT_BENCHED = "not_benched"
    NOT_ALLOWED = "not_allowed"
    BAD_OPTIONS = "bad_options"
    BAD_NAME = "bad_name"
    NOT_ENOUGH_PLAYERS = "not_enough_players"
    MUTED = "muted"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105
    TOO_MANY_ROOMS = "too_many_rooms"
    RATE_LIMITED = "rate_limited"
    # of the table's socket
    STALE = "stale"
    BAD_SEED = "bad_seed"
    UNAVAILABLE = "unavailable"  # the database does not answer: nothing happened, try again


SENTENCES: Final[Mapping[str, str | Promise]] = {
    Code.MALFORMED: _("We did not understand that. Please try again."),
    Code.ROOM_CLOSED: _("This room is closed."),
    Code.NOT_OWNER: _("Only the host of the room can do that."),
    Code.NOT_SEATED: _("You have no seat in this round."),
    Code.ROUND_RUNNING: _("Please wait until this round is over."),
    Code.SEAT_TAKEN: _("Somebody already sits there."),
    Code.SEAT_EMPTY: _("Nobody sits there."),
    Code.NOT_KICKED: _("Nobody with this name was asked to leave."),
    Code.NOT_BENCHED: _("Nobody with this name was asked to give up their seat."),
    Code.NOT_ALLOWED: _("You may not do this here."),
    Code.BAD_OPTIONS: _("These house rules do not fit. Please check them."),
    Code.BAD_NAME: _("That name cannot be taken. Choose another."),
    Code.NOT_ENOUGH_PLAYERS: _("Not enough players are ready yet."),
    Code.MUTED: _("You cannot write here for now."),
    Code.WRONG_PASSWORD: _("That is not the password of this room."),
    Code.TOO_MANY_ROOMS: _("You have too many rooms open. Close one first."),
    Code.RATE_LIMITED: _("Not so fast. Please wait a moment."),
    Code.STALE: _("The table has moved on. This is how it stands now."),
    Code.BAD_SEED: _("That seed does not match your fingerprint."),
    Code.UNAVAILABLE: _("The table cannot answer right now, and nothing was changed. Please try again."),
}
OTHERWISE: Final = _("That is not possible now.")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal is a value: somebody trying what is not allowed is an ordinary day."""

    code: str  # never reused, never renamed
    facts: tuple[tuple[str, Any], ...] = ()  # what the sentence needs
    words: str | Promise = ""  # the sentence, where what is played says no and not the room

    @property
    def sentence(self) -> str:
        """Why not, in the current language and in a way that helps."""
        words = self.words or SENTENCES.get(self.code, OTHERWISE)
        try:
            return str(words) % dict(self.facts)
        except KeyError:
            return str(OTHERWISE)


def refuse(code: Code, **facts: Any) -> Refusal:
    """`refuse(Code.SEAT_TAKEN, seat=3)`"""
    return Refusal(code, tuple(facts.items()))
