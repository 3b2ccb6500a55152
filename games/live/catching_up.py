"""What a hub reads again: the table as the database has it, and of its round only what is not known yet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any, Final

from django.db import connection
from django.db.models import OuterRef, Subquery

from games import registry
from games.live.live_round import LiveRound
from games.live.own_news import after_end, after_start
from games.rounds.facts import Ended, Ending, NextRound, RoundFacts, TableFacts
from games.rounds.models import Move, Round
from games.rounds.reading import StoredRound, in_utc, load_ends, load_rounds, load_tables
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
class Tail:
    """What a known round has had since: moves of other processes, and perhaps its end."""

    round_id: int
    number: int
    stored: int  # all of its moves
    moves: tuple[tuple[dict[str, Any], datetime, str], ...]
    deadline: datetime | None
    ending: Ending | None
    next: NextRound | None  # committed to with the end


@dataclass(frozen=True, slots=True)
class Known:
    """The newest round as a table has it already."""

    round_id: int
    stored: int = 0
    over: bool = False
    void: str = ""  # why it does not count
    left_alone: bool = False  # until it is over


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
        return self._is_one_step_from(head) and head.is_running and _is_unknown(self.known, head)

    def ends(self, head: Head) -> bool:
        """Has the known round ended by its last move, and nothing else been done to the room?"""
        ended = head.status == Round.Status.OVER and not head.void and self.played is not None
        return self._is_one_step_from(head) and ended and not self._is_torn and _has_gone_on(self.known, head)

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
    news = zip(asks, heads, _rounds(asks, heads), strict=True)
    return [
        (tables.get(ask.room_id) or _told_by_round(ask, head, round_), round_) for ask, head, round_ in news
    ]


def _is_whole(ask: Ask, head: Head) -> bool:
    if not ask.moves_only or ask.before is None:
        return True
    return ask.before.room.version != head.room_version and not (ask.begins(head) or ask.ends(head))


def _told_by_round(ask: Ask, head: Head, round_: StoredRound | Tail | None) -> TableFacts | None:
    """The facts of the table, where they follow from the start of a round or from its end."""
    if ask.before is None:
        return None
    if isinstance(round_, StoredRound) and ask.begins(head):
        return after_start(ask.before, round_)
    if isinstance(round_, Tail) and ask.ends(head) and ask.played is not None and round_.ending is not None:
        banker = registry.engine(ask.played.game).banker
        return after_end(ask.before, ask.played, head.ended(round_, round_.ending), banker=banker)
    return None


def _plays(tables: Mapping[int, TableFacts], ask: Ask) -> bool:
    """As far as was read."""
    return ask.room_id not in tables or tables[ask.room_id].room.status == Room.Status.PLAYING


@dataclass(frozen=True, slots=True)
class Head:
    """A room's newest round that was started, and those of its moves that were asked for."""

    room_version: int | None = None  # None: there is no such room
    round_id: int = 0
    number: int = 0
    status: str = ""
    void: str = ""
    stored: int = 0
    deadline: datetime | None = None
    start_at: datetime | None = None  # of the next one by itself
    moves: list[tuple[dict[str, Any], datetime, str]] = field(default_factory=list)

    @property
    def is_running(self) -> bool:
        return self.status == Round.Status.RUNNING

    @property
    def is_over(self) -> bool:
        return bool(self.round_id) and not self.is_running

    def tail(self, ending: Ending | None, coming: NextRound | None) -> Tail:
        return Tail(self.round_id, self.number, self.stored, tuple(self.moves), self.deadline, ending, coming)

    def ended(self, tail: Tail, ending: Ending) -> Ended:
        assert self.room_version is not None
        return Ended(ending=ending, room_version=self.room_version, start_at=self.start_at, next=tail.next)


def _heads(asks: Sequence[Ask]) -> list[Head]:
    """In one question, which sees one moment: no move without its deadline."""
    if not asks:
        return []
    known = [ask.known or Known(0) for ask in asks]
    rows = [(n, ask.room_id, *_from(known[n])) for n, ask in enumerate(asks)]
    heads = [Head() for _ask in asks]
    with connection.cursor() as cursor:
        cursor.execute(_heads_sql(len(rows)), list(chain.from_iterable(rows)))
        for n, version, pk, number, status, void, stored, deadline, start_at, *move in cursor.fetchall():
            if heads[n].room_version is None:
                until, start = in_utc(deadline), in_utc(start_at)
                heads[n] = Head(version, pk, number, status, void, stored, until, start)
            if (word := move[0]) is not None:
                heads[n].moves.append((json.loads(word), in_utc(move[1]), move[2]))
    return heads


def _from(known: Known) -> tuple[int, int]:
    return (0, 0) if known.left_alone else (known.round_id, known.stored)


def _heads_sql(many: int) -> str:
    room, round_, move = (connection.ops.quote_name(m._meta.db_table) for m in (Room, Round, Move))
    asked = ", ".join(["(%s, %s, %s, %s)"] * many)
    return f"""
        WITH asked (n, room_id, round_id, stored) AS (VALUES {asked})
        SELECT asked.n, room.version, COALESCE(newest.id, 0), newest.number, newest.status,
            COALESCE(newest.void_cause, ''), newest.move_count, newest.deadline, room.start_at,
            move.word, move.at, move."by"
        FROM asked
        JOIN {room} room ON room.id = asked.room_id
        LEFT JOIN {round_} newest ON newest.id = (
            SELECT id FROM {round_} WHERE room_id = asked.room_id AND started_at IS NOT NULL
            ORDER BY number DESC LIMIT 1
        )
        LEFT JOIN {move} move
            ON move.round_id = asked.round_id AND move.number >= asked.stored
        ORDER BY asked.n, move.number
    """  # noqa: S608


def _rounds(asks: Sequence[Ask], heads: Sequence[Head]) -> list[StoredRound | Tail | None]:
    pairs = list(zip(asks, heads, strict=True))
    whole = load_rounds([head.round_id for ask, head in pairs if _is_unknown(ask.known, head)])
    ends = load_ends([head.round_id for ask, head in pairs if head.is_over and _has_gone_on(ask.known, head)])
    return [
        whole.get(head.round_id) if _is_unknown(ask.known, head)
        else head.tail(*ends.get(head.round_id, (None, None))) if _has_gone_on(ask.known, head)
        else None
        for ask, head in pairs
    ]  # fmt: skip


def _is_unknown(known: Known | None, head: Head) -> bool:
    """Or one that was left alone until it is over, and now is."""
    if known is None or known.round_id != head.round_id:
        return bool(head.round_id)
    return known.left_alone and head.is_over and not known.over


def _has_gone_on(known: Known | None, head: Head) -> bool:
    if known is None or known.round_id != head.round_id or known.left_alone:
        return False
    return (known.stored, known.over, known.void) != (head.stored, head.is_over, head.void)


_moves: Final = Together(read_news)
_tables: Final = Together(read_news)
