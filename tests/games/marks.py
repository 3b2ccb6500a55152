"""What holds of the coach marks of any game, whichever list names it."""

import re

from games.page.coach import LONGEST, MOST

MINE = re.compile(r"#hand |#my-cards\b")


def check_marks(marks):
    """Few, each with a name of its own, short; and no card is looked for but among one's own."""
    assert 1 <= len(marks) <= MOST
    assert len({mark.key for mark in marks}) == len(marks)
    for mark in marks:
        assert re.fullmatch(r"[a-z0-9_]{1,24}", mark.key) and mark.at
        assert 10 < len(str(mark.says)) <= LONGEST, mark.says
        for selector in (mark.at, mark.when, mark.done):
            assert "data-card" not in selector or MINE.match(selector), selector
