"""Tonight: who leads at a table, whose row of won rounds was the longest, and the best hand. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any, Final, NamedTuple

from django.utils import timezone

from games.core.replay import CorruptRecordError, UnknownRulesError
from games.live.live_round import LiveRound
from games.page.zones import Best
from games.rounds.models import RoundQuerySet, Score
from games.rounds.nights import Played, is_another_night, last_night
from games.rounds.reading import StoredRound, load_rounds
from lobby.facts import ROBOT

AT_ONCE: Final = 25  # rounds that are played again together
KEPT: Final = 4096  # rounds whose best hand is remembered: about two hundred bytes each
IN_A_ROW: Final = 2  # what one calls a streak

Identity = int | str  # of a person the account, of a bot its name


@dataclass(slots=True, kw_only=True)
class Line:
    """What one of them won in the evening."""

    name: str
    avatar: str
    mine: bool
    points: int = 0
    rounds: int = 0
    won: int = 0  # in a row, up to now
    streak: int = 0  # the longest such row
    leads: bool = False

    def add(self, points: int) -> None:
        self.points += points
        self.rounds += 1
        self.won = self.won + 1 if points > 0 else 0
        self.streak = max(self.streak, self.won)


class BestHand(NamedTuple):
    best: Best
    round: Played
    name: str  # whose it was


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    rounds: int
    last: datetime  # when the newest of them ended
    is_over: bool  # who plays now begins another one
    lines: Sequence[Line]  # the most points first
    streaks: Sequence[Line]  # whose row of rounds won was the longest
    best: BestHand | None


def evening_of(rounds: RoundQuerySet, me: int | None) -> Evening | None:
    """The newest evening of one room's rounds, as far as somebody may see them. None: nothing was played."""
    night = last_night(rounds)
    if not night:
        return None
    seats = _scores(rounds.filter(number__gte=night[0].number))
    lines = _lines(seats, me)
    longest = max(line.streak for line in lines)
    return Evening(
        rounds=len(night),
        last=night[-1].ended,
        is_over=is_another_night(night[-1].ended, timezone.now()),
        lines=lines,
        streaks=[line for line in lines if line.streak == longest >= IN_A_ROW],
        best=_best_of(night, {(one.round, one.seat): one.who for one in seats}),
    )


class _Seat(NamedTuple):
    """A line of the ledger, under today's name."""

    round: int
    seat: int
    user: int | None
    who: str
    avatar: str | None
    points: int


def _scores(rounds: RoundQuerySet) -> list[_Seat]:
    """In the order they were played."""
    lines = Score.objects.named().filter(round__in=rounds.counted(), reverses=False)
    facts = ("round", "seat", "user", "who", "user__avatar", "points")
    return [_Seat(*told) for told in lines.order_by("round__number", "seat").values_list(*facts)]


def _lines(seats: Iterable[_Seat], me: int | None) -> list[Line]:
    lines: dict[Identity, Line] = {}
    for one in seats:
        mine = one.user is not None and one.user == me
        new = Line(name=one.who, avatar=ROBOT if one.user is None else one.avatar or "", mine=mine)
        lines.setdefault(one.user or one.who, new).add(one.points)
    found = sorted(lines.values(), key=lambda line: (-line.points, line.name))
    for line in found:
        line.leads = line.points == found[0].points > 0
    return found


# --- the best hand --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Known:
    """The best hands of rounds, which never change: what everybody saw at their end. The oldest go first."""

    kept: dict[int, Best | None] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def of(self, round_ids: Sequence[int]) -> dict[int, Best | None]:
        """Those that are not known are played again, once in this process."""
        with self.lock:
            found = {pk: self.kept[pk] for pk in round_ids if pk in self.kept}
        left = [pk for pk in round_ids if pk not in found]
        for start in range(0, len(left), AT_ONCE):
            stored = load_rounds(left[start : start + AT_ONCE])
            found |= {pk: _best_hand(one) for pk, one in stored.items()}
        self._keep({pk: found[pk] for pk in left})
        return found

    def _keep(self, new: dict[int, Best | None]) -> None:
        with self.lock:
            self.kept.update(new)
            for pk in list(self.kept)[: max(0, len(self.kept) - KEPT)]:
                del self.kept[pk]


known: Final = Known()


def _best_hand(stored: StoredRound) -> Best | None:
    """Of what a passer-by sees at its end, so of no hand that nobody was shown."""
    try:
        live = LiveRound(stored)
    except (CorruptRecordError, UnknownRulesError):
        return None
    found: Best | None = live.game.best(live.view(None)) if live.game.best else None
    return found


def _best_of(night: Sequence[Played], names: dict[tuple[int, int], Any]) -> BestHand | None:
    """Of equal ones the newest."""
    hands = known.of([played.id for played in night])
    found = [(hand, played) for played in night if (hand := hands.get(played.id)) is not None]
    if not found:
        return None
    hand, played = max(found, key=lambda one: (one[0].rank, one[1].number))
    return BestHand(hand, played, names[played.id, hand.seat])
