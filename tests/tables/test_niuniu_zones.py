"""The zones of a Niu Niu table: every page renders, and none shows a hand before it is revealed."""

import re
from functools import partial
from random import Random

import pytest

from games.core.cards import UNSEEN
from games.niuniu.engine import NIUNIU
from games.niuniu.page import zones as zones_of
from games.rounds.facts import Ending
from tests.games.niuniu.table import GAME, NO_BULL, Table
from tests.tables import scene
from tests.tables.scene import said_twice, told_by, whole_page, words_of
from tests.tables.test_zones import CARD, NAMES

CAI, AN, BINH = "9H AC JC QC KC", "3C 4H KS 2S 5D", NO_BULL  # a ten, bull 7, no bull
VIEWERS = (0, 1, 2, None)
LANGUAGES = ["vi", *(pytest.param(other, marks=pytest.mark.slow) for other in ("en", "zh-hans"))]


page = partial(scene.page, NIUNIU)


def story(*moves, ruleset="duel"):
    """Every state of a round as it is told, the empty table first."""
    table = Table(ruleset, CAI, AN, BINH)
    return table.setup, [table.state, *(table.play(move).state for move in moves)]


BETS = ("an bet 7", "binh bet 5")
SOME = (*BETS, "cai deal", "binh reveal")
OVER = (*SOME, "an reveal", "cai reveal")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_template_asks_for_what_it_was_not_given(language, missing):
    chance, kinds = Random(3), set()
    rounds = map(GAME.play, chance.sample(range(10_000), 60))
    for played in (one for one in rounds if one.setup.seats <= len(NAMES)):
        for seat in played.viewers:
            for step in range(len(played.states)):
                _, zones = page(played.setup, played.states[: step + 1], seat)
                for name, html in told_by(zones, language).items():
                    assert missing not in html, name
        kinds |= {worth.kind for worth in NIUNIU.view(played.states[-1], None).worth}
    assert {"pair", "ten", "plain", "none"} <= kinds


@pytest.mark.parametrize("seat", VIEWERS)
def test_a_round_that_does_not_count_still_shows_a_page(seat, missing):
    ending = Ending(outcome=None, void="crash", server_seed="", round_seed=None)
    for moves in (BETS, SOME):
        _, zones = page(*story(*moves), seat, over=True, deadline=None, ending=ending)
        assert all(missing not in html for html in told_by(zones).values())


@pytest.mark.slow
@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("moves", [(), BETS, SOME, OVER], ids=["bets", "deal", "reveal", "over"])
def test_ids_are_said_once_on_the_whole_page(moves, seat):
    room, zones = page(*story(*moves), seat)
    html = whole_page(room, told_by(zones), seat)
    assert said_twice(html) == []
    assert html.count("games/niuniu/table.css") == 1


@pytest.mark.parametrize("seat", VIEWERS)
def test_a_page_names_no_card_before_it_is_revealed(seat):
    """NN-11"""
    setup, states = story(*SOME)
    pods = zones_of(NIUNIU.view(states[-1], seat)).pods
    known = {card for pod in pods for card in pod.cards} - {UNSEEN}
    html = told_by(page(setup, states, seat)[1])
    assert {card for piece in html.values() for card in CARD.findall(piece)} <= known
    backs = re.findall(r'<span class="card is-back"[^>]*></span>', "".join(html.values()))
    assert len(set(backs)) == 1


@pytest.mark.parametrize("seat", [0, 2, None])
def test_the_best_hand_and_the_worst_look_the_same_to_the_byte_until_revealed(seat):
    """NN-11"""
    good = Table("duel", CAI, "JD QD KD JH QH", BINH).dealt()
    bad = Table("duel", CAI, "AD 5H 5D 7H 7D", BINH).dealt()
    pages = [told_by(page(table.setup, [table.state], seat)[1]) for table in (good, bad)]
    assert pages[0] == pages[1]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["duel", "payout"])
@pytest.mark.parametrize("seat", [0, 2, None])
@pytest.mark.parametrize("opened", ["binh reveal", "binh reveal, cai reveal"])
def test_what_is_not_revealed_makes_no_difference_to_the_byte(ruleset, seat, opened):
    """NN-11  Not beside hands that lie open either."""
    tables = [Table(ruleset, CAI, cards, BINH).dealt() for cards in (AN, "JD QD KD JH QH", "AD 5H 5D 7H 7D")]
    first, *others = (
        told_by(page(table.setup, [table.state, table.play(opened).state], seat)[1]) for table in tables
    )
    assert all(other == first for other in others)


def test_the_dock_does_the_sum():
    """NN-1, NN-6"""
    html = told_by(page(*story(*BETS, "cai deal"), 1)[1])
    assert words_of(html["hand"]).count("6 + 4 + 10 = 20") == 1
    assert 'class="card-badge">6<' in html["hand"]
    assert "Bull 7" in html["hand"] and "Reveal" in html["actions"]


def test_the_result_says_why():
    """NN-12"""
    words = words_of(told_by(page(*story(*OVER), 1)[1])["result"])
    assert "banker Bull Bull" in words and "lost 7 × 2" in words and "−14" in words
    shown = told_by(page(*story(*OVER, ruleset="payout"), 1)[1])["result"]
    assert "won" in shown and "banker" not in shown


NAMES_OF_BULLS = [
    # hand              English        Tiếng Việt     中文
    ("TD JD QH 8D AH", "Bull 9",      "Ngưu 9",      "牛九"),
    ("4D 4H 2C JD QH", "Bull 10",     "Ngưu 10",     "牛十"),
    ("TD JD QD 3H 3D", "Pair bull 2", "Ngưu đôi 2",  "对子牛二"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "en", "vi", "zh"), NAMES_OF_BULLS)
def test_a_bull_is_called_by_its_points_in_the_numerals_of_the_language(hand, en, vi, zh):
    table = Table("duel", CAI, hand, BINH).over()
    for language, name in (("en", en), ("vi", vi), ("zh-hans", zh)):
        told = told_by(page(table.setup, [table.state], 1)[1], language)
        assert re.search(rf"{name}(?!\w)", words_of(told["result"]))


@pytest.mark.parametrize(
    ("hand", "name", "times", "gold"),
    [
        ("JD QD KD JH QH", "Five faces!", 7, True),
        ("TD JD QH KH AS", "Face + ace of spades!", 5, True),
        ("TD JD QD 9H 9D", "Pair bull 8!", 3, True),
        ("TD JD QH 9D AH", "Bull Bull!", 2, False),  # a push: AC and 9H against AH and 9D
        ("TD JD QH 8D AH", "Bull 9", 1, False),
    ],
)
def test_gold_is_for_a_special_hand_that_wins(hand, name, times, gold):
    """NN-2, NN-4, NN-12"""
    table = Table("duel", CAI, hand, BINH)
    states = [table.state, *(table.play(move).state for move in OVER)]
    html = told_by(page(table.setup, states, 1)[1])["result"]
    assert name in re.sub(r"<[^>]+>", "", html) and f">×{times}<" in html
    assert ("data-moment" in html) is gold


SWAPPED = [
    # language    flex_3_6  the rules beside the table say
    ("en",        False,    "3 counts 6 and 6 counts 3."),
    ("vi",        False,    "3 tính 6, 6 tính 3."),
    ("zh-hans",   False,    "3 算 6，6 算 3。"),
    ("en",        True,     "Each 3 and each 6 counts 3 or 6, whichever is better for the hand."),
    ("vi",        True,     "Mỗi lá 3, lá 6 tính 3 hay 6, sao cho lợi nhất."),
    ("zh-hans",   True,     "每张 3 和每张 6 可算 3 也可算 6，取对这手牌最有利的。"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "flex", "said"), SWAPPED)
def test_the_rules_beside_the_table_say_how_this_house_counts_3_and_6(language, flex, said):
    table = Table("duel", CAI, AN, BINH, flex_3_6=flex)
    zones = page(table.setup, [table.state], 1)[1]
    note = re.search(r"<b>(.*?)</b>", told_by(zones, language)["rules"])
    assert note[1] == said
