"""One browser or program in the lobby: told of the list of open rooms as it changes, and never heard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string
from django.utils import translation

from lobby.listing import ROOMS_A_PAGE, RoomRow, State
from lobby.live_list import live_list
from lobby.refusals import Refusal
from lobby.wire.frames import frame
from lobby.wire.login import is_own_origin, login_of
from lobby.wire.socket import Socket


class JsonVoice:
    def __init__(self) -> None:
        self._sent: dict[str, dict[str, Any]] | None = None
        self._online = 0

    def repeat(self) -> None:
        self._sent = None

    def frames(self) -> Iterator[str]:
        now = {code: room.entry for code, room in live_list.rooms.items()}
        if self._sent is None:
            yield frame(type="rooms", rooms=list(now.values()), online=live_list.online)
        else:
            yield from (frame(type="gone", code=code) for code in self._sent if code not in now)
            for code in reversed(now):
                if self._sent.get(code) != now[code]:
                    yield frame(type="listed", room=now[code])
            if self._online != live_list.online:
                yield frame(type="online", online=live_list.online)
        self._sent, self._online = now, live_list.online


class HtmlVoice:
    """Rows that changed, in place; new ones on top. What the page's filters hide is not sent."""

    def __init__(self, *, me: int | None, language: str, game: str, free: bool) -> None:
        self.me, self.language, self.game, self.free = me, language, game, free
        self._sent: dict[str, RoomRow] | None = None

    def repeat(self) -> None:
        self._sent = None

    def frames(self) -> Iterator[str]:
        now = {code: room.row for code, room in live_list.rooms.items() if self._fits(room.row)}
        sent, self._sent = self._sent, now
        pieces = [_partial(f"#room-{code}", "delete", "") for code in sent or {} if code not in now]
        with translation.override(self.language):
            if sent is None:
                first = sorted(now.values(), key=lambda room: room.state == State.PLAYING)[:ROOMS_A_PAGE]
                pieces.append(_partial("#rooms", "innerMorph", "".join(map(self._row, first))))
            else:
                for code in reversed(now):
                    if code not in sent:
                        pieces.append(_partial("#rooms", "afterbegin", self._row(now[code])))
                    elif sent[code] != now[code]:
                        pieces.append(_partial(f"#room-{code}", "outerMorph", self._row(now[code])))
        if pieces:
            yield "".join(pieces)

    def _fits(self, room: RoomRow) -> bool:
        return (not self.game or room.game == self.game) and (not self.free or room.free > 0)

    def _row(self, room: RoomRow) -> str:
        return render_to_string("lobby/_room.html", {"room": room, "me": self.me})


def _partial(target: str, swap: str, html: str) -> str:
    return f'<hx-partial hx-target="{target}" hx-swap="{swap}">{html}</hx-partial>'


class LobbyConsumer(Socket):
    """Anybody may watch the lobby; nobody says anything in it."""

    async def connect(self) -> None:
        if not is_own_origin(self.scope):
            await self.refuse_to_open(403)
            return
        self.login = await login_of(self.scope)
        if not await self.has_place(self.login):
            return
        if not live_list.readers:
            await live_list.read_all()
        await self.open(JsonVoice() if self.wants_json else self._page(), language=self.login.language)
        live_list.readers.add(self.pump)

    def _page(self) -> HtmlVoice:
        asked = parse_qs(self.scope["query_string"].decode("latin-1"))
        return HtmlVoice(
            me=self.login.user.pk,
            language=self.login.language,
            game=asked.get("game", [""])[0],
            free="free" in asked,
        )

    def left(self) -> None:
        live_list.readers.discard(self.pump)

    async def hear(self, kind: str, data: dict[str, Any]) -> Refusal | None:
        raise AssertionError("the lobby takes nothing but a pong")
