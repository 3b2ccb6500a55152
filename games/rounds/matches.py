"""Games that are played as matches of several rounds: which round comes next, and who deals it.

An engine says so by options of the platform's own, `round` and `dealer`; a room never sets them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from games import registry
from games.rounds.facts import MatchFacts, RoundFacts, SheetRow
from games.rounds.models import Round, Score
from lobby.facts import RoomFacts

Identity = int | str | None  # of a player: who a seat's `identity` says


def length(game: str, ruleset: str) -> int | None:
    """How many rounds a match has; None where every round stands alone."""
    options = registry.engine(game).options(ruleset)
    return next((option.high for option in options if option.platform and option.name == "round"), None)


def coming_options(room: RoomFacts, chairs: Sequence[int]) -> dict[str, Any]:
    """What the platform sets for the next round, played from these chairs, in the order of the engine seats.

    The same players go on with their match, dealing in turn; others begin one, and the owner deals first.
    """
    of = length(room.game, room.ruleset)
    if of is None:
        return {}
    last = _last_round(room)
    players = [room.seats[chair].identity for chair in chairs]
    before = _players(last) if last is not None else []
    if last is not None and _goes_on(last.options["round"], of, before, players):
        after = (players.index(before[last.options["dealer"]]) + 1) % len(players)
        return {"round": last.options["round"] + 1, "dealer": after}
    return {"round": 1, "dealer": players.index(room.owner_id) if room.owner_id in players else 0}


def _goes_on(last: int, of: int, before: Iterable[Identity], players: Iterable[Identity]) -> bool:
    """Is the round after this one of the same match?"""
    return last < of and set(before) == set(players)


def load_match(room: RoomFacts, line_up: Sequence[int]) -> MatchFacts | None:
    of = length(room.game, room.ruleset)
    if of is None:
        return None
    running = Round.objects.newest_in([room.id]).filter(status=Round.Status.RUNNING).first()
    now = running.options["round"] if running is not None else coming_options(room, line_up)["round"]
    return at_round(now, of, _sheet(room, of, before=now), runs=running is not None)


def at_round(now: int, of: int, sheet: tuple[SheetRow, ...], *, runs: bool) -> MatchFacts:
    """`sheet`: of the last match, which this round goes on with or leaves behind as it begins."""
    goes_on = now > 1
    return MatchFacts(
        round=now, of=of, totals=_totals(sheet) if goes_on else (), sheet=sheet if goes_on or not runs else ()
    )


def after_beginning(match: MatchFacts, now: int) -> MatchFacts:
    """Once this round of it has begun, or of the next match."""
    return at_round(now, match.of, match.sheet, runs=True)


def after_round(
    match: MatchFacts, room: RoomFacts, line_up: Sequence[int], played: RoundFacts, row: SheetRow
) -> MatchFacts:
    """Once a round of it is over; `row` is what it adds to the sheet."""
    players = [room.seats[chair].identity for chair in line_up]
    goes_on = _goes_on(match.round, match.of, [player.identity for player in played.players], players)
    before = tuple(one for one in match.sheet if one.round < row.round)
    return at_round(match.round + 1 if goes_on else 1, match.of, (*before, row), runs=False)


def _last_round(room: RoomFacts) -> Round | None:
    return _over(room).order_by("-number").first()


def _over(room: RoomFacts) -> QuerySet[Round]:
    """What was taken back is no part of a match: if none was played after it, it is played again."""
    return Round.objects.counted().filter(room_id=room.id, game=room.game, ruleset=room.ruleset)


def _players(round_: Round) -> list[int | str]:
    return [seat.user_id or seat.name for seat in round_.seats.all()]


def _sheet(room: RoomFacts, of: int, *, before: int) -> tuple[SheetRow, ...]:
    """The rounds of the match that goes on with this one, back to its first; where this is the first, of the
    last match."""
    numbers: dict[int, int] = {}
    first = before if before > 1 else of + 1
    for pk, options in _over(room).order_by("-number").values_list("pk", "options")[:of]:
        if options["round"] >= first:
            break  # of a match before it
        numbers[pk] = first = options["round"]
    rows = defaultdict(list)
    scores = Score.objects.named().filter(round__in=numbers, reverses=False).order_by("seat")
    for pk, name, sheet in scores.values_list("round", "who", "sheet"):
        rows[numbers[pk]].append((name, sheet))
    return tuple(SheetRow(round=number, scores=tuple(rows[number])) for number in sorted(rows))


def _totals(sheet: Sequence[SheetRow]) -> tuple[tuple[str, int], ...]:
    """The lowest first."""
    totals: Counter[str] = Counter()
    for row in sheet:
        totals.update(dict(row.scores))
    return tuple(sorted(totals.items(), key=lambda total: (total[1], total[0])))
