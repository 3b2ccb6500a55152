"""At which tables somebody sits. Rooms are not known here: lobby lays in at start how to ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping

SatAt = Callable[[int], Mapping[int, bool]]  # of a person: each room, and whether a round runs there
_sat_at: SatAt | None = None


def lay_in(sat_at: SatAt) -> None:
    global _sat_at
    _sat_at = sat_at


def sat_at(person_id: int) -> Mapping[int, bool]:
    assert _sat_at is not None, "laid in as the house starts"
    return _sat_at(person_id)


def played_at(person_id: int) -> list[int]:
    """Rooms where they sit while a round runs: nothing that is told of those is for them now."""
    return [room for room, runs in sat_at(person_id).items() if runs]
