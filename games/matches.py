"""Games that are played as matches of several rounds: which round comes next, and who deals it.

An engine says so by options of the platform's own, `round` and `dealer`; a room never sets them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Sum

from games import registry
from games.facts import MatchFacts
from games.models import Round, Score
from lobby.facts import RoomFacts


def length(game: str, ruleset: str) -> int | None:
    """How many rounds a match has; None where every round stands alone."""
    options = registry.engine(game).options(ruleset)
    return next((option.high for option in options if option.platform and option.name == "round"), None)


def coming_options(room: RoomFacts, players: Sequence[str]) -> dict[str, Any]:
    """What the platform sets for the next round, played by these, in the order of their engine seats.

    The same players go on with their match, dealing in turn; others begin one, and the owner deals first.
    """
    of = length(room.game, room.ruleset)
    if of is None:
        return {}
    last = _last_round(room)
    if last is not None and last.options["round"] < of and set(players) == set(_players(last)):
        dealer = _players(last)[last.options["dealer"]]
        after = (players.index(dealer) + 1) % len(players)
        return {"round": last.options["round"] + 1, "dealer": after}
    owner = room.owner_name
    return {"round": 1, "dealer": players.index(owner) if owner in players else 0}


def load_match(room: RoomFacts, coming_players: Sequence[str]) -> MatchFacts | None:
    of = length(room.game, room.ruleset)
    if of is None:
        return None
    running = Round.objects.filter(room_id=room.id, status=Round.Status.RUNNING).first()
    now = running.options["round"] if running else coming_options(room, coming_players)["round"]
    return MatchFacts(round=now, of=of, totals=_totals(room, so_far=now - 1))


def _last_round(room: RoomFacts) -> Round | None:
    over = Round.objects.filter(
        room_id=room.id, status=Round.Status.OVER, game=room.game, ruleset=room.ruleset
    )
    return over.order_by("-number").first()


def _players(round_: Round) -> list[str]:
    return [seat.name for seat in round_.seats.all()]


def _totals(room: RoomFacts, *, so_far: int) -> tuple[tuple[str, int], ...]:
    over = Round.objects.filter(room_id=room.id, status=Round.Status.OVER, game=room.game)
    rounds = list(over.order_by("-number").values_list("pk", flat=True)[:so_far])
    lines = Score.objects.filter(round__in=rounds, reverses=False).values_list("name")
    return tuple(lines.annotate(total=Sum("sheet")).order_by("total", "name"))
