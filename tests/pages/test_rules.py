"""The rules for people: every number, table and example held against the engine that plays."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import User
from games.books import printed, rulebook
from games.books.told import fact, told
from games.core.cards import codes, read_codes
from games.core.script import answer
from games.niuniu import hands as niuniu_hands
from games.niuniu.engine import NIUNIU
from games.page.book import Tone
from games.page.words import Said, say
from games.registry import ENGINES
from games.registry import game as of_the_house
from games.rummy import rules as rummy_rules
from games.rummy.engine import RUMMY
from games.xidach.hands import lowest, value
from tests.pages.test_every_page import check_page

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
GAMES = tuple(ENGINES)
NIUNIU_BOOK, RUMMY_BOOK = rulebook("niuniu"), rulebook("rummy")
BOOKS = [(engine, rulebook(game)) for game, engine in ENGINES.items()]
every_book = pytest.mark.parametrize(("engine", "book"), BOOKS, ids=lambda value: getattr(value, "game", ""))


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def page_of(game, language="en"):
    answered = Client(headers={"accept-language": language}).get(reverse("rules", args=[game]))
    assert answered.status_code == 200
    return answered.content.decode()


def play_script(engine, **script):
    line, could_run = answer(json.dumps({"game": engine.game, **script}), {engine.game: engine})
    assert could_run, line
    return json.loads(line)


# --- every game ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fingerprint_of_a_deal_can_be_seen_where_the_rules_say(client, cai, open_room, game, language):
    room = open_room(game=game)
    [address] = re.findall(r"/rooms/CODE/\w+/", page_of(game, language))
    client.force_login(cai)
    seen = client.get(address.replace("CODE", room.code)).content.decode()
    assert re.sub(r"\s|<[^>]*>", "", seen).count(room.rounds.get().server_commit)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_its_rules_in_every_language(game, language):
    page = page_of(game, language)
    check_page(page)
    assert "%(" not in page
    with translation.override(language):
        book = rulebook(game)
        assert all(told(sentence) for article in book.articles() for sentence in article.says)


def test_no_other_game_has():
    client = Client()
    assert client.get(reverse("rules", args=["poker"])).status_code == 404
    assert client.get(reverse("rules", args=["shape"])).status_code == 404, "a module, and no game"
    assert rulebook("house") is None


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_lead_to_the_rules_of_the_other_games(game):
    page = page_of(game)
    for other in GAMES if len(GAMES) > 1 else ():
        assert f'href="{reverse("rules", args=[other])}"' in page


ARTICLES_OF_A_PAGE = re.compile(r'<nav class="rules-contents".*(?=<div class="rules-end)', re.S)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_articles_are_drawn_once_a_language_and_hold_nothing_of_who_reads_them(game, khach, monkeypatch):
    quynh, thoa = (User.objects.create_user(name) for name in ("Quỳnhzz", "Thoazz"))
    drawn, draw = [], printed.render_to_string
    monkeypatch.setattr(printed, "render_to_string", lambda *asked: drawn.append(asked) or draw(*asked))
    printed._printed.cache_clear()
    for language in LANGUAGES:
        pages = {who: page_for(who, game, language) for who in (quynh, thoa, khach, None)}
        articles = {ARTICLES_OF_A_PAGE.search(page)[0] for page in pages.values()}
        assert len(articles) == 1, "the same for everybody"
        (text,) = articles
        assert printed.printed(game, language).chapters in text
        assert all(len(asked) == 2 for asked in drawn), "no request"
        for who, page in pages.items():
            if who:
                token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)[1]
                assert who.username in page and who.username not in text and token not in text
        assert "csrf" not in text and "nonce" not in text and "<form" not in text
    book = rulebook(game)
    pieces = len(book.minutes) + 1 + len(book.chapters)
    assert len(drawn) == len(LANGUAGES) * pieces, "once a language"


def page_for(who, game, language):
    browser = Client(headers={"accept-language": language})
    if who:
        browser.force_login(who)
    return browser.get(reverse("rules", args=[game])).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_place_is_there_once_and_every_link_leads_to_one(game):
    page = page_of(game)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    anchors = [article.anchor for article in rulebook(game).articles() if article.id]
    assert anchors and set(anchors) <= set(ids)


@every_book
def test_house_options_are_those_of_the_room_form(engine, book):
    """Name, help, default and limits are the form's; what the platform sets is not shown."""
    told = {
        (chapter.ruleset, each.option.name): each for chapter in book.chapters for each in chapter.options
    }
    for ruleset in engine.rulesets:
        for option in engine.options(ruleset):
            each = told.pop((ruleset, option.name), None) or told.get(("", option.name))
            assert (each is None) is option.platform, option.name
            if each is not None:
                assert each.option == option
                assert each.label == of_the_house(engine.game).words.options[option.name]
    assert not {key for key in told if key[0]}, "of no ruleset"


@pytest.mark.parametrize("game", GAMES)
def test_it_says_that_all_cards_become_public_and_that_it_is_points_only(game):
    page = page_of(game)
    assert f"all {len(ENGINES[game].pack)} cards become public" in page
    assert "never money" in page


@every_book
def test_examples_name_cards_of_the_pack_each_once(engine, book):
    for example in book.examples():
        for cards in [hand.cards for hand in example.hands]:
            assert len(cards) == len(set(cards)), cards
            assert set(read_codes(cards)) <= set(engine.pack)
        if example.verdict and "fits" not in dict(example.found):  # who meets, meets from one pack
            cards = [card for hand in example.hands for card in hand.cards]
            assert len(cards) == len(set(cards)), cards


@every_book
def test_tables_are_rectangles(engine, book):
    tables = [t for chapter in book.chapters for t in chapter.tables]
    for table in (*tables, *(t for article in book.articles() for t in article.tables)):
        assert {len(row) for row in table.rows} == {len(table.head)}, str(table.caption)


def test_being_away_is_told_with_the_times_of_the_house(settings):
    page = page_of(GAMES[0])
    assert f"{settings.TABLE['AWAY_AFTER_TIMEOUTS']} times in a row" in page
    assert f"disconnected for {settings.TABLE['AWAY_AFTER_GONE']} seconds" in page
    assert f"the host is gone for {settings.TABLE['OWNER_GONE']} seconds" in page


def test_sentences_are_put_together_when_they_are_read():
    sentence = say("%(count)s · %(points)s · %(on)s", count=1284, points=(3, 1, -1, -3), on=True)
    assert told(sentence) == "1,284 · 3 · 1 · −1 · −3 · on"
    with translation.override("vi"):
        assert told(sentence).startswith("1.284")
    assert told(Said("100% plain")) == "100% plain"
    assert fact(False) == "off"


# --- Xì Dách -------------------------------------------------------------------------------------

XIDACH = "xidach"
ARTICLES = [*(f"XD-{n}" for n in (6, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13)),
            *(f"XD-{n}" for n in range(20, 26)), *(f"XD-{n}" for n in range(40, 44))]  # fmt: skip


def article(game, name):
    return next(found for found in rulebook(game).articles() if found.id == name)


@pytest.mark.parametrize(("game", "plain"), [("xidach", 1), ("bigtwo", 1), ("rummy", 0), ("niuniu", 1)])
def test_what_the_table_plays_for_a_seat_is_plain_where_the_house_bot_does_not_choose_it(client, game, plain):
    page = client.get(f"/rules/{game}/", headers={"accept-language": "en"}).content.decode()
    assert page.count("same simple move, never a clever one") == plain
    assert page.count("discards as a medium bot would") == 1 - plain


def test_no_article_of_xidach_is_left_out():
    assert [found.id for found in rulebook(XIDACH).articles() if found.id] == ARTICLES


WORTH = [
    # cards            told as
    ("AS AD TC",       "10 + 1 + 10 = 21", "21, enough"),
    ("AS 5H",          "11 + 5 = 16",      "16, enough"),
    ("AS KD 5H",       "1 + 10 + 5 = 16",  "16, enough"),
    ("KS QH 2D",       "10 + 10 + 2 = 22", "22, bust"),
    ("AS AH",          "11 + 10 = 21",     "Xì Bàng"),
    ("AC TD",          "11 + 10 = 21",     "Xì Dách"),
    ("AS 5D 5C",       "11 + 5 + 5 = 21",  "21, enough"),
    ("AS 2H 2D 3C 3H", "1 + 2 + 2 + 3 + 3 = 11",  "Ngũ Linh with 11"),
    ("AS 2H 3C 4D TS", "1 + 2 + 3 + 4 + 10 = 20", "Ngũ Linh with 20"),
    ("AS 3H 4C 6D 7S", "1 + 3 + 4 + 6 + 7 = 21",  "21, enough"),
    ("2S 3D 4C 5D 7H", "2 + 3 + 4 + 5 + 7 = 21",  "21, enough"),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "total", "name"), WORTH)
def test_a_hand_is_told_as_players_count_it(cards, total, name):
    shown_hands = [hand for example in rulebook(XIDACH).examples() for hand in example.hands]
    (hand,) = {hand for hand in shown_hands if hand.cards == tuple(cards.split()) and not hand.who}
    assert (hand.sum, told(hand.name)) == (total, name)


def test_what_is_said_of_a_hand_is_what_it_is_worth():
    singles = [example for example in rulebook(XIDACH).examples() if len(example.hands) == 1]
    assert len(singles) > 12
    for example in singles:
        cards, found = read_codes(example.hands[0].cards), dict(example.found)
        assert found["total"] == (lowest(cards) if found["ngu_linh"] else value(cards))
        assert example.hands[0].sum.endswith(f" = {found['total']}")


MEETINGS = [example for example in rulebook(XIDACH).examples() if len(example.hands) == 2]


def _meeting_id(example):
    return " / ".join(" ".join(hand.cards) for hand in example.hands)


@pytest.mark.parametrize("example", MEETINGS, ids=_meeting_id)
def test_a_meeting_ends_as_the_same_round_does_when_it_is_played(example):
    con, cai = (list(hand.cards) for hand in example.hands)
    found = dict(example.found)
    deck = [con[0], cai[0], con[1], cai[1], *con[2:], *cai[2:]]
    deal = {"seat": 0, "do": "deal", "first": "left"}
    bets = [{"seat": 1, "do": "bet", "stake": 1}] if found["ruleset"] == "vipgame" else []
    draws = [{"seat": seat, "do": "draw"} for seat, hand in ((1, con), (0, cai)) for _ in hand[2:]]
    after_con = len(con) - 2
    stands = [{"seat": 1, "do": "stand"}], [{"seat": 0, "do": "stand"}]
    moves = [*bets, deal, *draws[:after_con], *stands[0], *draws[after_con:], *stands[1]]
    script = {
        "id": 1,
        "game": XIDACH,
        "ruleset": found["ruleset"],
        "seats": 2,
        "decks": [deck],
        "moves": moves,
    }
    line, could_run = answer(json.dumps(script), ENGINES)
    played = json.loads(line)
    assert could_run and played["over"], played
    assert {no["code"] for no in played["refusals"]} <= {"round_over", "wrong_phase", "not_your_turn"}
    (result,) = played["results"]
    assert (result["outcome"], result["reason"]) == (found["outcome"], found["reason"])
    assert example.tone == Tone(result["outcome"])


def rows(table):
    return [[told(cell.words) for cell in row] for row in table.rows]


TURNS = [
    ("XD-22", 0, [("under 16", "only hit"), ("16 to 21", "hit or stand"), ("over 21", "only stand")]),
    ("XD-23", 0, [("under 15", "only hit"), ("15", "hit or stand"),
                  ("16 to 21", "hit, stand or check a hand"), ("over 21", "the round ends at once")]),
    ("XD-42", 0, [("up to 21", "hit or stand"), ("over 21", "only stand")]),
    ("XD-42", 1, [("up to 21", "hit or stand"), ("over 21", "the round ends at once")]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "number", "expected"), TURNS)
def test_what_a_total_allows(name, number, expected):
    assert [tuple(row) for row in rows(article(XIDACH, name).tables[number])] == expected


P, B, T = "The player wins", "The banker wins", "A tie"
HIGH, LOW = "The higher total wins", "The lower total wins"
SETTLED = [
    ("XD-21", [["Xì Bàng", T, T, P], ["Xì Dách", T, T, P], ["neither", B, B, "they play on"]]),
    ("XD-25", [["Ngũ Linh", T, P, P], ["16 to 21", B, HIGH, P], ["Bust", B, B, T]]),
    ("XD-41", [["Xì Bàng", T, P, P], ["Xì Dách", B, T, P], ["neither", B, B, "they play on"]]),
    ("XD-43", [["Ngũ Linh", LOW, P, P, P], ["Enough, 16 to 21", B, HIGH, P, P], ["Bust", B, B, LOW, P],
               ["Too low, under 16", B, B, B, HIGH]]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), SETTLED)
def test_who_wins_is_told_as_the_rulebook_has_it(name, expected):
    assert rows(article(XIDACH, name).tables[0]) == expected


def test_too_low_begins_where_the_role_says():
    assert rows(article(XIDACH, "XD-2").tables[0]) == [
        ["Too low (non)", "under 16", "under 15", "under 16", "under 16"],
        ["Enough (đủ)", *["16 to 21"] * 4],
        ["Bust (quắc)", *["over 21"] * 4],
    ]


def test_cards_go_round_as_they_are_dealt():
    left, right = rows(article(XIDACH, "XD-7").tables[0])
    assert left[1:] == ["Player 1", "Player 2", "Player 3", "Banker"]
    assert right[1:] == ["Player 3", "Player 2", "Player 1", "Banker"]


def chapter(game, key):
    return next(found for found in rulebook(game).chapters if found.key == key)


def test_where_the_rulesets_part():
    table = rows(chapter(XIDACH, "differences").tables[0])
    assert all(classic != vipgame for _name, classic, vipgame in table)
    assert [row[1:] for row in table[-3:]] == [[T, P], [T, LOW], [T, LOW]]


def test_what_the_table_plays_when_time_runs_out():
    (table,) = [t for found in chapter(XIDACH, "time").articles for t in found.tables]
    assert [tuple(row) for row in rows(table)] == [
        ("a stake", "–", "stakes 1"),
        ("the deal", "deals from the left", "deals"),
        ("a player with 15", "hits", "stands"),
        ("a player with 16", "stands", "stands"),
        ("a player who is bust with 22", "stands", "stands"),
        ("the banker with 14", "hits", "stands"),
        ("the banker with 15", "stands", "stands"),
    ]


# --- Niu Niu -------------------------------------------------------------------------------------


def bulls(example, **script):
    """The round in which these hands are dealt, as the engine settles it."""
    con, cai = (list(hand) for hand in example)
    deck = [card for pair in zip(con, cai, strict=True) for card in pair]
    moves = [{"seat": 1, "do": "bet", "stake": 1}, {"seat": 0, "do": "deal"}]
    moves += [{"seat": seat, "do": "reveal"} for seat in (1, 0)]
    played = play_script(NIUNIU, seats=2, decks=[deck], moves=moves, **script)
    assert played["refusals"] == [] and played["over"]
    return played["results"]


NIUNIU_HANDS = [example for example in NIUNIU_BOOK.examples() if len(example.hands) == 1]
NIUNIU_MEETINGS = [example for example in NIUNIU_BOOK.examples() if len(example.hands) == 2]


@pytest.mark.parametrize("example", NIUNIU_HANDS, ids=_meeting_id)
def test_a_bull_is_split_as_in_a_round(example):
    (hand,), found = example.hands, dict(example.found)
    others = [code for code in codes(NIUNIU.pack) if code not in hand.cards][:5]
    _cai, con = bulls((hand.cards, others), options=found["options"])
    assert (con["multiplier"], con["kind"], con["points_value"]) == (
        found["multiplier"], found["kind"], found["points"],
    )  # fmt: skip
    shown_parts = [tuple(shown.card for shown in group) for group in hand.groups]
    assert shown_parts in ([tuple(con["base"]), tuple(con["final"])], [hand.cards])
    assert (f"×{con['multiplier']}" in told(hand.name)) is bool(con["multiplier"])


@pytest.mark.parametrize("example", NIUNIU_MEETINGS, ids=_meeting_id)
def test_two_bulls_meet_as_in_a_round(example):
    found = dict(example.found)
    _cai, con = bulls([hand.cards for hand in example.hands], ruleset=found["ruleset"])
    assert (con["outcome"], con["points"]) == (found["outcome"], found["times"])
    assert example.tone == Tone(con["outcome"])


def test_every_multiplier_has_its_example():
    assert {dict(example.found)["kind"] for example in NIUNIU_HANDS} == set(niuniu_hands.Kind)
    (table,) = (t for found in NIUNIU_BOOK.articles() if found.id == "NN-4" for t in found.tables)
    assert [(row[0], row[-1]) for row in rows(table)] == [
        ("Five faces", "×7"), ("Face + ace of spades", "×5"), ("Pair bull", "×3"), ("Bull Bull", "×2"),
        ("Bull", "×1"), ("No bull", "×0"),
    ]  # fmt: skip


def test_three_and_six_change_places():
    (table,) = (t for found in NIUNIU_BOOK.articles() if found.id == "NN-1" for t in found.tables)
    counts = dict(zip([told(words) for words in table.head], rows(table)[0], strict=True))
    assert (counts["3"], counts["6"], counts["A"], counts["10 J Q K"]) == ("6", "3", "1", "10")
    badges = {shown.badge for example in NIUNIU_HANDS for hand in example.hands
              for group in hand.groups for shown in group if shown.card[0] == "3"}  # fmt: skip
    assert {"6", "3", ""} >= badges >= {"6", "3"}, "a disc wherever a split counts one"


def test_no_article_of_niuniu_is_left_out():
    named = [found.id for found in NIUNIU_BOOK.articles() if found.id]
    assert named == [f"NN-{n}" for n in (1, 2, 3, 4, 5, 6, 10, 11, 12, 13)]


# --- Chinese Rummy -------------------------------------------------------------------------------

CONTRACTS = [example for example in RUMMY_BOOK.examples() if "round" in dict(example.found)]
CONTRACT_WORDS = [
    "set of 3 and set of 3", "set of 3 and run of 4", "run of 4 and run of 4", "set of 4 and set of 5",
    "run of 7 and set of 3", "set of 3, set of 3 and run of 4", "run of 4, run of 4 and set of 3",
]  # fmt: skip


def test_all_seven_contracts_are_shown():
    assert [dict(example.found)["round"] for example in CONTRACTS] == list(range(1, 8))
    names = [told(example.hands[0].name) for example in CONTRACTS]
    assert names == [f"Round {n}: {words}" for n, words in enumerate(CONTRACT_WORDS, 1)]


@pytest.mark.parametrize("example", CONTRACTS, ids=lambda example: told(example.hands[0].name))
def test_a_contract_is_proposed_and_can_be_laid_down(example):
    """The hand is dealt to who begins, who draws; the round's own proposal is the one that is shown."""
    found = dict(example.found)
    mine, rest = list(found["hand"]), [c for c in codes(RUMMY.pack) if c not in found["hand"]]
    others, after = rest[: len(mine)], rest[len(mine) :]
    useless = [card for card in after if card[0] not in "2X"]
    deck = [card for pair in zip(mine, others, strict=True) for card in pair] + useless[:1]
    moves = [{"seat": 1, "do": "draw", "from": "stock"},
             {"seat": 1, "do": "lay_down", "melds": [list(meld) for meld in found["melds"]]}]  # fmt: skip
    played = play_script(RUMMY, seats=2, decks=[deck], moves=moves, viewers=[1],
                         options={"round": found["round"]})  # fmt: skip
    assert played["refusals"] == []
    melds = played["views"]["1"]["table"]["melds"]
    laid = [tuple(shown.card for shown in group) for group in example.hands[0].groups]
    assert [tuple(meld["cards"]) for meld in melds] == laid
    assert len(mine) == rummy_rules.DEALS[found["round"]].cards


def test_what_fits_is_told_as_the_engine_says():
    told = {_meeting_id(example): dict(example.found) for example in RUMMY_BOOK.examples()}
    good = {cards: found["good"] for cards, found in told.items() if "good" in found}
    assert [cards for cards, is_good in good.items() if not is_good] == [
        "9H X1 2C",
        "QS KS AS 3S",
        "4S 5S 6H 7S",
    ]
    fits = {cards: found["fits"] for cards, found in told.items() if "fits" in found}
    assert [cards for cards, does in fits.items() if not does] == ["7C 7D 7S 8H", "JD QD KD AD 3D"]
    assert "7H X1 9H TH 8H / 7H 8H 9H TH X1" in fits, "the wild moves to an end"


def test_what_is_left_costs_what_the_sheet_says():
    (table,) = (t for found in RUMMY_BOOK.articles() if found.id == "RM-9" for t in found.tables)
    assert [told(words) for words in table.head[1:]] == ["3 – 9", "10 – A", "2, ★"]
    assert rows(table)[0][1:] == ["5", "10", "20"]
    costs = [(example.hands[0].cards, dict(example.found)["penalty"]) for example in RUMMY_BOOK.examples()
             if "penalty" in dict(example.found)]  # fmt: skip
    assert (("AH", "2C", "X1"), 50) in costs


def test_no_article_of_rummy_is_left_out():
    assert [found.id for found in RUMMY_BOOK.articles() if found.id] == [f"RM-{n}" for n in range(1, 14)]
