"""Rounds that end with their last move: their scores, their seeds, and the next commitments.

Part of the transaction of those moves; all of a batch in few statements. The caller has locked the rooms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from games.core import fairness
from games.core.engine import Outcome
from games.people.standings import Line, fold_in
from games.rounds.facts import Ended, Ending, NextRound
from games.rounds.models import Round, RoundSeat, RoundSecret, Score
from games.rounds.reading import ending_of
from games.rounds.services.coming import commit_to
from lobby import services as rooms
from lobby import site_clock
from lobby.services import sql


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    round_id: int
    room_id: int
    outcome: Outcome
    at: datetime


class Player(NamedTuple):
    seat: int
    user_id: int | None
    name: str  # as it was shown in this round


@dataclass(frozen=True, slots=True)
class Played:
    """A round that ends, as it was begun."""

    number: int
    game: str
    ruleset: str
    transcript: str
    rated: bool
    seed: bytes = field(repr=False)
    players: Sequence[Player]


def end_rounds(ends: Sequence[End], locked: Mapping[int, rooms.LockedRoom]) -> list[Ended]:
    if not ends:
        return []
    played = _played([end.round_id for end in ends])
    _write_results(ends)
    _write_scores([(end, played[end.round_id]) for end in ends])
    fold_in(line for end in ends for line in _rated_lines(end, played[end.round_id]))
    starts = rooms.rounds_ended([locked[end.room_id] for end in ends])
    coming = _coming(ends, locked, played)
    return [
        Ended(
            ending=_ending(end, played[end.round_id]),
            room_version=locked[end.room_id].version + 1,
            start_at=start,
            next=coming.get(end.round_id),
        )
        for end, start in zip(ends, starts, strict=True)
    ]


def _coming(
    ends: Sequence[End], locked: Mapping[int, rooms.LockedRoom], played: Mapping[int, Played]
) -> dict[int, NextRound]:
    """After each of these rounds; in a room that was closed meanwhile none comes."""
    go_on = [end for end in ends if not locked[end.room_id].is_closed]
    coming = commit_to([(locked[end.room_id], played[end.round_id].number + 1) for end in go_on])
    return {end.round_id: next_round for end, next_round in zip(go_on, coming, strict=True)}


def _played(ids: Sequence[int]) -> dict[int, Played]:
    players: dict[int, list[Player]] = defaultdict(list)
    seats = sql.read(
        f"SELECT round_id, number, user_id, name FROM {sql.table(RoundSeat)}"  # noqa: S608
        f" WHERE round_id IN ({sql.marks(ids)}) ORDER BY round_id, number",
        ids,
    )
    for round_id, *player in seats:
        players[round_id].append(Player(*player))
    rounds = sql.read(
        f"SELECT id, number, game, ruleset, transcript, rated, server_seed FROM {sql.table(Round)}"  # noqa: S608
        f" JOIN {sql.table(RoundSecret)} ON round_id = id WHERE id IN ({sql.marks(ids)})",
        ids,
    )
    return {
        round_id: Played(number, game, ruleset, transcript, bool(rated), bytes(seed), players[round_id])
        for round_id, number, game, ruleset, transcript, rated, seed in rounds
    }


def _write_results(ends: Sequence[End]) -> None:
    sql.write(
        f"UPDATE {sql.table(Round)} SET status = 'over', ended_at = %s, deadline = NULL, due_at = NULL,"  # noqa: S608
        " results = %s, points = %s, sheet = %s, ranks = %s WHERE id = %s",
        [
            (
                sql.time(end.at),
                sql.json(end.outcome.results),
                sql.json(end.outcome.points),
                sql.json(end.outcome.sheet),
                None if end.outcome.ranks is None else sql.json(end.outcome.ranks),
                end.round_id,
            )
            for end in ends
        ],
    )


def _write_scores(ended: Sequence[tuple[End, Played]]) -> None:
    now = sql.time(site_clock.now())
    scores: list[tuple[Any, ...]] = [
        (end.round_id, end.room_id, *player, end.outcome.points[player.seat],
         end.outcome.sheet[player.seat], now)
        for end, played in ended
        for player in played.players
    ]  # fmt: skip
    sql.write(
        f"INSERT INTO {sql.table(Score)} "  # noqa: S608
        "(round_id, room_id, seat, user_id, name, points, sheet, at, reverses)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, FALSE)",
        scores,
    )


def _rated_lines(end: End, played: Played) -> list[Line]:
    if not played.rated:
        return []
    return [
        Line(
            user_id=player.user_id,
            game=played.game,
            ruleset=played.ruleset,
            at=end.at,
            points=end.outcome.points[player.seat],
        )
        for player in played.players
        if player.user_id is not None
    ]


def _ending(end: End, played: Played) -> Ending:
    return Ending(
        outcome=end.outcome,
        void=None,
        server_seed=played.seed.hex(),
        round_seed=fairness.round_seed(played.seed, played.transcript).hex(),
    )


def load_end(round_id: int) -> Ended:
    """Of a round that was ended before; its room may be elsewhere by now."""
    round_ = Round.objects.select_related("secret", "room").get(pk=round_id)
    newest = Round.objects.newest_in([round_.room_id])
    ending, coming = ending_of(round_), newest.filter(status=Round.Status.NEXT).first()
    assert ending is not None
    return Ended(
        ending=ending,
        room_version=round_.room.version,
        start_at=round_.room.start_at,
        next=NextRound(number=coming.number, commit=coming.server_commit) if coming else None,
    )
