"""The hall of one process: its tables, and who is at their doors."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from threading import Event
from types import SimpleNamespace

import pytest
from django.utils import timezone

from accounts.models import User
from games.live import hall as halls
from games.live import hub as hubs
from games.live import pauses, writer
from games.live.catching_up import Stand, load_stands
from games.live.dues import Due
from games.live.hall import Hall
from games.live.hub import Hub
from games.live.live_round import LiveRound, NotJudgedError
from games.live.viewing import Person, sight_of
from games.table.zone import html_of
from games.table.zones import zones_of
from lobby import services
from lobby.models import ChatLine, Room
from lobby.wire import together
from tests.tables.test_live_round import a_round
from tests.tables.test_zones import NOW, a_room, a_table

AN = Person(id=1, name="An", session_key="", language="vi")


class KnownTable:
    facts = a_table(a_room())

    async def reach(self, stand):
        pass

    def meet(self, here):
        pass


@pytest.fixture
def hall(monkeypatch):
    async def no_stands(load, room_ids):
        return [None for _room_id in room_ids]

    monkeypatch.setattr(together, "in_database", no_stands)
    hall = Hall()
    hall.hubs = {7: KnownTable(), 8: KnownTable()}
    return hall


async def test_who_came_in_is_no_longer_at_the_door(hall):
    async with hall.arrival(7, AN), hall.arrival(7, AN), hall.arrival(8, AN):
        assert hall._arriving == {7: 2, 8: 1}
    assert dict(hall._arriving) == {}


async def test_who_was_turned_away_is_not_at_the_door_either(hall):
    with pytest.raises(OSError):
        async with hall.arrival(7, AN):
            raise OSError
    assert dict(hall._arriving) == {}


async def test_a_room_that_does_not_open_keeps_no_other_waiting_and_is_asked_less_often(hall, monkeypatch):
    now, asked = 0.0, []

    async def look_up(function, known, resting):
        return {}, [room for room in (1, 2, 3) if room not in resting]

    async def opens(room_id):
        asked.append(room_id)
        if room_id == 1:
            raise ZeroDivisionError

    monkeypatch.setattr(halls, "in_database", look_up)
    monkeypatch.setattr(pauses, "monotonic", lambda: now)
    hall.open, hall.hubs = opens, {}
    for _ in range(60):
        await hall.look()
        now += 3
    assert asked.count(2) == asked.count(3) == 60
    assert 5 <= asked.count(1) <= 8  # three minutes: a second, two, four … a minute


@pytest.mark.django_db
def test_whatever_is_new_at_a_table_is_found_where_no_hint_of_it_came():
    """T40"""
    cai = User.objects.create_user(username="cai")
    code = services.create_room(by=cai, game="xidach", seats=2).code
    room = Room.objects.get(code=code)

    def stale():
        stand, _here = halls._look_up([room.pk], set())[0][room.pk]
        return not known >= stand

    known = load_stands([room.pk])[room.pk]
    assert not stale()
    ChatLine.objects.create(room=room, user=cai, text="có ai không?")
    assert stale()
    known = load_stands([room.pk])[room.pk]
    assert not stale()
    Room.objects.filter(pk=room.pk).update(version=known.room + 1)
    assert stale()


class Standing(Hub):
    """A table that has come so far, and reads what is newer."""

    stand = STAND = Stand(room=2, round_id=7, moves=3, line=4)

    def __init__(self, database):
        super().__init__(1, None, moved=lambda room_id: None)
        self._facts, self.database, self.read = a_table(a_room(here=frozenset({1}))), database, []

    async def catch_up(self, *, moves_only=False):
        self.read.append("moves" if moves_only else "all")
        self.stand |= self.database


async def looked_after(table, monkeypatch, *, here=frozenset({1}), meanwhile=lambda: None):
    """What the table reads when the hall looks; `meanwhile`: while the database is asked."""

    async def look_up(function, known, resting):
        meanwhile()
        return {1: (table.database, here)}, []

    monkeypatch.setattr(halls, "in_database", look_up)
    hall = Hall()
    hall.hubs = {1: table}
    await hall.look()
    if table._refreshing is not None:
        await table._refreshing
    return table.read


NEWS = [
    # the database has               read of it
    ({},                             []),
    ({"moves": 4},                   ["moves"]),
    ({"round_id": 8, "moves": 0},    ["moves"]),
    ({"room": 3},                    ["moves"]),  # and the room with them, by its version
    ({"line": 5},                    ["all"]),
    ({"moves": 2},                   []),  # the table has gone on since
]  # fmt: skip


@pytest.mark.parametrize(("news", "read"), NEWS)
async def test_only_a_table_that_is_behind_the_database_is_read(monkeypatch, news, read):
    table = Standing(replace(Standing.STAND, **news))
    assert await looked_after(table, monkeypatch) == read


async def test_a_busy_table_is_not_taken_for_one_that_missed_a_move(monkeypatch):
    """Its moves go on while the database is asked, and while the answer is on its way."""
    table = Standing(replace(Standing.STAND, moves=5))

    def moves(to):
        table.stand = replace(table.stand, moves=to)

    assert await looked_after(table, monkeypatch, meanwhile=lambda: moves(6)) == []
    moves(4)  # the move that leads to the fifth is stored already, and not yet answered
    async with table.lock:
        look = asyncio.create_task(looked_after(table, monkeypatch))
        await asyncio.sleep(0.01)
        moves(5)
    assert await look == []


async def test_who_comes_and_goes_costs_no_reading(monkeypatch):
    table = Standing(Standing.STAND)
    assert await looked_after(table, monkeypatch, here=frozenset({2, 3})) == []
    assert table.facts.room.here == {2, 3}
    assert [seat.online for seat in table.facts.room.seats[:3]] == [False, True, True]


async def test_a_hint_of_what_is_known_already_costs_nothing():
    table = Standing(replace(Standing.STAND, moves=9))
    table.hear_of(Stand(round_id=7, moves=3))
    table.hear_of(Stand(round_id=6, moves=40))  # a late one
    assert table._refreshing is None and table.read == []


@pytest.mark.slow
async def test_a_hint_that_comes_before_its_commit_is_looked_for_again_but_not_for_ever():
    table = Standing(Standing.STAND)
    table.hear_of(Stand(round_id=7, moves=4))
    while len(table.read) < 2:
        await asyncio.sleep(0.01)
    table.database = replace(table.database, moves=4)  # now it can be seen
    await table._refreshing
    seen = len(table.read)
    assert table.stand.moves == 4 and seen >= 3 and set(table.read) == {"moves"}
    table.hear_of(Stand(round_id=7, moves=9))  # nobody ever made it
    await table._refreshing
    assert len(table.read) == seen + hubs.LOOKS


def a_running_table(kind=Hub):
    table = kind(1, None, moved=lambda room_id: None)
    table._facts, table.round = a_table(a_room(taken=(0, 1), status="playing")), LiveRound(a_round("xidach"))
    return table


class Counting(Hub):
    """Counts how often it is read anew; what it finds is what `finds` says."""

    reads = 0
    finds = staticmethod(lambda facts: facts)

    async def refresh(self):
        async with self.lock:
            self.reads += 1
            await asyncio.sleep(0)
            self._facts = self.finds(self._facts)


async def test_a_table_is_read_anew_only_where_something_was():
    table = a_running_table(Counting)
    table._facts = a_table(a_room(here=frozenset({1})))
    stand = table.stand
    for _look in range(50):
        await table.reach(stand)
    assert table.reads == 0
    changed = a_table(a_room(here=frozenset({1, 9}), version=2))
    table.finds = lambda facts: changed
    await table.reach(replace(stand, room=2))
    await table.reach(replace(stand, room=1))
    assert table.reads == 1
    await asyncio.gather(*(table.reach(replace(stand, line=5)) for _ in range(50)))
    assert table.reads == 3, "once, and once more for what may have come while it was read"


async def test_what_is_written_when_nobody_waits_for_it_any_more_is_read_at_once(hall, monkeypatch, settings):
    settings.TABLE = settings.TABLE | {"ANSWER_LIMIT": 0.01}
    read, goes_on = asyncio.Event(), Event()

    def writes(entries, is_awaited):
        goes_on.wait(20)
        return [None] * len(entries)

    monkeypatch.setattr(writer, "write", writes)
    hall.hubs[7] = SimpleNamespace(touch=read.set)
    try:
        with pytest.raises(writer.NotKeptError):
            await hall.writer.keep(SimpleNamespace(room_id=7))
        assert not read.is_set()
    finally:
        goes_on.set()
    await asyncio.wait_for(read.wait(), 20)


async def test_a_table_is_not_forgotten_while_it_is_read(monkeypatch):
    """What is read may set its clock; it would act on beside the table that is opened next."""
    hall, read, table = Hall(), asyncio.Event(), Hub(1, None, moved=lambda room_id: None)
    table._facts, hall.hubs = a_table(a_room()), {1: table}

    async def in_database(*args, **kwargs):
        await read.wait()
        return [(None, None)]

    monkeypatch.setattr(together, "in_database", in_database)
    table.touch()
    for _look in range(3):
        hall._forget_the_empty()
    assert hall.hubs
    read.set()
    await table._refreshing
    hall._forget_the_empty()
    assert hall.hubs, "somebody may have read a page of it, and come in a moment"
    hall._forget_the_empty()
    assert not hall.hubs


BEHIND = [{"room": 2}, {"round_id": 10**6}, {"moves": 10**6}, {"line": 2}]


@pytest.mark.parametrize("news", BEHIND)
async def test_every_kind_of_news_is_read(news):
    table = a_running_table(Counting)
    table._facts = a_table(a_room(here=frozenset({1})))
    await table.reach(replace(table.stand, **news))
    assert table.reads


def fails(*args, **kwargs):
    raise ZeroDivisionError


async def test_rules_that_fail_over_a_move_refuse_it(monkeypatch):
    table = a_running_table()
    monkeypatch.setattr(table.round, "judge", fails)
    refusal = await table.hear_move(user_id=1, round_number=7, n=0, word={"do": "deal", "first": "left"})
    assert refusal.code == "unavailable" and table.round.version == 0


def test_a_page_that_cannot_show_the_round_says_so(monkeypatch):
    table = a_running_table()
    monkeypatch.setattr(table.round, "seen_by", fails)
    sight = sight_of(AN, table.facts, table.round)
    assert sight.seen is None
    banner = zones_of(sight.table, sight.seen, sight.viewer)["banner"]
    assert "bàn đang dừng" in html_of(banner, "vi")


async def test_a_fault_at_a_table_is_said_and_tried_again_less_and_less_often(monkeypatch):
    now, waits, broken = 0.0, [], [True]
    monkeypatch.setattr(pauses, "monotonic", lambda: now)
    table = a_running_table()

    async def act_for(seat):
        if broken:
            raise ZeroDivisionError
        table._moved(table.round)

    monkeypatch.setattr(table.dues, "_act_for", act_for)
    table.round.deadline = NOW  # long ago
    assert not table.facts.stands_still
    for _ in range(9):
        table.dues.plan()
        await table.dues.act()
        assert table.facts.stands_still
        waits.append(table.pauses.left)
        now += waits[-1]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    broken.clear()
    await table.dues.act()
    assert not table.facts.stands_still
    table.close()


async def test_rules_that_fail_over_what_a_bot_wants_keep_nobody_waiting(monkeypatch):
    """Its seat moves as if its time were up."""
    table, made = a_running_table(), []
    live = table.round

    async def make_move(live, seat, word, *, by):
        if by == "bot":
            raise NotJudgedError
        made.append((seat, word["do"], by))

    monkeypatch.setattr(table, "make_move", make_move)
    monkeypatch.setattr(table.dues, "_choice", lambda live, seat, level: {"do": "deal"})
    table.dues._dues = {seat: Due(NOW, "bot", 0) for seat in live.to_act}
    await table.dues._act_for(0)
    assert made == [(0, "deal", "table")]


@pytest.mark.slow
async def test_moves_that_put_off_the_time_out_set_no_timer_and_it_comes_in_its_time(monkeypatch):
    """The timer of an earlier one finds nothing due, and is set to the one that holds now."""
    table, acted = a_running_table(), []
    loop = asyncio.get_running_loop()

    async def act_for(seat):
        acted.append(loop.time())
        table.round.deadline = timezone.now() + timedelta(hours=1)

    monkeypatch.setattr(table.dues, "_act_for", act_for)
    monkeypatch.setattr(table.dues, "_who_acts_for", lambda seat: "limit")
    timers, began = set(), loop.time()
    for number in range(10):
        table.round.deadline = timezone.now() + timedelta(seconds=0.1 + number / 100)
        table.dues.plan()
        timers.add(table.dues._timer)
    assert len(timers) == 1
    await asyncio.sleep(0.15)
    assert not acted and table.dues._timer is not None
    await asyncio.sleep(0.15)
    assert len(acted) == 1 and acted[0] - began >= 0.19
    table.round.deadline = timezone.now() + timedelta(seconds=0.05)
    table.dues.plan()
    await asyncio.sleep(0.15)
    assert len(acted) == 2, "one that is due sooner is not kept waiting by one that was set before"
    table.close()
