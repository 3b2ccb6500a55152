"""When whoever is to act must have acted. Pure: the time is always an argument."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta


def deadline(
    *,
    now: datetime,
    turn_seconds: int,
    people: Collection[int],
    to_act: Iterable[int],
    before: Collection[int] = (),
    old: datetime | None = None,
) -> datetime | None:
    """From when a seat got to act or last moved; where several act at once, from when they all could.

    None when only bots are to act, or nobody.
    """
    waiting = set(to_act)
    if not waiting.intersection(people):
        return None
    still_the_same_turn = len(before) > 1 and waiting < set(before)
    if still_the_same_turn and old is not None:
        return old
    return now + timedelta(seconds=turn_seconds)
