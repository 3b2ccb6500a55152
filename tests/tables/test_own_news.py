"""What a table makes of the ends it wrote itself is what it would read, and nothing of it is read back."""

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import registry
from games.live import hub
from games.live.hub import Hub
from games.live.writer import NotKeptError, write
from games.people.models import Standing
from games.people.standings import fold_all, stored
from games.rounds.models import Move, Round, RoundSecret, Score
from games.rounds.reading import load_table
from games.rounds.services import start_round
from lobby import services
from lobby.models import Room, Seat

ROUNDS = 22  # more than the sheet shows
NAMES = ("cai", "an", "binh")
WRITTEN = (Room, Seat, Round, RoundSecret, Move, Score, Standing)


async def here(function, *args, **kwargs):
    """Asked where the test stands: what it wrote is not committed."""
    return await sync_to_async(function)(*args, **kwargs)


class HereWriter:
    async def keep(self, entry):
        (answer,) = await here(write, [entry])
        if isinstance(answer, Exception):
            raise answer
        return answer


class Table(Hub):
    """Reads and writes where the test stands, and counts how often it reads."""

    def __init__(self, room):
        super().__init__(room.pk, HereWriter(), moved=lambda room_id: None)
        self.reads = 0

    async def catch_up(self, *, moves_only=False):
        self.reads += 1
        await super().catch_up(moves_only=moves_only)

    async def begins(self, by):
        await here(start_round, room_id=self.room_id, by=by)
        await self.refresh()
        self.reads = 0

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
    """Three people and, where there is a chair, a bot; somebody watches."""
    monkeypatch.setattr(hub, "in_database", here)
    cai, *others = people
    engine = registry.engine(request.param)
    seats = min(4, engine.seats[-1])
    room = services.create_room(by=cai, game=request.param, seats=seats)
    for chair, person in enumerate(others, 1):
        services.sit(room_id=room.pk, by=person, seat=chair)
        services.set_ready(room_id=room.pk, by=person, ready=True)
    services.note_seen(room_id=room.pk, user_id=User.objects.create_user("khach").pk)
    return Table(room)


every_game = pytest.mark.parametrize("table", list(registry.ENGINES), indirect=True)
xidach = pytest.mark.parametrize("table", ["xidach"], indirect=True)


def has_read(table):
    return load_table(table.room_id)


@every_game
def test_after_each_end_the_table_knows_what_it_would_read(table, people):
    async def plays():
        for number in range(1, ROUNDS + 1):
            await table.begins(people[0])
            if number == 3:
                await here(services.stand_up, room_id=table.room_id, by=people[2])
                await table.refresh()
                table.reads = 0
            await table.ends()
            assert table.reads == 0
            assert table.facts == await here(has_read, table)
            assert table.stand.room == table.facts.room.version
        table.close()

    async_to_sync(plays)()
    assert Round.objects.filter(status=Round.Status.OVER).count() == ROUNDS
    rated = Round.objects.filter(rated=True).count()
    assert rated and stored() == dict(fold_all())


@xidach
def test_with_a_clock_the_next_start_is_known_too(table, people):
    Room.objects.update(auto_start=True)

    async def plays():
        await table.begins(people[0])
        await table.ends()
        table.close()
        return table.facts, await here(has_read, table)

    facts, read = async_to_sync(plays)()
    assert facts == read and facts.room.start_at is not None


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
        assert table.facts == await here(has_read, table)

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
    statements, answers = 0, []
    while not answers or isinstance(answers[-1], NotKeptError):
        before = everything()
        with connection.execute_wrapper(Cut(statements)):
            answers += write([last])
        statements += 1
        assert everything() == before or not isinstance(answers[-1], NotKeptError)
    assert statements > 10
    assert answers[-1].ending.outcome and Score.objects.count() == len(NAMES)
    assert stored() == dict(fold_all()) and Room.objects.get().status == Room.Status.OPEN


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
def test_how_many_statements_a_move_and_an_end_are(table, people):
    async def plays():
        await table.begins(people[0])
        counts = []
        while table.running:
            with CaptureQueriesContext(connection) as asked:
                await table.moves()
            counts.append(len([one for one in asked if "SAVEPOINT" not in one["sql"]]))
        table.close()
        return counts

    *moves, end = async_to_sync(plays)()
    assert set(moves) == {2}, "its number, and itself"
    assert end <= 14
