"""The list of open rooms as it lives in this process, and the sockets it is told to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.utils import timezone, translation

from lobby.listing import ROOMS_A_PAGE, RoomRow, State, open_rooms, row
from lobby.models import Presence, Room
from lobby.refusals import Refusal
from lobby.signals import rooms_listed
from lobby.wire.login import is_own_origin, read_login
from lobby.wire.pump import Pump, frame
from lobby.wire.socket import Socket
from lobby.wire.threads import in_database

LOOK_AT_ALL = 10.0  # seconds: what a lost hint may cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A room as the lobby lists it: the frame's entry, and the page's row."""

    id: int
    entry: dict[str, Any]
    row: RoomRow


class LiveList:
    """What this process knows of the open rooms; read again for those that changed, at most once a second."""

    def __init__(self) -> None:
        self.rooms: dict[str, Listed] = {}  # newest first
        self.online = 0
        self.readers: set[Pump] = set()
        self._touched: set[int] = set()
        self._read_all_at: datetime | None = None

    def touch(self, room_id: int) -> None:
        """From any thread: adding to a set is all it does."""
        self._touched.add(room_id)

    async def look(self) -> None:
        """Once a second; costs nothing while nobody reads it and nothing changed."""
        if not self.readers:
            self._read_all_at = None
            return
        now = timezone.now()
        if self._read_all_at is None or now - self._read_all_at > timedelta(seconds=LOOK_AT_ALL):
            await self.read_all()
        elif self._touched:
            touched, self._touched = self._touched, set()
            found = await in_database(read_rooms, touched)
            others = {code: room for code, room in self.rooms.items() if room.id not in touched}
            self._show(dict(sorted((others | found).items(), key=lambda item: -item[1].id)))

    async def read_all(self) -> None:
        self._touched, self._read_all_at = set(), timezone.now()
        rooms, self.online = await in_database(read_rooms), await in_database(count_online)
        self._show(rooms)

    def _show(self, rooms: dict[str, Listed]) -> None:
        self.rooms = rooms
        for pump in self.readers:
            pump.dirty.set()


live_list = LiveList()


@receiver(rooms_listed)
def on_rooms_listed(sender: Any, room_id: int, **kwargs: Any) -> None:
    live_list.touch(room_id)


def read_rooms(ids: Iterable[int] | None = None) -> dict[str, Listed]:
    """The listed rooms by code, all of them or these, newest first."""
    rooms = open_rooms().order_by("-pk")
    found = list(rooms if ids is None else rooms.filter(pk__in=ids))
    here = people_here([room.pk for room in found])
    return {
        room.code: Listed(id=room.pk, entry=entry(room, here.get(room.pk, set())), row=row(room))
        for room in found
    }


def people_here(room_ids: list[int]) -> dict[int, set[int]]:
    here: dict[int, set[int]] = {}
    for room_id, user_id in _present().filter(room__in=room_ids).values_list("room_id", "user_id"):
        here.setdefault(room_id, set()).add(user_id)
    return here


def count_online() -> int:
    return int(_present().values("user").distinct().count())


def _present() -> Any:
    return Presence.objects.filter(
        seen_at__gte=timezone.now() - timedelta(seconds=settings.TABLE["PRESENCE"])
    )


def entry(room: Room, here: set[int]) -> dict[str, Any]:
    """A room as programs are told of it; the same for everybody."""
    sitting = room.sitting  # type: ignore[attr-defined]
    return {
        "code": room.code,
        "name": room.name,
        "game": room.game,
        "ruleset": room.ruleset,
        "options": room.options,
        "status": room.status,
        "locked": room.visibility == Room.Visibility.PASSWORD,
        "owner": room.owner.username if room.owner else None,
        "seats": room.seat_count,
        "taken": len(sitting),
        "bots": sum(seat.is_bot for seat in sitting),
        "watching": len(here - {seat.user_id for seat in sitting}),
        "spectators": room.spectators,
        "turn_seconds": room.turn_seconds,
    }


# --- told to one socket -----------------------------------------------------------------------


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
        self.login = await in_database(read_login, self.scope)
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
