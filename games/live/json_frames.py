"""The frames of the table's socket in JSON, as the surface promises them. Facts in, text out."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.urls import reverse

from games import registry
from games.core.engine import Own, View
from games.rounds.facts import ChatFacts, Ending, RoundFacts, SheetRow, TableFacts
from lobby.wire.frames import encode, parts

_OWN: Final = frozenset({"you", "seats", "legal"})
HOLE: Final = "\0"  # no frame says this: no name and no line has it
_WRITTEN_HOLE: Final = encode(HOLE)
_BETWEEN: Final = f",{_WRITTEN_HOLE},"


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
        "auto_deal": facts.auto_deal,
        "auto_next": facts.auto_next,
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


def _with_holes(frame: dict[str, Any]) -> str:
    """To be filled in, as text."""
    return encode(frame).replace("%", "%%").replace(_WRITTEN_HOLE, "%s")


class RoomTexts:
    """The `room` frame as those in each chair are sent it: but for `you` it is written once."""

    def __init__(self, table: TableFacts) -> None:
        self._frame = _with_holes(room(table) | {"you": HOLE})

    def of_chair(self, chair: int | None) -> str:
        return self._frame % encode(chair)


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


class OwnTexts:
    """What is a seat's own, as text: from move to move only what is another is written again."""

    __slots__ = ("_own", "legal", "more", "seat")

    def __init__(self, own: Own) -> None:
        self._own = own
        self.seat, self.legal, self.more = _seat_text(own), _legal_text(own), parts(own.more)

    def become(self, own: Own) -> None:
        before, self._own = self._own, own
        if own.seat != before.seat:
            self.seat = _seat_text(own)
        if own.legal != before.legal:
            self.legal = _legal_text(own)
        if own.more != before.more:
            self.more = parts(own.more)


def _seat_text(own: Own) -> str:
    return encode(own.seat.as_json())


def _legal_text(own: Own) -> str:
    return encode([move.as_json() for move in own.legal])


class ViewTexts:
    """The `view` frame of one version as everybody is sent it: what a passer-by sees is written once, with
    holes for what is each seat's own."""

    def __init__(
        self,
        round_: RoundFacts,
        *,
        version: int,
        deadline: datetime | None,
        passer_by: View,
        more: Collection[str],
    ) -> None:
        """`more`: what else of a view is a seat's own, by the game."""
        self._seen = passer_by.as_json()
        seats = [one for seat in self._seen["seats"] for one in (HOLE, seat)]
        self._seats = encode(seats[1:])[1:-1].split(_BETWEEN)
        holes = [name for name in self._seen if name in _OWN or name in more]
        self._holes = ["n", *holes]
        frame = {
            "type": "view",
            "round": round_.number,
            "id": round_.id,
            "version": version,
            "n": HOLE,
            "deadline": iso(deadline),
            "commit": round_.commit,
            "players": round_.chairs,
            "view": self._seen | dict.fromkeys(holes, HOLE),
        }
        self._frame = _with_holes(frame)

    def of_a_passer_by(self) -> str:
        return self._with({"n": "null"} | parts({name: self._seen[name] for name in self._holes[1:]}))

    def of_seat(self, seat: int, n: int, own: OwnTexts) -> str:
        seats = self._seats.copy()
        seats[seat] = own.seat
        together = f"[{','.join(seats)}]"
        return self._with({"n": str(n), "you": str(seat), "seats": together, "legal": own.legal, **own.more})

    def _with(self, mine: Mapping[str, str]) -> str:
        return self._frame % tuple([mine[name] for name in self._holes])


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
