"""How a socket is told of its table: as JSON, or as the page's pieces. Both from the same views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import structlog
from django.utils import translation

from games.live import json_frames
from games.live.viewing import Person, sight_of, viewer_of
from games.rounds.facts import SeenRound
from games.table import Zone, fill, outline_of, zones_of
from games.table.sight import Sight

if TYPE_CHECKING:
    from games.live.hub import Hub
    from games.live.live_round import LiveRound


log = structlog.get_logger()
SAME: Final = '<{tag} id="{id}" data-same></{tag}>'  # in a frame: this part stays as it is


def pieces(html: Iterable[str], version: str | None) -> str:
    """A frame for the page (pieces.js): each piece stands for the element with its id; the mark says which
    state this is."""
    mark = f' data-version="{version}"' if version else ""
    return f"<hx-frame{mark}>{''.join(html)}</hx-frame>"


class JsonVoice:
    def __init__(self, hub: Hub, person: Person) -> None:
        self.hub, self.person = hub, person
        live, chat = hub.round, hub.facts.chat
        self._room = ""
        self._sealed = live.facts.id if live else 0  # the round whose deal was announced
        self._seen = (0, -1)  # round, version
        self._ended = max(hub.results, default=0)  # the round whose result was told
        self._chat = chat[-1].id if chat else 0
        self._blind = False  # their view cannot be shown: a fault of ours

    def repeat(self) -> None:
        live = self.hub.round
        if live is not None and self._seen == (live.facts.number, live.version):
            self._seen = (live.facts.number, live.version - 1)

    def frames(self) -> Iterator[str]:
        live = self.hub.round
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
        chair = self.hub.facts.room.chair_of(self.person.id)
        text = self.hub.room_text(chair, stands_still=self._blind)
        if text != self._room:
            self._room = text
            yield text

    def _deal(self, live: LiveRound) -> Iterator[str]:
        if self._sealed != live.facts.id:
            self._sealed = live.facts.id
            yield json_frames.text(json_frames.lock(live.facts, live.started_at))
            yield json_frames.text(json_frames.sealed(live.facts))

    def _view(self, live: LiveRound) -> Iterator[str]:
        now = (live.facts.number, live.version)
        if now > self._seen and viewer_of(self.person, self.hub.facts, live).may_see:
            was_blind, text = self._blind, self._view_text(live)
            self._blind = text is None
            if text is not None:
                self._seen = now
                yield text
            if self._blind != was_blind:
                yield from self._room_frame()

    def _view_text(self, live: LiveRound) -> str | None:
        try:
            return live.text(live.facts.seat_of(self.person.id))
        except Exception:
            log.exception("table.not_shown", room=self.hub.room_id)
            return None

    def _results(self) -> Iterator[str]:
        """Each round's once, after its last view: also where a slow reader has skipped the round."""
        live = self.hub.round
        for number in [number for number in self.hub.results if number > self._ended]:
            if live is not None and number == live.facts.number:
                yield from self._view(live)
            self._ended = number
            yield self.hub.results[number]

    def _chat_lines(self) -> Iterator[str]:
        for line in self.hub.facts.chat:
            if line.id > self._chat:
                self._chat = line.id
                yield json_frames.text(json_frames.chat(line))


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows of a zone: a part stands in its outline as a hole, and on its own."""

    zone: Zone | None = None
    outline: int = 0  # of the HTML only its hash is kept
    parts: Mapping[str, Shown] = field(default_factory=dict)
    tag: str = ""


NOTHING: Final = Shown()


class HtmlVoice:
    """The page's zones that changed since this socket was last told, and of those only the parts that did: in
    what they are told and in what they look like."""

    def __init__(self, hub: Hub, person: Person) -> None:
        self.hub, self.person = hub, person
        self.repeat()

    def repeat(self) -> None:
        self._shown: dict[str, Shown] = {}
        self._version = ""

    def frames(self) -> Iterator[str]:
        sight = sight_of(self.person, self.hub.facts, self.hub.round)
        zones, version = self._zones(sight), self._new_version(sight.seen)
        fresh: dict[str, str] = {}
        with translation.override(self.person.language):
            for name, zone in zones.items():
                self._shown[name] = self._show(name, zone, self._shown.get(name, NOTHING), fresh)
        if fresh or version is not None:
            yield pieces(fresh.values(), version)

    def _show(self, name: str, zone: Zone, before: Shown, fresh: dict[str, str]) -> Shown:
        """What the page shows from now on; what it has to be told for that is put into `fresh`."""
        if zone is before.zone or zone == before.zone:
            return before
        news: dict[str, str] = {}
        parts = {
            part: self._show(part, inside, before.parts.get(part, NOTHING), news)
            for part, inside in zone.parts
        }
        outline = outline_of(zone, self.person.language)
        if hash(outline) != before.outline:
            same = {part: SAME.format(tag=shown.tag, id=part) for part, shown in parts.items()}
            fresh[name] = fill(outline, same | news)
            news = {part: html for part, html in news.items() if part not in parts}
        fresh |= news
        return Shown(zone, hash(outline), parts, outline[1:].partition(" ")[0])

    @staticmethod
    def _zones(sight: Sight) -> dict[str, Zone]:
        return zones_of(sight.table, sight.seen, sight.viewer)

    def _new_version(self, seen: SeenRound | None) -> str | None:
        """Said once a state of the table: its round and version, where this frame brings a new one."""
        now = f"{seen.round.number}.{seen.version}" if seen else ""
        if now == self._version:
            return None
        self._version = now
        return now or None
