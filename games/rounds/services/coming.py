"""The next round of a room: its number, and the server seed that is committed to before anyone is ready."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

from games.core import fairness
from games.rounds.facts import NextRound
from games.rounds.models import Round, RoundSecret
from lobby.models import Room
from lobby.services import sql


class WhatIsPlayed(Protocol):
    """Of a room: a row of it, or the model."""

    @property
    def id(self) -> int: ...
    @property
    def code(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def ruleset(self) -> str: ...


def commit_next(room: Room) -> None:
    """Commit to the server seed of the room's next round, before anyone is ready for it."""
    newest = room.rounds.order_by("-number").values_list("number", flat=True).first()
    commit_to([(room, (newest or 0) + 1)])


def commit_to(rounds: Sequence[tuple[WhatIsPlayed, int]]) -> list[NextRound]:
    """To a seed for each room's round of this number: two statements for all of them."""
    seeds = [secrets.token_bytes(32) for _ in rounds]
    coming = [
        NextRound(number=number, commit=fairness.server_commit(room.code, number, seed))
        for (room, number), seed in zip(rounds, seeds, strict=True)
    ]
    sql.write(
        f"INSERT INTO {sql.table(Round)} (room_id, number, status, game, ruleset, rules_version, options,"  # noqa: S608
        " server_commit, transcript, move_count, to_act, rated, void_cause)"
        " VALUES (%s, %s, 'next', %s, %s, 1, '{}', %s, '', 0, '[]', FALSE, '')",
        [
            (room.id, number, room.game, room.ruleset, one.commit)
            for (room, number), one in zip(rounds, coming, strict=True)
        ],
    )
    sql.write(
        f"INSERT INTO {sql.table(RoundSecret)} (round_id, server_seed)"  # noqa: S608
        f" SELECT id, %s FROM {sql.table(Round)} WHERE room_id = %s AND number = %s",
        [(seed, room.id, number) for (room, number), seed in zip(rounds, seeds, strict=True)],
    )
    return coming
