"""What brings a page from what it shows to what it is to show: the zones that changed, and of those only the
parts that did. Nothing is drawn to find out that it did not change."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from games.table.zone import Zone, fill, outline_of, tag_of

SAME: Final = '<{tag} id="{id}" data-same></{tag}>'  # in a frame: this part stays as it is


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """All that a page shows at one moment, for everybody who sees the same."""

    zones: Mapping[str, Zone]
    version: str  # of the table: its round and state
    language: str


def frame(before: Page | None, now: Page) -> str:
    """What a page that shows `before` is told (pieces.js); empty where there is nothing to tell.

    The mark says which state of the table this is, once."""
    told = "".join(news(before, now).values())
    mark = "" if before and before.version == now.version else now.version
    attribute = f' data-version="{mark}"' if mark else ""
    return f"<hx-frame{attribute}>{told}</hx-frame>" if told or mark else ""


def news(before: Page | None, now: Page) -> dict[str, str]:
    """Each piece stands for the element with its id."""
    then: Mapping[str, Zone] = before.zones if before else {}
    found: dict[str, str] = {}
    for name, zone in now.zones.items():
        _tell(name, then.get(name), zone, now.language, found)
    return found


def _tell(name: str, then: Zone | None, now: Zone, language: str, found: dict[str, str]) -> None:
    """Puts into `found` what changed."""
    if now == then:
        return
    known = dict(then.parts) if then else {}
    inside: dict[str, str] = {}
    for part, zone in now.parts:
        _tell(part, known.get(part), zone, language, inside)
    if then is None or _around(then) != _around(now):
        parts = {part: inside.pop(part, None) or _same(part, zone, language) for part, zone in now.parts}
        found[name] = fill(outline_of(now, language), parts)
    found |= inside


def _around(zone: Zone) -> Hashable:
    """What a zone is drawn from, without its parts."""
    return zone.template, zone.args, [part for part, _ in zone.parts]


def _same(part: str, zone: Zone, language: str) -> str:
    return SAME.format(id=part, tag=tag_of(zone, language))
