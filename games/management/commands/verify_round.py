"""Recompute rounds from their stored moves and revealed seeds; exit 1 on any difference."""

from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import registry
from games.core import fairness
from games.core.replay import UnknownRulesError
from games.rounds.models import Round
from games.rounds.reading import ending_of, load_stored, states_of
from games.rounds.services import public_record

VOID: Final = Round.Status.VOID


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "rounds", nargs="*", type=int, metavar="ID", help="none: every round that is over"
        )

    def handle(self, *, rounds: list[int], **options: Any) -> None:
        found = Round.objects.filter(status__in=[Round.Status.OVER, Round.Status.VOID])
        found = found.filter(pk__in=rounds) if rounds else found
        missing = sorted(set(rounds) - set(found.values_list("pk", flat=True)))
        faults = [f"round {pk}: there is none that is over" for pk in missing]
        checked = 0
        for round_ in found.select_related("room", "secret").order_by("pk").iterator(chunk_size=200):
            checked += 1
            faults += [f"round {round_.pk}: {fault}" for fault in faults_of(round_)]
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(f"{checked} checked, {len(faults)} differ.")
        self.stdout.write(f"{checked} checked, all as recorded.")


def faults_of(round_: Round) -> list[str]:
    """What about this round is not as its moves and seed say. Whatever is wrong is a fault, not a crash."""
    try:
        return [*_faults_of_deal(round_), *(_faults_of_play(round_) if round_.status != VOID else ())]
    except UnknownRulesError as unknown:
        return [str(unknown)]
    except Exception as error:
        return [f"does not replay: {type(error).__name__}"]


def _faults_of_deal(round_: Round) -> Iterator[str]:
    record = public_record(round_)
    if refuted := fairness.refute(record, lambda game: registry.engine(game).pack):
        yield f"the deal does not hold: {refuted}"
    if (record["transcript"] or "") != round_.transcript:
        yield "another transcript"


def _faults_of_play(round_: Round) -> Iterator[str]:
    last = states_of(load_stored(round_))[-1]
    moves = round_.moves.order_by("number").values_list("number", "seat", "word")
    if any((number, seat) != (at, word.get("seat")) for at, (number, seat, word) in enumerate(moves)):
        yield "its moves are of other seats, or numbered otherwise"
    ending = ending_of(round_)
    if registry.engine(round_.game).outcome(last) != (ending and ending.outcome):
        yield "another result"
    lines = list(
        round_.scores.filter(reverses=False).order_by("seat").values_list("seat", "user", "points", "sheet")
    )
    players = round_.seats.order_by("number").values_list("number", "user")
    if [line[:2] for line in lines] != list(players):
        yield "the ledger has other people"
    if [list(column) for column in zip(*(line[2:] for line in lines), strict=True)] != [
        round_.points,
        round_.sheet,
    ] or sum(round_.points or ()):
        yield "the ledger has other points"
