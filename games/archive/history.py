"""A room's rounds and deals: what their pages show. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import QuerySet

from accounts.models import User
from games.core import fairness
from games.rounds.models import Round, RoundSeat, Score
from games.rounds.sheets import load_score_sheet
from lobby.models import Room

ROUNDS_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    round: int
    id: int
    points: tuple[int | None, ...]


def history_page(room: Room, number: str | None) -> dict[str, Any]:
    """A room's score sheet, round by round in pages; all that is left of one that is closed."""
    totals = load_score_sheet(room.pk).totals  # best first
    names = [name for name, _total in totals]
    pages = _pages(names)
    played = room.rounds.filter(status=Round.Status.OVER).order_by("-number")
    page = Paginator(played, ROUNDS_A_PAGE).get_page(number)
    return {
        "room": room,
        "totals": totals,
        "final": [
            (1 + sum(other > total for _n, other in totals), name, total, name if name in pages else "")
            for name, total in totals
        ],
        "sheet": _sheet(list(page), names),
        "page": page,
    }


def _pages(names: Collection[str]) -> set[str]:
    """Those of the names that have a page."""
    people = User.people.visible_to(None).filter(username__in=names)
    return set(people.values_list("username", flat=True))


def _sheet(rounds: list[Round], names: list[str]) -> list[SheetRow]:
    rows: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    lines = Score.objects.named().filter(round__in=rounds, reverses=False).order_by("-round__number")
    for number, round_id, name, points in lines.values_list("round__number", "round_id", "who", "points"):
        rows[number, round_id][name] = points
    return [
        SheetRow(round=number, id=round_id, points=tuple(scores.get(name) for name in names))
        for (number, round_id), scores in rows.items()
    ]


def deals_of(room: Room) -> QuerySet[Round]:
    """The rounds whose seed may be known, the newest first."""
    ended = room.rounds.filter(status__in=(Round.Status.OVER, Round.Status.VOID))
    return ended.select_related("secret").prefetch_related("seats").order_by("-number")


def deal_row(round_: Round) -> dict[str, Any]:
    """One round of a room's list of deals."""
    seats = list(round_.seats.all())
    return {
        "round": round_,
        "seed": bytes(round_.secret.server_seed).hex(),
        "sha": fairness.transcript_hash(round_.transcript) if round_.transcript else "",
        "seats": len(seats),
        "mixed": sum(seat.kind == RoundSeat.Kind.REVEALED for seat in seats),
    }


def live_deal(room: Room) -> dict[str, Any] | None:
    """The round that runs or is to come: its commit, and what the close of the deal made known."""
    live = (Round.Status.NEXT, Round.Status.RUNNING)
    found = Round.objects.newest_in([room.pk]).filter(status__in=live).first()
    if found is None:
        return None
    sha = fairness.transcript_hash(found.transcript) if found.transcript else ""
    return {"round": found, "running": found.status == Round.Status.RUNNING, "sha": sha}
