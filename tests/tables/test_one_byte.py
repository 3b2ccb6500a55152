"""What somebody changed in the database behind everybody's back is named by `verify_round`."""

import json

import pytest
from django.db import connection

from accounts.models import User
from games import registry
from games.management.commands.demo import play_round
from games.management.commands.verify_round import faults_of
from games.rounds.models import Round
from lobby.services import add_bot, create_room

KEPT = [  # table, column, and what tells which row
    ("games_round", "transcript", "id"),
    ("games_round", "server_commit", "id"),
    ("games_round", "results", "id"),
    ("games_round", "points", "id"),
    ("games_round", "sheet", "id"),
    ("games_roundsecret", "server_seed", "round_id"),
    ("games_roundseat", "seed", "round_id"),
    ("games_score", "points", "round_id"),
    ("games_score", "sheet", "round_id"),
    ("games_score", "seat", "round_id"),
    ("games_score", "user_id", "round_id"),
]

OTHERS = {"seat": [99], "user_id": [None]}


@pytest.fixture
def a_round(request, db):
    cai = User.objects.create_user("cai")
    room = create_room(by=cai, game=request.param, seats=2 if request.param != "bigtwo" else 4)
    for chair in range(1, room.seat_count):
        add_bot(room_id=room.pk, by=cai, seat=chair, level=registry.engine(request.param).levels[0])
    play_round(room)
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'games_%%'")
        for (name,) in cursor.fetchall():
            cursor.execute(f'DROP TRIGGER "{name}"')
    return Round.objects.get(status="over")


def faults(round_):
    return faults_of(Round.objects.select_related("room", "secret").get(pk=round_.pk))


def changed(value):
    """One byte or digit of it, at either end, and a whole one more."""
    if isinstance(value, int):
        return [value + 1, -value or 7]
    if isinstance(value, bytes | memoryview):
        raw = bytes(value)
        return [bytes([raw[0] ^ 1]) + raw[1:], raw[:-1] + bytes([raw[-1] ^ 128])]
    at = next(n for n, letter in enumerate(value) if letter.isdigit())
    other = "1" if value[at] != "1" else "2"
    shorter = [json.dumps(json.loads(value)[1:])] if value.startswith("[") else []
    return [value[:at] + other + value[at + 1 :], *shorter]


@pytest.mark.slow
@pytest.mark.parametrize("a_round", registry.ENGINES, indirect=True)
def test_whatever_was_changed_of_a_round_is_named(a_round):
    """T44"""
    assert faults(a_round) == []
    with connection.cursor() as cursor:
        for table, column, which in KEPT:
            cursor.execute(f"SELECT rowid, {column} FROM {table} WHERE {which} = %s", [a_round.pk])
            row, value = cursor.fetchone()
            for other in OTHERS.get(column) or changed(value):
                cursor.execute(f"UPDATE {table} SET {column} = %s WHERE rowid = %s", [other, row])
                assert faults(a_round), (table, column, value, other)
            cursor.execute(f"UPDATE {table} SET {column} = %s WHERE rowid = %s", [value, row])
        assert faults(a_round) == []


@pytest.mark.slow
@pytest.mark.parametrize("a_round", registry.ENGINES, indirect=True)
def test_a_move_that_is_gone_or_of_another_seat_is_named(a_round):
    """T44"""
    last = a_round.moves.last()
    seat, word = last.seat, last.word
    others = [{"seat": (seat + 1) % a_round.seats.count()}, {"word": word | {"do": "fly"}}, {"number": 99}]
    for other in others:
        a_round.moves.filter(pk=last.pk).update(**other)
        assert faults(a_round), other
        a_round.moves.filter(pk=last.pk).update(seat=seat, word=word, number=last.number)
    assert faults(a_round) == []
    last.delete()
    assert faults(a_round)
