"""Database work asked for by sockets: a few threads of their own, each with its own connection.

Not Channels' `database_sync_to_async`: that has one thread for all sockets of a process, and news
that was sent from within it could not ask it again.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf
from threading import local
from time import monotonic
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connection

P = ParamSpec("P")
T = TypeVar("T")
_looked_after = local()  # when each thread did so last
_trouble_at = -inf  # when one of them last found the database away
_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="database")


async def in_database(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Raises what Django raises where the database is away, also where it does not answer in time. What
    was not begun by then is not done any more."""
    work = partial(_with_a_live_connection, partial(function, *args, **kwargs))
    try:
        async with asyncio.timeout(settings.TABLE["ANSWER_LIMIT"]):
            return await asyncio.get_running_loop().run_in_executor(_threads, work)
    except TimeoutError as error:
        raise OperationalError("no answer in time") from error


def _with_a_live_connection(work: Callable[[], T]) -> T:
    """Looked after as between two pages, but once a second: many questions are smaller than the look. Where
    one thread had trouble since, the connections of all may be dead."""
    global _trouble_at
    last, now = getattr(_looked_after, "at", -inf), monotonic()
    if now - last >= 1 or last <= _trouble_at or connection.errors_occurred:
        close_old_connections()
        _looked_after.at = now
    try:
        return work()
    except (OperationalError, InterfaceError):
        _trouble_at = monotonic()
        raise
