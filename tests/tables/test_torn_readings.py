"""A table that is read while its round ends in another process: nothing is counted twice, or missed."""

import pytest

from accounts.models import User
from games import registry
from games.live.catching_up import Ask, read_news
from games.live.heads import Known
from games.management.commands.demo import play_on, play_round
from games.rounds import reading, sheets
from games.rounds.models import Round
from games.rounds.reading import load_table
from games.rounds.services import start_round
from lobby import services


def a_running_round(game, *, rounds_before=0):
    cai = User.objects.create_user("cai")
    seats = min(4, max(registry.engine(game).seats))
    room = services.create_room(by=cai, game=game, seats=seats)
    for seat in range(1, seats):
        services.add_bot(room_id=room.pk, by=cai, seat=seat, level="house")
    for _ in range(rounds_before):
        play_round(room)
    start_round(room_id=room.pk, by=cai)
    return room, Round.objects.get(room=room, status=Round.Status.RUNNING)


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.ENGINES)
@pytest.mark.parametrize("where", ["load_score_sheets", "load_match", "load_chat"])
def test_an_end_between_the_room_and_its_ledger_is_counted_once(db, game, where, monkeypatch):
    room, one = a_running_round(game)
    [(facts, stored)] = read_news([Ask(room.pk)])
    known = Known(stored.round_id, stored.stored)
    with monkeypatch.context() as patch:
        real, ended = getattr(reading, where), []

        def while_it_ends(*args):
            if not ended:
                ended.append(play_on(one.pk))
            return real(*args)

        patch.setattr(reading, where, while_it_ends)
        [(torn, news)] = read_news([Ask(room.pk, known, stored.facts, facts)])
    assert torn.room.status == "playing" and news is None, "as far as it was read"
    [(after, _tail)] = read_news([Ask(room.pk, known, stored.facts, torn, moves_only=True)])
    anew = load_table(room.pk)
    assert (after.score_sheet, after.match, after.next) == (anew.score_sheet, anew.match, anew.next)
    assert load_table(room.pk, after).score_sheet == anew.score_sheet


@pytest.mark.slow
def test_an_end_between_the_sums_and_the_rows_is_not_missed(db, monkeypatch):
    """Where a table opens, or somebody in it has another name."""
    room, one = a_running_round("bigtwo", rounds_before=1)
    with monkeypatch.context() as patch:
        real = sheets._last_rows
        patch.setattr(sheets, "_last_rows", lambda newest: (play_on(one.pk), real(newest))[1])
        torn = load_table(room.pk)
    assert torn.room.status == "playing"
    assert load_table(room.pk, torn).score_sheet == load_table(room.pk).score_sheet
