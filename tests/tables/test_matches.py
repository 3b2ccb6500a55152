"""Which rounds of a room make up the match that lies on its table."""

import pytest

from accounts.models import User
from games.rounds.matches import load_match
from games.rounds.models import Round, RoundSeat, Score
from lobby.facts import load_room
from lobby.services import create_room, sit

NAMES, CHAIRS = ("cai", "an"), (0, 1)
STORIES = [
    # rounds of matches as they ended ("v": taken back)   which is next, its totals so far,   the sheet
    ([],                             1, {},                   []),
    ([1, 2],                         3, {"an": 0, "cai": 20}, [1, 2]),
    ([1, 2, 3, 4, 5, 6, 7],          1, {},                   [1, 2, 3, 4, 5, 6, 7]),
    ([1, 2, 3, 4, 5, 6, 7, 1],       2, {"an": 0, "cai": 10}, [1]),
    ([1, "2v", 3],                   4, {"an": 0, "cai": 20}, [1, 3]),
    ([6, 7, "1v", 2],                3, {"an": 0, "cai": 10}, [2]),
]  # fmt: skip


def a_room(people):
    room = create_room(by=people[0], game="rummy", seats=2)
    sit(room_id=room.pk, by=people[1], seat=1)
    return room


def played(room, people, number, told):
    """One round of a match: cai is caught with 10."""
    cause = Round.VoidCause.MODERATOR if str(told).endswith("v") else ""
    round_ = Round.objects.create(
        room=room, number=number, game="rummy", ruleset="contract", server_commit="ab" * 32,
        status=Round.Status.OVER, void_cause=cause,
        options={"round": int(str(told).rstrip("v")), "dealer": number % 2},
    )  # fmt: skip
    for seat, (who, sheet) in enumerate(zip(people, (10, 0), strict=True)):
        RoundSeat.objects.create(round=round_, number=seat, chair=seat, user=who, name=who.username, kind="D")
        points = -10 if sheet else 10
        Score.objects.create(
            round=round_, room=room, seat=seat, user=who, name=who.username, points=points, sheet=sheet
        )


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("told", "coming", "totals", "sheet"), STORIES)
def test_a_match_goes_on_from_its_last_round(told, coming, totals, sheet):
    people = [User.objects.create_user(name) for name in NAMES]
    room = a_room(people)
    Round.objects.filter(room=room).delete()
    for number, one in enumerate(told, 1):
        played(room, people, number, one)
    match = load_match(load_room(room.pk), CHAIRS)
    assert match is not None and match.of == 7
    assert (match.round, dict(match.totals)) == (coming, totals)
    assert [row.round for row in match.sheet] == sheet
    assert all(dict(row.scores) == {"cai": 10, "an": 0} for row in match.sheet)


@pytest.mark.django_db
def test_while_a_new_match_runs_the_old_sheet_is_gone():
    people = [User.objects.create_user(name) for name in NAMES]
    room = a_room(people)
    Round.objects.filter(room=room).delete()
    for number in range(1, 8):
        played(room, people, number, number)
    Round.objects.create(
        room=room, number=8, game="rummy", ruleset="contract", server_commit="ab" * 32,
        status=Round.Status.RUNNING, options={"round": 1, "dealer": 0},
    )  # fmt: skip
    match = load_match(load_room(room.pk), CHAIRS)
    assert match is not None and (match.round, match.totals, match.sheet) == (1, (), ())
