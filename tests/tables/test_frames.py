"""Frames as text: as json.dumps has them, at less cost."""

import json
from json import encoder

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.core import fairness
from games.live.writer import write
from games.rounds.facts import Ended
from games.rounds.models import Round
from games.rounds.services.starts import start_of
from lobby.facts import load_room
from lobby.services import add_bot, create_room
from lobby.wire.frames import encode, parts
from tests.tables.test_writer import entry_of

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
FIELDS = st.dictionaries(st.sampled_from(["type", "round", "view", "you", "seats"]), VALUES)


def dumped(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.slow
@given(VALUES)
def test_what_goes_out_is_what_json_says(value):
    assert encode(value) == dumped(value)


@pytest.mark.slow
@given(FIELDS)
def test_a_frame_field_by_field_is_what_json_says_of_each(facts):
    assert parts(facts) == {name: dumped(value) for name, value in facts.items()}


@pytest.fixture
def no_encoder_is_made(monkeypatch):
    monkeypatch.setattr(encoder, "c_make_encoder", lambda *args: pytest.fail("another one"))
    monkeypatch.setattr(encoder, "_make_iterencode", lambda *args: pytest.fail("another one"))


def test_no_encoder_is_made_for_a_frame(no_encoder_is_made):
    assert encode({"do": ["draw", None]}) == '{"do":["draw",null]}'


@pytest.mark.slow
@pytest.mark.parametrize("game", ["xidach", "bigtwo"])  # of points alone, and of ranks too
def test_no_encoder_is_made_for_a_start_a_move_or_an_end(db, one_connection, request, monkeypatch, game):
    """But one: the form of the options in the transcript is that of the fairness rules."""
    monkeypatch.setattr(fairness, "options_hash", lambda options: "0" * 64)
    cai = User.objects.create_user("Cái")
    room = create_room(by=cai, game=game, seats=4)
    for chair in (1, 2, 3):
        add_bot(room_id=room.pk, by=cai, seat=chair, level="house")
    start = start_of(load_room(room.pk), by=cai.pk, at=timezone.now())
    request.getfixturevalue("no_encoder_is_made")
    (answer,) = write([start])
    round_ = Round.objects.select_related("room", "secret").get(pk=answer.facts.id)
    while answer is None or not isinstance(answer, Ended):
        (answer,) = write([entry_of(round_)])
    round_.refresh_from_db()
    assert round_.options and round_.points and sum(round_.sheet) == 0


def test_what_is_no_json_is_a_fault_of_ours():
    with pytest.raises(TypeError):
        encode({"seats": {1, 2}})
