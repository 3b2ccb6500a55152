"""The zones of a Big 2 table: every page renders, and none shows what is covered or in another's hand."""

import re
from functools import partial
from random import Random

import pytest

from games.bigtwo.engine import BIGTWO
from games.bigtwo.hands import codes, read
from games.bigtwo.rules import Phase
from games.live.live_round import Log
from games.rounds.facts import Ending
from tests.games.bigtwo.table import GAME, SHORT_STORY, SUITS_APART, Table
from tests.tables import scene
from tests.tables.scene import said_twice, told_by, whole_page, words_of
from tests.tables.test_zones import CARD, NOW

NAMES = ("an", "binh", "chi", "dung")
VIEWERS = (None, 0, 1, 2, 3)
LANGUAGES = ["vi", "en", "zh-hans"]


page = partial(scene.page, BIGTWO, names=NAMES)


def story(*sentences, votes=True):
    """Every state of a round as it is told: everybody holds a suit."""
    table = Table(*SUITS_APART, votes=votes)
    return table.setup, [table.state, *(table.play(sentence).state for sentence in sentences)]


def a_round(seed):
    """Every state of a round of chance."""
    played = GAME.play(seed)
    return played.setup, played.states


MOVES = [one.strip() for sentence in SHORT_STORY for one in sentence.split(",")]
ENDGAME = (
    *MOVES, "dung 2S", "an pass", "binh pass", "chi pass", "dung 6S", "an ask binh", "an AD", "binh 2C",
    "chi 2H", "dung pass", "an pass", "binh pass",
)  # fmt: skip
MOMENTS = {
    "first lead": MOVES[:0],
    "following": MOVES[:3],
    "trick won": MOVES,
    "last cards": ENDGAME,
}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_template_asks_for_what_it_was_not_given(language, missing):
    for seed in (3, 4):
        setup, states = a_round(seed)
        for seat in VIEWERS:
            for step in (0, 1, 5, 9, 20, 40, len(states) - 2, len(states) - 1):
                _, zones = page(setup, states[: step + 1], seat)
                for name, html in told_by(zones, language).items():
                    assert missing not in html, (name, html[html.index(missing) :][:80])


@pytest.mark.slow
@pytest.mark.parametrize("seat", VIEWERS)
def test_a_round_that_does_not_count_still_shows_a_page(seat, missing):
    ending = Ending(outcome=None, void="crash", server_seed="", round_seed=None)
    _, zones = page(*story(*MOVES[:5]), seat, over=True, deadline=None, ending=ending)
    assert all(missing not in html for html in told_by(zones).values())


@pytest.mark.slow
@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("moves", MOMENTS.values(), ids=MOMENTS)
def test_ids_are_said_once_on_the_whole_page(moves, seat):
    room, zones = page(*story(*moves), seat)
    html = whole_page(room, told_by(zones), seat)
    assert said_twice(html) == []
    assert html.count("games/bigtwo/table.css") == 1


@pytest.mark.parametrize("seat", VIEWERS)
@pytest.mark.parametrize("moves", MOMENTS.values(), ids=MOMENTS)
def test_a_page_names_no_card_but_ones_own_and_the_play_on_top(moves, seat):
    """B2-11  Neither covered plays nor gathered ones, in the log or anywhere."""
    setup, states = story(*moves)
    view = BIGTWO.view(states[-1], seat)
    known = {card for one in view.seats for card in one.cards} | {"3D"}
    known |= set(view.top.cards) if view.top else set()
    html = told_by(page(setup, states, seat)[1])
    plays = {card for word in re.findall(r'data-plays="([^"]*)"', html["actions"]) for card in _cards(word)}
    assert {card for piece in html.values() for card in CARD.findall(piece)} | plays <= known
    backs = re.findall(r'<span class="card is-back"[^>]*></span>', "".join(html.values()))
    assert len(set(backs)) == 1


THIS_TRICK = [
    # moves, as khach reads it
    ((), ["The cards are dealt"]),
    (MOVES[:1], ["an plays: Flush"]),
    (MOVES[:2], ["binh plays: Flush"]),
    (
        ("an 3D", "dung ask an", "binh 3C", "chi pass"),
        ["dung asks: an has 12 cards", "binh plays: Single", "chi passes"],
    ),
    (("an 3D", "dung ask an", "binh 3C", "chi pass", "dung pass", "an 4D"), ["an plays: Single"]),
    (MOVES[:4], ["dung plays: Flush"]),
    (MOVES[:-1], ["dung plays: Straight flush", "an passes", "binh passes"]),
    (MOVES, ["chi passes", "dung leads"]),
]  # fmt: skip


@pytest.mark.parametrize(("moves", "lines"), THIS_TRICK)
def test_while_the_round_runs_the_log_tells_of_this_trick_alone(moves, lines):
    """B2-11  Nobody looks back: neither how much was laid down before, nor by whom."""
    assert log_of(told_by(page(*story(*moves), None)[1])) == lines


ASKED = {0: "dung asks: you have 12 cards", 3: "You ask: an has 12 cards"}


@pytest.mark.parametrize("seat", VIEWERS)
def test_everybody_is_told_who_asked_for_whose_count(seat):
    """B2-10  Who is asked, too; a count that is known already is no news."""
    moves = ("an 3D", "dung ask an", "chi ask an", "binh 3C", "chi pass")
    lines = log_of(told_by(page(*story(*moves), seat)[1]))
    assert lines[0] == ASKED.get(seat, "dung asks: an has 12 cards")
    assert [line for line in lines if "ask" in line] == lines[:1]


def log_of(html):
    *told, _end = re.split("<time.*?</time>", html["log"])
    return [words_of(piece).strip() for piece in told]


@pytest.mark.parametrize("seed", range(4))
def test_of_all_plays_the_log_has_the_one_on_top_and_at_the_end_every_one(seed):
    setup, states = a_round(seed)
    for viewer in VIEWERS:
        log = Log(BIGTWO)
        for state in states:
            log.sees(BIGTWO.view(state, viewer), NOW)
            if state.phase is Phase.PLAY:
                played = [line.event.seat for line in log.lines if line.event.kind == "played"]
                assert played == ([state.top.seat] if state.top else [])
        events = [line.event for line in log.lines]
        for kind in ("played", "laid"):
            assert [one.seat for one in events if one.kind == kind] == [laid.seat for laid in states[-1].laid]
        assert [line.number for line in log.lines] == list(range(len(events)))


def _cards(word):
    """`single:3D,4D pair:5D5C`"""
    return re.findall(r"[2-9TJQKA][CDHS]", re.sub(r"[a-z_]+:", " ", word))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_hands_that_nobody_sees_make_no_difference_to_the_byte(seat):
    """B2-10  Neither what others hold nor, until they are asked, how many."""
    apart = Table(*SUITS_APART).play("an 3D, binh 3C")
    mixed = Table(*SUITS_APART[:2], *(swapped(cards) for cards in SUITS_APART[2:])).play("an 3D, binh 3C")
    pages = [told_by(page(table.setup, [table.state], seat)[1]) for table in (apart, mixed)]
    assert pages[0] == pages[1]
    apart.play("chi 4H, dung 4S, an pass, binh pass, chi pass, dung 6S 7S 8S 9S TS, an pass, binh pass")
    lean = told_by(page(apart.setup, [apart.state], 0)[1])["seat-3"]
    assert "6 cards" not in lean and "Nobody knows" in lean


def swapped(cards):
    return cards.translate(str.maketrans("HS", "SH")) if cards[1] in "HS" else cards


def test_others_read_the_same_of_a_seat():
    """A pod is rendered once for everybody but whose it is."""
    setup, states = story(*ENDGAME)
    for seat in range(4):
        pods = {told_by(page(setup, states, who)[1])[f"seat-{seat}"] for who in VIEWERS if who != seat}
        assert len(pods) == 1


def test_only_who_plays_here_may_ask():
    setup, states = story(*MOVES)
    forms = [told_by(page(setup, states, who)[1])["actions"].count('id="ask-count"') for who in VIEWERS]
    assert forms == [0, 1, 1, 1, 1]


def test_the_dock_lists_every_play_and_says_what_to_do():
    html = told_by(page(*story(*MOVES), 3)[1])
    assert 'data-plays="single:6S,AS,2S "' in html["actions"]
    assert "play anything" in words_of(html["hand"])
    html = told_by(page(*story(*MOVES[:1]), 1)[1])
    assert html["actions"].count("flush:") == 3  # plain, straight and royal
    assert "Waiting for binh" in words_of(told_by(page(*story(*MOVES[:1]), 0)[1])["hand"])


OPENINGS = [
    # held by the first play, in words
    ("3D", "3♦", "three of diamonds"),
    ("4D", "4♦", "four of diamonds"),
    ("", "", ""),
]


@pytest.mark.parametrize(("held", "short", "name"), OPENINGS)
def test_the_page_asks_of_the_opening_what_the_rules_ask(held, short, name):
    """B2-5  Which card that is, the rulebook alone knows."""
    table = Table(*SUITS_APART)
    state = table.state._replace(must_hold=read(held))
    asked, others = (told_by(page(table.setup, [state], who)[1]) for who in (0, 1))
    if not held:
        assert "play anything" in words_of(asked["hand"]) and "data-must" not in asked["actions"]
        assert all("New trick: play anything" in html["centre"] for html in (asked, others))
        return
    assert f"must include {short}{name}" in words_of(asked["hand"])
    assert f"Lead a play that includes the {name}." in asked["hand"]
    assert f'data-must="{held}"' in asked["actions"] and "data-must" not in others["actions"]
    assert all(held in play for play in plays_in(asked["actions"]))
    assert all(
        f"First play must include {short}{name}" in words_of(html["centre"]) for html in (asked, others)
    )


def plays_in(html):
    groups = re.search(r'data-plays="([^"]*)"', html)[1].split()
    return [play for group in groups for play in group.split(":")[1].split(",")]


def test_the_label_says_whose_play_lies_there_and_what_it_is():
    apart = Table(*SUITS_APART)
    plays = {
        "an 3D": "an · plays: Single 3♦",
        "an 3D 4D 5D 7D 8D": "an · plays: Flush to 8♦",
        "an 3D 4D 5D 6D 7D": "an · plays: Straight flush to 7♦",
    }
    for sentence, words in plays.items():
        html = told_by(page(apart.setup, [apart.state, apart_after(sentence)], 2)[1])["centre"]
        assert words in words_of(html)
    triple = Table("3D 3C 3H 9D 9C").play("an 3D 3C 3H 9D 9C")
    words = words_of(told_by(page(triple.setup, [triple.state], None)[1])["centre"])
    assert "an · plays: Full house 3 " in words


def apart_after(sentence):
    return Table(*SUITS_APART).play(sentence).state


def test_points_by_rank_have_real_minus_signs():
    table = Table(*SUITS_APART, points=[5, 2, -2, -5])
    zones = told_by(page(table.setup, [table.state], 1)[1])
    for name in ("top", "rules"):
        assert "5 · 2 · −2 · −5" in words_of(zones[name]) and "-2" not in words_of(zones[name])


def hints_in(html):
    return re.search(r'data-hints="([^"]*)"', html)[1].split()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_the_first_hint_is_what_the_house_bot_would_do(seed):
    setup, states = a_round(seed)
    for step, state in enumerate(states):
        seat = state.turn
        if seat is None:
            continue
        hints = hints_in(told_by(page(setup, states[: step + 1], seat)[1])["actions"])
        word = BIGTWO.choose(BIGTWO.view(state, seat), "house", Random(step))
        cards = set(word.get("cards", ())) or None
        assert (None if hints[0] == "pass" else set(re.findall("..", hints[0]))) == cards
        assert len(hints) == len(set(hints)) <= 5


def test_nobody_is_given_a_hint_out_of_turn():
    setup, states = story(*MOVES[:1])
    assert [hints_in(told_by(page(setup, states, who)[1])["actions"]) for who in (0, 2, 3)] == [[], [], []]
    assert len(hints_in(told_by(page(setup, states, 1)[1])["actions"])) > 1


def test_the_card_that_judges_a_play_stands_last():
    """B2-3  A2345 is judged by its 5, 23456 by its 6, a full house by its triple."""
    table = Table("3D 4C 5H 6S AS 2H 4S 4H 9D 9C").play("an 3D, binh pass, chi pass, dung pass")
    html = told_by(page(table.setup, [table.state], 0)[1])["actions"]
    groups = dict(group.split(":") for group in re.search(r'data-plays="([^"]*)"', html)[1].split())
    assert "4CAS" not in groups["pair"] and "4C4H" in groups["pair"]
    assert {play[-2:] for play in groups["full_house"].split(",")} == {"4S"}
    low = Table("3D 4C 5H 6S AS 2H").zones("an").actions.choices
    straights = next(choice.plays for choice in low if choice.name == "straight")
    assert {play[-2:] for play in straights} >= {"5H", "6S"}


def test_the_vote_asks_once_and_tells_nobody_what():
    setup, states = story("binh yes", votes=False)
    asked, answered = (told_by(page(setup, states, who)[1]) for who in (0, 1))
    assert asked["actions"].count("disabled") == 0 and answered["actions"].count("disabled") == 2
    assert "1 of 4 has answered" in words_of(asked["centre"])
    assert "3 requests are enough, or one from a hand of strength 6 or less" in words_of(asked["centre"])
    assert "J = 1 Q = 2 K = 3 A = 4 2 = 5" in words_of(asked["centre"])
    assert "Hand strength: 15" in words_of(asked["hand"])
    assert "Has answered" in words_of(asked["seat-1"]) and "#check" in asked["seat-1"]
    assert "Has answered" not in asked["seat-2"] and "you have answered" in words_of(answered["hand"])


def test_the_result_says_why():
    """B2-8"""
    moves = (*MOVES, "dung 6S", "an AD", "binh AC", "chi AH", "dung AS", "an pass", "binh pass", "chi pass")
    html = told_by(page(*story(*moves, "dung pass", "an 6D", "binh 6C", "chi 6H"), 3)[1])
    words = words_of(html["result"])
    assert "First place" in words and "Only single 2s were left" in words and "+3" in words
    assert "data-moment" in html["result"]


@pytest.mark.parametrize("seat", VIEWERS)
def test_the_result_has_a_row_for_everybody_by_place(seat):
    """B2-12, B2-13  Who, what they held to the end, their points."""
    setup, states = a_round(3)
    zones = told_by(page(setup, states, seat)[1])
    html = zones["result"]
    outcome, held = BIGTWO.outcome(states[-1]), states[-1].held
    by_place = [outcome.ranks.index(place) for place in (1, 2, 3, 4)]
    rows = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in html.split("<tr")[2:]]
    assert [[words_of(cell).strip() for cell in row[:4]] for row in rows] == [
        [
            str(place),
            "You" if one == seat else NAMES[one],
            counted(held[one].bit_count()),
            f"{outcome.points[one]:+}".replace("-", "−"),
        ]
        for place, one in enumerate(by_place, 1)
    ]
    for one in {0, 1, 2, 3} - {seat}:  # what lies open, lies in order
        assert re.findall(r'data-card="(..)"', zones[f"seat-{one}"]) == list(codes(held[one]))


def counted(left):
    return f"{left} card{'s' * (left > 1)}" if left else "out"
