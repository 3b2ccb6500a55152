"""A room's rounds and deals: what their pages show. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet

from accounts.models import User
from games.core import fairness
from games.rounds.models import Round, RoundSeat, Score
from games.rounds.sheets import load_score_sheet
from lobby.models import Room

ROUNDS_A_PAGE: Final = 50
ENDED: Final = Q(status__in=(Round.Status.OVER, Round.Status.VOID))
PLAYED: Final = Q(status=Round.Status.OVER) | Q(status=Round.Status.VOID, started_at__isnull=False)
UNCOUNTED: Final = Q(status=Round.Status.VOID) | ~Q(void_cause="")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    round: Round
    points: tuple[int | None, ...]


def history_page(room: Room, rounds: QuerySet[Round], number: str | None) -> dict[str, Any]:
    """A room's score sheet, round by round in pages, those that do not count too; all that is left of one
    that is closed, and why a moderator closed it."""
    totals = load_score_sheet(room.pk).totals  # best first
    names = [name for name, _total in totals]
    pages = _pages(names)
    played = rounds.filter(PLAYED).order_by("-number")
    page = Paginator(played, ROUNDS_A_PAGE).get_page(number)
    return {
        "room": room,
        "why_closed": _why_closed(room),
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
    scores: dict[int, dict[str, int]] = defaultdict(dict)
    lines = Score.objects.named().filter(round__in=rounds, reverses=False)
    for round_id, name, points in lines.values_list("round_id", "who", "points"):
        scores[round_id][name] = points
    return [SheetRow(round=one, points=tuple(scores[one.pk].get(name) for name in names)) for one in rounds]


def _why_closed(room: Room) -> str:
    """As a moderator said it; empty where anybody else closed it."""
    if room.status != Room.Status.CLOSED:
        return ""
    closing = room.events.filter(kind="close").order_by("-pk").first()
    return str(closing.facts.get("reason", "")) if closing else ""


def deals_of(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Those whose seed may be known, the newest first."""
    ended = rounds.filter(ENDED)
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
