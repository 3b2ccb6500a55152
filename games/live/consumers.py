"""One browser at one table. Knows who asks and about which room; knows no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from accounts.models import User
from games.live.hall import hall
from games.live.html_voice import HtmlVoice
from games.live.json_voice import JsonVoice
from games.live.speaker import KINDS, ByNumber, Limits, Speaker
from games.live.viewing import Person
from lobby import services as rooms
from lobby.models import Room
from lobby.refusals import Code, Refusal
from lobby.wire.closes import Close
from lobby.wire.hearing import meet, quiet_of
from lobby.wire.login import Login, is_own_origin, login_of
from lobby.wire.socket import Socket
from lobby.wire.together import Together


class TableConsumer(Socket):
    kinds = KINDS

    async def connect(self) -> None:
        """In, or an HTTP answer that says why not."""
        login = await login_of(self.scope) if is_own_origin(self.scope) else None
        if login is None or not login.user.is_authenticated:
            await self.refuse_to_open(403)
            return
        code = self.scope["url_route"]["kwargs"]["code"].lower()
        if not await self.has_place(login, room=code):
            return
        room = await _rooms.ask((code, login.user))
        if isinstance(room, Room):
            await self._enter(room.pk, login)
        else:
            await self.refuse_to_open(room)

    async def _enter(self, room_id: int, login: Login) -> None:
        user = cast(User, login.user)  # an anonymous one was refused
        self.person = Person(
            id=user.pk, name=user.username, session_key=login.session_key, language=login.language
        )
        async with hall.arrival(room_id, self.person) as self.hub:
            who, by_form = ByNumber(user.pk), not self.wants_json
            self.speaker = Speaker(user=who, hub=self.hub, limits=Limits(user.pk), by_form=by_form)
            voice = (JsonVoice if self.wants_json else HtmlVoice)(self.hub, self.person)
            await self.open(voice, language=login.language)
            if not self.wants_json:
                self.pump.ping_soon()
            hall.join(self.hub, self.person, self.pump)

    def left(self) -> None:
        hall.leave(self.hub, self.pump)

    async def hear(self, kind: str, data: dict[str, Any]) -> Refusal | None:
        """One frame through its door. What is accepted is answered by the frames it causes."""
        refusal = await self.speaker.say(kind, data)
        if kind == "do" and refusal is not None:
            if refusal.code == Code.NOT_ALLOWED:
                self.pump.close(Close.BANNED)
            if refusal.code == Code.STALE:
                self.pump.voice.repeat()
        return refusal


def _rooms_for(knocks: Sequence[tuple[str, Any]]) -> list[Room | int]:
    """For each code and who knocks there: the room, or the HTTP status that says why not."""
    found = {room.code: room for room in Room.objects.filter(code__in={code for code, _user in knocks})}
    meet(user for _code, user in knocks)
    return [_if_let_in(found.get(code), user, quiet_of(user.pk).apart) for code, user in knocks]


def _if_let_in(room: Room | None, user: Any, apart: frozenset[int]) -> Room | int:
    if room is None or rooms.is_kept_out(room, user, apart=apart):
        return 404
    return room if rooms.may_enter(room, user, apart=apart) else 403


_rooms: Final = Together(_rooms_for)
