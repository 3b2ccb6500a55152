"""How a browser is told of its table: as the page's pieces, from the same views as the JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from django.utils import translation

from games.live.viewing import Person, sight_of
from games.rounds.facts import SeenRound
from games.table import Zone, fill, outline_of, zones_of
from games.table.sight import Sight

if TYPE_CHECKING:
    from games.live.hub import Hub


SAME: Final = '<{tag} id="{id}" data-same></{tag}>'  # in a frame: this part stays as it is


def pieces(html: Iterable[str], version: str | None) -> str:
    """A frame for the page (pieces.js): each piece stands for the element with its id; the mark says which
    state this is."""
    mark = f' data-version="{version}"' if version else ""
    return f"<hx-frame{mark}>{''.join(html)}</hx-frame>"


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
