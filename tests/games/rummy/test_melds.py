"""RM-1, RM-4, RM-6: wilds, sets and runs, and how melds are shown."""

import pytest

from games.core.cards import CODES, codes, hand
from games.rummy.melds import Kind, arranged, holds, is_meld, is_wild, takes

MELDS = [
    # rule   kind   cards                    a contract takes it
    ("RM-4", "set", "7C 7D 7H",              True),
    ("RM-4", "set", "7C 2D 7H",              True),
    ("RM-4", "set", "7C 2D X1",              False),  # less than half natural
    ("RM-4", "set", "7C 8D 7H",              False),
    ("RM-4", "set", "AC AD AH",              True),
    ("RM-4", "set", "KC KD X1 X2",           True),  # just half
    ("RM-4", "set", "KC KD X1 X2 2C",        False),
    ("RM-4", "set", "KC KD KH X2 2C",        True),
    ("RM-1", "set", "2C 2D 2H",              False),  # wilds alone, never a set of twos
    ("RM-4", "run", "3S 4S 5S 6S",           True),
    ("RM-4", "run", "6S 3S 5S 4S",           True),  # in any order
    ("RM-4", "run", "3S 4S 5S 6H",           False),
    ("RM-4", "run", "3S 4S 5S 7S",           False),  # a gap and nothing to fill it
    ("RM-4", "run", "3S 4S X1 6S",           True),
    ("RM-4", "run", "3S X1 X2 6S",           True),
    ("RM-4", "run", "3S X1 X2 7S",           False),
    ("RM-4", "run", "3S X1 X2 2S",           False),  # one natural
    ("RM-4", "run", "AS 2D 3S 4S",           True),  # ace low
    ("RM-1", "run", "AS 2S 3S 4S",           True),  # the 2 a wild in its own place
    ("RM-4", "run", "JS QS KS AS",           True),  # ace high
    ("RM-4", "run", "QS KS AS 3S",           False),  # round the corner
    ("RM-4", "run", "KS AS 2S 3S",           False),
    ("RM-4", "run", "KS AS 2S 2H",           True),  # high, the wilds below
    ("RM-4", "run", "AS 3S 2C 2D",           True),
    ("RM-4", "run", "AS 5S 2C 2D",           False),
    ("RM-4", "run", "TS X1 X2 KS",           True),
    ("RM-4", "run", "TS X1 X2 AS",           False),
    ("RM-4", "run", "4D 5D 6D 7D X1 X2 2S",  True),
    ("RM-4", "run", "4D 5D 6D 2H X1 X2 2S",  False),  # three naturals of seven
    ("RM-4", "run", "AD 3D 6D 7D X1 X2 2S",  True),
    ("RM-4", "run", "AD 3D 6D 8D X1 X2 2S",  False),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "kind", "cards", "taken"), MELDS)
def test_what_a_contract_takes(rule, kind, cards, taken):
    assert is_meld(Kind(kind), hand(cards)) is taken


SHOWN = [
    # kind   cards                          as it lies
    ("set", "X1 7H 2D 7C",                  "7C 7H 2D X1"),
    ("set", "2S X2 2C KD",                  "KD 2C 2S X2"),
    ("run", "6S 4S 3S 5S",                  "3S 4S 5S 6S"),
    ("run", "6S X1 3S 5S",                  "3S X1 5S 6S"),
    ("run", "6S X1 2S 3S",                  "3S 2S X1 6S"),  # the first in canonical order leftmost
    ("run", "X1 5S 6S 2C",                  "5S 6S 2C X1"),  # spare ones at the high end
    ("run", "X2 QS KS X1",                  "X1 QS KS X2"),  # an ace's place, then below
    ("run", "KS AS X2 2H",                  "2H X2 KS AS"),  # no room above a high ace
    ("run", "AS 3S X1 X2",                  "AS X1 3S X2"),  # the ace cannot be high
    ("run", "AS 2S 3S 4S",                  "AS 2S 3S 4S"),
    ("run", "AS X1 X2 2C",                  "2C X1 X2 AS"),  # it can be either: high
    ("run", "4D 7D 8D 9D 2C 2D 2H",         "4D 2C 2D 7D 8D 9D 2H"),
    ("run", "9D TD JD QD 2C 2D 2H",         "2C 9D TD JD QD 2D 2H"),
    ("run", "AD 3D 4D 5D 2C 2D 2H",         "AD 2C 3D 4D 5D 2D 2H"),
    ("run", "AD 3D 4D 5D 6D 7D 8D 9D TD JD QD X1",     "3D 4D 5D 6D 7D 8D 9D TD JD QD X1 AD"),  # twelve
    ("run", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD X1",     "3D 4D 5D 6D 7D 8D 9D TD JD QD KD X1"),
    ("run", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD X1 2C",  "2C 3D 4D 5D 6D 7D 8D 9D TD JD QD KD X1"),
    ("run", "AD 3D 4D 5D 6D 7D 8D 9D TD JD QD KD X1 X2",
     "X1 X2 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"),  # fourteen: from ace to ace
    ("run", "3D 4D 5D 6D 7D 8D 9D TD JD QD KD X1 X2 2C",
     "2C X1 3D 4D 5D 6D 7D 8D 9D TD JD QD KD X2"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "cards", "shown"), SHOWN)
def test_how_a_meld_is_shown(kind, cards, shown):
    """RM-6"""
    assert " ".join(codes(arranged(Kind(kind), hand(cards)))) == shown


WILDS = "2C 2D 2H 2S X1 X2"
FITS = [
    # kind   meld                naturals that fit
    ("set", "7C 7D 7H",          "7C 7D 7H 7S"),
    ("set", "KC 2D X1",          "KC KD KH KS"),
    ("run", "3S 4S 5S 6S",       "7S"),  # below the 3 stands the 2's place, an ace is one too far
    ("run", "5S 6S 7S 8S",       "4S 9S"),
    ("run", "5S 6S 2D 8S",       "4S 7S 9S"),
    ("run", "5S 6S 7S 2D",       "3S 4S 8S 9S"),  # the wild binds nothing
    ("run", "JS QS KS AS",       "TS"),
    ("run", "2H JS QS KS AS",    "9S TS"),
    ("run", "TS JS QS KS",       "9S AS"),
    ("run", "AS 2S 3S 4S",       "5S"),
    ("run", "3S 4S 5S 6S 2C",    "AS 7S 8S"),  # with the wild for the 2 the ace is low
    ("run", "3S 4S 5S 6S 7S 8S 9S TS JS QS KS",        "AS"),
    ("run", "X1 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",     "AS"),
    ("run", "X1 3S 4S 5S 6S 7S 8S 9S TS JS QS KS X2",  "AS"),
    ("run", "3S 4S 5S 6S 7S 8S 9S TS JS QS X1 AS",     "KS"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "meld", "naturals"), FITS)
def test_what_fits(kind, meld, naturals):
    """RM-6  And of wilds any."""
    taken = takes(Kind(kind), hand(meld))
    assert [code for card, code in enumerate(CODES) if taken >> card & 1] == sorted(
        [*naturals.split(), *WILDS.split()], key=CODES.index
    )


def test_nothing_fits_the_longest_run():
    """RM-6  Fourteen is the longest there is, though a wild could give way."""
    assert takes(Kind.RUN, hand("X1 X2 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD")) == 0
    assert takes(Kind.RUN, hand("2C X1 3D 4D 5D 6D 7D 8D 9D TD JD QD KD X2")) == 0


def test_a_run_on_the_table_may_be_mostly_wild():
    """RM-6  The half-natural rule asks of a contract only."""
    assert holds(Kind.RUN, hand("5S 6S 2C 2D 2H 2S X1 X2"))
    assert not is_meld(Kind.RUN, hand("5S 6S 2C 2D 2H 2S X1 X2"))


def test_the_wilds():
    """RM-1"""
    assert [code for card, code in enumerate(CODES) if is_wild(card)] == WILDS.split()
