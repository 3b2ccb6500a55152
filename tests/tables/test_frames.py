"""Frames as text: as json.dumps has them, at less cost."""

import json
from json import encoder

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby.wire.frames import encode, parts

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


def test_no_encoder_is_made_for_a_frame(monkeypatch):
    monkeypatch.setattr(encoder, "c_make_encoder", lambda *args: pytest.fail("another one"))
    monkeypatch.setattr(encoder, "_make_iterencode", lambda *args: pytest.fail("another one"))
    assert encode({"do": ["draw", None]}) == '{"do":["draw",null]}'


def test_what_is_no_json_is_a_fault_of_ours():
    with pytest.raises(TypeError):
        encode({"seats": {1, 2}})
