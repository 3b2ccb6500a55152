"""What an error of ours leaves in the log."""

import logging
from io import StringIO

import pytest
from structlog.stdlib import ProcessorFormatter

from games.live.live_round import LiveRound
from tests.tables.test_hall import a_running_table


@pytest.fixture
def log():
    """What is logged, as the site writes it."""
    root = logging.getLogger()
    ours = next(one for one in root.handlers if isinstance(one.formatter, ProcessorFormatter))
    handler = logging.StreamHandler(StringIO())
    handler.setFormatter(ours.formatter)
    root.addHandler(handler)
    yield handler.stream
    root.removeHandler(handler)


async def test_an_error_of_the_rules_tells_where_it_was_and_not_of_which_card(log, monkeypatch):
    card = "Q" + "S"
    monkeypatch.setattr(LiveRound, "judge", lambda self, seat, word: {}[card])
    refusal = await a_running_table().hear_move(user_id=1, round_number=7, n=0, word={"do": "draw"})
    assert refusal.code == "unavailable"
    told = log.getvalue()
    assert "table.move_not_judged" in told and "hub.py" in told and "KeyError" in told
    assert card not in told


def test_an_error_of_anything_else_is_quoted(log):
    try:
        int("no number")
    except ValueError:
        logging.getLogger("other").exception("failed")
    assert "invalid literal for int" in log.getvalue()
