"""Rounds that are over, opened whole for staff who need it. Every look is written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.acts import record
from accounts.models import ModAction, User
from games.archive.evidence import Eyes, eyes_of_all
from games.rounds.models import Move, Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """Everything of a round: what each seat saw, and each move as it is stored."""

    eyes: list[Eyes]
    moves: list[tuple[str, Move]]  # whose
    seed: str


def ended() -> Any:
    """Those that may be opened: nothing of them is a secret any more."""
    over = (Round.Status.OVER, Round.Status.VOID)
    return Round.objects.filter(status__in=over, started_at__isnull=False)


@transaction.atomic
def look(*, round_id: int, by: User, reason: str) -> Whole | None:
    """None: it is not over yet, for whoever asks."""
    round_ = ended().select_related("room", "secret").filter(pk=round_id).first()
    if round_ is None:
        return None
    record(by=by, act=ModAction.Act.LOOK, kind=ModAction.Kind.ROUND, target=round_.pk, reason=reason)
    names = {seat.number: seat.who for seat in round_.seats.named()}
    return Whole(
        eyes=eyes_of_all(round_),
        moves=[(names.get(move.seat, ""), move) for move in round_.moves.order_by("number")],
        seed=bytes(round_.secret.server_seed).hex(),
    )
