"""What a hub reads again: the table as the database has it, and of its round only what is not known yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef, Subquery

from games import registry
from games.live.heads import Head, Known, Tail, read_heads
from games.live.live_round import LiveRound
from games.live.own_news import after_end, after_start
from games.rounds.facts import RoundFacts, TableFacts
from games.rounds.models import Round
from games.rounds.reading import StoredRound, load_tables
from lobby.models import ChatLine, Room
from lobby.wire.together import Together


def read_table(room_id: int) -> tuple[TableFacts, LiveRound | None]:
    """The table as the database has it now, for one look: nothing lives on, nobody is told."""
    [(facts, stored)] = read_news([Ask(room_id)])
    assert facts is not None
    live = LiveRound(stored) if isinstance(stored, StoredRound) else None
    if live is not None:
        live.call_by_name(facts.room)
    return facts, live


@dataclass(frozen=True, slots=True)
class Stand:
    """How far a table has come. None of these numbers ever falls."""

    room: int = 0  # its version
    round_id: int = 0
    moves: int = 0
    line: int = 0  # of the chat

    @property
    def newest(self) -> tuple[int, int]:
        return self.round_id, self.moves

    def __ge__(self, other: Stand) -> bool:
        return self.room >= other.room and self.newest >= other.newest and self.line >= other.line

    def __or__(self, other: Stand) -> Stand:
        """As far as either has come."""
        newest = max(self.newest, other.newest)
        return Stand(max(self.room, other.room), *newest, max(self.line, other.line))


def load_stands(room_ids: Iterable[int]) -> dict[int, Stand]:
    """In one query, and without reading any of it."""
    newest = Round.objects.filter(room=OuterRef("pk"), started_at__isnull=False).order_by("-number")
    lines = ChatLine.objects.of_chat().filter(room=OuterRef("pk")).order_by("-pk")
    found = Room.objects.filter(pk__in=room_ids).values_list(
        "pk",
        "version",
        Subquery(newest.values("pk")[:1]),
        Subquery(newest.values("move_count")[:1]),
        Subquery(lines.values("pk")[:1]),
    )
    return {room_id: Stand(*(number or 0 for number in numbers)) for room_id, *numbers in found}


@dataclass(frozen=True, slots=True)
class Ask:
    """What one table has already. `moves_only`: the room again only where it is of another version."""

    room_id: int
    known: Known | None = None
    played: RoundFacts | None = None  # the same round, its players called as they are now
    before: TableFacts | None = None
    moves_only: bool = False

    def begins(self, head: Head) -> bool:
        """Has one round begun since, and nothing else been done to the room?"""
        return self._is_one_step_from(head) and head.is_running and isinstance(head.news, StoredRound)

    def ends(self, head: Head) -> bool:
        """Has the known round ended by its last move, and nothing else been done to the room?"""
        ended = head.status == Round.Status.OVER and not head.void and self.played is not None
        return self._is_one_step_from(head) and ended and not self._is_torn and isinstance(head.news, Tail)

    @property
    def _is_torn(self) -> bool:
        """Was the room read before the end of its round, and its ledger after it? There is no next round
        while one is running."""
        return self.before is not None and self.before.next is not None

    def _is_one_step_from(self, head: Head) -> bool:
        """Every change of a room is a version of it: a start is one, and an end."""
        before = self.before
        return self.moves_only and before is not None and head.room_version == before.room.version + 1


News = tuple[TableFacts | None, StoredRound | Tail | None]


async def news_of(ask: Ask) -> News:
    """Read together with the news of all tables that ask meanwhile; moves do not wait for whole tables."""
    return await (_moves if ask.moves_only else _tables).ask(ask)


def read_news(asks: Sequence[Ask]) -> list[News]:
    """Of all these tables, in as many questions as of one: the room as the database has it, where it may be
    another one now; and of its newest round only what is not known yet.

    The round before the room: a start between the two is then told as the room's news first. An end
    between the two is read again, for the last view and the result come before the room's news.
    """
    heads = _heads(asks)
    whole = {ask.room_id: ask.before for ask, head in zip(asks, heads, strict=True) if _is_whole(ask, head)}
    tables = load_tables(whole) if whole else {}
    ended = [n for n, ask in enumerate(asks) if heads[n].is_running and not _plays(tables, ask)]
    for n, head in zip(ended, _heads([asks[n] for n in ended]), strict=True):
        heads[n] = head
    return [
        (tables.get(ask.room_id) or _told_by_round(ask, head), head.news)
        for ask, head in zip(asks, heads, strict=True)
    ]


def _heads(asks: Sequence[Ask]) -> list[Head]:
    return read_heads([(ask.room_id, ask.known) for ask in asks])


def _is_whole(ask: Ask, head: Head) -> bool:
    if not ask.moves_only or ask.before is None:
        return True
    return ask.before.room.version != head.room_version and not (ask.begins(head) or ask.ends(head))


def _told_by_round(ask: Ask, head: Head) -> TableFacts | None:
    """The facts of the table, where they follow from the start of a round or from its end."""
    if ask.before is None:
        return None
    news = head.news
    if isinstance(news, StoredRound) and ask.begins(head):
        return after_start(ask.before, news)
    if isinstance(news, Tail) and ask.ends(head) and ask.played is not None and news.ending is not None:
        banker = registry.engine(ask.played.game).banker
        return after_end(ask.before, ask.played, head.ended(news, news.ending), banker=banker)
    return None


def _plays(tables: Mapping[int, TableFacts], ask: Ask) -> bool:
    """As far as was read."""
    return ask.room_id not in tables or tables[ask.room_id].room.status == Room.Status.PLAYING


_moves: Final = Together(read_news)
_tables: Final = Together(read_news)
