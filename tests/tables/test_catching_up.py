"""What tables read anew: counted questions, as many for all of them as for one; and nothing is missed."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import registry
from games.live import catching_up
from games.live.catching_up import Ask, Stand, load_stands, read_news
from games.live.heads import Known, Tail
from games.live.hub import Hub
from games.live.live_round import LiveRound
from games.management.commands.demo import play_on, play_round
from games.rounds.models import Move, Round
from games.rounds.reading import StoredRound, load_stored, load_table, load_tables
from games.rounds.services import start_round, void_round
from lobby import services
from lobby.models import ChatLine, Room
from lobby.wire import together
from tests.backing import run_tests_on

pytestmark = pytest.mark.slow  # whole rounds of every game

NOW = timezone.now()


@pytest.fixture
def cai(db):
    return User.objects.create_user("cai")


@pytest.fixture
def rooms(cai):
    return [open_room(cai) for _ in range(5)]


def open_room(cai, game="bigtwo"):
    seats = min(4, max(registry.engine(game).seats))
    room = services.create_room(by=cai, game=game, seats=seats)
    for seat in range(1, seats):
        services.add_bot(room_id=room.pk, by=cai, seat=seat, level="house")
    return room


def started(room, cai):
    start_round(room_id=room.pk, by=cai)
    return Round.objects.get(room=room, status=Round.Status.RUNNING)


def moved(round_, deadline):
    """What the table plays when time runs out, as another process would store it."""
    round_.refresh_from_db()
    live = LiveRound(load_stored(round_))
    seat = live.to_act[0]
    word = live.engine.write_move(live.engine.time_out(live.state, seat))
    Move.objects.create(
        round=round_, number=live.version, seat=seat, word=word, by="table", at=deadline, key=live.version
    )
    Round.objects.filter(pk=round_.pk).update(move_count=F("move_count") + 1, deadline=deadline)
    return word, deadline, "table"


def as_known(room):
    """What a table asks that has read everything there is now."""
    [(facts, stored)] = read_news([Ask(room.pk)])
    known = stored and Known(stored.round_id, stored.stored, over=stored.ending is not None)
    return Ask(room.pk, known, stored and stored.facts, facts, moves_only=True)


def counted(asks):
    with CaptureQueriesContext(connection) as queries:
        news = read_news(asks)
    return news, len(queries)


def test_the_moves_of_any_number_of_tables_are_one_question(rooms, cai):
    rounds = [started(room, cai) for room in rooms]
    asks = [as_known(room) for room in rooms]
    assert counted(asks) == ([(None, None)] * 5, 1), "without news too"
    made = [[moved(one, NOW + timedelta(seconds=n)) for n in range(3)] for one in rounds[:3]]
    news, questions = counted(asks)
    assert questions == 1
    assert [facts for facts, _tail in news] == [None] * 5 and [tail for _, tail in news[3:]] == [None] * 2
    for (_facts, tail), one, moves in zip(news, rounds, made, strict=False):
        assert isinstance(tail, Tail) and (tail.round_id, tail.stored, tail.ending) == (one.pk, 3, None)
        assert list(tail.moves) == moves and tail.deadline == moves[-1][1]


def test_of_a_tail_only_what_is_not_known_is_read(rooms, cai):
    one = started(rooms[0], cai)
    moved(one, NOW)
    ask = as_known(rooms[0])
    last = moved(one, NOW + timedelta(seconds=9))
    [(_facts, tail)] = read_news([ask])
    assert tail.moves == (last,) and tail.stored == 2


@pytest.mark.parametrize("game", ["xidach", "bigtwo", "rummy", "niuniu"])
def test_a_start_and_an_end_come_with_the_moves(game, cai, no_room_is_read):
    """The rest of the table follows from them."""
    room = open_room(cai, game)
    for _round in range(3):
        before, one = as_known(room), started(room, cai)
        [(facts, begun)] = no_room_is_read(before)
        assert isinstance(begun, StoredRound) and begun.moves == () and facts.room.status == "playing"
        assert facts == load_table(room.pk)
        before = as_known(room)
        play_on(one.pk)
        [(facts, tail)] = no_room_is_read(before)
        assert isinstance(tail, Tail) and len(tail.moves) == tail.stored and tail.ending is not None
        assert facts == load_table(room.pk) and facts.next.number == one.number + 1


def test_who_leaves_during_a_round_is_gone_when_it_ends_elsewhere(cai, no_room_is_read):
    room = open_room(cai, "bigtwo")
    one = started(room, cai)
    services.stand_up(room_id=room.pk, by=cai)
    before = as_known(room)
    play_on(one.pk)
    [(facts, _tail)] = no_room_is_read(before)
    assert facts == load_table(room.pk) and not facts.room.seats[0].taken


@pytest.fixture
def no_room_is_read(monkeypatch):
    """Reads for one table, in which nothing else of the room may be read."""

    def read(ask):
        with monkeypatch.context() as patch:
            patch.setattr(catching_up, "load_tables", None)
            return read_news([ask])

    return read


@pytest.mark.parametrize("game", ["xidach", "bigtwo"])
def test_a_hint_of_a_start_or_an_end_reads_no_room(game, cai, monkeypatch):
    """As it comes from the process where the round is played."""

    async def here(function, *args):
        return await sync_to_async(function)(*args)

    monkeypatch.setattr(together, "in_database", here)
    room = open_room(cai, game)

    async def heard(table):
        [(_id, stand)] = (await here(load_stands, [room.pk])).items()
        table.hear_of(stand)
        async with asyncio.timeout(5):
            await table._refreshing
        return table.stand == stand

    async def story():
        table = Hub(room.pk, None, moved=lambda room_id: None)
        await table.refresh()
        monkeypatch.setattr(catching_up, "load_tables", None)
        one = await here(started, room, cai)
        assert await heard(table) and table.facts == await here(load_table, room.pk)
        assert table.running
        await here(play_on, one.pk)
        assert await heard(table) and table.facts == await here(load_table, room.pk)
        assert table.round.ending is not None
        table.close()

    async_to_sync(story)()


ELSEWHERE = {
    "options": lambda room, cai: services.change_options(room_id=room.pk, by=cai, turn_seconds=15),
    "a whole round": lambda room, cai: play_round(room),
}


@pytest.mark.parametrize("what", ELSEWHERE)
def test_where_more_was_done_than_one_start_the_room_is_read(what, cai):
    room = open_room(cai)
    before = as_known(room)
    ELSEWHERE[what](room, cai)
    started(room, cai)
    [(facts, begun)] = read_news([before])
    assert facts == load_table(room.pk) and isinstance(begun, StoredRound)


def test_where_more_was_done_than_one_end_the_room_is_read(cai):
    room = open_room(cai)
    one = started(room, cai)
    before = as_known(room)
    play_on(one.pk)
    services.change_options(room_id=room.pk, by=cai, turn_seconds=15)
    [(facts, tail)] = read_news([before])
    assert facts == load_table(room.pk) and tail.ending is not None


def test_a_round_that_is_void_elsewhere_is_read_with_its_room(cai):
    room = open_room(cai)
    one = started(room, cai)
    before = as_known(room)
    void_round(round_id=one.pk, cause=Round.VoidCause.CRASH)
    [(facts, tail)] = read_news([before])
    assert facts == load_table(room.pk) and tail.ending.void == "crash"


def test_the_starts_and_ends_of_any_number_of_tables_are_one_question(rooms, cai):
    asks = [as_known(room) for room in rooms]
    rounds = [started(room, cai) for room in rooms]
    (_alone, few), (together, many) = counted(asks[:1]), counted(asks)
    assert few == many == 1
    assert [facts for facts, _begun in together] == [load_table(room.pk) for room in rooms]
    asks = [as_known(room) for room in rooms]
    for one in rounds:
        play_on(one.pk)
    (_alone, few), (together, many) = counted(asks[:1]), counted(asks)
    assert few == many == 1
    assert [facts for facts, _tail in together] == [load_table(room.pk) for room in rooms]


@pytest.mark.parametrize("game", registry.ENGINES)
def test_a_round_is_told_as_the_orm_reads_it(game, cai):
    """Before its first move, in its course, void, over, and taken back."""
    room = open_room(cai, game)
    one = started(room, cai)
    User.objects.filter(pk=cai.pk).update(username="cai_moi")  # called as today
    assert told(room) == load_stored(Round.objects.get(pk=one.pk))
    moved(one, NOW)
    assert told(room) == load_stored(Round.objects.get(pk=one.pk)) and len(told(room).moves) == 1
    void_round(round_id=one.pk, cause=Round.VoidCause.CRASH)  # a deal may have ended it: nobody plays on
    assert told(room) == load_stored(Round.objects.get(pk=one.pk)) and told(room).ending.void == "crash"
    one = started(room, cai)
    play_on(one.pk)
    assert told(room) == load_stored(Round.objects.get(pk=one.pk)) and told(room).ending.outcome.points
    Round.objects.filter(pk=one.pk).update(void_cause=Round.VoidCause.MODERATOR)
    assert told(room) == load_stored(Round.objects.get(pk=one.pk)) and told(room).ending.void == "moderator"


def told(room):
    [(_facts, stored)] = read_news([Ask(room.pk)])
    return stored


def test_a_room_of_another_version_is_read_with_its_moves(rooms, cai):
    asks = [as_known(room) for room in rooms]
    for room in rooms:
        services.change_options(room_id=room.pk, by=cai, turn_seconds=15)
    (alone, few), (together, many) = counted(asks[:1]), counted(asks)
    assert few == many and together[0] == alone[0]
    assert [facts for facts, _round in together] == [load_table(room.pk) for room in rooms]


def test_what_was_left_alone_is_read_whole_once_it_is_over(cai):
    room = open_room(cai)
    one = started(room, cai)
    before = as_known(room)
    left_alone = replace(before, known=Known(one.pk, 0, left_alone=True))
    assert read_news([left_alone]) == [(None, None)]
    play_on(one.pk)
    [(facts, stored)] = read_news([left_alone])
    assert isinstance(stored, StoredRound) and stored.ending is not None and facts == load_table(room.pk)


def test_many_tables_read_at_once_are_each_as_read_alone(rooms, cai):
    for number, room in enumerate(rooms):
        ChatLine.objects.bulk_create(
            ChatLine(room=room, user=cai, text=f"{line}") for line in range(30 * number)
        )
        if number % 2:
            play_round(room)
            services.change_options(room_id=room.pk, by=cai, turn_seconds=15 + number)
    tables = load_tables({room.pk: None for room in rooms})
    assert tables == {room.pk: load_table(room.pk) for room in rooms}
    assert [len(tables[room.pk].chat) for room in rooms] == [0, 30, 50, 50, 50]
    assert tables[rooms[2].pk].chat[-1].text == "59" and tables[rooms[2].pk].chat[0].text == "10"
    known = {room.pk: tables[room.pk] for room in rooms}
    with CaptureQueriesContext(connection) as of_five:
        assert load_tables(known) == tables
    with CaptureQueriesContext(connection) as of_one:
        load_tables({rooms[1].pk: known[rooms[1].pk]})
    assert len(of_five) == len(of_one)


def test_a_room_that_is_gone_is_no_table(rooms, cai):
    assert read_news([Ask(0), Ask(rooms[0].pk)])[0] == (None, None)


def test_where_a_table_stands_follows_from_what_was_read(rooms, cai):
    one = started(rooms[0], cai)
    moved(one, NOW)
    version = Room.objects.get(pk=rooms[0].pk).version
    assert load_stands([rooms[0].pk]) == {rooms[0].pk: Stand(version, one.pk, 1, 0)}


@pytest.mark.postgres
def test_postgresql_reads_them_alike(tests_database):
    tests = [
        test_of_a_tail_only_what_is_not_known_is_read,
        test_a_round_is_told_as_the_orm_reads_it,
        test_a_start_and_an_end_come_with_the_moves,
        test_the_starts_and_ends_of_any_number_of_tables_are_one_question,
        test_what_was_left_alone_is_read_whole_once_it_is_over,
    ]
    run_tests_on(tests_database, *(f"{__file__}::{test.__name__}" for test in tests))
