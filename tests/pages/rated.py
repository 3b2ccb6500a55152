"""Rounds without the playing: with their lines in the ledger, as the end of a round writes them."""

from django.utils import timezone

from games.people.standings import fold_in, line_of
from games.rounds.models import Round, RoundSeat, Score


def rated_round(room, points, *, at=None, rated=True, game=None, ruleset=None):
    """`points`: what each person won, by seat; seat 0 is the nhà cái's, where there is one."""
    number = room.rounds.count() + 1
    round_ = Round.objects.create(
        room=room,
        number=number,
        status=Round.Status.OVER,
        game=game or room.game,
        ruleset=ruleset or room.ruleset,
        rated=rated,
        ended_at=at or timezone.now(),
        points=list(points.values()),
    )
    for seat, person in enumerate(points):
        RoundSeat.objects.create(round=round_, number=seat, chair=seat, user=person, name=person.username)
    write(round_, points, reverses=False)
    return round_


def voided(round_):
    """A moderator adds the opposite of each line."""
    points = {score.user: -score.points for score in round_.scores.select_related("user").order_by("seat")}
    write(round_, points, reverses=True)
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.VOID, void_cause="moderator")


def write(round_, points, *, reverses):
    scores = Score.objects.bulk_create(
        Score(round=round_, room=round_.room, seat=seat, user=person, name=person.username,
              points=won, sheet=won, reverses=reverses)
        for seat, (person, won) in enumerate(points.items())
    )  # fmt: skip
    if round_.rated:
        fold_in(map(line_of, scores))
