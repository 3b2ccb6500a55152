"""What games with a nhà cái have alike: who banks the round, and how each nhà con meets it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final

from games.core.cards import UNSEEN, Hand, codes, read_codes
from games.core.engine import SeatNo

NHA_CAI: Final = SeatNo(0)


class Role(StrEnum):
    NHA_CAI = "nha_cai"
    NHA_CON = "nha_con"


def role_of(seat: int) -> Role:
    """Seat 0 is the nhà cái, every other seat a nhà con."""
    return Role.NHA_CAI if seat == NHA_CAI else Role.NHA_CON


class Result(StrEnum):
    """From the nhà con's side."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


def result(lead: int) -> Result:
    """Who is ahead wins."""
    if lead == 0:
        return Result.PUSH
    return Result.WIN if lead > 0 else Result.LOSE


SIGN: Final = {Result.WIN: 1, Result.LOSE: -1, Result.PUSH: 0}


def dealt(stock: Hand, seats: int, cards: int) -> tuple[Hand, ...]:
    """The nhà cái deals one card at a time to 1, 2 … n-1, 0: so many laps."""
    return tuple(stock[first : seats * cards : seats] for first in (seats - 1, *range(seats - 1)))


def shared_out(nha_con: Iterable[int]) -> tuple[int, ...]:
    """Every seat's points from those of each nhà con: the nhà cái's are minus their sum."""
    points = tuple(nha_con)
    return (-sum(points), *points)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """What one viewer may know of a seat."""

    seat: SeatNo
    role: Role
    cards: tuple[str, ...]
    count: int
    public: bool

    @property
    def hand(self) -> Hand | None:
        """The cards, where this view shows them."""
        return None if UNSEEN in self.cards else read_codes(self.cards)

    def as_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "role": str(self.role),
            "cards": list(self.cards),
            "count": self.count,
            "public": self.public,
        }


def seen(seat: SeatNo, hand: Hand, *, public: bool, own: bool) -> SeatView:
    """The cards where they are open to everybody or one's own; of others, how many."""
    if not public and not own:
        return hidden_seat(seat, len(hand))
    return SeatView(seat=seat, role=role_of(seat), cards=codes(hand), count=len(hand), public=public)


@cache
def hidden_seat(seat: SeatNo, count: int) -> SeatView:
    """A hand of others looks the same to all who may not see it: only its number is known."""
    return SeatView(seat=seat, role=role_of(seat), cards=(UNSEEN,) * count, count=count, public=False)
