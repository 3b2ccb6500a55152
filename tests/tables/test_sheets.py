"""The score sheet of a room that is known is read on from where it was: always as it would be read anew."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.rounds.models import Round, Score
from games.rounds.sheets import load_score_sheet, load_score_sheets
from lobby.services import create_room

PEOPLE = ("cai", "an", "binh")


@pytest.fixture
def people(db):
    return [User.objects.create_user(name) for name in PEOPLE]


@pytest.fixture
def room(people):
    return create_room(by=people[0], game="xidach")


def play(room, people, points=(2, -1, -1)):
    """A round that is over; a bot is told by its name."""
    last = room.rounds.order_by("-number").first()
    round_ = Round.objects.create(
        room=room, number=last.number + 1, game=room.game, ruleset=room.ruleset, status=Round.Status.OVER
    )
    score(round_, people, points)
    return round_


def score(round_, people, points, *, reverses=False):
    Score.objects.bulk_create(
        Score(round=round_, room=round_.room, seat=seat, points=won, sheet=won, reverses=reverses,
              name=str(person), user=person if isinstance(person, User) else None)
        for seat, (person, won) in enumerate(zip(people, points, strict=True))
    )  # fmt: skip


def rename(person, name):
    person.username = name
    person.save()


def another_plays(room, people):
    play(room, [people[0], User.objects.create_user("chi"), "Bot Tèo"])


def one_is_taken_back(room, people):
    first = room.rounds.filter(status=Round.Status.OVER).first()
    score(first, people, (-2, 1, 1), reverses=True)
    Round.objects.filter(pk=first.pk).update(status=Round.Status.VOID)


def a_long_evening(room, people):
    for number in range(25):
        if number % 5 == 0:  # void: a number without a line
            Round.objects.create(
                room=room, number=room.rounds.order_by("-number").first().number + 1, status=Round.Status.VOID
            )
        play(room, people)


CHANGES = {
    "nothing": lambda room, people: None,
    "a round": play,
    "somebody new, and a bot": another_plays,
    "a round is taken back": one_is_taken_back,
    "a round is played and taken back": lambda room, people: score(
        play(room, people), people, (-2, 1, 1), reverses=True
    ),
    "more rounds than it shows": a_long_evening,
    "somebody is called otherwise": lambda room, people: rename(people[1], "Ân"),
    "two change their names with each other": lambda room, people: (
        rename(people[1], "x"), rename(people[2], "an"), rename(people[1], "binh")
    ),
    "a round and a name": lambda room, people: (play(room, people), rename(people[1], "Ân")),
    "an account is gone": lambda room, people: (play(room, people), people[2].delete()),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rounds", [0, 1, 30])
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_read_on_is_what_would_be_read_anew(room, people, change, rounds):
    for _ in range(max(rounds, "taken back" in change)):
        play(room, people)
    before = load_score_sheet(room.pk)
    CHANGES[change](room, people)
    after, anew = load_score_sheets({room.pk: before})[room.pk], load_score_sheet(room.pk)
    assert after == anew and (after.line, set(after.people)) == (anew.line, set(anew.people))
    if change == "nothing":
        assert after is before


def as_ended_here(before, round_, people, points):
    """A sheet to which the table itself added a round that it wrote: no line of it was read."""
    totals = dict(before.totals)
    for person, won in zip(people, points, strict=True):
        totals[str(person)] = totals.get(str(person), 0) + won
    row = type(load_score_sheet(round_.room_id).sheet[0])(
        round=round_.number, scores=tuple(zip(map(str, people), points, strict=True))
    )
    totals = sorted(totals.items(), key=lambda total: (-total[1], total[0]))
    return replace(before, sheet=(*before.sheet, row), totals=tuple(totals))


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_round_that_ended_here_is_not_counted_again(room, people, change):
    play(room, people)
    before, chi = load_score_sheet(room.pk), User.objects.create_user("chị")
    players = [people[0], people[1], chi]
    known = as_ended_here(before, play(room, players), players, (2, -1, -1))
    assert known == load_score_sheet(room.pk) and known.line == before.line
    CHANGES[change](room, people)
    assert load_score_sheets({room.pk: known})[room.pk] == load_score_sheet(room.pk)
    rename(chi, "Chí")
    assert load_score_sheets({room.pk: known})[room.pk] == load_score_sheet(room.pk)


def test_many_sheets_are_read_in_as_many_questions_as_one(room, people):
    rooms = [room, *(create_room(by=people[n % 3], game="xidach") for n in range(4))]
    for one in rooms[:-1]:
        play(one, people)
    asked = []
    for some in (rooms[:1], rooms):
        with CaptureQueriesContext(connection) as cold:
            before = load_score_sheets({one.pk: None for one in some})
        with CaptureQueriesContext(connection) as same:
            assert load_score_sheets(before) == before
        asked.append((len(cold), len(same)))
    assert asked == [(2, 2), (2, 2)]
    play(rooms[1], people)
    after = load_score_sheets(before)
    assert [after[one.pk] == before[one.pk] for one in rooms] == [True, False, True, True, True]
    assert after == {one.pk: load_score_sheet(one.pk) for one in rooms}
