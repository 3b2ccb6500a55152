"""What goes on in every server process by itself: pings, presence, comparing, tidying."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime

import structlog
from django.conf import settings

from accounts import sanctions
from accounts.whereabouts import noting
from games.live import bus, daily
from games.live.hall import beat, hall
from lobby import services as rooms
from lobby import site_clock
from lobby.live_list import live_list
from lobby.wire.pump import ping_all
from lobby.wire.threads import in_database

log = structlog.get_logger()
_running: set[asyncio.Task[None]] = set()


def start() -> None:
    """Called by the server as it starts, and by the first connection where a server cannot."""
    if _running:
        return
    hall.loop = asyncio.get_running_loop()
    for every, what in _chores():
        task = asyncio.get_running_loop().create_task(_repeat(every, what))
        _running.add(task)
    _running.add(asyncio.get_running_loop().create_task(bus.listen()))


def _chores() -> list[tuple[float, Callable[[], Awaitable[None]]]]:
    look = settings.TABLE["LOOK"]
    return [
        (min(1.0, settings.TABLE["PING"]), _ping),
        (1.0, live_list.look),
        (look, _look),
        (settings.TABLE["PRESENCE"] / 3, hall.note_presence),
        (min(1.0, settings.TABLE["PRESENCE"] / 3), _write_attendance),
        (settings.TABLE["LOGINS"], hall.check_logins),
        (5.0, _tidy),
        (5.0, _end_terms),
        (5.0, _write_whereabouts),
        (60.0, _daily),
    ]


async def _repeat(every: float, what: Callable[[], Awaitable[None]]) -> None:
    """A chore that fails is logged and tried again: one bad second must not stop the clock."""
    while True:
        try:
            await what()
        except Exception:
            log.exception("ticker.chore_failed", chore=getattr(what, "__name__", ""))
        await asyncio.sleep(every)


async def _ping() -> None:
    ping_all()
    hall.notice_the_silent()


_up_since: datetime | None = None  # nobody could be here before


async def _look() -> None:
    global _up_since
    await hall.wake_up()
    _up_since = _up_since or site_clock.now()
    await in_database(beat)
    await hall.look()


async def _write_attendance() -> None:
    await in_database(rooms.write_attendance, site_clock.now())


async def _tidy() -> None:
    if _up_since is not None:
        await in_database(rooms.tidy, site_clock.now(), up_since=_up_since)


async def _end_terms() -> None:
    await in_database(sanctions.end_terms, site_clock.now())


async def _write_whereabouts() -> None:
    await in_database(noting.write)


async def _daily() -> None:
    """One after the other, each in one of all processes."""
    for name, work in daily.works():
        await _do(name, work)


async def _do(name: str, work: daily.Work) -> None:
    taken = site_clock.now()
    if not await in_database(daily.take, name, taken):
        return
    steps, did = work(taken), Counter[str]()
    while step := await in_database(lambda: next(steps, None)):
        did.update(dict([step]))
        if site_clock.now() - taken > daily.LONGEST:
            return  # the rest in a while
        await asyncio.sleep(0.1)
    await in_database(daily.done, name, taken)
    log.info(f"{name}.done", **did)
