"""What a hub reads again: the table as the database has it, and of its round only what is not known yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from games.live.live_round import LiveRound
from games.rounds.facts import Ending, TableFacts
from games.rounds.models import Move, Round
from games.rounds.reading import StoredRound, ending_of, load_stored, load_table, newest_round
from lobby.models import ChatLine, Room


def read_table(room_id: int) -> tuple[TableFacts, LiveRound | None]:
    """The table as the database has it now, for one look: nothing lives on, nobody is told."""
    facts, stored = read_news(room_id, None, None, moves_only=False)
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
    newest = Round.objects.filter(room=OuterRef("pk"), started_at__isnull=False).order_by("-pk")
    lines = ChatLine.objects.filter(room=OuterRef("pk")).order_by("-pk")
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


@dataclass(frozen=True, slots=True)
class Known:
    """The newest round as a table has it already."""

    round_id: int
    stored: int = 0
    over: bool = False
    left_alone: bool = False  # until it is over


def read_news(
    room_id: int,
    known: Known | None,
    before: TableFacts | None,
    *,
    moves_only: bool,
) -> tuple[TableFacts | None, StoredRound | Tail | None]:
    """The table as the database has it (not where only moves are news and the room is still of this
    version), and of its newest round only what is not known yet.

    The round before the room: a start between the two is then told as the room's news first. An end
    between the two is read again, for the last view and the result come before the room's news.
    """
    newest = newest_round(room_id)
    if (
        moves_only
        and newest is not None
        and before is not None
        and newest.room.version == before.room.version
    ):
        return None, _news_of(newest, known)
    facts = load_table(room_id, before)
    if newest is not None and newest.status == Round.Status.RUNNING and not _plays(facts):
        newest = newest_round(room_id)
    return facts, None if newest is None else _news_of(newest, known)


def _news_of(newest: Round, known: Known | None) -> StoredRound | Tail | None:
    over = newest.status != Round.Status.RUNNING
    if known is None or known.round_id != newest.pk or (known.left_alone and over > known.over):
        return load_stored(newest)
    if known.left_alone or (newest.move_count == known.stored and known.over == over):
        return None
    # No move after this deadline: what was accepted meanwhile is read next time, with its own.
    moves = Move.objects.filter(round=newest, number__gte=known.stored, number__lt=newest.move_count)
    return Tail(
        round_id=newest.pk,
        number=newest.number,
        stored=newest.move_count,
        moves=tuple(moves.order_by("number").values_list("word", "at", "by")),
        deadline=newest.deadline,
        ending=ending_of(newest),
    )


def _plays(facts: TableFacts | None) -> bool:
    return facts is not None and facts.room.status == Room.Status.PLAYING
