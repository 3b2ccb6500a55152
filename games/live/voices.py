"""How a socket is told of its table: as JSON, or as the page's pieces. Both from the same views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.utils import translation

from games import presenters
from games.facts import Viewer
from games.live import frames

if TYPE_CHECKING:
    from games.live.live_round import LiveRound
    from games.live.table import Table


SAME: Final = '<{tag} id="{id}" data-same></{tag}>'  # in a frame: this part stays as it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who a socket belongs to, from the login, never from a message."""

    id: int
    name: str
    session_key: str
    language: str


def pieces(html: Iterable[str], version: str | None) -> str:
    """A frame for the page (pieces.js): each piece stands for the element with its id; the mark says which
    state this is."""
    mark = f' data-version="{version}"' if version else ""
    return f"<hx-frame{mark}>{''.join(html)}</hx-frame>"


class Seen:
    """What both voices know of their viewer at a table."""

    def __init__(self, table: Table, person: Person) -> None:
        self.table = table
        self.person = person

    @property
    def chair(self) -> int | None:
        return self.table.facts.room.chair_of(self.person.id)

    @property
    def name(self) -> str:
        """The one they have now: it may have changed since they came in."""
        chair = self.chair
        return (chair is not None and self.table.facts.room.seats[chair].player) or self.person.name

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


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of a zone: a part stands in its outline as a hole, and on its own."""

    zone: presenters.Zone | None = None
    outline: int = 0  # of the HTML only its hash is kept
    parts: Mapping[str, Shown] = field(default_factory=dict)
    tag: str = ""


NOTHING: Final = Shown()


class HtmlVoice(Seen):
    """The page's zones that changed since this socket was last told, and of those only the parts that did: in
    what they are told and in what they look like."""

    def __init__(self, table: Table, person: Person) -> None:
        super().__init__(table, person)
        self.repeat()

    def repeat(self) -> None:
        self._shown: dict[str, Shown] = {}
        self._version = ""

    def frames(self) -> Iterator[str]:
        zones, version = self._zones(), self._new_version()
        fresh: dict[str, str] = {}
        with translation.override(self.person.language):
            for name, zone in zones.items():
                self._shown[name] = self._show(name, zone, self._shown.get(name, NOTHING), fresh)
        if fresh or version is not None:
            yield pieces(fresh.values(), version)

    def _show(self, name: str, zone: presenters.Zone, before: Shown, fresh: dict[str, str]) -> Shown:
        """What the page shows from now on; what it has to be told for that is put into `fresh`."""
        if zone is before.zone or zone == before.zone:
            return before
        news: dict[str, str] = {}
        parts = {
            part: self._show(part, inside, before.parts.get(part, NOTHING), news)
            for part, inside in zone.parts
        }
        outline = presenters.outline(zone, self.person.language)
        if hash(outline) != before.outline:
            same = {part: SAME.format(tag=shown.tag, id=part) for part, shown in parts.items()}
            fresh[name] = presenters.fill(outline, same | news)
            news = {part: html for part, html in news.items() if part not in parts}
        fresh |= news
        return Shown(zone, hash(outline), parts, outline[1:].partition(" ")[0])

    def _zones(self) -> dict[str, presenters.Zone]:
        live, facts = self.table.round, self.table.facts
        viewer = Viewer(
            user_id=self.person.id,
            name=self.name,
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
