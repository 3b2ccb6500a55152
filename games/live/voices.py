"""How a socket is told of its table: as JSON, or as the page's partials. Both from the same views."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation

from games import presenters
from games.facts import Viewer
from games.live import frames

if TYPE_CHECKING:
    from games.live.live_round import LiveRound
    from games.live.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who a socket belongs to, from the login, never from a message."""

    id: int
    name: str
    session_key: str
    language: str


def partials(html: dict[str, str], version: str | None) -> str:
    """A frame for the page: each zone replaces the one with its id; the first says which state this is."""
    mark = f' data-version="{version}"' if version else ""
    pieces = []
    for name, piece in (html or {"table": ""}).items():
        swap = "outerMorph" if piece else "none"
        pieces.append(f'<hx-partial{mark} hx-target="#{name}" hx-swap="{swap}">{piece}</hx-partial>')
        mark = ""
    return "".join(pieces)


class Seen:
    """What both voices know of their viewer at a table."""

    def __init__(self, table: Table, person: Person) -> None:
        self.table = table
        self.person = person

    @property
    def chair(self) -> int | None:
        return self.table.facts.room.chair_of(self.person.id)

    def may_see(self, live: LiveRound) -> bool:
        """Where spectators are off, who has no seat sees no running round."""
        return bool(live.ending or self.table.facts.room.spectators or self.chair is not None)


class JsonVoice(Seen):
    def __init__(self, table: Table, person: Person) -> None:
        super().__init__(table, person)
        live, chat = table.round, table.facts.chat
        self._room = ""
        self._sealed = live.facts.id if live else 0  # the round whose deal was announced
        self._seen = (0, -1)  # round, version
        self._ended = max(table.results, default=0)  # the round whose result was told
        self._chat = chat[-1].id if chat else 0

    def repeat(self) -> None:
        live = self.table.round
        if live is not None and self._seen == (live.facts.number, live.version):
            self._seen = (live.facts.number, live.version - 1)

    def frames(self) -> Iterator[str]:
        live = self.table.round
        if not self._room:
            yield from self._room_frame()
        yield from self._results()
        yield from self._room_frame()
        if live is not None:
            if not live.ending:
                yield from self._deal(live)
            yield from self._view(live)
        yield from self._chat_lines()

    def _room_frame(self) -> Iterator[str]:
        text = self.table.room_text(self.chair)
        if text != self._room:
            self._room = text
            yield text

    def _deal(self, live: LiveRound) -> Iterator[str]:
        if self._sealed != live.facts.id:
            self._sealed = live.facts.id
            yield frames.text(frames.lock(live.facts, live.started_at))
            yield frames.text(frames.sealed(live.facts))

    def _view(self, live: LiveRound) -> Iterator[str]:
        now = (live.facts.number, live.version)
        if now > self._seen and self.may_see(live):
            self._seen = now
            yield live.text(live.facts.seat_of(self.person.id))

    def _results(self) -> Iterator[str]:
        """Each round's once, after its last view: also where a slow reader has skipped the round."""
        live = self.table.round
        for number in [number for number in self.table.results if number > self._ended]:
            if live is not None and number == live.facts.number:
                yield from self._view(live)
            self._ended = number
            yield self.table.results[number]

    def _chat_lines(self) -> Iterator[str]:
        for line in self.table.facts.chat:
            if line.id > self._chat:
                self._chat = line.id
                yield frames.text(frames.chat(line))


class HtmlVoice(Seen):
    """The page's zones: only those that changed since this socket was last told, in what they are told and in
    what they look like."""

    def __init__(self, table: Table, person: Person) -> None:
        super().__init__(table, person)
        self.repeat()

    def repeat(self) -> None:
        self._told: dict[str, object] = {}
        self._shown: dict[str, str] = {}
        self._version = ""

    def frames(self) -> Iterator[str]:
        zones, version = self._zones(), self._new_version()
        changed = {name: zone for name, zone in zones.items() if self._told.get(name) != zone.args}
        self._told |= {name: zone.args for name, zone in changed.items()}
        with translation.override(self.person.language):
            drawn = {name: presenters.render(zone, self.person.language) for name, zone in changed.items()}
        fresh = {name: html for name, html in drawn.items() if self._shown.get(name) != html}
        self._shown |= fresh
        if fresh or version is not None:
            yield partials(fresh, version)

    def _zones(self) -> dict[str, presenters.Zone]:
        live, facts = self.table.round, self.table.facts
        viewer = Viewer(
            user_id=self.person.id,
            name=self.person.name,
            chair=self.chair,
            owner=facts.room.owner_id == self.person.id,
            language=self.person.language,
            may_see=live is None or self.may_see(live),
        )
        play = live.seen_by(live.facts.seat_of(self.person.id)) if live and viewer.may_see else None
        return presenters.zones(facts, play, viewer)

    def _new_version(self) -> str | None:
        """Said once a state of the table: its round and version, where this frame brings a new one."""
        live = self.table.round
        now = f"{live.facts.number}.{live.version}" if live and self.may_see(live) else ""
        if now == self._version:
            return None
        self._version = now
        return now or None
