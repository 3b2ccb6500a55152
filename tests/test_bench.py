"""`make bench` finds what it measures; the measuring itself takes minutes and is not a test."""

from tests.bench.__main__ import measures


def test_every_measure_is_there():
    assert len(list(measures())) >= 3
