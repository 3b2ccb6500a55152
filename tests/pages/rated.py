"""Rounds without the playing: with their lines in the ledger, as the end of a round writes them."""

from django.utils import timezone

from accounts.models import User
from games.people.standings import fold_in, line_of
from games.rounds.models import Round, RoundSeat, Score
from games.rounds.services import take_back


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
    write(round_, points)
    return round_


def voided(round_):
    """A moderator takes it back."""
    staff, _made = User.objects.get_or_create(username="trọng tài", defaults={"is_staff": True})
    assert take_back(round_id=round_.pk, by=staff, reason="chia bài nhầm")


def write(round_, points):
    scores = Score.objects.bulk_create(
        Score(round=round_, room=round_.room, seat=seat, user=person, name=person.username,
              points=won, sheet=won)
        for seat, (person, won) in enumerate(points.items())
    )  # fmt: skip
    if round_.rated:
        fold_in(map(line_of, scores))
