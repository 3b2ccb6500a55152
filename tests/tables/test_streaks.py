"""Who has just taken the lead, or goes on winning: the line that a round leaves in the dock."""

import pytest

from games.rounds.facts import ScoreSheet, SheetRow
from games.table.streaks import turn_of


def sheet(*rounds, totals, void=()):
    rows = tuple(
        SheetRow(round=number, scores=tuple(scores.items()), void="moderator" if number in void else "")
        for number, scores in enumerate(rounds, 1)
    )
    return ScoreSheet(sheet=rows, totals=tuple(totals.items()))


WIN, LOSE = {"an": 5, "binh": -5}, {"an": -5, "binh": 5}
STORIES = {
    # the rounds, and the totals then                                       what is told
    "two in a row": ((WIN, WIN), {"an": 10, "binh": -10}, None),
    "three in a row": ((WIN, WIN, WIN), {"an": 15, "binh": -15}, ("streak", "an", 3)),
    "after a loss": ((LOSE, WIN, WIN, WIN), {"an": 10, "binh": -10}, ("streak", "an", 3)),
    "it ended": ((WIN, WIN, WIN, LOSE), {"an": 10, "binh": -10}, None),
    "a swing": (({"an": 5, "binh": -5}, {"an": -9, "binh": 9}), {"an": -4, "binh": 4}, ("ahead", "binh", 0)),
    "level": ((WIN, LOSE), {"an": 0, "binh": 0}, None),
    "the first round": ((WIN,), {"an": 5, "binh": -5}, None),
    "two as long": (({"an": 1, "binh": 1, "cai": -2},) * 3, {"an": 3, "binh": 3, "cai": -6}, None),
}  # fmt: skip


@pytest.mark.parametrize("story", STORIES)
def test_a_streak_or_a_swing_is_worth_a_line(story):
    rounds, totals, told = STORIES[story]
    said = turn_of(sheet(*rounds, totals=totals), rounds[-1], round_=len(rounds), less_wins=False)
    assert (None if said is None else tuple(said)) == told


def test_a_round_that_is_not_on_the_sheet_yet_or_does_not_count_is_no_part_of_it():
    kept = sheet(WIN, WIN, WIN, LOSE, totals={"an": 15, "binh": -15}, void=(4,))
    assert turn_of(kept, LOSE, round_=4, less_wins=False) is None
    assert turn_of(kept, WIN, round_=3, less_wins=False).name == "an"
    assert turn_of(ScoreSheet(), WIN, round_=1, less_wins=False) is None


def test_where_less_wins_the_least_of_a_row_won_it():
    rows = sheet(*[{"an": 0, "binh": 25}] * 3, totals={"an": 75, "binh": -75})
    assert tuple(turn_of(rows, {"an": 25, "binh": -25}, round_=3, less_wins=True)) == ("streak", "an", 3)
