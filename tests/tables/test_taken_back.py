"""A moderator takes a round back: it counts for nobody, and everything that was made of it follows."""

import json
import os
from datetime import timedelta
from random import Random

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from games import registry
from games.core import fairness
from games.live import hub, speaker
from games.live.json_voice import JsonVoice
from games.live.viewing import Person
from games.live.writer import SupersededError, write
from games.management.commands.demo import play_round
from games.people.models import Standing
from games.people.standings import ALL_TIME, fold_in, line_of, month, stored
from games.rounds.matches import load_match
from games.rounds.models import Round, RoundSeat, Score
from games.rounds.reading import load_table
from games.rounds.services import commit_next, public_record, script_of, start_round, take_back
from lobby import services
from lobby.facts import load_room
from lobby.models import Room
from lobby.wire import together
from tests.backing import run_tests_on
from tests.tables.test_own_news import Table, here, knows_what_it_would_read
from tests.tables.test_writer import entry_of

pytestmark = pytest.mark.usefixtures("one_connection")

MANY = 1000 if os.environ.get("FULL") else 25
WHY = "chia bài nhầm"


@pytest.fixture
def staff(db):
    return User.objects.create_user("trọng tài", is_staff=True)


@pytest.fixture
def people(db):
    return [User.objects.create_user(name) for name in ("cai", "an", "binh", "chi")]


@pytest.fixture
def sit_down(people):
    """A public room whose people are ready: whatever is played there is rated."""

    def sit_down(game):
        cai, *others = people
        room = services.create_room(by=cai, game=game, seats=min(4, registry.engine(game).seats[-1]))
        for chair, person in enumerate(others[: room.seat_count - 1], 1):
            services.sit(room_id=room.pk, by=person, seat=chair)
            services.set_ready(room_id=room.pk, by=person, ready=True)
        return room

    return sit_down


def the_last(room):
    return Round.objects.select_related("room", "secret").filter(room=room, started_at__isnull=False).last()


def checked():
    """Every standing as the ledger has it, and all ledgers at zero."""
    call_command("rebuild_standings", check=True)
    assert Score.objects.aggregate(sum=Sum("points"))["sum"] in (0, None)
    rooms = Score.objects.values("room").annotate(sum=Sum("points"))
    assert not [one for one in rooms if one["sum"]]


# --- after its end ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_a_round_that_is_over_keeps_its_record_and_counts_for_nobody(sit_down, staff, game):
    room = sit_down(game)
    play_round(room)
    round_ = the_last(room)
    record, script = public_record(round_), script_of(round_)
    assert (
        round_.rated
        and Standing.objects.of(game=game).filter(season=ALL_TIME, rounds=1).count() == room.seats.count()
    )
    assert take_back(round_id=round_.pk, by=staff, reason=WHY).is_annulled
    round_ = the_last(room)
    assert (round_.status, round_.void_cause) == ("over", "moderator")
    assert public_record(round_) == record | {"annulled": True} and script_of(round_) == script
    assert fairness.refute(public_record(round_), lambda game: registry.engine(game).pack) is None
    call_command("verify_round")
    lines = round_.scores.order_by("seat", "reverses").values_list("points", "sheet", "user", "name")
    for (points, sheet, *who), (back, sheet_back, *the_same) in zip(lines[::2], lines[1::2], strict=True):
        assert (points + back, sheet + sheet_back, who) == (0, 0, the_same)
    assert {(s.points, s.rounds, s.wins) for s in Standing.objects.all()} == {(0, 0, 0)}
    table = load_table(room.pk)
    assert set(dict(table.score_sheet.totals).values()) == {0}
    assert [row.void for row in table.score_sheet.sheet] == ["moderator"]
    done = [one for one in table.notices if one.kind != "sat"]
    assert [(one.kind, one.by, one.round, one.reason) for one in done] == [("void", None, 1, WHY)]
    checked()


def ended(room, points, *, at=None, options=None):
    """A rated round without the playing."""
    number = room.rounds.order_by("-number").first().number
    round_ = Round.objects.get(room=room, number=number)
    at = at or timezone.now()
    Round.objects.filter(pk=round_.pk).update(
        status=Round.Status.OVER, started_at=at, ended_at=at, rated=True, points=list(points.values()),
        sheet=list(points.values()), results=[], options=options or {},
    )  # fmt: skip
    round_.refresh_from_db()
    for seat, person in enumerate(points):
        seated = {"number": seat, "chair": seat, "user": person, "name": person.username}
        RoundSeat.objects.create(round=round_, kind="D", **seated)
    scores = Score.objects.bulk_create(
        Score(round=round_, room=room, seat=seat, user=person, name=person.username, points=won, sheet=won)
        for seat, (person, won) in enumerate(points.items())
    )
    fold_in(map(line_of, scores))
    commit_next(room)
    return round_


@pytest.mark.slow
def test_many_rounds_leave_every_ledger_at_zero(sit_down, people, staff):
    """FULL=1: a thousand."""
    rooms, chance = [sit_down("xidach") for _ in range(5)], Random(5)
    days = [timezone.now() - timedelta(days=day) for day in (0, 1, 40, 400)]
    for n in range(MANY):
        won = [chance.randint(-50, 50) for _ in range(3)]
        points = dict(zip(people, (*won, -sum(won)), strict=True))
        ended(rooms[n % 5], points, at=chance.choice(days))
    kept = ended(rooms[0], dict.fromkeys(people, 0) | {people[0]: 3, people[1]: -3})
    checked()
    for round_ in Round.objects.filter(status=Round.Status.OVER).exclude(pk=kept.pk):
        take_back(round_id=round_.pk, by=staff, reason=WHY)
    checked()
    assert dict(Score.objects.values_list("user").annotate(Sum("points"))) == dict(
        zip([person.pk for person in people], (3, -3, 0, 0), strict=True)
    )
    assert {sum_.rounds for key, sum_ in stored().items() if key[3] == ALL_TIME} == {1}


def test_a_month_that_is_over_is_put_right_and_this_one_left_alone(sit_down, people, staff):
    room, cai, an = sit_down("xidach"), *people[:2]
    long_ago = timezone.now() - timedelta(days=62)
    old = ended(room, {cai: 7, an: -7}, at=long_ago)
    ended(room, {cai: 1, an: -1})

    def points(season):
        return dict(Standing.objects.filter(season=season).values_list("user__username", "points"))

    before, now = month(timezone.localtime(long_ago)), month(timezone.localtime())
    assert (points(before), points(now)) == ({"cai": 7, "an": -7}, {"cai": 1, "an": -1})
    take_back(round_id=old.pk, by=staff, reason=WHY)
    assert (points(before), points(now)) == ({"cai": 0, "an": 0}, {"cai": 1, "an": -1})
    assert points(ALL_TIME) == {"cai": 1, "an": -1}
    assert not Standing.objects.filter(season=before, rounds__gt=0).exists()
    checked()


def test_it_follows_a_person_whose_account_is_gone(sit_down, people, staff):
    """Their line is nobody's by now, and so is its opposite."""
    room = sit_down("xidach")
    round_ = ended(room, dict(zip(people, (6, -2, -2, -2), strict=True)))
    people[3].delete()
    take_back(round_id=round_.pk, by=staff, reason=WHY)
    checked()


# --- while it runs ----------------------------------------------------------------------------


def test_a_running_round_ends_and_its_room_goes_on(sit_down, people, staff):
    room = sit_down("xidach")
    running = start_round(room_id=room.pk, by=people[0])
    assert take_back(round_id=running.pk, by=staff, reason=WHY)
    round_ = Round.objects.get(pk=running.pk)
    assert (round_.status, round_.void_cause, round_.due_at) == ("void", "moderator", None)
    assert not Score.objects.exists() and not round_.is_annulled
    record = public_record(the_last(room))
    assert record["status"] == "void" and "annulled" not in record
    assert fairness.refute(record, lambda game: registry.engine(game).pack) is None
    room.refresh_from_db()
    assert room.status == Room.Status.OPEN and room.rounds.filter(status="next").count() == 1
    play_round(room)
    checked()


def test_the_move_that_came_too_late_is_none(sit_down, people, staff):
    """It was judged before the round was taken back, and comes to be written after it."""
    room = sit_down("xidach")
    running = start_round(room_id=room.pk, by=people[0])
    late = entry_of(running)
    take_back(round_id=running.pk, by=staff, reason=WHY)
    (answer,) = write([late])
    assert isinstance(answer, SupersededError) and not running.moves.exists()


def test_an_end_that_came_too_late_writes_no_score(sit_down, people, staff):
    room = sit_down("xidach")
    running = start_round(room_id=room.pk, by=people[0])
    while (late := entry_of(the_last(room))).outcome is None:
        write([late])
    take_back(round_id=running.pk, by=staff, reason=WHY)
    (answer,) = write([late])
    assert isinstance(answer, SupersededError) and not Score.objects.exists()
    assert room.rounds.filter(status="next").count() == 1


# --- at an open table -------------------------------------------------------------------------


@pytest.fixture
def told(sit_down, people, staff, monkeypatch):
    """Plays two rounds at an open table, or begins the second; what a voice there then says once that a
    round was taken back, and the table learns of it, hint or not."""
    for door in (hub, speaker, together):
        monkeypatch.setattr(door, "in_database", here)

    async def told(number, *, running=False, heard=True):
        table = Table(await here(sit_down, "xidach"))
        await table.refresh()
        voice = JsonVoice(table, Person(id=people[0].pk, name="cai", session_key="", language="en"))
        await table.begins(people[0])
        await table.ends()
        await table.begins(people[0])
        if not running:
            await table.ends()
        list(voice.frames())
        pk = await here(lambda: Round.objects.get(room=table.room_id, number=number).pk)
        await here(take_back, round_id=pk, by=staff, reason=WHY)
        async with table.lock:
            await table.catch_up(moves_only=not heard)
        table.close()
        await knows_what_it_would_read(table)
        return [json.loads(text) for text in voice.frames()], list(voice.frames())

    return async_to_sync(told)


@pytest.mark.slow
@pytest.mark.parametrize("heard", [True, False], ids=["heard of", "found at a look"])
def test_the_result_that_lies_on_the_table_is_told_anew(told, heard):
    (result, room), again = told(2, heard=heard)
    assert (result["type"], result["round"], result["void"]) == ("result", 2, "moderator")
    assert {result[fact] for fact in ("results", "points", "sheet", "ranks")} == {None}
    assert len(result["server_seed"]) == len(result["round_seed"]) == 64
    assert (
        room["sheet"][1] == {"round": 2, "scores": {}, "void": "moderator"} and "void" not in room["sheet"][0]
    )
    assert room["totals"] == room["sheet"][0]["scores"] and again == []


@pytest.mark.slow
@pytest.mark.parametrize("running", [False, True], ids=["between rounds", "in the next round"])
@pytest.mark.parametrize("heard", [True, False], ids=["heard of", "found at a look"])
def test_of_an_older_round_the_sheet_says_so(told, heard, running):
    (room,), again = told(1, heard=heard, running=running)
    assert room["sheet"][0] == {"round": 1, "scores": {}, "void": "moderator"} and again == []


@pytest.mark.slow
@pytest.mark.parametrize("heard", [True, False], ids=["heard of", "found at a look"])
def test_a_running_one_ends_at_the_table(told, heard):
    (result, room), again = told(2, running=True, heard=heard)
    assert (result["type"], result["round"], result["void"]) == ("result", 2, "moderator")
    assert (room["status"], room["next"]["round"]) == ("open", 3)
    assert [row["round"] for row in room["sheet"]] == [1] and again == []


# --- what is nobody's to take back ------------------------------------------------------------


def test_it_is_final_and_done_once(sit_down, people, staff):
    room = sit_down("xidach")
    over = ended(room, {people[0]: 1, people[1]: -1})
    coming = room.rounds.get(status="next")
    assert take_back(round_id=coming.pk, by=staff, reason=WHY) is None, "it has not begun"
    assert take_back(round_id=over.pk, by=staff, reason=WHY)
    assert take_back(round_id=over.pk, by=staff, reason=WHY) is None
    running = start_round(room_id=room.pk, by=people[0])
    assert take_back(round_id=running.pk, by=staff, reason=WHY)
    assert take_back(round_id=running.pk, by=staff, reason=WHY) is None
    assert Score.objects.count() == 4 and room.events.filter(kind="void").count() == 2
    checked()


def test_nobody_takes_back_what_they_played_themselves(sit_down, people):
    over = ended(sit_down("xidach"), {people[0]: 5, people[1]: -5})
    people[1].is_staff = True
    people[1].save()
    assert take_back(round_id=over.pk, by=people[1], reason=WHY) is None
    assert not Score.objects.filter(reverses=True).exists()


# --- matches ----------------------------------------------------------------------------------


def the_match(room):
    match = load_match(load_room(room.pk), (0, 1))
    return match.round, [row.round for row in match.sheet]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("played", "taken_back", "coming", "sheet"),
    [
        # rounds of a match          which is next, and the sheet
        ([1, 2, 3],             [3], 3, [1, 2]),  # the last one is played again
        ([1, 2, 3],             [2], 4, [1, 3]),  # any other is left out
        ([1, 2, 3],             [1], 4, [2, 3]),
        ([1, 2, 3],       [3, 2, 1], 1, []),
        ([1, 2, 3, 4, 5, 6, 7], [7], 7, [1, 2, 3, 4, 5, 6]),
        ([1, 2, 3, 4, 5, 6, 7], [1], 1, [2, 3, 4, 5, 6, 7]),  # the match is over all the same
    ],
)  # fmt: skip
def test_a_match_without_it(sit_down, people, staff, played, taken_back, coming, sheet):
    room = sit_down("rummy")
    Room.objects.filter(pk=room.pk).update(seat_count=2)
    rounds = {
        number: ended(room, {people[0]: -10, people[1]: 10}, options={"round": number, "dealer": 0})
        for number in played
    }
    for number in taken_back:
        take_back(round_id=rounds[number].pk, by=staff, reason=WHY)
    assert the_match(room) == (coming, sheet)


def test_the_first_of_a_match_is_taken_back_while_its_second_runs(sit_down, people, staff):
    """The sheet of the match before it does not come back."""
    room = sit_down("rummy")
    for number in (*range(1, 8), 1):
        last = ended(room, {people[0]: -10, people[1]: 10}, options={"round": number, "dealer": 0})
    Round.objects.filter(room=room, status="next").update(
        status="running", options={"round": 2, "dealer": 1}, started_at=timezone.now()
    )
    assert the_match(room) == (2, [1])
    take_back(round_id=last.pk, by=staff, reason=WHY)
    assert the_match(room) == (2, [])


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_takes_back_alike(tests_database):
    which = "many_rounds or account_is_gone or running_round or too_late or final"
    assert "." * 6 in run_tests_on(tests_database, "-k", which, __file__), "none was left out"
