"""Accounts close while rounds begin, go on and end in their rooms; run on PostgreSQL by test_nothing_left.

Threads stand for the processes of a site: each writes moves and starts of several tables at once, as a writer
does, and others close accounts meanwhile. SQLite has one lock for all of it.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing as and_close
from threading import Event
from time import monotonic, sleep

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts import closing
from accounts.models import User
from games.live import writer
from games.live.live_round import LiveRound
from games.live.writer import BarredError, Entry, NotKeptError, SupersededError, write
from games.management.commands.demo import play_on
from games.rounds.models import Move, Round, RoundSeat, Score
from games.rounds.reading import load_stored
from games.rounds.services.starts import Start, start_of
from lobby import services
from lobby.facts import load_room
from lobby.models import Room

pytestmark = pytest.mark.django_db(transaction=True)
ROOMS, LEAVING, STAYING = 10, 10, 4
MOST = 3000  # moves and starts, should the accounts never be closed


@pytest.fixture
def people():
    """Each leaves in the end, or stays; all sit in every room, and each owns one of them."""
    leaving = [User.objects.create_user(f"Đi {n}") for n in range(LEAVING)]
    staying = [User.objects.create_user(f"Ở {n}") for n in range(STAYING)]
    for n in range(ROOMS):
        owner, *others = leaving[n % LEAVING], *staying[:2], leaving[(n + 1) % LEAVING]
        room = services.create_room(by=owner, game="xidach", seats=6, visibility="public")
        for chair, person in enumerate(others, start=1):
            services.sit(room_id=room.pk, by=person, seat=chair)
            services.set_ready(room_id=room.pk, by=person, ready=True)
        services.add_bot(room_id=room.pk, by=owner, seat=5, level="house")
    return leaving, staying


def what_comes_next(room_id):
    """A start, or a move of whoever is to act: their own, or the table's where that is barred."""
    round_ = Round.objects.filter(room=room_id).select_related("room", "secret").order_by("-number").first()
    if round_ is None or round_.status != Round.Status.RUNNING:
        facts = load_room(room_id)
        start = start_of(facts, by=facts.owner_id, at=timezone.now()) if facts.status == "open" else None
        return start if isinstance(start, Start) else None
    live = LiveRound(load_stored(round_))
    if not live.to_act:  # another thread ended it since the question before
        return None
    seat, now = live.to_act[0], timezone.now()
    word, state = live.judge(seat, live.engine.write_move(live.engine.time_out(live.state, seat)))
    user_id = live.facts.players[seat].user_id
    plays = user_id is not None and User.objects.filter(pk=user_id, is_active=True).exists()
    return Entry(
        round_id=round_.pk, room_id=room_id, number=live.version, seat=seat, word=word,
        by=Move.By.PERSON if plays else Move.By.TABLE, mover_id=user_id if plays else None, at=now,
        deadline=None, due_at=now, to_act=live.engine.to_act(state), outcome=live.engine.outcome(state),
    )  # fmt: skip


def plays(seed, over):
    """What was acknowledged, as (round, number, key)."""
    chance, kept = random.Random(seed), []
    with and_close(connection):
        rooms = list(Room.objects.values_list("pk", flat=True))
        while not over.is_set() and len(kept) < MOST:
            found = map(what_comes_next, chance.sample(rooms, 4))
            entries = [entry for entry in found if entry is not None]
            for entry, answer in zip(entries, write(entries), strict=True):
                assert not isinstance(answer, NotKeptError), answer
                if not isinstance(answer, BarredError | SupersededError) and isinstance(entry, Entry):
                    kept.append((entry.round_id, entry.number, entry.key))
    return kept


def closes(people):
    steps = 0
    with and_close(connection):
        for person in people:
            closing.ask_to_close(user=person)
            User.objects.filter(pk=person.pk).update(closes_at=timezone.now())
            steps += sum(1 for _step in closing.close(person.pk))
    return steps


def waits_for_a_lock():
    """Some other connection does; whoever asks holds what it waits for."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else it is as it was when first asked
        cursor.execute(f"{waiting} AND datname = current_database()")
        return cursor.fetchone()[0] > 0


def test_who_waits_for_a_room_holds_no_person(people):
    """The end of a round holds the room, and then writes a line of each person who played."""
    (lan, *_others), _staying = people
    room_id = lan.rooms.get().pk
    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            room = services.lock(room_id)
            closer = thread.submit(closes, [lan])
            until = monotonic() + 20
            while not waits_for_a_lock():
                assert not closer.done() and monotonic() < until
                sleep(0.01)
            services.record(room, "end", by=lan)
        assert closer.result(20) > 1
    lan.refresh_from_db()
    assert lan.closed_at is not None and Room.objects.get(pk=room_id).owner != lan


def test_accounts_close_while_their_rooms_play(people, monkeypatch):
    leaving, staying = people
    trouble, commit = [], writer._commit

    def commits(entries):
        try:
            return commit(entries)
        except Exception as error:
            trouble.append(error)
            raise

    monkeypatch.setattr(writer, "_commit", commits)
    over = Event()
    with ThreadPoolExecutor(5) as threads:
        players = [threads.submit(plays, seed, over) for seed in range(3)]
        closers = [threads.submit(closes, some) for some in (leaving[::2], leaving[1::2])]
        try:
            steps = sum(closer.result(60) for closer in closers)
        finally:
            over.set()
        kept = [move for player in players for move in player.result(60)]
    assert not trouble, trouble
    assert steps > 2 * LEAVING and len(kept) > 20, (steps, len(kept))
    stored = set(Move.objects.values_list("round", "number", "key"))
    assert stored >= set(kept), "an acknowledged move is lost"
    for round_ in Round.objects.filter(status=Round.Status.RUNNING):
        play_on(round_.pk)
    assert sum(Score.objects.values_list("points", flat=True)) == 0
    for model in (RoundSeat, Score):
        assert not model.objects.filter(name__startswith="Đi").exists()
    rooms = Room.objects.values_list("pk", flat=True)
    services.seen([(room, person.pk) for room in rooms for person in staying[:2]], at=timezone.now())
    services.tidy(timezone.now())
    assert not Room.objects.filter(owner__in=leaving, status=Room.Status.OPEN).exists()
    assert User.objects.filter(pk__in=[one.pk for one in leaving], closed_at=None).count() == 0
    assert Score.objects.filter(user__in=staying).exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        assert cursor.fetchone() == (0,)
