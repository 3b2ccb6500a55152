"""The sổ: what was won and lost in a room, round by round, and who owes whom."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from games.rounds.models import Round, Score

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


def write_csv(rounds: QuerySet[Round], out: SupportsWrite[str]) -> None:
    """One line a round (zeros in one that was taken back), then the totals, then the fewest transfers that
    settle them."""
    lines = Score.objects.named().filter(round__in=rounds).order_by("round__number", "seat")
    sums: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    totals: dict[str, int] = defaultdict(int)
    for number, name, points in lines.values_list("round__number", "who", "points"):
        sums[number][name] += points
        totals[name] += points
    sheet = csv.writer(out)
    sheet.writerow(["round", *map(_cell, totals)])
    for number, scores in sums.items():
        sheet.writerow([number, *(scores.get(name, "") for name in totals)])
    sheet.writerow(["total", *totals.values()])
    sheet.writerow([])
    sheet.writerow(["from", "to", "points"])
    for debtor, creditor, points in transfers(totals.items()):
        sheet.writerow([_cell(debtor), _cell(creditor), points])


def transfers(totals: Iterable[tuple[str, int]]) -> list[tuple[str, str, int]]:
    """Who gives how much to whom. Equal debts and claims meet first, then the largest of each: never more
    transfers than one fewer than the people."""
    left = {name: total for name, total in totals if total}
    settled = []
    while left:
        debtor, creditor = _pair(left)
        points = min(-left[debtor], left[creditor])
        settled.append((debtor, creditor, points))
        left[debtor] += points
        left[creditor] -= points
        left = {name: total for name, total in left.items() if total}
    return settled


def _pair(left: dict[str, int]) -> tuple[str, str]:
    by_claim = {total: name for name, total in left.items() if total > 0}
    for name, total in left.items():
        if total < 0 and -total in by_claim:
            return name, by_claim[-total]
    return min(left, key=lambda name: left[name]), max(left, key=lambda name: left[name])


def _cell(name: str) -> str:
    """A name is never a formula to whoever opens the file in a spreadsheet."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name
