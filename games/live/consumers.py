"""One browser at one table. Knows who asks and about which room; knows no rule."""

from __future__ import annotations

from typing import Any, cast

from django.utils import translation

from accounts.models import User
from games import services
from games.engines.core.refusal import Refusal, refuse
from games.live.hall import hall
from games.live.voices import HtmlVoice, JsonVoice, Person
from games.sentences import refusal_sentence
from lobby import services as lobby
from lobby import words
from lobby.frames import from_form
from lobby.models import Room
from lobby.refusals import Code
from lobby.sockets import BARRED, Bucket, Login, Socket, is_own_origin, read_login
from lobby.threads import in_database


class TableConsumer(Socket):
    kinds = ("do", "room", "fair", "pong")

    async def connect(self) -> None:
        """In, or an HTTP answer that says why not."""
        login = await in_database(read_login, self.scope) if is_own_origin(self.scope) else None
        if login is None:
            await self.refuse_to_open(403)
            return
        room = await in_database(_room_for, self.scope["url_route"]["kwargs"]["code"], login.user)
        if isinstance(room, Room):
            await self._enter(room.pk, login)
        else:
            await self.refuse_to_open(room)

    async def _enter(self, room_id: int, login: Login) -> None:
        self.user = cast(User, login.user)  # an anonymous one was refused
        self.person = Person(
            id=self.user.id,
            name=self.user.username,
            session_key=login.session_key,
            language=login.language,
        )
        self.bucket, self.chat_bucket = Bucket(20, 5), Bucket(5, 0.5)
        async with hall.door(room_id, self.person) as self.table:
            await self.open((JsonVoice if self.wants_json else HtmlVoice)(self.table, self.person))
            hall.join(self.table, self.person, self.pump)

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if hasattr(self, "pump"):
            hall.leave(self.table, self.pump)

    async def hear(self, kind: str, data: dict[str, Any]) -> Refusal | None:
        """One frame through its door. What is accepted is answered by the frames it causes."""
        await self._no_longer_away()
        if kind == "do":
            return await self._move(data)
        if not self.bucket.take():
            return refuse(Code.RATE_LIMITED)
        if kind == "room":
            return await self._room_word(data)
        return refuse(Code.NOT_ALLOWED)  # seats cannot seal seeds yet: every person is kind D

    async def _move(self, data: dict[str, Any]) -> Refusal | None:
        """Accepted moves are free, so that a table may play as fast as its seats can; not so off turn."""
        free = self.table.awaits(self.person.id)
        if not free and self.bucket.is_empty:
            return refuse(Code.RATE_LIMITED)
        word = data if self.wants_json else from_form(data)
        number, n = word.get("round"), word.get("n")
        if type(number) is int and type(n) is int:
            refusal = await self.table.hear_move(user_id=self.person.id, round_number=number, n=n, word=word)
        else:
            refusal = refuse(Code.MALFORMED)
        if refusal is None and free:
            return None
        if not self.bucket.take():
            return refuse(Code.RATE_LIMITED)
        if refusal is None:
            return None
        if refusal.code == Code.NOT_ALLOWED:
            self.pump.close(BARRED, "banned")
        if refusal.code == Code.STALE:
            self.pump.voice.repeat()
        return refusal

    async def _room_word(self, data: dict[str, Any]) -> Refusal | None:
        word = words.read_room_word(data, from_form=not self.wants_json)
        if isinstance(word, Refusal):
            return word
        if isinstance(word, words.Say) and not self.chat_bucket.take():
            return refuse(Code.RATE_LIMITED)
        refusal = await in_database(_obey, self.table.room_id, self.user, word)
        if refusal is None and isinstance(word, words.Start):
            self.bucket.left += 1
        return refusal

    async def _no_longer_away(self) -> None:
        """Any frame but a pong ends it; asked of the facts at hand, so that it costs nothing else."""
        room, chair = self.table.facts.room, self.table.facts.room.chair_of(self.person.id)
        if chair is not None and (room.seats[chair].away or room.seats[chair].timeouts):
            await in_database(lobby.back, room_id=room.id, user_id=self.person.id)
            self.table.touch()

    def sentence(self, refusal: Refusal) -> str:
        with translation.override(self.person.language):
            return refusal_sentence(refusal.code, refusal.rule, dict(refusal.facts))


def _room_for(code: str, user: Any) -> Room | int:
    """The room, or the HTTP status that says why not."""
    if not user.is_authenticated:
        return 403
    room = Room.objects.filter(code=code.lower()).first()
    if room is None:
        return 404
    return room if lobby.may_enter(room, user) else 403


def _obey(room_id: int, user: Any, word: words.RoomWord) -> Refusal | None:
    """A room word by whoever the login says; what a service returns beside a refusal is not needed here."""
    if isinstance(word, words.Start):
        done: object = services.start_round(room_id=room_id, by=user)
    else:
        done = lobby.obey(room_id=room_id, by=user, word=word)
    return done if isinstance(done, Refusal) else None
