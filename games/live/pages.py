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


class Eyes:
    """One viewer, and what was made for them: while the room stands, or while the round goes on."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.of_room = Made()
        self.page: Page | None = None
        self.moment = 0  # which the page shows
        self.forget_round()

    def forget_round(self) -> None:
        self.rooms: dict[bool, dict[str, Zone]] = {}  # of who may see the round, or may not
        self.of_round: dict[bool, Made] = {False: Made(), True: Made()}


class Pages:
    """Those of this moment; with the next one they are forgotten."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._room: Any = None  # what the viewers were made from
        self._moment: Any = None
        self._moments = 0  # so many were shown
        self._people: dict[Person, tuple[Quiet, Eyes]] = {}
        self._eyes: dict[Viewer, Eyes] = {}  # all who see the same have the same
        self._common: set[Page] = set()  # those that many look at
        self._frames: dict[tuple[Page | None, Page], str] = {}  # that lead to those
        self._felt = BARE  # what all see
        self._felt_is_new = False
        self._felt_made = Made()
        self._news: dict[tuple[Felt, Felt, str], News] = {}  # that lead to it

    def page(self, person: Person) -> Page:
        """What their page shows now."""
        self._keep_up()
        eyes = self._eyes_of(person)
        page = eyes.page
        if page is None or eyes.moment != self._moments:
            page = eyes.page = self._make(eyes, page)
            eyes.moment = self._moments
            if eyes.viewer.user_id == STRANGER:
                self._common.add(page)
        return page

    def _eyes_of(self, person: Person) -> Eyes:
        quiet = quiet_of(person.id)  # it may be another in the midst of a round
        known = self._people.get(person)
        if known is not None and known[0] is quiet:
            return known[1]
        viewer = viewer_of(person, self.hub.facts, self.hub.round)
        eyes = self._eyes.get(viewer)
        if eyes is None:
            eyes = self._eyes[viewer] = Eyes(viewer)
        self._people[person] = quiet, eyes
        return eyes

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

    def _make(self, eyes: Eyes, last: Page | None) -> Page:
        sight = sight_for(eyes.viewer, self.hub.facts, self.hub.round)
        seen = sight.seen
        version = f"{seen.round.number}.{seen.version}" if seen else ""
        hidden = seen is None
        room = eyes.rooms.get(hidden)
        if room is None:
            room = eyes.rooms[hidden] = of_room(sight, eyes.of_room)
        made = eyes.of_round[hidden]
        felt = self._seen_by_all() if seen else felt_of(sight, made)
        zones = room | of_round(sight, last.zones if last else NOTHING, felt=felt, made=made)
        return Page(zones, version, eyes.viewer.language, felt)

    def _seen_by_all(self) -> Felt:
        if not self._felt_is_new:
            sight = sight_for(passer_by(STRANGER, ""), self.hub.facts, self.hub.round)
            self._felt = felt_of(sight, self._felt_made, before=self._felt)
            self._felt_is_new = True
        return self._felt

    def _keep_up(self) -> None:
        live = self.hub.round
        room = (self.hub.facts, live, live and live.facts, live and live.ending)
        moment = (live and live.version, live and live.deadline)
        if room != self._room:
            self._look_again()
        if room != self._room or moment != self._moment:
            self._moments += 1
            self._common.clear()
            self._frames.clear()
            self._news.clear()
            self._felt_is_new = False
        self._room, self._moment = room, moment

    def _look_again(self) -> None:
        """Who looks may be another to this table now. Who did not look since it changed last is forgotten."""
        looked = {eyes.viewer: eyes for _quiet, eyes in self._people.values()}
        for eyes in looked.values():
            eyes.forget_round()
        self._eyes = looked
        self._people.clear()
        self._felt_made = Made()
