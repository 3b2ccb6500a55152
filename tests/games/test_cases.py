"""The public cases of the rulebook, and the vectors of the verifiable deal."""

import json
import os
from pathlib import Path

import pytest

from games.core.script import answer
from games.registry import ENGINES

CASES = Path(__file__).resolve().parents[1] / "cases"
COPIES = [*sorted(CASES.glob("*.jsonl")), CASES / "fairness" / "vectors.json"]


def cases(game):
    lines = (CASES / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=f"{game}-{n}") for n, case in enumerate(map(json.loads, lines), 1)]


def strict(value):
    """JSON's equality: 1 is neither 1.0 nor true."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("case", [case for game in ENGINES for case in cases(game)])
def test_a_public_case(case):
    text, ran = answer(json.dumps(case["script"]), ENGINES)
    line, expect = json.loads(text), case["expect"]
    if "error" in expect:
        assert not ran and isinstance(line["error"], str) and line["error"].strip()
        line["error"] = expect["error"]
    assert strict(line) == strict(expect), case["note"]


@pytest.mark.skipif("RULES_DIR" not in os.environ, reason="no rulebook to compare with")
@pytest.mark.parametrize("copy", COPIES, ids=lambda path: path.name)
def test_our_copies_are_the_rulebooks(copy):
    folder = Path(os.environ["RULES_DIR"])
    source = folder / "fairness" if copy.parent.name == "fairness" else folder / "cases"
    assert copy.read_bytes() == (source / copy.name).read_bytes()
