"""What brings a page from what it shows to what it is to show: the zones that changed, and of those only the
parts that did. Nothing is drawn to find out that it did not change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from games.table.zone import Zone, outline_of, tag_of
from games.table.zones import BARE, NOTHING, Felt

SAME: Final = '<{tag} id="{id}" data-same></{tag}>'  # this part stays as it is
GONE: Final = '<i id="{id}" data-out></i>'  # this one is taken away
MORE: Final = '<{tag} id="{id}" data-more>{html}</{tag}>'  # this comes at the end of what is there


class Change(NamedTuple):
    """A zone or a part that everybody saw become another, and the pieces that say what changed in it."""

    then: Zone | None
    now: Zone
    pieces: Mapping[str, str]


News = Mapping[str, Change]
NO_NEWS: Final[News] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """All that a page shows at one moment, for everybody who sees the same."""

    zones: Mapping[str, Zone]
    version: str  # of the table: its round and state
    language: str
    felt: Felt = BARE  # of which it has what everybody sees


def frame(before: Page | None, now: Page, of_all: News = NO_NEWS) -> str:
    """What a page that shows `before` is told (pieces.js); empty where there is nothing to tell.

    The mark says which state of the table this is, once."""
    told = "".join(news(before, now, of_all).values())
    mark = "" if before and before.version == now.version else now.version
    attribute = f' data-version="{mark}"' if mark else ""
    return f"<hx-frame{attribute}>{told}</hx-frame>" if told or mark else ""


def news(before: Page | None, now: Page, of_all: News = NO_NEWS) -> dict[str, str]:
    """Each piece stands for the element with its id. `of_all` leads from the one felt to the other."""
    then = before.zones if before else NOTHING
    found: dict[str, str] = {}
    for name, zone in now.zones.items():
        shown = then.get(name)
        if zone is shown:
            continue
        known = of_all.get(name)
        if known is not None and known.now is zone and known.then is shown:
            found |= known.pieces
        else:
            _tell(name, shown, zone, now.language, found, of_all)
    return found


def news_of_all(before: Felt, now: Felt, language: str) -> News:
    """Made once for all pages that show both."""
    then = {**before.zones, **before.lines}
    return {
        name: Change(then.get(name), zone, _pieces(name, then.get(name), zone, language))
        for name, zone in {**now.zones, **now.lines}.items()
        if zone is not then.get(name)
    }


def _pieces(name: str, then: Zone | None, now: Zone, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    _tell(name, then, now, language, found, NO_NEWS)
    return found


def _tell(
    name: str, then: Zone | None, now: Zone, language: str, found: dict[str, str], of_all: News
) -> None:
    """Puts into `found` what changed."""
    if now is then or now == then:
        return
    known = of_all.get(name)
    if known is not None and known.now is now and known.then is then:
        found |= known.pieces
        return
    if not now.parts:
        found[name] = outline_of(now, language)
        return
    inside: dict[str, str] = {}
    if then is not None and now.grows and _only_grew(then, now):
        for part, zone in now.parts[len(then.parts) :]:
            _tell(part, None, zone, language, inside, of_all)
        found[name] = _more(name, now, language, "".join(inside.values()))
        return
    before, here = dict(then.parts) if then else {}, dict(now.parts)
    for part, zone in here.items():
        if zone is not before.get(part):
            _tell(part, before.get(part), zone, language, inside, of_all)
    if then is None or not (_is_around(then, now) and _stands(list(before), list(here), grows=now.grows)):
        parts = {part: inside.pop(part, "") or _same(part, zone, language) for part, zone in here.items()}
        found[name] = outline_of(now, language, parts)
    elif now.grows:
        found |= {part: GONE.format(id=part) for part in before if part not in here}
        more = "".join(inside.pop(part) for part in here if part not in before)
        if more:
            found[name] = _more(name, now, language, more)
    found |= inside


def _only_grew(then: Zone, now: Zone) -> bool:
    """Are all of its parts where they were, and more behind them?"""
    lay = then.parts
    return len(now.parts) > len(lay) and now.parts[: len(lay)] == lay and _is_around(then, now)


def _more(name: str, zone: Zone, language: str, html: str) -> str:
    return MORE.format(id=name, tag=tag_of(zone, language), html=html)


def _is_around(then: Zone, now: Zone) -> bool:
    """Is what is around the parts drawn from the same?"""
    return (then.template, then.args, then.words) == (now.template, now.args, now.words)


def _stands(before: list[str], parts: list[str], *, grows: bool) -> bool:
    """Has each part its place?"""
    if grows and before != parts:
        here = set(parts)
        before = [part for part in before if part in here]
        parts = parts[: len(before)]
    return before == parts


def _same(part: str, zone: Zone, language: str) -> str:
    return SAME.format(id=part, tag=tag_of(zone, language))
