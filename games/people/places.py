"""The place of a person among all who may be shown, by all they ever won."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db import connection

FURTHEST: Final = 10_000  # so many better ones are counted at most


class Place(NamedTuple):
    number: int
    or_later: bool  # nobody counted further


def place_of(points: int) -> Place:
    """Who has as many points shares a place. Of the better ones an index tells how many they are; nobody is
    looked up but who may not be shown.

    The words `game = '' AND rounds > 0` are the index's own: SQLite finds it by them, not by a value.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT
                (SELECT COUNT(*) FROM (
                    SELECT 1 FROM games_standing WHERE game = '' AND rounds > 0 AND points > %s LIMIT %s
                ) AS better),
                (SELECT COUNT(*) FROM accounts_user CROSS JOIN games_standing
                    WHERE NOT is_active AND NOT is_guest
                    AND user_id = accounts_user.id AND season = 'all' AND game = '' AND ruleset = ''
                    AND rounds > 0 AND points > %s)
            """,
            (points, FURTHEST, points),
        )
        better, hidden = cursor.fetchone()
    return Place(max(1, 1 + better - hidden), better == FURTHEST)
