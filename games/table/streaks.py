"""What the newest round makes of the evening, in a line: who has just taken the lead, or goes on winning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from games.rounds.facts import ScoreSheet, SheetRow

LEAST: Final = 3  # rounds in a row that are worth a line


class Kind(StrEnum):
    AHEAD = "ahead"
    STREAK = "streak"


class Turn(NamedTuple):
    kind: Kind
    name: str
    rounds: int = 0  # of a streak


def turn_of(sheet: ScoreSheet, scored: Mapping[str, int], *, round_: int, less_wins: bool) -> Turn | None:
    """After this round, once it is on the sheet; `scored`: what it brought everybody."""
    rows = [row for row in sheet.sheet if not row.void]
    if not rows or rows[-1].round != round_:
        return None
    return _lead(dict(sheet.totals), scored) or _streak(rows, less_wins=less_wins)


def _lead(totals: Mapping[str, int], scored: Mapping[str, int]) -> Turn | None:
    """Somebody else has more than all others than a round ago."""
    before = _first({name: total - scored.get(name, 0) for name, total in totals.items()})
    now = _first(totals)
    return Turn(Kind.AHEAD, now) if before and now and now != before else None


def _first(totals: Mapping[str, int]) -> str | None:
    most = max(totals.values(), default=0)
    first = [name for name, total in totals.items() if total == most]
    return first[0] if most > 0 and len(first) == 1 else None


def _streak(rows: Sequence[SheetRow], *, less_wins: bool) -> Turn | None:
    """The longest; of two as long none stands out."""
    best: list[tuple[int, str]] = []
    for name, _score in rows[-1].scores:
        lost = (n for n, row in enumerate(reversed(rows)) if not _won(row, name, less_wins=less_wins))
        best.append((next(lost, len(rows)), name))
    best.sort(reverse=True)
    alone = len(best) == 1 or (len(best) > 1 and best[0][0] > best[1][0])
    return Turn(Kind.STREAK, best[0][1], best[0][0]) if alone and best[0][0] >= LEAST else None


def _won(row: SheetRow, name: str, *, less_wins: bool) -> bool:
    scores = dict(row.scores)
    if name not in scores:
        return False
    return scores[name] == min(scores.values()) if less_wins else scores[name] > 0
