"""The frames of the table's socket in JSON, as the surface promises them. Facts in, text out."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.urls import reverse

from games import registry
from games.core.engine import Own, View
from games.rounds.facts import ChatFacts, Ending, RoundFacts, SheetRow, TableFacts
from lobby.wire.frames import encode, fields, parts, whole


def text(facts: dict[str, Any]) -> str:
    return encode(facts)


def iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def room(table: TableFacts) -> dict[str, Any]:
    """The room as everybody in it sees it; `you` is added for each.

    `stands_still` is there only while it is so, until when moves are `unavailable`.
    """
    facts = table.room
    still = {"stands_still": True} if table.stands_still else {}
    return still | {
        "type": "room",
        "code": facts.code,
        "name": facts.name,
        "game": facts.game,
        "ruleset": facts.ruleset,
        "options": dict(facts.options),
        "status": facts.status,
        "visibility": facts.visibility,
        "spectators": facts.spectators,
        "spectators_chat": facts.spectators_chat,
        "auto_start": facts.auto_start,
        "turn_seconds": facts.turn_seconds,
        "owner": facts.owner,
        "you": None,
        "seats": [
            {
                "seat": seat.seat,
                "player": seat.player,
                "kind": seat.kind,
                "level": seat.level,
                "online": seat.online,
                "ready": seat.ready,
                "away": seat.away,
            }
            for seat in facts.seats
        ],
        "watching": facts.watching,
        "line_up": list(facts.line_up(banker=registry.engine(facts.game).banker)),
        "next": table.next and {"round": table.next.number, "commit": table.next.commit},
        "match": table.match
        and {"round": table.match.round, "of": table.match.of, "totals": dict(table.match.totals)},
        "sheet": [_sheet_row(row) for row in table.score_sheet.sheet],
        "totals": dict(table.score_sheet.totals),
    }


def _sheet_row(row: SheetRow) -> dict[str, Any]:
    """A round that was taken back has nobody's score, and says why."""
    if row.void:
        return {"round": row.round, "scores": {}, "void": row.void}
    return {"round": row.round, "scores": dict(row.scores)}


class RoomTexts:
    """The `room` frame as those in each chair are sent it: but for `you` it is written once."""

    def __init__(self, table: TableFacts) -> None:
        self._frame = parts(room(table))
        self._texts: dict[int | None, str] = {}

    def of_chair(self, chair: int | None) -> str:
        if chair not in self._texts:
            self._texts[chair] = whole(self._frame | {"you": encode(chair)})
        return self._texts[chair]


def lock(round_: RoundFacts, deadline: datetime) -> dict[str, Any]:
    """Event 3 of the verifiable deal: who plays, and every commit, in one message."""
    return {
        "type": "lock",
        "round": round_.number,
        "commit": round_.commit,
        "players": list(round_.chairs),
        "commits": [None] * len(round_.players),
        "deadline": iso(deadline),
    }


def sealed(round_: RoundFacts) -> dict[str, Any]:
    """Event 5: the transcript that fixes the deck."""
    return {
        "type": "sealed",
        "round": round_.number,
        "transcript": round_.transcript,
        "sha": hashlib.sha256(round_.transcript.encode()).hexdigest(),
    }


class ViewTexts:
    """The `view` frame of one version as everybody is sent it: what a passer-by sees is written once, and in
    it for each seat what is its own."""

    def __init__(
        self, round_: RoundFacts, *, version: int, deadline: datetime | None, passer_by: View
    ) -> None:
        seen = passer_by.as_json()
        self._seats = [encode(seat) for seat in seen["seats"]]
        self._view = parts(seen | {"seats": None})
        self._which = fields({"type": "view", "round": round_.number, "id": round_.id, "version": version})
        self._of_all = fields({"deadline": iso(deadline), "commit": round_.commit, "players": round_.chairs})

    def of_a_passer_by(self) -> str:
        return self._with(self._seats)

    def of_seat(self, seat: int, n: int, own: Own) -> str:
        seats = [*self._seats[:seat], encode(own.seat.as_json()), *self._seats[seat + 1 :]]
        legal = encode([move.as_json() for move in own.legal])
        return self._with(seats, n=str(n), you=str(seat), legal=legal, **parts(own.more))

    def _with(self, seats: list[str], n: str = "null", **own: str) -> str:
        view = whole(self._view | own | {"seats": f"[{','.join(seats)}]"})
        return f'{{{self._which},"n":{n},{self._of_all},"view":{view}}}'


def result(round_: RoundFacts, ending: Ending, code: str) -> dict[str, Any]:
    outcome = ending.counts_as
    return {
        "type": "result",
        "round": round_.number,
        "id": round_.id,
        "players": list(round_.chairs),
        "results": outcome and outcome.results,
        "points": outcome and list(outcome.points),
        "sheet": outcome and list(outcome.sheet),
        "ranks": outcome and outcome.ranks and list(outcome.ranks),
        "void": ending.void,
        "server_seed": ending.server_seed,
        "round_seed": ending.round_seed,
        "record": reverse("fair_record", args=[code, round_.number]),
    }


def chat(line: ChatFacts, text: str) -> dict[str, Any]:
    """`text`: the line as this person reads it. By its id a program is told if it is removed."""
    return {"type": "chat", "id": line.id, "from": line.name, "text": text, "at": iso(line.at)}
