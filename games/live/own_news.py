"""What a table is after a round that this process itself began or ended: made from what was written.

As `catching_up` would read it. It holds only where nobody changed the room in between: its version says so.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from games.core.engine import Outcome
from games.rounds.facts import SHEET_ROUNDS, Ended, RoundFacts, ScoreSheet, SheetRow, TableFacts, best_first
from games.rounds.matches import after_beginning, after_round
from games.rounds.reading import StoredRound
from lobby.facts import RoomFacts, SeatFacts
from lobby.models import Room


def after_start(table: TableFacts, begun: StoredRound) -> TableFacts:
    """Saying `start` was the owner's ready."""
    room = table.room
    seats = tuple(
        replace(seat, ready=True) if seat.seat == room.owner and seat.seat in begun.facts.chairs else seat
        for seat in room.seats
    )
    return replace(
        table,
        room=replace(room, status=Room.Status.PLAYING, start_at=None, version=room.version + 1, seats=seats),
        next=None,
        match=table.match and after_beginning(table.match, begun.setup.options["round"]),
    )


def after_end(table: TableFacts, played: RoundFacts, ended: Ended, *, banker: bool) -> TableFacts:
    outcome = ended.ending.outcome
    assert outcome is not None, "what is void does not end by a move"
    room = _room_after_end(table.room, played, ended)
    match = table.match and after_round(
        table.match, room, room.line_up(banker=banker), played, _row(table.match.round, played, outcome)
    )
    sheet = _sheet_after_end(table.score_sheet, played, outcome)
    return replace(table, room=room, score_sheet=sheet, next=ended.next, match=match)


def _room_after_end(room: RoomFacts, played: RoundFacts, ended: Ended) -> RoomFacts:
    """Who left during the round leaves now. A room that was closed meanwhile stays closed."""
    seats = tuple(
        SeatFacts(seat=seat.seat) if seat.leaving else replace(seat, played=seat.seat in played.chairs)
        for seat in room.seats
    )
    seated = {seat.user_id for seat in seats}
    return replace(
        room,
        status=Room.Status.CLOSED if room.status == Room.Status.CLOSED else Room.Status.OPEN,
        start_at=ended.start_at,
        version=ended.room_version,
        seats=seats,
        watching=len(room.here - seated),
    )


def _sheet_after_end(before: ScoreSheet, played: RoundFacts, outcome: Outcome) -> ScoreSheet:
    totals = Counter(dict(before.totals))
    for player in played.players:
        totals[player.name] += outcome.points[player.seat]
    rows = (*before.sheet, _row(played.number, played, outcome))
    return replace(
        before,
        sheet=tuple(row for row in rows if row.round > played.number - SHEET_ROUNDS),
        totals=tuple(sorted(totals.items(), key=best_first)),
    )


def _row(number: int, played: RoundFacts, outcome: Outcome) -> SheetRow:
    scores = tuple((player.name, outcome.sheet[player.seat]) for player in played.players)
    return SheetRow(round=number, scores=scores)
