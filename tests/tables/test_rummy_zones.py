"""The zones of a rummy table: the sheet of a match, who leads it, who won it; and every page renders."""

import re
from dataclasses import replace

import pytest

from games.rounds.facts import Ending, MatchFacts, SheetRow
from games.rummy.engine import RUMMY
from games.table.room_zones import match_sheet
from games.table.sight import Sight
from tests.games.rummy.table import Table
from tests.tables import scene
from tests.tables.test_zones import CARD, a_table, a_viewer

NAMES = ("cai", "an")
LANGUAGES = ["vi", "en", "zh-hans"]

# The first seat deals; the second lays down at once and goes out with its third turn. 45 are left.
STORY = ("3C 4D 6H 8S 9D JC KH", "7C 7D 7H 9C 9H 9S QD", "5H", "QH TS 7S")
TO_THE_END = (
    "binh draw stock, binh lay_down 7C 7D 7H / 9C 9H 9S, binh discard QD",
    "an draw stock, an discard TS",
    "binh draw stock, binh lay_off 7S 0, binh discard QH",
)


def a_match(*rows, round):
    sheet = tuple(SheetRow(round=n, scores=tuple(zip(NAMES, scores, strict=True))) for n, scores in rows)
    return MatchFacts(round=round, of=7, totals=(), sheet=sheet)


def sight(match, viewer=0):
    """Between two rounds."""
    room = scene.the_room(RUMMY, Table(*STORY).setup, status="open")
    return Sight(replace(a_table(room), match=match), None, a_viewer(room, viewer))


def page(table, seat, match, language="en"):
    _, zones = scene.page(RUMMY, table.setup, [table.state], seat, match=match)
    return scene.told_by(zones, language)


def words(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# The sheet


def test_a_match_that_has_not_begun_has_seven_empty_rounds():
    sheet = match_sheet(sight(a_match(round=1)))
    assert [row.round for row in sheet.rows] == [1, 2, 3, 4, 5, 6, 7]
    assert not sheet.begun and not sheet.over and sheet.totals == (0, 0)
    assert [row.round for row in sheet.rows if row.now] == [1]
    assert [leads for _who, _total, leads in sheet.standing] == [False, False]


@pytest.mark.parametrize(
    # who looks, whom the sheet names first, and their rounds
    ("viewer", "first", "scores"),
    [(0, "cai", (0, 40)), (1, "an", (35, 0)), (None, "cai", (0, 40))],
)
def test_the_viewer_comes_first_and_who_has_less_leads(viewer, first, scores):
    sheet = match_sheet(sight(a_match((1, (0, 35)), (2, (40, 0)), round=3), viewer=viewer))
    (who, told, total, leads), other = sheet.lines
    assert who.name == first and told[:3] == (*scores, None) and total == sum(scores)
    assert leads == (first == "an") and other[3] != leads
    assert sheet.now == sheet.coming == 3 and not sheet.over and sheet.winner is None


ENDS = [
    # totals     who has won
    ((80, 95),   "cai"),
    ((95, 80),   "an"),
    ((60, 60),   None),
]  # fmt: skip


@pytest.mark.parametrize(("totals", "winner"), ENDS)
def test_seven_rounds_decide_a_match(totals, winner):
    rows = [(n, (0, 0)) for n in range(1, 7)] + [(7, totals)]
    sheet = match_sheet(sight(a_match(*rows, round=1)))
    assert sheet.over and sheet.totals == totals and (sheet.winner and sheet.winner.name) == winner
    assert not any(row.now for row in sheet.rows) and sheet.coming == 1


def test_a_round_that_was_taken_back_is_left_out():
    sheet = match_sheet(sight(a_match((1, (0, 35)), (3, (10, 0)), round=4)))
    assert sheet.rows[1].scores == (None, None) and sheet.totals == (10, 35)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rail_shows_seven_rounds_and_says_that_less_wins(language):
    html = page(Table(*STORY), 0, a_match((1, (0, 35)), round=2), language)["sheet"]
    assert html.count("<tr") == 1 + 7 + 1
    assert {"vi": "ít hơn là thắng", "en": "lower wins", "zh-hans": "少者胜"}[language] in html
    assert re.search(r'sheet-total is-first">0</td>\s*<td class="sheet-total">35<', html)


# What melds are called


def test_a_set_of_fives_is_not_named_as_one_of_five_cards():
    table = Table(*STORY).play(*TO_THE_END)
    for language, three, four in (("vi", "Bộ ba 9", "Bộ bốn 7"), ("zh-hans", "同点组：9", "同点组：7")):
        named = words(page(table, 0, a_match(round=1), language)["seat-1"])
        assert three in named and four in named


# The end of a round and of a match


def ended(seat, match, language="en"):
    return words(page(Table(*STORY).play(*TO_THE_END), seat, match, language)["result"])


def test_the_end_of_a_round_says_why_and_what_comes_next():
    sheet = a_match((1, (45, 0)), round=2)
    assert "5 + 5 + 5 + 5 + 5 + 10 + 10 = 45 penalty points" in ended(0, sheet)
    assert "Your opponent was left with 45 penalty points." in ended(1, sheet)
    for seat in (0, 1, None):
        assert "Next: round 2 of 7, a set of 3 and a run of 4." in ended(seat, sheet)
        assert "wins the match" not in ended(seat, sheet)


def test_the_bar_tells_the_round_that_lies_on_the_table():
    begun, ended = Table(*STORY), Table(*STORY).play(*TO_THE_END)
    match = a_match((1, (45, 0)), round=2)
    assert "Round 2 /7 You 45 – an 0 Contract: a set of 3 and a run of 4" in words(
        page(begun, 0, match)["top"]
    )
    assert "Round 1 /7 You 45 – an 0 Contract: two sets of 3" in words(page(ended, 0, match)["top"])
    taken_back = Ending(outcome=None, void="crash", server_seed="", round_seed=None)
    _, zones = scene.page(RUMMY, ended.setup, [ended.state], 0, match=match, ending=taken_back)
    assert "Round 2 /7" in words(scene.told_by(zones)["top"])


def test_the_sum_stands_in_the_order_of_the_cards_above_it():
    table = Table("KH 2C 9D 3C 8S AS JD", *STORY[1:]).play(*TO_THE_END)
    html = page(table, 0, a_match(round=1))["result"]
    assert " ".join(re.findall(r'data-card="(..)"', html)) == "AS 3C 8S 9D JD KH 2C"
    assert "10 + 5 + 5 + 5 + 10 + 10 + 20 = 65" in words(html)


def test_the_end_of_a_match_says_who_won_by_what_and_that_another_begins():
    sheet = a_match(*((n, (10, 5)) for n in range(1, 7)), (7, (45, 0)), round=1)
    assert "an wins the match, 30 to 105." in ended(0, sheet)
    assert "You win the match, 30 to 105!" in ended(1, sheet)
    assert "an wins the match, 30 to 105." in ended(None, sheet)
    for seat in (0, 1, None):
        assert "The next round begins a new match: two sets of 3." in ended(seat, sheet)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_zone_renders_and_hidden_cards_stay_hidden(seat, language):
    table = Table(*STORY).play("binh draw stock")
    zones = page(table, seat, a_match(round=1), language)
    seen = {card for view in RUMMY.view(table.state, seat).seats for card in view.cards} | {"5H"}
    together = re.findall(r'data-(?:together|wilds)="([^"]*)"', " ".join(zones.values()))
    joined = {card for groups in together for group in groups.split() for card in re.findall("..", group)}
    assert set(CARD.findall(" ".join(zones.values()))) | joined <= seen


# What the other seat holds and what lies in the stock, before and after both have drawn and discarded.
MELDED = "binh draw stock, binh lay_down 7C 7D 7H / 9C 9H 9S, binh discard QD, an draw stock, an discard 3C"
WORLDS = [
    # the viewer's seat (None: who only watches), the moves, the round in two worlds
    (1, "", STORY, ("3S 4S X1 8D 9D 2S KS", STORY[1], "5H", "AH AS AC")),
    (1, "binh draw stock", STORY, ("3S 4S X1 8D 9D 2S KS", STORY[1], "5H", "QH AS AC")),
    (1, MELDED, STORY, ("3C 4S X1 8D 9D 2S KS", STORY[1], "5H", "QH AS AC")),
    (0, "", STORY, (STORY[0], "2C 2D 2H X1 X2 AS AD", "5H", "AH AC 3S")),
    (0, "binh draw stock, binh discard QD", STORY, (STORY[0], "2C 2D 2H X1 X2 AS QD", "5H", "AH AC 3S")),
    (None, "", STORY, ("3S 4S X1 8D 9D 2S KS", "2C 2D 2H AD X2 AS QD", "5H", "AH AC 3D")),
    (None, MELDED, STORY, ("3C 4S X1 8D 9D 2S KS", STORY[1], "5H", "2H AS AC")),
]


@pytest.mark.parametrize(("seat", "moves", "one", "other"), WORLDS)
def test_hands_and_stocks_that_nobody_sees_make_no_difference_to_the_byte(seat, moves, one, other):
    tables = [Table(*world).play(moves) if moves else Table(*world) for world in (one, other)]
    assert page(tables[0], seat, a_match(round=1)) == page(tables[1], seat, a_match(round=1))


def test_only_who_acts_is_given_the_proposal():
    table = Table(*STORY).play("binh draw stock")
    for seat in (0, 1, None):
        told = "".join(page(table, seat, a_match(round=1)).values())
        assert ('name="melds"' in told) is (seat == 1)


def test_a_hand_lies_by_rank_and_the_drawn_card_last():
    table = Table(*STORY).play("binh draw stock")
    assert in_hand(table, "binh") == "7C 7D 7H 9C 9H 9S QD QH"
    table.play("binh lay_down 7C 7D 7H / 9C 9H 9S, binh discard QD, an draw stock, an discard 3C")
    assert in_hand(table, "an") == "4D 6H 8S 9D TS JC KH"


def test_once_the_drawn_card_is_laid_down_the_rest_lies_by_rank():
    table = Table(STORY[0], "7C 7D 9C 9H 9S KS QD", "5H", "7H TS 3S").play("binh draw stock")
    assert in_hand(table, "binh") == "7C 7D 9C 9H 9S QD KS 7H"
    table.play("binh lay_down 7C 7D 7H / 9C 9H 9S")
    assert in_hand(table, "binh") == "QD KS"
    table.play("binh discard KS, an draw stock, an discard KH, binh draw discard")
    assert in_hand(table, "binh") == "QD KH"


def in_hand(table, name):
    return " ".join(card.code for card in table.zones(name).hand.cards)
