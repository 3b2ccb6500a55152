"""The newest round of each table, and of it what a table does not know yet: one question for all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from django.contrib.auth import get_user_model
from django.db import connection

from games.rounds.facts import Ended, Ending, NextRound, PlayerFacts
from games.rounds.models import Move, Round, RoundSeat, RoundSecret
from games.rounds.reading import StoredRound, ending_of, in_utc, stored_of
from lobby.models import Room

Moves = tuple[tuple[dict[str, Any], datetime, str], ...]  # what, when, made by whom


@dataclass(frozen=True, slots=True)
class Known:
    """The newest round as a table has it already."""

    round_id: int
    stored: int = 0
    over: bool = False
    void: str = ""  # why it does not count
    left_alone: bool = False  # until it is over


@dataclass(frozen=True, slots=True)
class Tail:
    """What a known round has had since: moves of other processes, and perhaps its end."""

    round_id: int
    number: int
    stored: int  # all of its moves
    moves: Moves
    deadline: datetime | None
    ending: Ending | None
    next: NextRound | None  # committed to with the end


@dataclass(frozen=True, slots=True)
class Head:
    """How far a room's newest round has come that was started, and what of it was not known."""

    room_version: int | None = None  # None: there is no such room
    start_at: datetime | None = None  # of the next one by itself
    round_id: int = 0
    status: str = ""
    void: str = ""
    news: StoredRound | Tail | None = None

    @property
    def is_running(self) -> bool:
        return self.status == Round.Status.RUNNING

    def ended(self, tail: Tail, ending: Ending) -> Ended:
        assert self.room_version is not None
        return Ended(ending=ending, room_version=self.room_version, start_at=self.start_at, next=tail.next)


# How each database makes a list of rows, and of values.
LISTS: Final = {
    "sqlite": ("json_group_array", "json_array"),
    "postgresql": ("jsonb_agg", "jsonb_build_array"),
}
NOTHING: Final = Known(0)


class Row(NamedTuple):
    """One move that is asked for, or none. The round itself, from `game` on, stands in its first row alone,
    and only where it is new or its end is."""

    ask: int
    room_version: int
    start_at: datetime | None
    id: int | None
    number: int
    status: str
    void: str
    stored: int
    deadline: datetime | None
    word: str | None
    at: datetime
    by: str
    game: str | None
    ruleset: str
    rules_version: int
    options: str
    commit: str
    transcript: str
    started_at: datetime
    results: str | None
    points: str | None
    sheet: str | None
    ranks: str | None
    seed: bytes
    next_commit: str | None
    players: str


def read_heads(asks: Sequence[tuple[int, Known | None]]) -> list[Head]:
    """Of rooms, each with what is known of it. It sees one moment: no move without its deadline."""
    heads = [Head() for _ask in asks]
    if not asks:
        return heads
    knowns = [known or NOTHING for _room_id, known in asks]
    bound = ((n, room_id, *_bound(knowns[n])) for n, (room_id, _known) in enumerate(asks))
    with connection.cursor() as cursor:
        cursor.execute(_sql(len(asks)), list(chain.from_iterable(bound)))
        for n, rows in groupby(map(Row._make, cursor.fetchall()), attrgetter("ask")):
            heads[n] = _head(knowns[n], list(rows))
    return heads


def _bound(known: Known) -> tuple[Any, ...]:
    return known.round_id, known.stored, int(known.over), known.void, int(known.left_alone)


def _sql(many: int) -> str:
    room, round_, move, secret, seat, person = (
        connection.ops.quote_name(model._meta.db_table)
        for model in (Room, Round, Move, RoundSecret, RoundSeat, get_user_model())
    )
    listed, values = LISTS[connection.vendor]
    asked = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * many)
    over = f"newest.status <> '{Round.Status.RUNNING}'"
    whole = f"(newest.id <> asked.round_id OR (asked.is_alone = 1 AND asked.is_over = 0 AND {over}))"
    end = f"""({over} AND asked.is_alone = 0
        AND (asked.is_over = 0 OR newest.void_cause <> asked.void OR newest.move_count <> asked.stored))"""
    first = f"CASE WHEN {whole} THEN 0 WHEN asked.is_alone = 0 THEN asked.stored END"
    return f"""
        WITH asked (n, room_id, round_id, stored, is_over, void, is_alone) AS (VALUES {asked})
        SELECT asked.n, room.version, room.start_at, newest.id, newest.number, newest.status,
            newest.void_cause, newest.move_count, newest.deadline, move.word, move.at, move."by",
            told.game, told.ruleset, told.rules_version, told.options, told.server_commit, told.transcript,
            told.started_at, told.results, told.points, told.sheet, told.ranks, secret.server_seed,
            coming.server_commit, (
                SELECT {listed}({values}(seat.number, seat.chair, COALESCE(person.username, seat.name),
                    seat.user_id, seat.bot_level))
                FROM {seat} seat LEFT JOIN {person} person ON person.id = seat.user_id
                WHERE seat.round_id = told.id
            )
        FROM asked
        JOIN {room} room ON room.id = asked.room_id
        LEFT JOIN {round_} newest ON newest.id = (
            SELECT id FROM {round_} WHERE room_id = asked.room_id AND started_at IS NOT NULL
            ORDER BY number DESC LIMIT 1
        )
        LEFT JOIN {move} move ON move.round_id = newest.id AND move.number >= {first}
        LEFT JOIN {round_} told ON told.id = newest.id AND ({whole} OR {end})
            AND COALESCE(move.number, {first}) = {first}
        LEFT JOIN {secret} secret ON secret.round_id = told.id
        LEFT JOIN {round_} coming ON coming.room_id = told.room_id AND coming.number = told.number + 1
        ORDER BY asked.n, move.number
    """  # noqa: S608


def _head(known: Known, rows: Sequence[Row]) -> Head:
    row = rows[0]
    start_at = in_utc(row.start_at)
    if row.id is None:
        return Head(row.room_version, start_at)
    return Head(row.room_version, start_at, row.id, row.status, row.void, _news(known, row, _moves(rows)))


def _news(known: Known, row: Row, moves: Moves) -> StoredRound | Tail | None:
    assert row.id is not None
    if row.id != known.round_id or known.left_alone:
        return None if row.game is None else stored_of(_round(row), moves, _players(row))
    is_over = row.status != Round.Status.RUNNING
    if (known.stored, known.over, known.void) == (row.stored, is_over, row.void):
        return None
    ending = None if row.game is None else ending_of(_round(row))
    coming = NextRound(number=row.number + 1, commit=row.next_commit) if row.next_commit else None
    return Tail(row.id, row.number, row.stored, moves, in_utc(row.deadline), ending, coming)


def _moves(rows: Iterable[Row]) -> Moves:
    return tuple((json.loads(row.word), in_utc(row.at), row.by) for row in rows if row.word is not None)


def _players(row: Row) -> tuple[PlayerFacts, ...]:
    return tuple(
        PlayerFacts(seat=seat, chair=chair, name=name, user_id=user_id, bot_level=level)
        for seat, chair, name, user_id, level in sorted(json.loads(row.players), key=itemgetter(0))
    )


def _round(row: Row) -> Round:
    """As the ORM would have read it, with its seed."""
    assert row.game is not None
    round_ = Round(
        id=row.id,
        number=row.number,
        status=row.status,
        void_cause=row.void,
        deadline=in_utc(row.deadline),
        game=row.game,
        ruleset=row.ruleset,
        rules_version=row.rules_version,
        options=json.loads(row.options),
        server_commit=row.commit,
        transcript=row.transcript,
        started_at=in_utc(row.started_at),
        results=_parsed(row.results),
        points=_parsed(row.points),
        sheet=_parsed(row.sheet),
        ranks=_parsed(row.ranks),
    )
    RoundSecret(round=round_, server_seed=row.seed)  # is `round_.secret` from here on
    return round_


def _parsed(text: str | None) -> Any:
    return None if text is None else json.loads(text)
