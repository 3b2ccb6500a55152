"""How many sockets one may hold. Counted in the loop of this process: no query, no lock, no waiting.

How fast one opens them is one pace for all processes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, Protocol

from accounts.paces import Pace


class Held(Protocol):
    """A socket that somebody holds."""

    @property
    def seems_gone(self) -> bool:
        """Was asked whether anybody is there, and has not answered yet."""
        ...

    def give_way(self) -> None: ...

    def look_again(self) -> None: ...


class Crowd:
    """Who holds which sockets, from before they open until they end."""

    def __init__(self, *, most: int, in_a_room: int, openings: Pace) -> None:
        self.most, self.in_a_room = most, in_a_room
        self.openings = openings  # to open one and leave, again and again, is work too
        self._sockets: dict[Hashable, dict[Held, str | None]] = {}
        self._holders: dict[Held, Hashable] = {}

    def hold(self, socket: Held, who: Hashable, room: str | None = None) -> bool:
        """One more of theirs? Those they have stay, but for one that seems to be gone."""
        if room is not None and not self._has_space(who, self.in_a_room, room):
            return False
        if not self._has_space(who, self.most):
            return False
        self._sockets.setdefault(who, {})[socket] = room
        self._holders[socket] = who
        return True

    def of(self, who: Hashable) -> list[Held]:
        return list(self._sockets.get(who, ()))

    @property
    def holders(self) -> set[Any]:
        return set(self._sockets)

    def let_go(self, socket: Held) -> None:
        """It has ended. Said once or more often."""
        who = self._holders.pop(socket, None)
        if who is None:
            return
        del self._sockets[who][socket]
        if not self._sockets[who]:
            del self._sockets[who]

    def _has_space(self, who: Hashable, most: int, room: str | None = None) -> bool:
        theirs = [held for held, place in self._sockets.get(who, {}).items() if room in (None, place)]
        if len(theirs) < most:
            return True
        gone = next((held for held in theirs if held.seems_gone), None)
        if gone is None:
            return False
        self.let_go(gone)
        gone.give_way()
        return True


people: Final = Crowd(most=12, in_a_room=4, openings=Pace(60, 4, name="sockets"))
# By address, of those who are not logged in: ten households of thirty, with four tabs each.
strangers: Final = Crowd(most=1200, in_a_room=1200, openings=Pace(1200, 100, name="sockets of strangers"))
