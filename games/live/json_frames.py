"""The frames of the table's socket in JSON, as the surface promises them. Facts in, text out."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.urls import reverse

from games import registry
from games.rounds.facts import ChatFacts, Ending, RoundFacts, TableFacts
from lobby.wire.frames import frame


def text(facts: dict[str, Any]) -> str:
    return frame(**facts)


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
        "sheet": [{"round": row.round, "scores": dict(row.scores)} for row in table.score_sheet.sheet],
        "totals": dict(table.score_sheet.totals),
    }


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


def view(
    round_: RoundFacts, *, version: int, n: int | None, deadline: datetime | None, view: Any
) -> dict[str, Any]:
    return {
        "type": "view",
        "round": round_.number,
        "id": round_.id,
        "version": version,
        "n": n,
        "deadline": iso(deadline),
        "commit": round_.commit,
        "players": list(round_.chairs),
        "view": view.as_json(),
    }


def result(round_: RoundFacts, ending: Ending, code: str) -> dict[str, Any]:
    outcome = ending.outcome
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


def chat(line: ChatFacts) -> dict[str, Any]:
    return {"type": "chat", "from": line.name, "text": line.text, "at": iso(line.at)}
