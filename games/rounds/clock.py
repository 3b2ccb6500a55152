"""When whoever is to act must have acted. Pure: the time is always an argument."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta


def deadline(
    *,
    now: datetime,
    turn_seconds: int,
    people: Collection[int],
    to_act: Iterable[int],
    mover: int | None = None,
    before: Collection[int] = (),
    old: datetime | None = None,
) -> datetime | None:
    """From when a seat got to act or last moved; where several act at once, from when they all could.

    What is said off turn never moves it. None when only bots are to act, or nobody. `before`: who was
    to act when `mover` moved.
    """
    waiting = set(to_act)
    if not waiting.intersection(people):
        return None
    off_turn = mover not in before and waiting == set(before)
    still_the_same_turn = len(before) > 1 and waiting < set(before)
    if (off_turn or still_the_same_turn) and old is not None:
        return old
    return now + timedelta(seconds=turn_seconds)
