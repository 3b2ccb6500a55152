"""Rounds that a table cannot fold: left alone for a pause and tried again, or void where they never can."""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from games.core.replay import CorruptRecordError, UnknownRulesError
from games.live.heads import Known, Tail
from games.live.pauses import Pauses
from games.rounds import crashes
from games.rounds.reading import StoredRound
from lobby.wire.threads import in_database

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Lost:
    """Which round, how much of it was stored, and what was wrong."""

    round_id: int
    number: int
    stored: int
    whole: bool  # or was only a tail of it read?
    over: bool
    error: Exception


class Losses:
    """Of one table: its newest round, where that is lost to it."""

    def __init__(self, room_id: int, pauses: Pauses) -> None:
        self.room_id, self.pauses = room_id, pauses
        self.newest: Lost | None = None

    @property
    def running(self) -> bool:
        return self.newest is not None and not self.newest.over

    def known(self) -> Known | None:
        """What the table is not told again: none of it, once its pause has passed."""
        lost = self.newest
        if lost is None or not (lost.over or self.pauses.left):
            return None
        return Known(lost.round_id, lost.stored, over=lost.over, left_alone=True)

    def lose(self, news: StoredRound | Tail, error: Exception) -> None:
        """What can be folded of a round is not shown: it may be less than was seen already."""
        whole = isinstance(news, StoredRound)
        over = whole and news.ending is not None
        self.newest = Lost(news.round_id, news.number, news.stored, whole=whole, over=over, error=error)
        if not whole:
            self.pauses.end()
        elif not over:
            self.pauses.fail()
        say = log.info if isinstance(error, UnknownRulesError) else log.exception
        say("table.round_lost", room=self.room_id, round=news.round_id, error=type(error).__name__)

    def end(self) -> None:
        """It can be folded, or another one was begun that can."""
        self.newest = None
        self.pauses.end()

    async def ask_for_another_look(self) -> bool:
        """Where only a tail of the round was read; or now that it is void, since a stored move is refused."""
        lost = self.newest
        if lost is None or not lost.whole:
            return lost is not None
        if lost.over or not isinstance(lost.error, CorruptRecordError):
            return False
        try:
            return await in_database(crashes.void_if_corrupt, round_id=lost.round_id)
        except Exception:
            log.exception("table.void_failed", room=self.room_id, round=lost.round_id)
            return False
