"""The writer of live moves: whose row is whose, when two processes or one twice write the same number."""

from dataclasses import replace

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts.models import User
from games.live import writer
from games.live.live_round import LiveRound
from games.live.writer import Entry, NotKeptError, SupersededError, write
from games.rounds.models import Move, Round
from games.rounds.reading import load_stored
from games.rounds.services import start_round
from lobby.services import add_bot, create_room


@pytest.fixture
def round_(db):
    """A round of Xì Dách that has just begun: its first move is a bet and ends nothing."""
    cai = User.objects.create_user("Cái")
    room = create_room(by=cai, game="xidach", ruleset="vipgame")
    add_bot(room_id=room.pk, by=cai, seat=1, level="house")
    return start_round(room_id=room.pk, by=cai)


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
    assert write([entry]) == [None]
    assert Move.objects.filter(round=round_).count() == 1


def test_a_lost_answer_tells_the_end_only_of_the_move_that_made_it(round_):
    """By the time we ask again another process may have ended the round."""
    entries = []
    while Round.objects.get(pk=round_.pk).status == Round.Status.RUNNING:
        entries.append(entry_of(Round.objects.select_related("room", "secret").get(pk=round_.pk)))
        (ended,) = write(entries[-1:])
    first, *_, last = entries
    assert write([first]) == [None] and write([last]) == [ended] and ended.ending.outcome is not None
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
