"""Whole rounds as they were once played: a difference is a changed rule to explain."""

import json

import pytest

from tests.records.record import FOLDER, ROUNDS, path_of, text, watched

PATHS = sorted(FOLDER.glob("*/*.json"))


def test_there_is_a_record_of_each_round():
    assert sorted(map(path_of, ROUNDS)) == PATHS


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_recorded_round_is_seen_as_it_was(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    views = watched(record)
    assert views == record["views"]
    assert views[-1]["spectator"]["over"]
    assert text(record, views) == path.read_text(encoding="utf-8")
