"""A site that has seen a lot: rounds that were never played, stored as if they had been long ago.

Nobody can replay them, so what is played beside them is not checked afterwards.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.server import Server

ROUNDS = """
WITH RECURSIVE past(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM past WHERE number < :rounds)
INSERT INTO games_round (room_id, number, status, game, ruleset, rules_version, options, server_commit,
    transcript, move_count, to_act, started_at, ended_at, rated, results, points, sheet, ranks, void_cause)
SELECT coming.room_id, past.number, iif(past.number < :rounds, 'over', 'void'), game, ruleset, 1, '{}',
    hex(randomblob(32)), '', 0, '[]', '2026-01-01 20:00:00', '2026-01-01 20:02:00', FALSE,
    '[]', '[]', '[]', '[]', iif(past.number < :rounds, '', 'owner')
FROM (SELECT room_id, game, ruleset FROM games_round WHERE status = 'next') coming, past
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
SELECT played.id, played.room_id, seat.number, seat.user_id, 'N', 0, 0, FALSE, played.ended_at
FROM games_round played JOIN lobby_seat seat ON seat.room_id = played.room_id WHERE played.status = 'over'
"""


def give_a_past(server: Server, rounds: int) -> None:
    """So many to each room there is, and the one that is to come has the number behind them. A table shows
    the last of them: that one is void, and has no moves."""
    with closing(sqlite3.connect(server.data / "chieubai.sqlite3", timeout=20)) as database, database:
        database.execute("UPDATE games_round SET number = ? WHERE status = 'next'", (rounds + 1,))
        database.execute(ROUNDS, {"rounds": rounds})
        database.execute(SECRETS)
        database.execute(MOVES)
        database.execute(SCORES)
