"""What a table does by itself, and when: moves for bots, for who is away and for whose time is up; the deal,
where its room wants that; the start of a round that begins by itself; another look at one that was lost; that
its owner may write again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

import structlog
from django.conf import settings
from django.db import Error

from accounts.models import FOR_GOOD
from games.core.engine import SeatNo
from games.live.live_round import LiveRound, NotJudgedError
from games.live.pauses import REST
from games.live.writer import NotKeptError, SupersededError
from games.rounds import services
from games.rounds.models import Move
from lobby import services as rooms
from lobby import site_clock
from lobby.models import Room
from lobby.refusals import Code, Refusal
from lobby.wire.threads import in_database

if TYPE_CHECKING:
    from games.live.hub import Hub

log = structlog.get_logger()
_chance: Final = random.SystemRandom()
LONGEST: Final = 1.7  # seconds that a bot leaves for what was played before, at most
BREATH: Final = (0.15, 0.3)  # and a moment after it; so long, too, between two bots that may both act


class TimeOutRefusedError(Exception):
    """The rules refuse what they play themselves when time runs out: our mistake."""


@dataclass(frozen=True, slots=True)
class Due:
    """When the table acts for a seat, and why."""

    at: datetime
    why: str  # "opening" | "deal" | "bot" | "away" | "limit"
    count: int  # moves of the seat so far: the same due is not planned twice


class Dues:
    """Of one table: one timer, set to the next of them."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._dues: dict[int, Due] = {}
        self._timer: asyncio.Handle | None = None
        self._rings_at = 0.0  # by the loop's clock: uvloop's handle of what is due at once does not say
        self._shown: tuple[tuple[int, int], datetime] | None = (
            None  # a state of the table, and when it is seen
        )
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def at_work(self) -> bool:
        return bool(self._tasks)

    def close(self) -> None:
        self._stop()

    def plan(self, *, rest: float = 0.0) -> None:
        """Set the timer to the next thing the table does by itself; after a rest, where the last failed."""
        now = site_clock.now()
        try:
            times = self._times(now)
        except Exception:
            log.exception("table.plan_failed", room=self.hub.room_id)
            self.hub.pauses.fail()
            self._dues, times = {}, [now]
        if not times:
            self.hub.pauses.end()  # nothing is to be done, so nothing fails
        if (mute_ends := self.hub.facts.room.owner_muted_until) not in (None, FOR_GOOD):
            times.append(mute_ends)
        if times:
            pause = max(rest, self.hub.pauses.left)
            self._wake_in(max(pause, (min(times) - now).total_seconds()), at_least=bool(pause))
        else:
            self._stop()

    def _wake_in(self, seconds: float, *, at_least: bool) -> None:
        """A timer that is up sooner stays where it may: nothing is due then, and it is set anew. So most
        moves, which put off the next time-out, set none."""
        loop = asyncio.get_running_loop()
        rings_at = loop.time() + seconds
        if self._timer is not None and not at_least and self._rings_at <= rings_at:
            return
        self._stop()
        self._rings_at = rings_at
        self._timer = loop.call_later(seconds, self._spawn_due)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _times(self, now: datetime) -> list[datetime]:
        self._dues = self._dues_now(now) if self.hub.running else {}
        times = [due.at for due in self._dues.values()]
        if self.hub.has_lost:
            times.append(now)
        room = self.hub.facts.room
        if room.start_at is not None and room.status == Room.Status.OPEN:
            times.append(room.start_at)
        return times

    def _dues_now(self, now: datetime) -> dict[int, Due]:
        live = self.hub.round
        assert live is not None
        dues = {}
        for seat in live.to_act:
            why = self._who_acts_for(seat)
            old = self._dues.get(seat)
            if old is not None and (old.why, old.count) == (why, live.counts[seat]) and why != "limit":
                dues[seat] = old
            elif why == "limit":
                dues[seat] = Due(live.deadline or now, why, live.counts[seat])
            else:
                dues[seat] = Due(now + self._pause(why), why, live.counts[seat])
        return self._one_by_one(live, dues, now)

    def _one_by_one(self, live: LiveRound, dues: dict[int, Due], now: datetime) -> dict[int, Due]:
        """Bots leave what was played the time it takes to be seen, and each other a moment."""
        free = self._seen_at(live, now) if any(due.why == "bot" for due in dues.values()) else now
        for seat, due in sorted(dues.items(), key=lambda one: (one[1].at, one[0])):
            if due.why == "bot":
                dues[seat] = replace(due, at=max(due.at, free))
                free = dues[seat].at + self._breath()
        return dues

    def _seen_at(self, live: LiveRound, now: datetime) -> datetime:
        """When a page has shown what was played last. Asked of what everybody sees, never of a hand."""
        state = live.facts.id, live.version
        if self._shown is None or self._shown[0] != state:
            takes = timedelta(seconds=settings.TABLE["SHOWING"] * min(LONGEST, live.shows_for))
            self._shown = state, now + takes + (self._breath() if takes else timedelta())
        return self._shown[1]

    @staticmethod
    def _breath() -> timedelta:
        return timedelta(seconds=settings.TABLE["SHOWING"] * _chance.uniform(*BREATH))

    def _who_acts_for(self, seat: int) -> str:
        assert self.hub.round is not None
        player = self.hub.round.facts.players[seat]
        if self._deals_at_once:
            return "opening"
        if self._usual_deal() is not None:
            return "deal"
        if player.bot_level:
            return "bot"
        sitter = self.hub.facts.room.seats[player.chair]
        here = sitter.user_id == player.user_id and not (sitter.away or sitter.leaving)
        return "limit" if here else "away"

    @property
    def _deals_at_once(self) -> bool:
        """Whoever taps on a game is to hold cards at once: in the first round of a practice table the house
        does without a pause what comes before the deal, for everybody."""
        live = self.hub.round
        if live is None or not self.hub.facts.room.practice:
            return False
        return live.facts.number == 1 and not live.is_dealt

    def _usual_deal(self) -> Any:
        """Where the nhà cái is asked to deal and the room deals by itself."""
        live = self.hub.round
        if live is None or not self.hub.facts.room.auto_deal or live.engine.usual_deal is None:
            return None
        return live.engine.usual_deal(live.state)

    def _pause(self, why: str) -> timedelta:
        """A human pause. It never depends on the hand."""
        if why in ("opening", "deal"):
            return timedelta()
        if why == "bot":
            return timedelta(seconds=_chance.uniform(*settings.TABLE["BOT_PAUSE"]))
        return timedelta(seconds=settings.TABLE["AWAY_PAUSE"])

    def _spawn_due(self) -> None:
        self._timer = None
        task = asyncio.get_running_loop().create_task(self.act())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def act(self) -> None:
        """A fault here must not stop the table: it rests a moment and tries again, each time a longer one."""
        self.hub.end_mute_if_over()
        if self.hub.has_lost:
            self.hub.touch()
            return
        try:
            start_at = self.hub.facts.room.start_at
            if not self.hub.running and start_at is not None and start_at <= site_clock.now():
                if not await self.hub.begin(by=None):
                    await in_database(services.put_out_clock, room_id=self.hub.room_id)
                    self.hub.touch()
                return
            async with self.hub.lock:
                now = site_clock.now()
                due = sorted((due.at, seat) for seat, due in self._dues.items() if due.at <= now)
                try:
                    refusal = await self._act_for(due[0][1]) if self.hub.running and due else None
                    self.plan(rest=REST if refusal else 0.0)
                except SupersededError:
                    await self.hub.catch_up()  # another process was quicker
        except (Error, NotKeptError):
            log.warning("table.act_failed", room=self.hub.room_id)
            self.plan(rest=REST)
        except Exception:
            log.exception("table.act_failed", room=self.hub.room_id)
            self.hub.pauses.fail()
            self.plan()
            self.hub.wake()

    async def _act_for(self, seat: int) -> Refusal | None:
        live, why = self.hub.round, self._dues[seat].why
        assert live is not None
        player = live.facts.players[seat]
        if (deal := self._usual_deal()) is not None:
            return await self._play(live, seat, live.engine.write_move(deal), by=Move.By.ROOM)
        time_out = live.engine.write_move(live.engine.time_out(live.state, SeatNo(seat)))
        level = player.bot_level or live.engine.usual_level
        if why in ("bot", "opening") and (choice := self._choice(live, seat, level)) is not None:
            try:
                refusal = await self.hub.make_move(live, seat, choice, by=Move.By.BOT)
            except NotJudgedError:
                log.exception("bot.not_judged", round=live.facts.id, seat=seat)
            else:
                if refusal is None or refusal.code == Code.UNAVAILABLE:
                    return refusal
                log.error("bot.refused", round=live.facts.id, seat=seat, code=str(refusal.code))
        refusal = await self._play(live, seat, time_out, by=Move.By.TABLE)
        if refusal is None and why == "limit" and player.user_id is not None:
            await in_database(rooms.note_timeout, room_id=self.hub.room_id, user_id=player.user_id)
            self.hub.touch()
        return refusal

    async def _play(self, live: LiveRound, seat: int, word: Mapping[str, Any], *, by: str) -> Refusal | None:
        """What the rules themselves play."""
        refusal = await self.hub.make_move(live, seat, word, by=by)
        if refusal is not None and refusal.code != Code.UNAVAILABLE:
            raise TimeOutRefusedError(refusal.code)
        return refusal

    def _choice(self, live: LiveRound, seat: int, level: str) -> Mapping[str, Any] | None:
        """What the bot wants; a bot that is at a loss keeps nobody waiting."""
        try:
            return live.engine.choose(live.view(seat), level, _chance)
        except Exception:
            log.exception("bot.failed", round=live.facts.id, seat=seat)
            return None
