"""What the pages of one table show: made once for all who see the same, told once to all who saw the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accounts.blocks.quiet import Quiet
from games.live.viewing import STRANGER, Person, passer_by, sight_for, viewer_of
from games.rounds.facts import Viewer
from games.table import Zone
from games.table.frames import News, Page, frame, news_of_all
from games.table.round_zones import Made
from games.table.zones import BARE, NOTHING, Felt, felt_of, of_room, of_round
from lobby.wire.hearing import quiet_of

if TYPE_CHECKING:
    from games.live.hub import Hub


class Pages:
    """Those of this moment; with the next one they are forgotten."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._room: Any = None  # what the viewers were made from
        self._moment: Any = None
        self._viewers: dict[Person, tuple[Quiet, Viewer]] = {}
        self._rooms: dict[tuple[Viewer, bool], dict[str, Zone]] = {}
        self._rooms_made: dict[Viewer, Made] = {}  # of what is the same from round to round
        self._pages: dict[Viewer, Page] = {}
        self._last: dict[Viewer, Page] = {}  # those of the moment before that are not made anew yet
        self._common: set[Page] = set()  # those that many look at
        self._frames: dict[tuple[Page | None, Page], str] = {}  # that lead to those
        self._felt = BARE  # what all see
        self._felt_is_new = False
        self._news: dict[tuple[Felt, Felt, str], News] = {}  # that lead to it
        self._made: dict[tuple[Viewer, bool] | None, Made] = {}  # None: for all

    def page(self, person: Person) -> Page:
        """What their page shows now."""
        self._keep_up()
        viewer = self._viewer(person)
        page = self._pages.get(viewer)
        if page is None:
            page = self._pages[viewer] = self._make(viewer)
            if viewer.user_id == STRANGER:
                self._common.add(page)
        return page

    def _viewer(self, person: Person) -> Viewer:
        quiet = quiet_of(person.id)  # it may be another in the midst of a round
        made_with, viewer = self._viewers.get(person, (None, None))
        if viewer is None or made_with is not quiet:
            viewer = viewer_of(person, self.hub.facts, self.hub.round)
            self._viewers[person] = quiet, viewer
        return viewer

    def frame(self, before: Page | None, now: Page) -> str:
        """What brings a page from what it showed to what it shows now: kept where others will ask for it."""
        if now not in self._common:
            return frame(before, now, self._news_of_all(before, now))
        told = self._frames.get((before, now))
        if told is None:
            told = self._frames[before, now] = frame(before, now, self._news_of_all(before, now))
        return told

    def _news_of_all(self, before: Page | None, now: Page) -> News:
        then = before.felt if before else BARE
        key = then, now.felt, now.language
        if key not in self._news:
            self._news[key] = news_of_all(*key)
        return self._news[key]

    def _make(self, viewer: Viewer) -> Page:
        sight = sight_for(viewer, self.hub.facts, self.hub.round)
        seen = sight.seen
        version = f"{seen.round.number}.{seen.version}" if seen else ""
        key = viewer, seen is None
        room = self._rooms.get(key)
        if room is None:
            room = self._rooms[key] = of_room(sight, self._rooms_made.setdefault(viewer, Made()))
        made = self._made.setdefault(key, Made())
        felt = self._seen_by_all() if seen else felt_of(sight, made)
        last = self._last.pop(viewer, None)
        zones = room | of_round(sight, last.zones if last else NOTHING, felt=felt, made=made)
        return Page(zones, version, viewer.language, felt)

    def _seen_by_all(self) -> Felt:
        if not self._felt_is_new:
            sight = sight_for(passer_by(STRANGER, ""), self.hub.facts, self.hub.round)
            self._felt = felt_of(sight, self._made.setdefault(None, Made()), before=self._felt)
            self._felt_is_new = True
        return self._felt

    def _keep_up(self) -> None:
        live = self.hub.round
        room = (self.hub.facts, live, live and live.facts, live and live.ending)
        moment = (live and live.version, live and live.deadline)
        if room != self._room:
            self._viewers.clear()
            here = {viewer for viewer, _hidden in self._rooms}
            self._rooms_made = {viewer: self._rooms_made[viewer] for viewer in here}
            self._rooms.clear()
            self._made.clear()
        if room != self._room or moment != self._moment:
            self._last, self._pages = self._pages, {}
            self._common.clear()
            self._frames.clear()
            self._news.clear()
            self._felt_is_new = False
        self._room, self._moment = room, moment
