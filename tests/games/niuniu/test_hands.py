"""NN-1 … NN-6: what a hand is worth."""

from itertools import combinations, product
from random import Random

import pytest

from games.core.cards import CODES, codes, hand
from games.niuniu.hands import COUNTINGS, bull, rank, split, values
from tests.games.niuniu.table import random_hand
from tests.games.story import FULL

PLAIN = COUNTINGS[False, False]
FLEX = COUNTINGS[True, False]
ANY_TEN = COUNTINGS[False, True]
BOTH = COUNTINGS[True, True]

VALUES = [
    # rule   card   rank  counts    where the house flexes
    ("NN-1", "AS",   1,   (1,),     (1,)),
    ("NN-1", "2C",   2,   (2,),     (2,)),
    ("NN-1", "3D",   3,   (6,),     (6, 3)),
    ("NN-1", "4H",   4,   (4,),     (4,)),
    ("NN-1", "5S",   5,   (5,),     (5,)),
    ("NN-1", "6C",   6,   (3,),     (3, 6)),
    ("NN-1", "7D",   7,   (7,),     (7,)),
    ("NN-1", "9H",   9,   (9,),     (9,)),
    ("NN-1", "TS",  10,   (10,),    (10,)),
    ("NN-1", "JC",  11,   (10,),    (10,)),
    ("NN-1", "KD",  13,   (10,),    (10,)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "code", "raw", "counts", "flexed"), VALUES)
def test_a_cards_rank_and_value_are_two_things(rule, code, raw, counts, flexed):
    (card,) = hand(code)
    assert (rank(card), values(card, PLAIN), values(card, FLEX)) == (raw, counts, flexed)


WORTHS = [
    # rule           counting  hand               kind, multiplier, points, base | final two
    ("NN-2",         PLAIN,    "KD JH QH KH KS",  "five_faces 7 10 KD JH QH | KH KS"),  # as dealt
    ("NN-2",         BOTH,     "KD JH QH KH KS",  "five_faces 7 10 KD JH QH | KH KS"),
    ("NN-2",         PLAIN,    "TD JH QH KH KS",  "pair 3 10 TD JH QH | KH KS"),  # a ten is no face
    ("NN-3",         PLAIN,    "2C 2D 2H 5C 9C",  "none 0 0 |"),
    ("NN-3, NN-1",   PLAIN,    "3C 7D KH 8D 9D",  "none 0 0 |"),  # 6 + 7 + 10, not 3 + 7 + 10
    ("NN-3, NN-1",   PLAIN,    "3C 4D KH 8D 9D",  "plain 1 7 3C 4D KH | 8D 9D"),
    ("NN-3",         PLAIN,    "4D 6C 3H 8D 9C",  "ten 2 10 6C 8D 9C | 3H 4D"),
    ("NN-4",         PLAIN,    "TC TD QC AS KC",  "face_ace_of_spades 5 1 TC TD QC | AS KC"),
    ("NN-4",         PLAIN,    "TC TD QC AH KC",  "plain 1 1 TC TD QC | AH KC"),
    ("NN-4",         PLAIN,    "AS TS TC TD TH",  "plain 1 1 TC TD TH | AS TS"),
    ("NN-4",         PLAIN,    "AS 9D KC KD 2S",  "plain 1 2 AS 9D KC | 2S KD"),  # the base needs the ace
    ("NN-4, NN-1",   PLAIN,    "JC QC KC 3C 3D",  "pair 3 2 JC QC KC | 3C 3D"),
    ("NN-4, NN-1",   PLAIN,    "JC QC KC 3C 6D",  "plain 1 9 JC QC KC | 3C 6D"),  # not of one rank
    ("NN-4, NN-1",   PLAIN,    "JC QC KC 4C 6D",  "plain 1 7 JC QC KC | 4C 6D"),
    ("NN-4, NN-1",   PLAIN,    "JC QC KC 4C 3D",  "ten 2 10 JC QC KC | 3D 4C"),
    ("NN-4",         PLAIN,    "JC QC KC 5C 5D",  "pair 3 10 JC QC KC | 5C 5D"),  # nothing stacks
    ("NN-4",         PLAIN,    "AC 4C 5C JD QD",  "plain 1 10 AC 4C 5C | JD QD"),  # twenty is no ten
    ("NN-4",         ANY_TEN,  "AC 4C 5C JD QD",  "ten 2 10 AC 4C 5C | JD QD"),
    ("NN-4",         ANY_TEN,  "AC 4C 5C JD JH",  "pair 3 10 AC 4C 5C | JD JH"),
    ("NN-4",         ANY_TEN,  "AC 4C 5C 2D 8D",  "ten 2 10 AC 4C 5C | 2D 8D"),
    ("NN-5",         PLAIN,    "TC JC QC 2D 5D",  "plain 1 7 TC JC QC | 2D 5D"),
    ("NN-6",         PLAIN,    "KC KD 9H AH TC",  "pair 3 10 AH 9H TC | KC KD"),  # before 9 + A, before K + T
    ("NN-6",         PLAIN,    "9D AD KH QS 2S",  "plain 1 2 AD 9D QS | 2S KH"),  # A 9 Q before A 9 K
    ("NN-6",         PLAIN,    "TS TH TD TC 5C",  "plain 1 5 TC TD TH | 5C TS"),
    ("NN-6",         PLAIN,    "AS AC 9D 9C KC",  "ten 2 10 AC 9C KC | AS 9D"),
    ("NN-6",         PLAIN,    "KC AH AS 9D JD",  "face_ace_of_spades 5 1 AH 9D JD | AS KC"),  # J before K
    ("flex_3_6",     FLEX,     "3H 6D 4C TS TH",  "pair 3 10 3H 4C 6D | TH TS"),  # 3 + 3 + 4
    ("flex_3_6",     FLEX,     "JC QC KC 3C 5D",  "plain 1 8 JC QC KC | 3C 5D"),
    ("flex_3_6",     FLEX,     "JC QC KC 3C 6D",  "plain 1 9 JC QC KC | 3C 6D"),  # 3 + 6; twelve would be 2
    ("flex_3_6",     FLEX,     "JC QC KC 3C 3D",  "pair 3 9 JC QC KC | 3C 3D"),
    ("flex_3_6",     FLEX,     "JC QC KC 6C 6D",  "pair 3 9 JC QC KC | 6C 6D"),
    ("flex_3_6",     FLEX,     "JC QC KC 3C 7D",  "ten 2 10 JC QC KC | 3C 7D"),
    ("flex_3_6",     FLEX,     "JC QC KC 6C 4D",  "ten 2 10 JC QC KC | 4D 6C"),
    ("flex_3_6",     FLEX,     "3D 7C KC 8D 9D",  "plain 1 7 3D 7C KC | 8D 9D"),  # a base that 6 would not be
    ("flex, ten",    BOTH,     "4C 6C JC 3C 3H",  "pair 3 9 4C 6C JC | 3C 3H"),
]  # fmt: skip


def told(cards: str, counting) -> str:
    best = bull(hand(cards), counting)
    base, final = split(hand(cards), best)
    cards = f"{' '.join(codes(base))} | {' '.join(codes(final))}".strip()
    return f"{best.kind} {best.multiplier} {best.points} {cards}"


@pytest.mark.parametrize(("rule", "counting", "cards", "worth"), WORTHS)
def test_a_hand_is_worth_what_the_rule_says(rule, counting, cards, worth):
    assert told(cards, counting) == worth


COUNTED = [
    # counting  hand               base                final two
    (PLAIN,     "3C 4D KH 8D 9D",  (6, 4, 10,          8, 9)),
    (PLAIN,     "JC QC KC 6C 7D",  (10, 10, 10,        3, 7)),
    (FLEX,      "3H 6D 4C TS TH",  (3, 4, 3,           10, 10)),  # each by itself
    (FLEX,      "JC QC KC 3C 3D",  (10, 10, 10,        6, 3)),
    (FLEX,      "3C 4C TC 7D 7S",  (6, 4, 10,          7, 7)),  # the usual way where it does
    (PLAIN,     "2C 2D 2H 5C 9C",  ()),
]  # fmt: skip


@pytest.mark.parametrize(("counting", "cards", "counts"), COUNTED)
def test_each_card_counts_for_something(counting, cards, counts):
    assert bull(hand(cards), counting).counts == counts


def read_again(cards: str, flex: bool, any_ten: bool) -> str:
    """NN-1 … NN-6 once more, the long way: every split under every way to count."""
    dealt = cards.split()
    if all(card[0] in "JQK" for card in dealt):
        return f"five_faces 7 10 {' '.join(dealt[:3])} | {' '.join(dealt[3:])}"
    found = []
    for base in combinations(sorted(dealt, key=CODES.index), 3):
        final = [card for card in sorted(dealt, key=CODES.index) if card not in base]
        for counts in product(*(ways(card[0], flex) for card in (*base, *final))):
            if sum(counts[:3]) % 10 == 0:
                kind, multiplier = named(final, sum(counts[3:]), any_ten)
                order = tuple(map(CODES.index, base))
                found.append((-multiplier, -(sum(counts[3:]) % 10 or 10), order, kind, base, final))
    if not found:
        return "none 0 0 |"
    multiplier, points, _, kind, base, final = min(found)
    return f"{kind} {-multiplier} {-points} {' '.join(base)} | {' '.join(final)}"


def ways(rank: str, flex: bool) -> tuple[int, ...]:
    if rank in "36":
        return (3, 6) if flex else ({"3": 6, "6": 3}[rank],)
    return (10,) if rank in "TJQK" else ("A23456789".index(rank) + 1,)


def named(final: list[str], total: int, any_ten: bool) -> tuple[str, int]:
    first, second = final
    if "AS" in final and {first[0], second[0]} & set("JQK"):
        return "face_ace_of_spades", 5
    if first[0] == second[0]:
        return "pair", 3
    if total in ((10, 20) if any_ten else (10,)):
        return "ten", 2
    return "plain", 1


@pytest.mark.slow
@pytest.mark.parametrize(("flex", "any_ten"), COUNTINGS)
def test_any_hand_is_what_the_long_way_says(flex, any_ten):
    chance = Random(6)
    for _ in range(20_000 if FULL else 600):
        cards = random_hand(chance)
        assert told(cards, COUNTINGS[flex, any_ten]) == read_again(cards, flex, any_ten), cards


def test_the_order_of_dealing_makes_no_difference():
    """NN-6  Save where five faces are shown as dealt."""
    chance = Random(7)
    for _ in range(200):
        cards = random_hand(chance).split()
        worth = told(" ".join(cards), BOTH)
        chance.shuffle(cards)
        assert told(" ".join(cards), BOTH) == worth or worth.startswith("five_faces")
