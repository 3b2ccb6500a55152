"""What the lobby needs of the rounds that are played in its rooms. Games lay theirs in at start."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from lobby.models import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """`opened` and `closed` are a part of the change of the room: what fails there undoes all of it."""

    opened: Callable[[Room], object]  # a new room, its row just made; one that is open again
    closed: Callable[..., object]  # a locked room; by which staff (`services.ByStaff`), or None
    awaiting: Callable[[int, Collection[int]], set[int]]  # a person: those of these rooms that wait for them


_rounds: Rounds | None = None


def lay_in(rounds: Rounds) -> None:
    global _rounds
    _rounds = rounds


def rounds() -> Rounds:
    assert _rounds is not None, "games lay theirs in as the house starts"
    return _rounds
