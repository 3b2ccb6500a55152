"""The contract's scripts: what can be run, what earns a sentence, and that nothing earns a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.script import answer
from games.registry import ENGINES
from tests.games.story import FULL

ROOT = Path(__file__).resolve().parents[2]
GOOD: dict[str, Any] = {"id": "x", "game": "xidach", "seats": 2, "decks": [[]]}


def played(script: Any) -> dict[str, Any]:
    text, ran = answer(json.dumps(script), ENGINES)
    line = json.loads(text)
    assert ran == ("error" not in line)
    assert "\n" not in text
    return line


def say(**fields: Any) -> dict[str, Any]:
    return played({**GOOD, **fields})


def without(*names: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name not in names}


CANNOT_RUN = [
    {"game": "poker"},
    {"game": None},
    {"game": ["xidach"]},
    {"game": {}},
    {"ruleset": "house"},
    {"ruleset": None},
    {"ruleset": 1},
    {"ruleset": ["classic"]},
    {"seats": 1},
    {"seats": 9},
    {"seats": 2.0},
    {"seats": "2"},
    {"seats": True},
    {"seats": None},
    {"seats": 10**30},
    {"options": None},
    {"options": []},
    {"options": "stake"},
    {"options": {"stakes": 1}},
    {"options": {"max_stake": 10}},
    {"options": {"stake": 0}},
    {"options": {"stake": 1001}},
    {"options": {"stake": True}},
    {"options": {"stake": 1.0}},
    {"options": {"stake": "5"}},
    {"options": {"stake": None}},
    {"options": {"stake": [5]}},
    {"options": {"pay_xi_bang": 0}},
    {"options": {"pay_ngu_linh": 6}},
    {"ruleset": "vipgame", "options": {"stake": 1}},
    {"ruleset": "vipgame", "options": {"max_stake": 0}},
    {"decks": None},
    {"decks": {}},
    {"decks": "AS"},
    {"decks": ["AS"]},
    {"decks": [None]},
    {"decks": [["AS", "AS"]]},
    {"decks": [["X1"]]},
    {"decks": [["as"]]},
    {"decks": [["1S"]]},
    {"decks": [[1]]},
    {"decks": [[["AS"]]]},
    {"decks": [[], ["AS", "AS"]]},
    {"decks": [[], ["??"]]},
    {"seed": "beef"},
    {"seed": "g" * 64},
    {"seed": 5},
    {"seed": None},
    {"seed": "0" * 63},
    {"seed": "0" * 64 + "\n"},
    {"moves": None},
    {"moves": {}},
    {"moves": "draw"},
    {"viewers": None},
    {"viewers": 0},
    {"viewers": "spectator"},
    {"viewers": {}},
    {"viewers": [2]},
    {"viewers": [-1]},
    {"viewers": ["0"]},
    {"viewers": [True]},
    {"viewers": [0.0]},
    {"viewers": [None]},
    {"viewers": ["khach"]},
    {"viewers": [[0]]},
]


@pytest.mark.parametrize("fields", CANNOT_RUN, ids=repr)
def test_a_script_that_cannot_be_run_earns_a_sentence(fields):
    line = say(**fields)
    assert set(line) == {"id", "error"}
    assert line["id"] == "x"
    assert line["error"].endswith(".") and "Error" not in line["error"]


@pytest.mark.parametrize("name", ["game", "seats", "decks"])
def test_a_script_needs_these(name):
    assert "error" in played(without(name))


NO_SCRIPT = [
    "",
    "{",
    "nonsense",
    "null",
    "5",
    '"xidach"',
    "[]",
    '["xidach"]',
    "NaN",
    '{"id": NaN}',
    '{"id": 1, "game": "xidach", "seats": 2, "decks": [[]], "moves": [Infinity]}',
    "[" * 100_000,
    '{"id": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "\ud800",
    "{} {}",
    "{'id': 1}",
    '{"id": 1,}',
]


@pytest.mark.parametrize("text", NO_SCRIPT, ids=lambda text: text[:20] or "empty")
def test_a_line_that_is_no_script_has_the_id_null(text):
    line = json.loads(answer(text, ENGINES)[0])
    assert line.keys() == {"id", "error"} and line["id"] is None


def test_bytes_that_are_no_text_earn_a_sentence():
    text, ran = answer(b'{"id": "\xff\xfe"}\n', ENGINES)
    assert not ran and json.loads(text)["id"] is None


IDS = ["xd-1", 7, 1.5, None, True, [1, {"a": None}], {}, "", "\ud800", "Xì Dách", 2**70]


@pytest.mark.parametrize("name", IDS, ids=repr)
def test_the_id_comes_back_as_it_is(name):
    assert say(id=name)["id"] == name
    assert say(id=name, game="poker")["id"] == name


def test_what_may_be_left_out():
    line = played(without("id"))
    assert (line["id"], line["phase"], line["to_act"], line["refusals"]) == (None, "dealing", [0], [])
    assert "views" not in line and "house" not in line
    assert say(viewers=[])["views"] == {}


def test_decks_win_over_a_seed():
    moves = [{"seat": 0, "do": "deal", "first": "left"}]
    assert say(seed="0" * 64, moves=moves)["over"]  # AC AD AH AS: two xì bàng
    seeded = played({**without("decks"), "seed": "0" * 64, "moves": moves, "viewers": [1]})
    assert seeded["views"]["1"]["seats"][1]["cards"] == ["6D", "KD"]  # the stream's 1st and 3rd card


MALFORMED = [
    None,
    5,
    "draw",
    [],
    {},
    {"seat": 0},
    {"do": "deal", "first": "left"},
    {"seat": 2, "do": "deal", "first": "left"},
    {"seat": -1, "do": "deal", "first": "left"},
    {"seat": True, "do": "deal", "first": "left"},
    {"seat": False, "do": "deal", "first": "left"},
    {"seat": 0.0, "do": "deal", "first": "left"},
    {"seat": "0", "do": "deal", "first": "left"},
    {"seat": 10**30, "do": "deal", "first": "left"},
    {"seat": 0, "do": "Deal", "first": "left"},
    {"seat": 0, "do": None},
    {"seat": 0, "do": ["deal"]},
    {"seat": 0, "do": {}},
    {"seat": 0, "do": "deal"},
    {"seat": 0, "do": "deal", "first": "LEFT"},
    {"seat": 0, "do": "deal", "first": True},
    {"seat": 0, "do": "deal", "first": 0},
    {"seat": 0, "do": "deal", "first": {}},
    {"seat": 0, "do": "bet", "stake": 1},
    {"seat": 0, "do": "compare", "target": 1.0},
    {"seat": 0, "do": "compare", "target": True},
    {"seat": 0, "do": "compare", "target": 10**30},
    {"seat": 5, "do": "house"},
    {"seat": True, "do": "house"},
    {"do": "house"},
]


@pytest.mark.parametrize("move", MALFORMED, ids=repr)
def test_a_malformed_move_is_refused_and_the_script_goes_on(move):
    line = say(moves=[move, {"seat": 0, "do": "deal", "first": "left", "loudly": True}])
    assert line["refusals"] == [{"move": 0, "code": "malformed"}]
    assert line["over"]


def test_house_moves():
    """The bot's moves are told with their seat; a refused one is not among them."""
    moves = [{"seat": seat, "do": "house"} for seat in (1, 0, 1, 0, 0)]
    line = say(decks=[["TC", "TD", "8C", "9D"]], moves=moves)
    assert line["refusals"][0] == {"move": 0, "code": "not_your_turn"}
    assert line["house"][0] == {"move": 1, "chose": {"seat": 0, "do": "deal", "first": "left"}}
    again = say(decks=[["TC", "TD", "8C", "9D"]], moves=moves)
    assert line == again


# Whatever the line

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(["id", "game", "ruleset", "options", "seats", "decks", "seed", "moves", "viewers"])
MOVES = st.lists(
    JSON
    | st.fixed_dictionaries(
        {"seat": st.integers(-1, 3) | JSON, "do": st.sampled_from(["deal", "draw", "stand", "house"]) | JSON},
        optional={"first": st.sampled_from(["left", "right"]) | JSON, "target": st.integers(0, 3) | JSON},
    ),
    max_size=12,
)
fuzz = settings(max_examples=20_000 if FULL else 150, deadline=None, derandomize=not FULL)


@pytest.mark.slow
@fuzz
@given(st.dictionaries(FIELDS, JSON, max_size=3), MOVES)
def test_no_script_ever_earns_a_traceback(fields, moves):
    script = {**GOOD, "seats": 3, "moves": moves, **fields}
    text, ran = answer(json.dumps(script), ENGINES)
    line = json.loads(text)
    assert ran == ("error" not in line)


@pytest.mark.slow
@fuzz
@given(st.binary(max_size=40))
def test_no_bytes_ever_earn_a_traceback(line):
    assert json.loads(answer(line, ENGINES)[0])["id"] is None


# The command


def command() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "play_script"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": "sqlite:////nowhere/none.sqlite3"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.slow
def test_the_command_answers_each_line_before_the_next():
    """It streams, needs no database, goes on after an error, and exits 1 for it."""
    with command() as run:
        for line, key in ((json.dumps(GOOD), "phase"), ("{", "error"), (json.dumps(GOOD), "phase")):
            run.stdin.write(line.encode() + b"\n")
            run.stdin.flush()
            assert key in json.loads(run.stdout.readline())
        run.stdin.close()
        assert (run.wait(20), run.stderr.read()) == (1, b"")


@pytest.mark.slow
def test_the_command_exits_0_when_all_ran():
    huge = '{"game": "xidach", "ruleset": "vipgame", "seats": 2, "decks": [[]], "moves": '
    huge += '[{"seat": 1, "do": "bet", "stake": ' + "9" * 5000 + "}]}"
    out, err = (run := command()).communicate(f"{json.dumps(GOOD)}\r\n{huge}".encode(), timeout=20)
    lines = [json.loads(line) for line in out.splitlines()]
    assert (run.returncode, len(lines), err) == (0, 2, b"")
    assert lines[1]["refusals"] == [{"move": 0, "code": "bad_stake"}]
