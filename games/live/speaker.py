"""What somebody says at a table, by socket or by form: read alike, limited alike, refused in one order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

import structlog
from django.db import InterfaceError, OperationalError

from accounts.models import User
from accounts.paces import Bucket, Pace
from games import registry
from games.live.hub import Hub
from games.live.writer import NotKeptError
from games.rounds import services
from lobby import services as rooms
from lobby import words
from lobby.refusals import Code, Refusal, refuse
from lobby.wire.frames import from_form
from lobby.wire.threads import in_database

log = structlog.get_logger()
frames_of: Final = Pace(60, 15, name="frames")  # of a person, at all tables and over all sockets
TRIES: Final = 2  # of a start, before and after the table has read its room again
KINDS = ("do", "room", "fair", "pong")  # of frame that a table hears


@dataclass(slots=True)
class Limits:
    """How much one socket, or one person's forms, may ask of a table."""

    who: int
    frames: Bucket = field(default_factory=lambda: Bucket(20, 5))
    chat: Bucket = field(default_factory=lambda: Bucket(5, 0.5))

    def take_frame(self) -> bool:
        return self.frames.take() and frames_of.take(self.who)

    def give_back_frame(self) -> None:
        self.frames.left += 1
        frames_of.give_back(self.who)

    @property
    def are_forgotten(self) -> bool:
        """As if nothing had been said yet."""
        return all(bucket.refill() == bucket.size for bucket in (self.frames, self.chat))


class Somebody(Protocol):
    @property
    def pk(self) -> int: ...


class ByNumber(NamedTuple):
    """An account is two kilobytes, and whoever it is by the time they speak is read then."""

    pk: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """A person at a table who has something to say. `by_form`: fields are strings, read by their type."""

    user: Somebody
    hub: Hub
    limits: Limits
    by_form: bool

    async def say(self, kind: str, data: Mapping[str, Any]) -> Refusal | None:
        """One frame. What is accepted is answered by what it changes."""
        try:
            return await self._hear(kind, data)
        except (OperationalError, InterfaceError) as error:
            log.warning("door.unavailable", room=self.hub.room_id, error=type(error).__name__)
            return refuse(Code.UNAVAILABLE)

    async def _hear(self, kind: str, data: Mapping[str, Any]) -> Refusal | None:
        await self._no_longer_away()
        if kind == "do":
            return await self._move(data)
        if not self.limits.take_frame():
            return refuse(Code.RATE_LIMITED)
        if kind == "room":
            return await self._room_word(data)
        return refuse(Code.NOT_ALLOWED)  # seats cannot seal seeds yet: every person is kind D

    def _form_fields(self) -> Mapping[str, Callable[[str], Any]]:
        return registry.game(self.hub.facts.room.game).form_fields

    async def _move(self, data: Mapping[str, Any]) -> Refusal | None:
        """Accepted moves of a turn are free, so that a table may play as fast as its seats can."""
        word = from_form(data, self._form_fields()) if self.by_form else data
        free = self.hub.awaits(self.user.pk) and not self.hub.is_off_turn(word.get("do"))
        if not free and not self.limits.take_frame():
            return refuse(Code.RATE_LIMITED)
        number, n = word.get("round"), word.get("n")
        if type(number) is int and type(n) is int:
            refusal = await self.hub.hear_move(user_id=self.user.pk, round_number=number, n=n, word=word)
        else:
            refusal = refuse(Code.MALFORMED)
        if free and refusal is not None and not self.limits.take_frame():
            return refuse(Code.RATE_LIMITED)
        return refusal

    async def _room_word(self, data: Mapping[str, Any]) -> Refusal | None:
        word = words.read_room_word(data, from_form=self.by_form)
        if isinstance(word, Refusal):
            return word
        if isinstance(word, words.Say) and not self.limits.chat.take():
            return refuse(Code.RATE_LIMITED)
        refusal = await self._done(word)
        if refusal is None and isinstance(word, words.Start):
            self.limits.give_back_frame()
        return refusal

    async def _done(self, word: words.RoomWord) -> Refusal | None:
        if isinstance(word, words.Start):
            return await self._start()
        done = await in_database(rooms.obey, room_id=self.hub.room_id, by=User(pk=self.user.pk), word=word)
        return done if isinstance(done, Refusal) else None

    async def _start(self) -> Refusal | None:
        """Why not is said by the room itself; where that knows no reason, the table knew it too little."""
        for _ in range(TRIES):
            try:
                if await self.hub.begin(by=self.user.pk):
                    return None
            except NotKeptError:
                self.hub.touch()  # it may have been begun all the same
                break
            by = User(pk=self.user.pk)
            refusal = await in_database(services.why_no_start, room_id=self.hub.room_id, by=by)
            if refusal is not None:
                return refusal
            await self.hub.refresh()
        return refuse(Code.UNAVAILABLE)

    async def _no_longer_away(self) -> None:
        """Any frame but a pong ends it; asked of the facts at hand, so that it costs nothing else."""
        room = self.hub.facts.room
        chair = room.chair_of(self.user.pk)
        if chair is not None and (room.seats[chair].away or room.seats[chair].timeouts):
            await in_database(rooms.back, room_id=room.id, user_id=self.user.pk)
            self.hub.touch()
