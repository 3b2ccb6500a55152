"""How a program is told of its table: as JSON, each frame once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import structlog

from games.live import json_frames
from games.live.viewing import Person, may_see
from lobby.wire.hearing import quiet_of

if TYPE_CHECKING:
    from games.live.hub import Hub
    from games.live.json_frames import RoomTexts
    from games.live.live_round import LiveRound
    from games.rounds.facts import TableFacts


log = structlog.get_logger()


class JsonVoice:
    def __init__(self, hub: Hub, person: Person) -> None:
        self.hub, self.person = hub, person
        live = hub.round
        self._room: int | None = None  # what the text that was told hashes to: the text is long
        self._room_from: RoomTexts | None = None  # as long as these stand, so does that text
        self._facts: TableFacts | None = None  # of these, everything was told
        self._sealed = live.facts.id if live else 0  # the round whose deal was announced
        self._seen = (0, -1)  # round, version
        self._ended = hub.last_result  # the round whose result was told
        self._result = hub.results.get(self._ended)  # as it was told
        self._chat = hub.facts.line
        self._removed = frozenset(hub.facts.removed)
        self._unheard: frozenset[int] = frozenset()  # lines that were not told, for they do not read them
        self._blind = False  # their view cannot be shown: a fault of ours

    def repeat(self) -> None:
        live = self.hub.round
        if live is not None and self._seen == (live.facts.number, live.version):
            self._seen = (live.facts.number, live.version - 1)

    def frames(self) -> Iterable[str]:
        """Most of what happens is a move, of which only the view is new."""
        live = self.hub.round
        if live is not None and self._is_but_a_move(live):
            return self._view(live)
        return self._all_frames(live)

    def _is_but_a_move(self, live: LiveRound) -> bool:
        hub = self.hub
        return (
            self._facts is hub.facts
            and self._room_from is hub.room_texts(stands_still=self._blind)
            and self._has_all_results
            and self._sealed == live.facts.id
        )

    def _all_frames(self, live: LiveRound | None) -> Iterator[str]:
        facts = self.hub.facts
        if self._room is None:
            yield from self._room_frame()
        yield from self._results()
        yield from self._room_frame()
        if live is not None:
            if not live.ending:
                yield from self._deal(live)
            yield from self._view(live)
        yield from self._chat_lines()
        self._facts = facts

    def _room_frame(self) -> Iterator[str]:
        texts = self.hub.room_texts(stands_still=self._blind)
        if texts is self._room_from:
            return
        self._room_from = texts
        text = texts.of_chair(self.hub.facts.room.chair_of(self.person.id))
        if hash(text) != self._room:
            self._room = hash(text)
            yield text

    def _deal(self, live: LiveRound) -> Iterator[str]:
        if self._sealed != live.facts.id:
            self._sealed = live.facts.id
            yield from live.deal_texts

    def _view(self, live: LiveRound) -> Iterator[str]:
        now = (live.facts.number, live.version)
        if now > self._seen and may_see(self.person, self.hub.facts, live):
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

    @property
    def _has_all_results(self) -> bool:
        hub = self.hub
        return self._ended == hub.last_result and self._result is hub.results.get(self._ended)

    def _results(self) -> Iterator[str]:
        """Each round's once, after its last view: also where a slow reader has skipped the round. The last
        one's again where it was taken back."""
        results, live = self.hub.results, self.hub.round
        if self._has_all_results:
            return
        for number in [number for number in results if number >= self._ended]:
            if results[number] is self._result:
                continue
            if live is not None and number == live.facts.number:
                yield from self._view(live)
            self._ended, self._result = number, results[number]
            yield results[number]

    def _chat_lines(self) -> Iterator[str]:
        facts, quiet = self.hub.facts, quiet_of(self.person.id)
        before, self._removed = self._removed, frozenset(facts.removed)
        for removed in facts.removed:
            if removed not in before and removed not in self._unheard:
                yield json_frames.text({"type": "chat_removed", "id": removed})
        put_back = before - self._removed
        for line in facts.chat if put_back or facts.line > self._chat else ():
            if line.id > self._chat or line.id in put_back:
                text = quiet.reads(line.user_id, line.text, me=self.person.id)
                if text:
                    self._unheard -= {line.id}
                    yield json_frames.text(json_frames.chat(line, text))
                else:
                    self._unheard |= {line.id}  # never told, so nor is that it was removed
        self._chat = max(self._chat, facts.line)
