"""The table as one viewer may see it, with what several zones ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from accounts.blocks.quiet import LOUD
from games import registry
from games.core.engine import Json
from games.rounds.facts import ChatFacts, NoticeFacts, PlayerFacts, SeenRound, TableFacts, Viewer
from games.table.args import Invite, Who
from lobby.facts import SeatFacts


@dataclass(frozen=True)
class Sight:
    table: TableFacts
    seen: SeenRound | None
    viewer: Viewer

    # The room

    @property
    def url(self) -> str:
        return f"/rooms/{self.table.room.code}/"

    @cached_property
    def invite(self) -> Invite:
        room = self.table.room
        listed, offered = room.visibility != "unlisted", not room.practice
        return Invite(url=self.url, code=room.code.upper(), listed=listed, offered=offered)

    @cached_property
    def options(self) -> tuple[tuple[str, Json], ...]:
        """House options, lists as tuples."""
        pairs = self.table.room.options.items()
        return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in pairs)

    @property
    def log_title(self) -> object:
        """What its game says the log tells of while a round runs, where that is a part."""
        return registry.game(self.table.room.game).words.log

    @property
    def between(self) -> bool:
        return self.table.room.status != "playing"

    @property
    def closed(self) -> bool:
        return self.table.room.status == "closed"

    @property
    def seated(self) -> bool:
        return self.viewer.chair is not None

    @property
    def kicked(self) -> bool:
        """Asked to leave: they do not sit here again."""
        return self.viewer.user_id in self.table.room.kicked

    @cached_property
    def taken(self) -> int:
        return sum(seat.taken for seat in self.table.room.seats)

    @cached_property
    def ready(self) -> int:
        """How many would play, were the round started now: the owner's start counts as their ready."""
        owner = self.table.room.owner
        return sum(s.taken and not s.leaving and (s.ready or s.seat == owner) for s in self.table.room.seats)

    @property
    def anchor(self) -> int:
        """The chair at the top of the table: the first seat of the round, else the owner's."""
        if self.seen is not None and self.seen.round.players:
            return self.seen.round.players[0].chair
        return self.table.room.owner or 0

    @cached_property
    def round_number(self) -> int | None:
        if self.seen is not None:
            return self.seen.round.number
        return self.table.next.number if self.table.next else None

    def who(self, name: str) -> Who:
        avatar = next((s.avatar for s in self.table.room.seats if s.player == name), "")
        return Who(name=name, avatar=avatar, mine=self.is_mine(name))

    def is_mine(self, name: str) -> bool:
        """A stranger has none, nor has somebody whose account is gone."""
        return bool(name) and name == self.viewer.name

    @property
    def lines(self) -> Iterator[ChatFacts]:
        """What was said, as far as the viewer reads it."""
        quiet, me = self.viewer.quiet, self.viewer.user_id
        for line in self.table.chat:
            if text := quiet.reads(line.user_id, line.text, me=me):
                yield line if quiet is LOUD else replace(line, text=text)

    @cached_property
    def notices(self) -> tuple[NoticeFacts, ...]:
        """What was done to the room; people's own words in it as far as the viewer reads them."""
        return tuple(map(self._as_read, self.table.notices))

    def _as_read(self, notice: NoticeFacts) -> NoticeFacts:
        if notice.line is None:
            return notice
        me = self.viewer.user_id
        reason = self.viewer.quiet.reads(notice.by_id, notice.reason, me=me)
        others = bool(reason) and notice.by_id != me  # then they may report it
        return replace(notice, reason=reason, line=notice.line if others else None)

    @cached_property
    def heir(self) -> SeatFacts | None:
        """Who gets the room in a moment, where its owner has left their chair. Where there is no nhà cái they
        may host from beside the table."""
        room = self.table.room
        if not self.between or self.closed or room.owner_id is None or room.owner is not None:
            return None
        hosts = room.owner_id in room.here and not registry.engine(room.game).banker
        return None if hosts else room.heir

    @cached_property
    def benched(self) -> dict[str, str]:
        """Whom the owner asked to give up their chair and has not asked back since, and who asked them."""
        asked: dict[str, str] = {}
        for done in self.table.notices:
            if done.kind == "bench" and done.to:
                asked[done.to] = done.by or ""
            elif done.kind in ("unbench", "kick", "unkick"):
                asked.pop(done.to or "", None)
            elif done.kind == "sat":
                asked.pop(done.by or "", None)
        return asked

    @property
    def asked_back(self) -> str | None:
        """By whom the viewer was asked to sit down again."""
        of_me = [
            done for done in self.table.notices if self.is_mine(done.to or "") or self.is_mine(done.by or "")
        ]
        last = next(
            (done for done in reversed(of_me) if done.kind in ("bench", "unbench", "kick", "sat")), None
        )
        return (last.by or "") if last is not None and last.kind == "unbench" else None

    # The round

    @property
    def playing(self) -> SeenRound | None:
        """The round where the viewer plays or played a seat."""
        return self.seen if self.seen is not None and self.seen.seat is not None else None

    @property
    def timed(self) -> bool:
        return self.seen is not None and self.seen.deadline is not None and not self.seen.over

    @property
    def seconds(self) -> str:
        """Of a whole turn."""
        return str(self.table.room.turn_seconds)

    def player_at(self, chair: int) -> PlayerFacts | None:
        """Who plays this chair; after the round only until somebody else sits there."""
        if self.seen is None:
            return None
        for player in self.seen.round.players:
            if player.chair == chair:
                seat = self.table.room.seats[chair]
                stays = not self.seen.over or not seat.taken or seat.identity == player.identity
                return player if stays else None
        return None

    def player_name(self, seat: int | None) -> str:
        return self.seen.round.players[seat].name if self.seen is not None and seat is not None else ""
