"""The writer of live moves: whose row is whose, when two processes or one twice write the same number."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from zoneinfo import ZoneInfo

import pytest
from django.db import OperationalError, connection
from django.db.models import Count
from django.utils import timezone

from accounts.models import User
from games.live import writer
from games.live.live_round import LiveRound
from games.live.writer import Entry, NotKeptError, SupersededError, Writer, write
from games.rounds.models import Move, Round, Score
from games.rounds.reading import load_stored
from games.rounds.services import start_round, void_round
from lobby.services import add_bot, create_room, sql
from tests.backing import run_tests_on

pytestmark = pytest.mark.usefixtures("one_connection")


@pytest.fixture
def begins(db):
    """A round of Xì Dách that has just begun: its first move is a bet and ends nothing."""

    def begin(name="Cái"):
        cai = User.objects.create_user(name)
        room = create_room(by=cai, game="xidach", ruleset="vipgame")
        add_bot(room_id=room.pk, by=cai, seat=1, level="house")
        return start_round(room_id=room.pk, by=cai)

    return begin


@pytest.fixture
def round_(begins):
    return begins()


def entry_of(round_, *, again=None):
    """The move that time-out makes next, as a hub hands it to the writer."""
    live = LiveRound(load_stored(round_))
    seat, now = live.to_act[0], timezone.now()
    word, state = live.judge(seat, live.engine.write_move(live.engine.time_out(live.state, seat)))
    return Entry(
        round_id=round_.pk, room_id=round_.room_id, number=live.version, seat=seat, word=word,
        by=Move.By.TABLE, mover_id=None, at=again.at if again else now, deadline=None, due_at=now,
        to_act=live.engine.to_act(state), outcome=live.engine.outcome(state),
    )  # fmt: skip


def test_the_same_move_of_another_process_is_not_ours(round_):
    """Not even where both say the same, for the same seat, in the same microsecond."""
    theirs = entry_of(round_)
    ours = entry_of(round_, again=theirs)
    assert (theirs.word, theirs.seat, theirs.at) == (ours.word, ours.seat, ours.at)
    assert write([theirs]) == [None]
    (answer,) = write([ours])
    assert isinstance(answer, SupersededError)


def test_a_move_whose_answer_was_lost_is_ours(round_):
    entry = entry_of(round_)
    assert write([entry]) == [None]
    assert writer._write_one(entry) is None, "tried again"
    assert Move.objects.filter(round=round_).count() == 1


def test_a_lost_answer_tells_the_end_only_of_the_move_that_made_it(round_):
    """By the time we ask again another process may have ended the round."""
    entries = []
    while Round.objects.get(pk=round_.pk).status == Round.Status.RUNNING:
        entries.append(entry_of(Round.objects.select_related("room", "secret").get(pk=round_.pk)))
        (ended,) = write(entries[-1:])
    first, *_, last = entries
    assert writer._write_one(first) is None and writer._write_one(last) == ended
    assert ended.ending.outcome is not None
    (answer,) = write([replace(last, key=last.key + 1)])
    assert isinstance(answer, SupersededError)


def test_a_connection_that_cannot_even_be_closed_costs_no_move(round_, monkeypatch):
    """What gets past the writer ends its thread, and with it every table of the process."""
    breaks = [OperationalError("broken"), OperationalError("broken")]

    def close_old_connections():
        if breaks:
            raise breaks.pop()

    def together(entries):
        raise OperationalError("broken")

    entry, commit = entry_of(round_), writer._commit
    monkeypatch.setattr(writer, "close_old_connections", close_old_connections)
    monkeypatch.setattr(
        writer, "_commit", lambda entries: commit(entries) if not breaks else together(entries)
    )
    assert write([entry]) == [None]
    breaks += [OperationalError("broken")] * writer.TRIES
    (answer,) = write([replace(entry, number=1)])
    assert isinstance(answer, NotKeptError)


# --- one batch for many tables, and another process that was quicker at one of them --------------


@pytest.fixture
def many(begins):
    """A move at each of fifty tables."""
    return [entry_of(begins(f"Cái {number}")) for number in range(50)]


def written(entries):
    """The answers, and what the database was told for them."""
    told = []

    def hears(execute, statement, params, many, context):
        told.append(statement.split()[0])
        return execute(statement, params, many, context)

    with connection.execute_wrapper(hears):
        return write(entries), told


def kept(answers):
    return [None if answer is None else type(answer) for answer in answers]


def stored(entries):
    """How many moves each of these rounds counts, and how many it has."""
    rounds = Round.objects.annotate(stored=Count("moves")).in_bulk([entry.round_id for entry in entries])
    return [(rounds[entry.round_id].move_count, rounds[entry.round_id].stored) for entry in entries]


TRANSACTION = ["SAVEPOINT", "UPDATE", "INSERT", "RELEASE"]  # a batch that nobody was quicker than


def test_fifty_tables_move_in_two_statements(many):
    assert written(many) == ([None] * 50, TRANSACTION)


def test_a_move_that_lost_its_place_costs_the_other_tables_one_question(many):
    theirs = replace(many[7], key=many[7].key + 1)
    assert write([theirs]) == [None]
    answers, told = written(many)
    assert kept(answers) == [None] * 7 + [SupersededError] + [None] * 42
    assert told == ["SAVEPOINT", "UPDATE", "SELECT", "INSERT", "RELEASE"]
    assert stored(many) == [(1, 1)] * 50
    assert Move.objects.get(round=theirs.round_id).key == theirs.key


def test_nor_does_one_of_a_round_that_went_on_or_was_voided(same_deals, many):
    gone, void, *others = many
    assert write([replace(gone, key=gone.key + 1)]) == [None]
    assert write([entry_of(Round.objects.select_related("room", "secret").get(pk=gone.round_id))]) == [None]
    void_round(round_id=void.round_id, cause=Round.VoidCause.CRASH)
    answers, told = written(many)
    assert kept(answers) == [SupersededError] * 2 + [None] * 48
    assert told == ["SAVEPOINT", "UPDATE", "SELECT", "INSERT", "RELEASE"]
    assert stored(many) == [(2, 2), (0, 0)] + [(1, 1)] * 48


def test_of_two_moves_of_one_number_the_first_is_stored(many):
    """T13  Who made the first has gone and does not wait for its answer; the second was judged without it."""
    again = replace(many[0], key=many[0].key + 1)
    answers, told = written([*many, again])
    assert kept(answers) == [None] * 50 + [SupersededError] and told == TRANSACTION
    assert Move.objects.get(round=again.round_id).key == many[0].key


def test_the_last_move_that_lost_its_place_ends_nothing(round_, begins):
    """The round was ended by another process, and its scores are written once."""
    last = entry_of(round_)
    while last.outcome is None:
        assert write([last]) == [None]
        last = entry_of(Round.objects.select_related("room", "secret").get(pk=round_.pk))
    (ended,) = write([replace(last, key=last.key + 1)])
    assert ended.ending.outcome == last.outcome
    other = entry_of(begins("An"))
    assert kept(write([last, other])) == [SupersededError, None]
    assert Score.objects.filter(round=round_).count() == 2


@pytest.mark.parametrize(
    "at",
    [
        None,
        datetime(2026, 11, 19, 14, 5, 50, 702162, UTC),
        datetime(2026, 11, 19, 14, 5, 50, tzinfo=UTC),
        datetime(2026, 1, 1, 3, 0, tzinfo=ZoneInfo("Asia/Ho_Chi_Minh")),
    ],
)
def test_a_time_is_written_as_the_orm_writes_it(at):
    assert sql.time(at) == connection.ops.adapt_datetimefield_value(at)


# --- a database that does not answer -------------------------------------------------------------


@pytest.mark.slow
async def test_a_move_waits_only_so_long_and_is_not_written_after_that(monkeypatch, settings):
    """The first is on its way; the second was not begun when nobody waited for it any more."""
    settings.TABLE = settings.TABLE | {"ANSWER_LIMIT": 0.05}
    begun, goes_on, wrote = Event(), Event(), []

    def stands_still(entries, is_awaited):
        begun.set()
        goes_on.wait(20)
        wrote.extend(entries)
        return [None] * len(entries)

    monkeypatch.setattr(writer, "write", stands_still)
    late = []
    slow = Writer(late.append)
    try:
        for move in ("the first", "the second"):
            with pytest.raises(NotKeptError):
                await slow.keep(move)
            assert begun.wait(20)
    finally:
        goes_on.set()
    settings.TABLE = settings.TABLE | {"ANSWER_LIMIT": 20}
    assert await slow.keep("the third") is None
    assert wrote == ["the first", "the third"]
    assert late == ["the first"], "its table is told that it was written after all"


def test_what_failed_slowly_is_tried_once_more_alone_and_only_where_somebody_waits(monkeypatch, round_):
    """Of a hundred tables each would wait for the one before."""
    seconds, tried = [0.0], []

    def hangs(entries):
        tried.append(entries)
        seconds[0] += 3
        raise OperationalError("no answer")

    monkeypatch.setattr(writer, "_commit", hangs)
    monkeypatch.setattr(writer, "monotonic", lambda: seconds[0])
    waits, gone = entry_of(round_), entry_of(round_)
    assert kept(write([waits, gone], lambda n: n == 0)) == [NotKeptError] * 2
    assert tried == [[waits, gone], [waits]]


@pytest.mark.slow
@pytest.mark.postgres
def test_postgresql_writes_it_too(tests_database):
    """All or nothing also where it is cut off between any two statements."""
    own_news = str(Path(__file__).with_name("test_own_news.py"))
    which = "test_writer and not postgresql or a_cut_between"
    assert " passed" in run_tests_on(tests_database, "-k", which, __file__, own_news)
