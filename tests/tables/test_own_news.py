"""What a table makes of the starts and ends it wrote itself is what it would read; nothing is read back."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import OperationalError, connection
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import ban
from accounts.services import keep_account
from games import registry
from games.live import dues, hub, speaker, writer
from games.live.catching_up import load_stands, read_table
from games.live.hub import Hub
from games.live.pauses import REST
from games.live.speaker import Limits, Speaker
from games.live.writer import NotKeptError, SupersededError, write
from games.people.models import Standing
from games.people.standings import fold_all, stored
from games.rounds.models import Move, Round, RoundSeat, RoundSecret, Score
from games.rounds.services import start_round
from games.rounds.services.starts import start_of
from lobby import services
from lobby.facts import load_room
from lobby.models import Room, Seat
from lobby.wire import together

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_connection")]  # whole rounds of every game

ROUNDS = {"rummy": 9}  # a match and more; of other games, more than the sheet shows
NAMES = ("cai", "an", "binh", "chi")
WRITTEN = (Room, Seat, Round, RoundSecret, RoundSeat, Move, Score, Standing)


async def here(function, *args, **kwargs):
    """Asked where the test stands: what it wrote is not committed."""
    return await sync_to_async(function)(*args, **kwargs)


class HereWriter:
    def __init__(self):
        self.statements = []  # of each transaction, how many
        self.begun = []  # rounds

    async def begin(self, start):
        begun = await self.keep(start)
        self.begun.append(begun.facts.id)
        return begun

    async def keep(self, entry):
        (answer,) = await here(self.writes, entry)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def writes(self, entry):
        self.statements.append(0)
        with connection.execute_wrapper(self.counts):
            return write([entry])

    def counts(self, execute, statement, params, many, context):
        self.statements[-1] += "SAVEPOINT" not in statement
        return execute(statement, params, many, context)


class Table(Hub):
    """Reads and writes where the test stands, and counts how often it reads."""

    def __init__(self, room):
        super().__init__(room.pk, HereWriter(), moved=lambda room_id: None)
        self.reads = 0

    async def catch_up(self, *, moves_only=False):
        self.reads += 1
        await super().catch_up(moves_only=moves_only)

    async def starts(self, by):
        owner = Speaker(user=by, hub=self, limits=Limits(by.pk), by_form=False)
        return await owner.say("room", {"room": "start"})

    async def begins(self, by):
        self.reads = 0
        assert await self.starts(by) is None

    async def moves(self):
        """As the rules play where nobody does. Held under no lock: nobody else is here."""
        live = self.round
        seat = live.to_act[0]
        word = live.engine.write_move(live.engine.time_out(live.state, seat))
        assert await self.make_move(live, seat, word, by="table") is None

    async def ends(self):
        while self.running:
            await self.moves()


@pytest.fixture
def people(db):
    return [User.objects.create_user(name, is_guest=False) for name in NAMES]


@pytest.fixture
def table(people, monkeypatch, request):
    """Four people sit, or as many as may; somebody watches."""
    for door in (dues, hub, speaker, together):
        monkeypatch.setattr(door, "in_database", here)
    cai, *others = people
    seats = min(4, registry.engine(request.param).seats[-1])
    room = services.create_room(by=cai, game=request.param, seats=seats)
    for chair, person in enumerate(others[: seats - 1], 1):
        services.sit(room_id=room.pk, by=person, seat=chair)
        services.set_ready(room_id=room.pk, by=person, ready=True)
    services.note_seen(room_id=room.pk, user_id=User.objects.create_user("khach").pk)
    table = Table(room)
    async_to_sync(table.refresh)()
    return table


every_game = pytest.mark.parametrize("table", list(registry.ENGINES), indirect=True)
xidach = pytest.mark.parametrize("table", ["xidach"], indirect=True)


async def knows_what_it_would_read(table):
    facts, live = await here(read_table, table.room_id)
    assert table.facts == facts
    for part in ("facts", "setup", "deadline", "ending", "started_at", "stored", "counts", "people", "times"):
        assert getattr(table.round, part) == getattr(live, part)
    for seat in (None, *range(len(live.facts.players))):
        assert table.round.text(seat) == live.text(seat)
    assert table.stand == (await here(load_stands, [table.room_id]))[table.room_id]


@every_game
def test_after_each_start_and_end_the_table_knows_what_it_would_read(table, people):
    async def plays():
        for number in range(1, ROUNDS.get(table.facts.room.game, 22) + 1):
            await table.begins(people[0])
            assert table.reads == 0
            await knows_what_it_would_read(table)
            if number == 3:
                await here(services.stand_up, room_id=table.room_id, by=people[2])
                await table.refresh()
                table.reads = 0
            await table.ends()
            assert table.reads == 0
            await knows_what_it_would_read(table)
            if number == 3:
                await here(services.add_bot, room_id=table.room_id, by=people[0], seat=2, level="house")
                await table.refresh()
        table.close()

    async_to_sync(plays)()
    rated = Round.objects.filter(rated=True).count()
    assert rated and stored() == dict(fold_all())


@xidach
@pytest.mark.parametrize("clock", [{"auto_start": True}, {"auto_next": 8}], ids=str)
def test_with_a_clock_the_next_start_is_known_too(table, people, clock):
    Room.objects.update(**clock)

    async def plays():
        await table.refresh()
        await table.begins(people[0])
        await table.ends()
        table.close()
        assert table.reads == 0 and table.facts.room.start_at is not None
        await knows_what_it_would_read(table)

    async_to_sync(plays)()


@xidach
def test_what_somebody_else_changed_meanwhile_is_read(table, people):
    """The table had not heard of it yet when the round ended."""

    async def plays():
        await table.begins(people[0])
        await here(services.stand_up, room_id=table.room_id, by=people[2])
        await table.ends()
        await table._refreshing
        table.close()
        assert table.reads == 1
        await knows_what_it_would_read(table)

    async_to_sync(plays)()


@xidach
@pytest.mark.parametrize("heard", [True, False], ids=["heard of", "not heard of"])
def test_a_room_that_was_closed_meanwhile_is_closed_after_the_end_too(table, people, heard):
    async def plays():
        await table.begins(people[0])
        closed = {"status": Room.Status.CLOSED, "version": table.facts.room.version + 1}
        await here(Room.objects.filter(pk=table.room_id).update, **closed)  # as no service leaves it
        if heard:
            await table.refresh()
        await table.ends()
        if not heard:
            await table._refreshing
        table.close()
        assert (table.facts.room.status, table.facts.next) == (Room.Status.CLOSED, None)
        await knows_what_it_would_read(table)

    async_to_sync(plays)()


@xidach
def test_a_cut_between_any_two_statements_of_an_end_leaves_all_or_nothing(table, people):
    async def to_the_last_move():
        await table.begins(people[0])
        kept = []

        async def keep(entry, keep=table.writer.keep):
            kept.append(entry)
            return None if entry.outcome else await keep(entry)

        table.writer.keep = keep
        while not (kept and kept[-1].outcome):
            await table.moves()
        table.close()
        return kept[-1]

    last = async_to_sync(to_the_last_move)()
    statements, answers = cut_everywhere(last)
    assert statements > 10
    assert answers[-1].ending.outcome and Score.objects.count() == len(NAMES)
    assert stored() == dict(fold_all()) and Room.objects.get().status == Room.Status.OPEN


def cut_everywhere(entry):
    """Before the first statement, before the second … until none is left."""
    statements, answers = 0, []
    while not answers or isinstance(answers[-1], NotKeptError):
        before = everything()
        with connection.execute_wrapper(Cut(statements)):
            answers += write([entry])
        statements += 1
        assert everything() == before or not isinstance(answers[-1], NotKeptError)
    return statements, answers


def everything():
    return [list(model.objects.order_by("pk").values()) for model in WRITTEN]


class Cut:
    """After so many statements the database is gone, until somebody asks it to undo what it did."""

    def __init__(self, after):
        self.left = after

    def __call__(self, execute, statement, params, many, context):
        if statement.startswith(("SAVEPOINT", "ROLLBACK", "RELEASE")):
            return execute(statement, params, many, context)
        if self.left <= 0:
            raise OperationalError("cut")
        self.left -= 1
        return execute(statement, params, many, context)


@xidach
def test_a_cut_between_any_two_statements_of_a_start_leaves_all_or_nothing(table, people):
    start = table._start_now(people[0].pk)
    table.close()
    statements, answers = cut_everywhere(start)
    assert statements > 6
    assert Round.objects.get().status == Round.Status.RUNNING and Room.objects.get().status == "playing"
    assert [player.name for player in answers[-1].facts.players] == list(NAMES)
    assert RoundSeat.objects.count() == Seat.objects.filter(in_round=True).count() == len(NAMES)


@xidach
def test_how_many_statements_a_start_a_move_and_an_end_are(table, people, same_deals):
    async def plays():
        await table.begins(people[0])
        await table.ends()
        table.close()

    async_to_sync(plays)()
    start, *moves, end = table.writer.statements
    assert set(moves) == {2}, "its number, and itself"
    assert (start, end) == (7, 14)


# --- a start on a room that is no longer as the table knows it -----------------------------------


def chairs_of(round_):
    return [seat.chair for seat in round_.seats.all()]


def begun(table, by):
    """What comes of it, and the round that runs. It was begun by the writer, and the table knows of it."""
    table.reads = 0

    async def starts():
        refusal = await table.starts(by)
        table.close()
        if refusal is None:
            assert table.reads <= 1 and table._refreshing is None
            await knows_what_it_would_read(table)
        return refusal and str(refusal.code)

    refused = async_to_sync(starts)()
    round_ = Round.objects.filter(status=Round.Status.RUNNING).first()
    assert refused or table.writer.begun == [round_.pk]
    return refused, round_


@xidach
def test_options_that_were_changed_meanwhile_hold(table, people):
    services.change_options(room_id=table.room_id, by=people[0], options={"stake": 7})
    refused, round_ = begun(table, people[0])
    assert refused is None and round_.options["stake"] == 7


@xidach
def test_who_was_kicked_meanwhile_does_not_play(table, people):
    services.kick(room_id=table.room_id, by=people[0], seat=1)
    refused, round_ = begun(table, people[0])
    assert refused is None and chairs_of(round_) == [0, 2, 3]


@xidach
def test_a_guest_who_keeps_the_account_plays_as_who_they_are_now(
    table, people, django_capture_on_commit_callbacks
):
    """Also where the hint of it was lost: what the table knows is of an older version of the room."""
    cai, an = people[:2]
    User.objects.filter(pk=an.pk).update(is_guest=True)
    async_to_sync(table.refresh)()
    an.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        keep_account(user=an, username="Cô An", password="x" * 12)
    _refused, round_ = begun(table, cai)
    assert round_.rated and round_.seats.get(number=1).name == "Cô An"


@xidach
def test_who_was_banned_does_not_play_and_the_others_do(table, people):
    ban(by=None, whom=people[1])
    refused, round_ = begun(table, people[0])
    assert refused is None and chairs_of(round_) == [0, 2, 3]


@xidach
def test_nor_where_the_others_are_too_few(table, people):
    for person in people[1:]:
        ban(by=None, whom=person)
    assert begun(table, people[0]) == ("not_enough_players", None)


REFUSED = [
    # what was before                                               who says it   what they are told
    (lambda table, people: ban(by=None, whom=people[0]),                     0, "not_allowed"),
    (lambda table, people: None,                                    1, "not_owner"),
    (lambda table, people: services.hand_over(table.room_id, people[0], seat=1), 0, "not_owner"),
    (lambda table, people: services.close_room(table.room_id, people[0]), 0, "room_closed"),
    (lambda table, people: start_round(table.room_id, people[0]),   0, "round_running"),
    (lambda table, people: [services.set_ready(table.room_id, one, ready=False) for one in people[1:]],
     0, "not_enough_players"),
    (lambda table, people: services.stand_up(table.room_id, people[0]), 0, "not_seated"),
]  # fmt: skip


@xidach
@pytest.mark.parametrize(("before", "who", "code"), REFUSED)
def test_a_start_is_refused_by_the_room_as_it_is_now(table, people, before, who, code):
    before(table, people)
    assert begun(table, people[who])[0] == code


@xidach
def test_who_was_made_the_owner_meanwhile_may_start(table, people):
    services.hand_over(table.room_id, people[0], seat=1)
    refused, round_ = begun(table, people[1])
    assert refused is None and chairs_of(round_) == [1, 2, 3]


@xidach
@pytest.mark.parametrize("written", [True, False])
def test_a_start_that_nobody_can_answer_for_may_be_said_again(table, people, written):
    """Nobody is told that a round runs, which might be their own; and where it was begun, it is seen."""
    begin = table.writer.begin

    async def loses_the_answer(start):
        if written:
            await begin(start)
        raise NotKeptError

    async def starts():
        table.writer.begin = loses_the_answer
        refusal = await table.starts(people[0])
        await table._refreshing
        table.writer.begin = begin
        if written:
            await knows_what_it_would_read(table)
        else:
            assert await table.starts(people[0]) is None
        table.close()
        return str(refusal.code)

    assert async_to_sync(starts)() == "unavailable"
    assert table.running and Round.objects.filter(status=Round.Status.RUNNING).count() == 1


# --- and one by the clock --------------------------------------------------------------------


def by_the_clock(table):
    """What comes of it: the round that runs."""
    Room.objects.update(auto_next=5, start_at=timezone.now() - timedelta(seconds=1))

    async def acts():
        await table.refresh()
        await here(Room.objects.update, version=F("version") + 1)  # of which the table did not hear
        table.dues.close()
        await table.dues.act()
        if table._refreshing:
            await table._refreshing
        table.close()
        if table.round is not None:
            await knows_what_it_would_read(table)

    async_to_sync(acts)()
    return Round.objects.filter(status=Round.Status.RUNNING).first()


@xidach
def test_by_the_clock_too_the_writer_begins_and_who_was_banned_does_not_play(table, people):
    ban(by=None, whom=people[1])
    round_ = by_the_clock(table)
    assert chairs_of(round_) == [0, 2, 3] and table.writer.begun == [round_.pk]


@xidach
def test_where_all_others_were_banned_the_clock_is_put_out(table, people):
    for person in people[1:]:
        ban(by=None, whom=person)
    assert by_the_clock(table) is None
    assert Room.objects.get().start_at is table.facts.room.start_at is None


@xidach
def test_a_table_that_cannot_begin_tries_again_after_a_rest(table, people):
    """As after a move: it is no fault of ours, and the room need not be asked why."""
    Room.objects.update(auto_start=True, start_at=timezone.now() - timedelta(seconds=1))

    async def is_not_kept(start):
        raise NotKeptError

    async def acts():
        await table.refresh()
        table.dues.close()
        table.writer.begin = is_not_kept
        await table.dues.act()
        rests = table.dues._rings_at - asyncio.get_running_loop().time()
        table.close()
        return rests

    assert REST / 2 < async_to_sync(acts)() <= REST
    assert table.pauses.failures == 0 and Room.objects.get().start_at is not None


@xidach
def test_a_start_whose_answer_was_lost_is_ours(table, people):
    start = table._start_now(people[0].pk)
    table.close()
    first, again = write([start]), write([start])
    assert isinstance(again[0], SupersededError), "nobody asks a second time where an answer came"
    assert first == [writer._was_it_ours(start)]
    theirs = replace(start, at=start.at + timedelta(microseconds=1))
    assert isinstance(writer._was_it_ours(theirs), SupersededError)
    assert Round.objects.count() == 1


@xidach
@pytest.mark.parametrize("how_far", ["a move", "the end"])
def test_also_where_others_have_played_it_on_by_then(table, people, how_far):
    """The owner is not told that a round runs already: it is theirs."""
    begin, other = table.writer.begin, Table(Room.objects.get())

    async def loses_the_answer(start):
        await begin(start)
        await other.refresh()
        await (other.moves() if how_far == "a move" else other.ends())
        other.close()
        ours = await here(writer._was_it_ours, start)
        if isinstance(ours, Exception):
            raise ours
        return ours

    async def starts():
        table.writer.begin = loses_the_answer
        assert await table.starts(people[0]) is None
        await table._refreshing
        table.close()
        await knows_what_it_would_read(table)

    async_to_sync(starts)()
    assert Round.objects.filter(started_at__isnull=False).count() == 1


@xidach
def test_one_start_that_comes_too_late_spoils_no_other(table, people):
    """Two tables start in one batch."""
    late = table._start_now(people[0].pk)
    table.close()
    services.set_ready(table.room_id, people[1], ready=False)
    other = services.create_room(by=people[1], game="xidach", seats=2)
    services.add_bot(room_id=other.pk, by=people[1], seat=1, level="house")
    fresh = start_of(load_room(other.pk), by=people[1].pk, at=timezone.now())
    answers = write([late, fresh])
    assert isinstance(answers[0], SupersededError)
    assert answers[1].facts.players[0].name == "an"
    assert other.rounds.get().status == Round.Status.RUNNING
