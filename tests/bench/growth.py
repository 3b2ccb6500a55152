"""A site that has seen a lot: rounds that were never played, stored as if they had been, in the last month.

They have no transcript: that tells them from those that were played, which alone can be checked.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

from games.core import fairness
from tests.server import Server

COMING = """
UPDATE games_round SET number = :number, server_commit = committed(
    (SELECT code FROM lobby_room WHERE id = room_id), :number,
    (SELECT server_seed FROM games_roundsecret WHERE round_id = games_round.id))
WHERE status = 'next'
"""
ROUNDS = """
WITH RECURSIVE
    numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < :rounds),
    past AS (SELECT number, datetime('now', '-' || (1 + 30 * (:rounds - number) / :rounds) || ' days') at
        FROM numbers),
    coming AS (SELECT room_id, game, ruleset FROM games_round WHERE status = 'next')
INSERT INTO games_round (room_id, number, status, game, ruleset, rules_version, options, server_commit,
    transcript, move_count, to_act, started_at, ended_at, rated, results, points, sheet, ranks, void_cause)
SELECT room_id, number, iif(number < :rounds, 'over', 'void'), game, ruleset, 1, '{}',
    hex(randomblob(32)), '', 0, '[]', at, at, :rated,
    '[]', '[]', '[]', '[]', iif(number < :rounds, '', 'owner')
FROM coming, past
"""
SECRETS = """
INSERT INTO games_roundsecret (round_id, server_seed)
SELECT id, randomblob(32) FROM games_round WHERE status IN ('over', 'void')
"""
MOVES = """
INSERT INTO games_move (round_id, number, seat, word, by, at)
SELECT id, 0, 0, '{}', 'person', ended_at FROM games_round WHERE status = 'over'
"""
SCORES = """
INSERT INTO games_score (round_id, room_id, seat, user_id, name, points, sheet, reverses, at)
SELECT played.id, played.room_id, seat.number, seat.user_id + played.number % (1 + :watching), 'N',
    iif(seat.number = 0, 3, -1), 0, FALSE, played.ended_at
FROM games_round played JOIN lobby_seat seat ON seat.room_id = played.room_id WHERE played.status = 'over'
"""
STANDINGS = """
INSERT INTO games_standing (user_id, game, ruleset, season, points, rounds, wins)
SELECT user_id, game, ruleset, strftime(column1, ended_at, '+7 hours') season,
    sum(score.points), count(*), sum(score.points > 0)
FROM games_score score JOIN games_round played ON played.id = score.round_id,
    (VALUES ('%Y-%m-%d'), ('%Y-%m'), ('all'))
WHERE rated GROUP BY user_id, game, ruleset, season
"""
OVERALL = """
INSERT INTO games_standing (user_id, game, ruleset, season, points, rounds, wins)
SELECT user_id, '', '', 'all', sum(points), sum(rounds), sum(wins) FROM games_standing
WHERE season = 'all' AND game <> '' GROUP BY user_id
"""
PLAYED = "SELECT id FROM games_round WHERE status IN ('over', 'void') AND transcript <> ''"


def give_a_past(server: Server, rounds: int, *, rated: bool = False, watching: int = 0) -> None:
    """So many to each room there is, and the one that is to come has the number behind them. A table shows
    the last of them: that one is void, and has no moves. Tables are of four; so many who watch each, and were
    entered behind those who sit there, take turns with them."""
    with closing(sqlite3.connect(server.data / "chieubai.sqlite3", timeout=20)) as database, database:
        database.create_function("committed", 3, fairness.server_commit)
        database.execute(COMING, {"number": rounds + 1})
        database.execute(ROUNDS, {"rounds": rounds, "rated": rated})
        database.execute(SECRETS)
        database.execute(MOVES)
        database.execute(SCORES, {"watching": watching})
        if rated:
            database.execute(STANDINGS)
            database.execute(OVERALL)


def really_played(server: Server) -> list[str]:
    """Which rounds were, and are over."""
    return [str(key) for (key,) in server.rows(PLAYED)]
