"""Rounds that begin: who plays, what the deal follows from, and their rows.

The lock, and at once the close of the deal: until seats can seal seeds of their own, all are kind D or B and
nothing is waited for. All of a batch in few statements; the caller has locked the rooms.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games import registry
from games.core import fairness
from games.core.engine import Setup
from games.core.shuffle import Seeded
from games.rounds import clock, matches
from games.rounds.facts import PlayerFacts, RoundFacts
from games.rounds.models import Round, RoundSeat, RoundSecret
from games.rounds.reading import StoredRound
from lobby import services as rooms
from lobby.facts import RoomFacts
from lobby.models import Room
from lobby.refusals import Code, Refusal, refuse
from lobby.services import sql


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What is to begin. It holds for this version of the room alone."""

    room: RoomFacts
    chairs: tuple[int, ...]  # of each engine seat
    by: int | None  # the person who says it; None: the table
    at: datetime

    @property
    def room_id(self) -> int:
        return self.room.id

    @property
    def people(self) -> set[int]:
        """Who must be welcome: who plays, and who says it."""
        seated = {self.room.seats[chair].user_id for chair in self.chairs}
        return {person for person in (*seated, self.by) if person is not None}


def start_of(
    room: RoomFacts, *, by: int | None, at: datetime, barred: Collection[int] = ()
) -> Start | Refusal:
    """Of everybody who is ready; or why these people cannot play a round."""
    engine = registry.engine(room.game)
    line_up = room.line_up(banker=engine.banker)
    chairs = tuple(chair for chair in line_up if room.seats[chair].user_id not in barred)
    if engine.banker and room.owner not in chairs:
        return refuse(Code.NOT_SEATED)
    if len(chairs) not in engine.seats:
        return refuse(Code.NOT_ENOUGH_PLAYERS, needed=engine.seats[0])
    return Start(room=room, chairs=chairs, by=by, at=at)


@dataclass(frozen=True, slots=True)
class Coming:
    """A round that was committed to."""

    id: int
    number: int
    commit: str
    seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A round that begins, with what is written of it beside what is known of any round."""

    start: Start
    stored: StoredRound
    seats: tuple[fairness.FairSeat, ...]
    to_act: tuple[int, ...]

    @property
    def is_rated(self) -> bool:
        room = self.start.room
        people = all(room.seats[chair].is_registered for chair in self.start.chairs)
        return people and room.visibility == Room.Visibility.PUBLIC


def begin_rounds(starts: Sequence[Start]) -> list[StoredRound]:
    """Each in a room that is locked, open, and as its start knows it."""
    if not starts:
        return []
    coming = _coming([start.room_id for start in starts])
    begun = [_begun(start, coming[start.room_id]) for start in starts]
    _write_rounds(begun)
    _write_seats(begun)
    rooms.rounds_started([(start.room, start.chairs) for start in starts])
    return [one.stored for one in begun]


def _coming(room_ids: Sequence[int]) -> dict[int, Coming]:
    """What is to come is the last number of its room: SQLite would look through all of them for it."""
    rounds = sql.table(Round)
    found = sql.read(
        f"SELECT coming.room_id, coming.id, coming.number, server_commit, server_seed"  # noqa: S608
        f" FROM {sql.table(Room)} room JOIN {rounds} coming ON coming.id ="
        f" (SELECT id FROM {rounds} WHERE room_id = room.id ORDER BY number DESC LIMIT 1)"
        f" JOIN {sql.table(RoundSecret)} ON round_id = coming.id"
        f" WHERE coming.status = 'next' AND room.id IN ({sql.marks(room_ids)})",
        room_ids,
    )
    return {
        room_id: Coming(round_id, number, commit, bytes(seed))
        for room_id, round_id, number, commit, seed in found
    }


def _begun(start: Start, coming: Coming) -> Begun:
    room, engine = start.room, registry.engine(start.room.game)
    options = {**room.options, **matches.coming_options(room, start.chairs)}
    seats = tuple(_fair_seat(room, coming, seat, chair) for seat, chair in enumerate(start.chairs))
    fair = fairness.FairRound(
        room=room.code,
        number=coming.number,
        game=room.game,
        ruleset=room.ruleset,
        options=options,
        pack=engine.pack,
        server_commit=coming.commit,
        seats=seats,
    )
    transcript = fair.transcript()
    setup = Setup(
        ruleset=room.ruleset,
        options=options,
        seats=len(seats),
        shuffler=Seeded(fairness.round_seed(coming.seed, transcript)),
        version=engine.version,
    )
    players = tuple(_player(room, seat, chair) for seat, chair in enumerate(start.chairs))
    to_act = engine.to_act(engine.start(setup))
    stored = StoredRound(
        facts=RoundFacts(
            id=coming.id,
            number=coming.number,
            game=room.game,
            ruleset=room.ruleset,
            commit=coming.commit,
            transcript=transcript,
            players=players,
        ),
        setup=setup,
        moves=(),
        started_at=start.at,
        deadline=clock.deadline(
            now=start.at,
            turn_seconds=room.turn_seconds,
            people={player.seat for player in players if not player.bot_level},
            to_act=to_act,
        ),
        ending=None,
    )
    return Begun(start=start, stored=stored, seats=seats, to_act=to_act)


def _fair_seat(room: RoomFacts, coming: Coming, seat: int, chair: int) -> fairness.FairSeat:
    if room.seats[chair].is_bot:
        return fairness.bot_seat(room.code, coming.number, seat=seat, chair=chair)
    return fairness.fair_seat(room.code, coming.number, seat=seat, chair=chair, commit=None, seed=None)


def _player(room: RoomFacts, seat: int, chair: int) -> PlayerFacts:
    sitter = room.seats[chair]
    return PlayerFacts(
        seat=seat,
        chair=chair,
        name=sitter.player or "",
        user_id=sitter.user_id,
        bot_level=sitter.level or "",
    )


def _write_rounds(begun: Sequence[Begun]) -> None:
    sql.write(
        f"UPDATE {sql.table(Round)} SET status = 'running', game = %s, ruleset = %s, rules_version = %s,"  # noqa: S608
        " options = %s, transcript = %s, rated = %s, to_act = %s, started_at = %s, deadline = %s, due_at = %s"
        " WHERE id = %s",
        [_round_row(one, one.stored) for one in begun],
    )


def _round_row(one: Begun, stored: StoredRound) -> tuple[Any, ...]:
    return (
        stored.facts.game,
        stored.facts.ruleset,
        stored.setup.version,
        sql.json(stored.setup.options),
        stored.facts.transcript,
        one.is_rated,
        sql.json(one.to_act),
        sql.time(stored.started_at),
        sql.time(stored.deadline),
        sql.time(stored.deadline or stored.started_at),
        stored.facts.id,
    )


def _write_seats(begun: Sequence[Begun]) -> None:
    sql.write(
        f"INSERT INTO {sql.table(RoundSeat)}"  # noqa: S608
        ' (round_id, number, chair, user_id, name, bot_level, kind, seed, "commit")'
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, '')",
        [
            (one.stored.facts.id, player.seat, player.chair, player.user_id, player.name, player.bot_level,
             fair.kind.value, fair.seed.hex())
            for one in begun
            for player, fair in zip(one.stored.facts.players, one.seats, strict=True)
        ],
    )  # fmt: skip
