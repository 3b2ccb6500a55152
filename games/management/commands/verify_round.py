"""Recompute rounds from their stored moves and revealed seeds; exit 1 on any difference."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import registry
from games.core import fairness
from games.core.replay import UnknownRulesError
from games.rounds.models import Round
from games.rounds.reading import ending_of, load_stored, states_of
from games.rounds.services import public_record


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
    """What about this round is not as its moves and seed say."""
    try:
        record = public_record(round_)
    except UnknownRulesError as unknown:
        return [str(unknown)]
    refuted = fairness.refute(record, lambda game: registry.engine(game).pack)
    faults = [f"the deal does not hold: {refuted}"] if refuted else []
    if round_.status == Round.Status.VOID:
        return faults
    try:
        last = states_of(load_stored(round_))[-1]
    except UnknownRulesError as unknown:
        return [*faults, str(unknown)]
    except Exception as error:  # whatever is wrong with a record is a fault to report, not a crash
        return [*faults, f"does not replay: {type(error).__name__}"]
    ending = ending_of(round_)
    if registry.engine(round_.game).outcome(last) != (ending and ending.outcome):
        faults.append("another result")
    points = list(round_.scores.filter(reverses=False).order_by("seat").values_list("points", flat=True))
    if points != round_.points or sum(points) != 0:
        faults.append("the ledger has other points")
    return faults
