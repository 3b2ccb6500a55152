"""Rounds that cannot go on, since a stored move is refused. They are voided, but only a few an hour.

One such round is an accident. Many at once are a fault of ours that voiding would only spread.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from prometheus_client import Counter

from games.core.replay import CorruptRecordError
from games.rounds import services
from games.rounds.models import Heartbeat, Round
from games.rounds.reading import load_play, states_of

log = structlog.get_logger()
MOST: Final = 3
LATELY: Final = timedelta(hours=1)
OVERDUE: Final = timedelta(minutes=1)  # by then a round that can go on has gone on

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
    if are_too_many():
        HELD.inc()
        log.error("round.held", **facts)
        return False
    services.void_round(round_id=round_id, cause=Round.VoidCause.CRASH)
    transaction.on_commit(partial(_count, facts))
    return True


def _fault(round_: Round) -> CorruptRecordError | None:
    try:
        states_of(load_play(round_))
    except CorruptRecordError as error:
        return error
    return None


def _count(facts: dict[str, object]) -> None:
    VOIDED.inc()
    log.error("round.voided", cause="crash", **facts)


def are_too_many(now: datetime | None = None) -> bool:
    """Have as many been voided lately as may be, without anybody having looked?"""
    since = (now or timezone.now()) - LATELY
    crashed = Round.objects.filter(void_cause=Round.VoidCause.CRASH, ended_at__gte=since)
    return crashed.count() >= MOST


def standing_still(now: datetime | None = None) -> QuerySet[Round]:
    """The running rounds that should have gone on by now, and did not."""
    since = (now or timezone.now()) - OVERDUE
    return Round.objects.filter(status=Round.Status.RUNNING, due_at__lt=since)
