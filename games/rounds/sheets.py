"""The score sheets of rooms, from the append-only ledger: read whole once, and then what is new in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Max, Q, Sum

from games.rounds.facts import SHEET_ROUNDS, ScoreSheet, SheetRow, best_first
from games.rounds.models import Round, Score


class Line(NamedTuple):
    """Of the ledger, under today's name."""

    id: int
    user_id: int | None
    who: str
    round: int
    points: int
    sheet: int
    reverses: bool
    void: str  # why the round was taken back


def load_score_sheet(room_id: int) -> ScoreSheet:
    return load_score_sheets({room_id: None})[room_id]


def load_score_sheets(known: Mapping[int, ScoreSheet | None]) -> dict[int, ScoreSheet]:
    """The last rounds and everybody's sum, under today's names. Of a sheet that is known only the lines since
    are read, unless somebody in it is called otherwise by now."""
    same = _called_as_ever({pk: sheet for pk, sheet in known.items() if sheet is not None})
    newer = _lines_since({pk: sheet.line for pk, sheet in same.items()})
    grown = {pk: _with(sheet, newer[pk]) for pk, sheet in same.items()}
    sheets = {pk: sheet for pk, sheet in grown.items() if sheet is not None}
    return sheets | _whole([pk for pk in known if pk not in sheets])


def _called_as_ever(known: Mapping[int, ScoreSheet]) -> dict[int, ScoreSheet]:
    ids = {user_id for sheet in known.values() for user_id, _name in sheet.people}
    names = set(get_user_model().objects.filter(pk__in=ids).values_list("pk", "username"))
    return {pk: sheet for pk, sheet in known.items() if names.issuperset(sheet.people)}


def _lines_since(lines: Mapping[int, int]) -> dict[int, list[Line]]:
    """By room, those after this one."""
    newer: dict[int, list[Line]] = {room_id: [] for room_id in lines}
    if not lines:
        return newer
    since = Q()
    for room_id, line in lines.items():
        since |= Q(room_id=room_id, pk__gt=line)
    found = Score.objects.named().filter(since).order_by("round__number", "seat")
    facts = ("pk", "user_id", "who", "round__number", "points", "sheet", "reverses", "round__void_cause")
    for room_id, *line in found.values_list("room_id", *facts):
        newer[room_id].append(Line(*line))
    return newer


def _with(before: ScoreSheet, lines: Iterable[Line]) -> ScoreSheet | None:
    """The sheet, once these lines are in it; None where it has to be read anew.

    Lines of rounds that ended at the table itself are in it already, though they were not read.
    """
    totals, newest = Counter(dict(before.totals)), before.sheet[-1].round if before.sheet else 0
    rows, people, last = defaultdict(list), dict(before.people), before.line
    void: dict[int, str] = {}
    for line in lines:
        last = max(last, line.id)
        void[line.round] = line.void
        if line.user_id is not None:
            people[line.user_id] = line.who
        if line.reverses or line.round > newest:
            totals[line.who] += line.points
        elif line.who not in totals:
            return None  # in it under another name
        if line.round > newest and not line.reverses:
            rows[line.round].append((line.who, line.sheet))
    if last == before.line:
        return before
    known = (replace(row, void=void.get(row.round, row.void)) for row in before.sheet)
    return _sheet((*known, *_rows(rows, void)), totals, people, last)


def _whole(room_ids: Collection[int]) -> dict[int, ScoreSheet]:
    if not room_ids:
        return {}
    sums = Score.objects.named().filter(room_id__in=room_ids).values("room_id", "user_id", "who")
    found: dict[int, list[dict[str, Any]]] = {room_id: [] for room_id in room_ids}
    for one in sums.annotate(total=Sum("points"), line=Max("pk"), last=Max("round__number")):
        found[one["room_id"]].append(one)
    rows = _last_rows({pk: max(one["last"] for one in sums) for pk, sums in found.items() if sums})
    return {pk: _summed(sums, rows.get(pk, ())) for pk, sums in found.items()}


def _summed(sums: Collection[Mapping[str, Any]], rows: Iterable[SheetRow]) -> ScoreSheet:
    totals: Counter[str] = Counter()
    for one in sums:
        totals[one["who"]] += one["total"]
    people = {one["user_id"]: one["who"] for one in sums if one["user_id"] is not None}
    return _sheet(rows, totals, people, max((one["line"] for one in sums), default=0))


def _last_rows(newest: Mapping[int, int]) -> dict[int, tuple[SheetRow, ...]]:
    """By room, the rows of its last rounds, of which this is the newest."""
    if not newest:
        return {}
    recent = Q()
    for room_id, number in newest.items():
        recent |= Q(room_id=room_id, number__gt=number - SHEET_ROUNDS, number__lte=number)
    lines = Score.objects.named().filter(round__in=Round.objects.filter(recent), reverses=False)
    rows: dict[int, dict[int, list[tuple[str, int]]]] = {pk: defaultdict(list) for pk in newest}
    void: dict[int, dict[int, str]] = {pk: {} for pk in newest}
    facts = ("room_id", "round__number", "who", "sheet", "round__void_cause")
    for room_id, number, name, sheet, cause in lines.order_by("round__number", "seat").values_list(*facts):
        rows[room_id][number].append((name, sheet))
        void[room_id][number] = cause
    return {room_id: _rows(sheet, void[room_id]) for room_id, sheet in rows.items()}


def _rows(rounds: Mapping[int, list[tuple[str, int]]], void: Mapping[int, str]) -> tuple[SheetRow, ...]:
    return tuple(
        SheetRow(round=number, scores=tuple(scores), void=void[number]) for number, scores in rounds.items()
    )


def _sheet(
    rows: Iterable[SheetRow], totals: Mapping[str, int], people: Mapping[int, str], line: int
) -> ScoreSheet:
    kept = tuple(rows)
    return ScoreSheet(
        sheet=tuple(row for row in kept if row.round > kept[-1].round - SHEET_ROUNDS),
        totals=tuple(sorted(totals.items(), key=best_first)),
        people=tuple(people.items()),
        line=line,
    )
