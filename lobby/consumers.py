"""One browser or program in the lobby: told of the list of open rooms as it changes, and never heard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl

from lobby import listing
from lobby.listing import RoomRow, State
from lobby.live_list import live_list
from lobby.refusals import Refusal
from lobby.wire.frames import frame
from lobby.wire.hearing import is_to_be_read, meet
from lobby.wire.login import is_own_origin, login_of
from lobby.wire.socket import Socket
from lobby.wire.threads import in_database


class JsonVoice:
    """All of the list; or first the newest `window` of it, and then of every room what becomes of it."""

    def __init__(self, *, me: int | None, window: int | None) -> None:
        self.me, self.window = me, window
        self._sent: dict[str, dict[str, Any]] | None = None
        self._online = 0

    def repeat(self) -> None:
        self._sent = None

    def frames(self) -> Iterator[str]:
        now = {code: room.entry for code, room in live_list.rooms_for(self.me).items()}
        if self._sent is None:
            yield frame(type="rooms", rooms=list(now.values())[: self.window], online=live_list.online)
        else:
            yield from (frame(type="gone", code=code) for code in self._sent if code not in now)
            for code in reversed(now):
                if self._sent.get(code) != now[code]:
                    yield frame(type="listed", room=now[code])
            if self._online != live_list.online:
                yield frame(type="online", online=live_list.online)
        self._sent, self._online = now, live_list.online


class HtmlVoice:
    """Rows that changed, in place; new ones on top. What the page does not show is not sent: what its
    filters hide, and what is beyond its window, until a place becomes free there."""

    def __init__(self, *, me: int | None, language: str, game: str, free: bool, window: int) -> None:
        self.me, self.language, self.game, self.free, self.window = me, language, game, free, window
        self._listed: dict[str, RoomRow] | None = None  # all that fit the filters; None: nothing was told yet
        self._shown: dict[str, RoomRow] = {}

    def repeat(self) -> None:
        self._listed = None

    def frames(self) -> Iterator[str]:
        rooms = live_list.rooms_for(self.me)
        now = {code: room.row for code, room in rooms.items() if self._fits(room.row)}
        pieces = self._all(now) if self._listed is None else self._changes(now, self._listed)
        self._listed = now
        if pieces:
            yield "".join(pieces)

    def _all(self, now: dict[str, RoomRow]) -> list[str]:
        first = listing.in_order(now.values())[: self.window]
        self._shown = {room.code: room for room in first}
        return [_partial("#rooms", "innerMorph", "".join(map(self._row, first)), more=len(now) > len(first))]

    def _changes(self, now: dict[str, RoomRow], listed: Mapping[str, RoomRow]) -> list[str]:
        before, self._shown = self._shown, {code: now[code] for code in self._shown if code in now}
        pieces = [_partial(f"#room-{code}", "delete", "") for code in before if code not in now]
        for code in reversed(now):
            if code not in before and _is_new(now[code], listed.get(code)):
                pieces.append(self._added(now[code], "afterbegin"))
            elif code in before and before[code] != now[code]:
                pieces.append(_partial(f"#room-{code}", "outerMorph", self._row(now[code])))
        hidden = (room for room in listing.in_order(now.values()) if room.code not in self._shown)
        free = max(self.window - len(self._shown), 0)
        return pieces + [self._added(room, "beforeend") for room in islice(hidden, free)]

    def _added(self, room: RoomRow, where: str) -> str:
        self._shown[room.code] = room
        return _partial("#rooms", where, self._row(room))

    def _fits(self, room: RoomRow) -> bool:
        return (not self.game or room.game == self.game) and (not self.free or room.free > 0)

    def _row(self, room: RoomRow) -> str:
        return listing.drawn(room, self.language, mine=self.me in room.people)


def _is_new(room: RoomRow, before: RoomRow | None) -> bool:
    """To be seen first: it was opened, or its round is over and one can sit down in it."""
    return before is None or (before.state == State.PLAYING != room.state)


def _partial(target: str, swap: str, html: str, *, more: bool = False) -> str:
    """`more`: there are others, which the page does not show."""
    beyond = " data-beyond" if more else ""
    return f'<hx-partial hx-target="{target}" hx-swap="{swap}"{beyond}>{html}</hx-partial>'


class LobbyConsumer(Socket):
    """Anybody may watch the lobby; nobody says anything in it."""

    async def connect(self) -> None:
        if not is_own_origin(self.scope):
            await self.refuse_to_open(403)
            return
        self.login = await login_of(self.scope)
        if not await self.has_place(self.login):
            return
        if self.login.user.is_authenticated and is_to_be_read(self.login.user):
            await in_database(meet, [self.login.user])
        if not live_list.readers:
            await live_list.read_all()
        await self.open(self._voice(), language=self.login.language)
        live_list.readers.add(self.pump)

    def _voice(self) -> JsonVoice | HtmlVoice:
        asked = dict(parse_qsl(self.scope["query_string"].decode("latin-1")))
        me, window = self.login.user.pk, asked.get("window")
        if self.wants_json:
            return JsonVoice(me=me, window=listing.number(window))
        return HtmlVoice(
            me=me,
            language=self.login.language,
            game=asked.get("game", ""),
            free="free" in asked,
            window=listing.window(window),
        )

    def left(self) -> None:
        live_list.readers.discard(self.pump)

    async def hear(self, kind: str, data: dict[str, Any]) -> Refusal | None:
        raise AssertionError("the lobby takes nothing but a pong")
