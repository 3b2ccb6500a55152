"""The rules of Big 2 for people, held against the engine that plays."""

import pytest
from django.utils import translation

from games.bigtwo import hands as bigtwo_hands
from games.bigtwo import plays as bigtwo_plays
from games.books import rulebook
from games.books.told import told
from games.page.book import Tone

BIGTWO_BOOK = rulebook("bigtwo")


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def rows(table):
    return [[told(cell.words) for cell in row] for row in table.rows]


def _meeting_id(example):
    return " / ".join(" ".join(hand.cards) for hand in example.hands)


KINDS_IN_ORDER = ["straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"]


def _sets():
    (found,) = (found for found in BIGTWO_BOOK.articles() if found.id == "B2-3")
    return found


def test_every_set_is_shown_in_order():
    examples = [dict(example.found)["kind"] for example in _sets().examples]
    assert examples[:6] == KINDS_IN_ORDER
    names = [row[0].lower().replace(" ", "_") for row in rows(_sets().tables[0])]
    assert names == KINDS_IN_ORDER


def test_sets_rise_as_they_are_listed():
    """Each beats the one before, the highest straight the other straights."""
    shown_sets = [example.hands[0].cards for example in _sets().examples]
    made = [bigtwo_hands.judge(bigtwo_hands.read(" ".join(cards))) for cards in shown_sets]
    strengths = [each.strength for each in made[:6]]
    assert strengths == sorted(strengths)
    straights = [each.strength for each in made[6:10]]
    assert straights == sorted(straights)
    assert made[10] is None, "round the corner"


BEATS = [example for example in BIGTWO_BOOK.examples() if len(example.hands) == 2]


@pytest.mark.parametrize("example", BEATS, ids=_meeting_id)
def test_what_beats_what_is_told_as_the_plays_of_a_hand_have_it(example):
    top, mine = (bigtwo_hands.read(" ".join(hand.cards)) for hand in example.hands)
    spare = bigtwo_hands.read("4C")  # nobody ends on a 2
    plays = bigtwo_plays.legal_plays(mine | spare, bigtwo_hands.judge(top))
    assert (mine in plays) is dict(example.found)["beats"]
    assert example.tone is (Tone.WIN if mine in plays else Tone.LOSE)


def test_a_poor_hand_is_one_of_six_or_less():
    weighed = [dict(example.found) for example in BIGTWO_BOOK.examples() if "poor" in dict(example.found)]
    assert [(found["material"], found["poor"]) for found in weighed] == [(6, True), (8, False)]


def test_points_by_place_are_the_options_default():
    (table,) = (t for found in BIGTWO_BOOK.articles() if found.id == "B2-13" for t in found.tables)
    assert rows(table)[0][1:] == ["3", "1", "−1", "−3"]


def test_no_article_of_big_two_is_left_out():
    assert [found.id for found in BIGTWO_BOOK.articles() if found.id] == [f"B2-{n}" for n in range(1, 14)]
