"""The nightly look at who plays for whom: read from the ledger step by step, and kept for the staff.

Nobody who plays is told, and of rounds that run nothing is read: they are not in the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import retention
from accounts.acts import record
from accounts.back_office.front_page import since
from accounts.models import ModAction, User
from accounts.whereabouts.finding import sharing
from games.people.collusion import ONE_WAY, PLAYS_ONLY, SAME_ADDRESS, Flows, Found, OneWay, Pair, Sign, judged
from games.people.models import Suspicion
from games.registry import ENGINES
from games.rounds.models import Score

DAYS: Final = retention.SUSPICIONS.days  # looked back
LINES: Final = 2_000_000  # of the ledger, the newest, so that a night has an end
STEP: Final = 400  # of them: a step takes a few milliseconds
PAIRS: Final = 2_000  # of a step
MOST: Final = 200  # pairs of a game that are kept
ROWS: Final = 25  # written at a time
WORST: Final = 5  # rounds that are named


class Look:
    """One look, a step at a time; afterwards `found`, game by game."""

    def __init__(self, now: datetime, days: int = DAYS) -> None:
        first_day = timezone.localdate(now) - timedelta(days=days)
        self.lines = since(Score.objects.filter(reverses=False, round__void_cause=""), "at", first_day)
        self.flows = {game: Flows(banker=engine.banker) for game, engine in ENGINES.items()}
        self.found: dict[str, list[Found]] = {}
        self.worst: dict[tuple[str, Pair], list[int]] = {}  # rounds in which the giver lost the most

    def steps(self) -> Iterator[int]:
        """How many rounds each has read; 0 where it only thinks."""
        yield from self._read()
        for game, flows in self.flows.items():
            one_way: list[OneWay] = []
            for pairs in _some_at_a_time(list(flows.pairs)):
                one_way += filter(None, (flows.flow_of(*pair) for pair in pairs))
                yield 0
            self.found[game] = judged(flows, one_way, sharing)[:MOST]
            yield 0
            for one in self.found[game]:
                pair = one.giver, one.taker
                self.worst[game, pair] = self._worst(game, pair)
                yield 0

    def _read(self) -> Iterator[int]:
        """Lines of a round are written together: one that a step cuts in two is read with its first."""
        newest = Score.objects.aggregate(last=Max("pk"))["last"] or 0
        last, before = newest - LINES, set[int]()
        while lines := list(self._after(last)):
            last, rounds = lines[-1][0], {round_id for _line, round_id in lines}
            yield self._add(rounds - before)
            before = rounds

    def _after(self, last: int) -> Any:
        return self.lines.filter(pk__gt=last).order_by("pk").values_list("pk", "round")[:STEP]

    def _add(self, rounds: set[int]) -> int:
        seats = Score.objects.filter(round__in=rounds, reverses=False).order_by("round", "seat")
        told = seats.values_list("round", "round__game", "user", "points")
        for (_round, game), of_it in groupby(told, key=itemgetter(0, 1)):
            if game in self.flows:
                self.flows[game].add([(user, points) for *_which, user, points in of_it])
        return len(rounds)

    def _worst(self, game: str, pair: Pair) -> list[int]:
        """With both of them at the table."""
        giver, taker = pair
        there = Score.objects.filter(round=OuterRef("round"), user=taker)
        lost = self.lines.filter(Exists(there), user=giver, round__game=game, points__lt=0)
        return list(lost.order_by("points", "round").values_list("round", flat=True)[:WORST])


def _some_at_a_time(pairs: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    for first in range(0, len(pairs), PAIRS):
        yield pairs[first : first + PAIRS]


# --- kept -------------------------------------------------------------------------------------


def look(now: datetime) -> Iterator[tuple[str, int]]:
    """Of every night."""
    this = Look(now)
    for rounds in this.steps():
        yield "rounds", rounds
    for game, found in this.found.items():
        for first in range(0, len(found), ROWS):
            yield "pairs", keep(this, game, found[first : first + ROWS], now)
    yield "gone", let_go(now)


@transaction.atomic
def keep(this: Look, game: str, some: Sequence[Found], now: datetime) -> int:
    """What is found stands for what was found before. Who was looked at stays so while the rounds of then
    count, and waits anew after that."""
    before = _known(game, some)
    for one in some:
        row = before.get(frozenset((one.giver, one.taker))) or Suspicion(game=game)
        row.giver_id, row.taker_id, row.together, row.score = one.giver, one.taker, one.rounds, one.score
        row.signs, row.worst, row.found_at = one.signs, this.worst[game, (one.giver, one.taker)], now
        if row.looked_at is not None and row.looked_at < now - timedelta(days=DAYS):
            row.looked_at, row.looked_by, row.note = None, None, ""
        row.save()
    return len(some)


def _known(game: str, some: Sequence[Found]) -> dict[frozenset[int], Suspicion]:
    """Rows of these pairs, whoever of them gave; held until they are written."""
    people = {person for one in some for person in (one.giver, one.taker)}
    rows = Suspicion.objects.filter(game=game, giver__in=people, taker__in=people)
    return {
        frozenset((row.giver_id, row.taker_id)): row
        for row in rows.order_by("pk").select_for_update(of=("self",))
    }


def let_go(now: datetime) -> int:
    """What was not found again, but for who was looked at a short while ago: they would wait anew at once."""
    still = Q(looked_at__gte=now - timedelta(days=DAYS))
    return Suspicion.objects.filter(found_at__lt=now).exclude(still).delete()[0]


@transaction.atomic
def mark(*, suspicion_id: int, by: User, note: str) -> bool:
    """Somebody has looked; False where somebody had before."""
    rows = Suspicion.objects.select_for_update(of=("self",)).waiting()
    row = rows.filter(pk=suspicion_id).first()
    if row is None:
        return False
    if by.pk in (row.giver_id, row.taker_id):
        raise PermissionDenied("Nobody judges themselves.")
    row.looked_at, row.looked_by, row.note = timezone.now(), by, note
    row.save(update_fields=["looked_at", "looked_by", "note"])
    # Without names: whoever of the two is staff reads the acts of staff, too.
    record(by=by, act=ModAction.Act.LOOK, kind=ModAction.Kind.PAIR, target=row.pk)
    return True


# --- told -------------------------------------------------------------------------------------

WHO: Final = ("giver", "taker", "who", "whom")
SENTENCES: Final = {
    ONE_WAY: _(
        "%(giver)s gives %(taker)s %(share)s of a stake a round, %(errors)s standard errors, "
        "%(rounds)s rounds."
    ),
    PLAYS_ONLY: _("%(who)s plays with %(whom)s only, %(rounds)s rounds."),
    SAME_ADDRESS: _("Both came from the same address."),
}


SHORT: Final = {
    ONE_WAY: _("points go one way"),
    PLAYS_ONLY: _("only together"),
    SAME_ADDRESS: _("same address"),
}


def in_short(signs: Sequence[Sign]) -> str:
    return ", ".join(dict.fromkeys(str(SHORT[sign["sign"]]) for sign in signs))


def named(sign: Sign, names: dict[int, str]) -> Sign:
    return {key: names[fact] if key in WHO else fact for key, fact in sign.items()}


def in_words(sign: Sign, names: dict[int, str]) -> str:
    facts = named(sign, names)
    if sign["sign"] == ONE_WAY:
        facts |= {"share": f"{sign['share']:.0%}", "errors": f"{sign['errors']:.1f}"}
    return str(SENTENCES[sign["sign"]]) % facts


def in_json(game: str, one: Found, worst: Sequence[int], names: dict[int, str]) -> dict[str, Any]:
    """For programs: numbers as they are, people by their names."""
    return {
        "a": names[one.giver],
        "b": names[one.taker],
        "score": one.score,
        "signs": [named(sign, names) for sign in one.signs],
        "rounds": list(worst),
        "game": game,
    }
