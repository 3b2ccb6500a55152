"""Rounds that cannot go on, since a stored move is refused. They are voided, but only a few an hour.

One such round is an accident. Many at once are a fault of ours that voiding would only spread.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import structlog
from django.db import transaction
from prometheus_client import Counter

from games.core.replay import CorruptRecordError
from games.rounds import services
from games.rounds.models import Heartbeat, Round
from games.rounds.reading import load_stored, states_of
from lobby import site_clock

log = structlog.get_logger()
VOIDED: Final = Counter("rounds_crashed", "Rounds voided because a stored move is refused.")
HELD: Final = Counter("rounds_held", "Times that such a round was not voided, since too many were.")


@transaction.atomic
def void_if_corrupt(*, round_id: int) -> bool:
    """Is this round over now? Only a move that is refused by the round's own rules ends it here."""
    list(Heartbeat.objects.select_for_update())  # all processes count together, so one after another
    round_ = services.lock_round(round_id)
    if round_.status != Round.Status.RUNNING:
        return True
    fault = _fault(round_)
    if fault is None:
        return False
    facts = {"round": round_id, "room": round_.room_id, "number": fault.number, "code": fault.refusal.code}
    if Round.objects.crash_too_often():
        _hold(round_, facts)
        return False
    services.void_round(round_id=round_id, cause=Round.VoidCause.CRASH)
    transaction.on_commit(partial(_count, facts))
    return True


def _fault(round_: Round) -> CorruptRecordError | None:
    try:
        states_of(load_stored(round_))
    except CorruptRecordError as error:
        return error
    return None


def _hold(round_: Round, facts: dict[str, object]) -> None:
    """It is due from now on: some process always looks after it, and staff see that it stands still."""
    Round.objects.filter(pk=round_.pk, due_at__gt=site_clock.now()).update(due_at=site_clock.now())
    HELD.inc()
    log.error("round.held", **facts)


def _count(facts: dict[str, object]) -> None:
    VOIDED.inc()
    log.error("round.voided", cause="crash", **facts)
