"""B2-9 … B2-11: what each pair of eyes sees, what the page shows of it, and what the log tells."""

import pytest

from games.bigtwo.engine import BIGTWO
from games.bigtwo.hands import Kind
from games.bigtwo.page import Because, Ending, Heading, PodStatus
from games.page.zones import Button
from tests.games.bigtwo.table import NAMES, PLAYERS, Table, short

FIVE = (*PLAYERS, "khach")
LEAD_SUITS = ("an 3D 4D 5D 7D 8D", "binh 3C 4C 5C 7C 8C")


def told(table, who, *sentences):
    """The lines of the log that these moves cause, as one person reads them."""
    lines, before = [], table.view(who)
    for sentence in sentences:
        after = table.play(sentence).view(who)
        lines += BIGTWO.events(before, after)
        before = after
    return [as_line(event) for event in lines]


def as_line(event):
    name = next((name for name, seat in NAMES.items() if seat == event.seat), "")
    facts = [f"{key}={value}" for key, value in event.facts if value is not None]
    return " ".join(filter(None, [name if event.seat is not None else "", event.kind, *event.cards, *facts]))


def the_end() -> Table:
    """dung, chi, an are out in this order; binh is left with 6C."""
    table = short().play("dung 2S, an pass, binh pass, chi pass, dung 6S, an pass")
    table.play("binh pass, chi AH, dung AS, an pass, binh pass, chi 2H, an pass, binh pass, chi 6H")
    return table.play("an AD, binh 2C, an pass, binh AC, an 2D, binh pass, an 6D")


# Views


def test_everybody_sees_their_own_cards_as_dealt():
    table = Table("3D KD QD", "9C 2C")
    for name, seat in zip(PLAYERS, range(4), strict=True):
        cards = table.view(name).seats[seat].cards
        assert len(cards) == 13 and "??" not in cards
    assert table.view("an").seats[0].cards[:3] == ("3D", "KD", "QD")
    assert table.play("an 3D").view("an").seats[0].cards[:2] == ("KD", "QD")


def test_others_are_hidden_even_their_number():
    table = short()
    for name in FIVE:
        for seat in table.view(name).seats:
            if seat.seat != NAMES[name]:
                assert (seat.cards, seat.count, seat.public) == ((), None, False)


def test_only_the_top_play_is_to_be_seen():
    """B2-11"""
    table = Table(*("3D 4D 5D 7D 8D", "3C 4C 5C 7C 8C")).play(*LEAD_SUITS)
    top = table.view("khach").as_json()["table"]["top"]
    assert top == {"seat": 1, "pattern": "set", "kind": "flush", "cards": ["3C", "4C", "5C", "7C", "8C"]}
    assert "3D" not in str(table.view("khach").as_json())
    table.play("chi pass, dung pass, an pass")
    assert table.view("khach").as_json()["table"]["top"] is None


def test_answers_to_the_vote_are_secret():
    """B2-4  Two tables where binh answers otherwise look the same to all, binh too."""
    yes, no = (Table("3D", votes=False).play("an no", f"binh {answer}") for answer in ("yes", "no"))
    for name in FIVE:
        assert yes.view(name).as_json() == no.view(name).as_json()
    assert yes.legal("binh") == [] and yes.legal("chi") == ["vote True", "vote False"]
    both = [table.play("chi yes, dung no") for table in (yes, no)]
    assert both[0].view("khach") == both[1].view("khach")


def test_who_may_do_what():
    table = Table("3D").play("an 3D")
    assert table.legal("binh") == ["pass", "ask_count 0", "ask_count 2", "ask_count 3"]
    assert table.legal("an") == ["ask_count 1", "ask_count 2", "ask_count 3"]
    assert table.legal("khach") == [] and table.plays("khach") == table.plays("an") == []
    assert table.plays("binh")


def test_at_the_end_every_hand_is_open():
    """B2-11"""
    table = the_end()
    for name in FIVE:
        view = table.view(name)
        assert [" ".join(seat.cards) for seat in view.seats] == ["", "6C", "", ""]
        assert all(seat.public for seat in view.seats)
        assert (view.legal, view.plays, view.over) == ((), (), True)
        assert view.as_json()["table"]["top"]["cards"] == ["6D"]
        assert len(view.laid) == len(table.state.laid)
    assert short().view("an").laid == ()


# The page

PODS = [
    # said                                what each pod says
    ("",                                  "leading waiting waiting waiting"),
    ("an 3D",                             "played acting waiting waiting"),
    ("an 3D, binh pass",                  "played passed acting waiting"),
    ("an 3D, binh pass, chi pass, dung pass", "leading waiting waiting waiting"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "words"), PODS)
def test_pods_say_what_everybody_saw(said, words):
    table = Table("3D")
    if said:
        table.play(said)
    for name in FIVE:
        assert " ".join(str(pod.status) for pod in table.zones(name).pods) == words


def test_pods_of_the_vote_never_say_how():
    """B2-4"""
    table = Table("3D", votes=False).play("binh yes")
    statuses = [str(pod.status) for pod in table.zones("khach").pods]
    assert statuses == ["voting", "voted", "voting", "voting"]
    assert table.zones("khach").centre.vote.answered == 1
    assert table.zones("binh").actions.vote.because is Because.NOT_YOUR_TURN
    assert table.zones("an").actions.vote.enabled


def test_a_pod_is_the_same_for_all_who_look_at_another():
    table = short()
    for seat, name in enumerate(PLAYERS):
        others = {table.zones(who).pods[seat] for who in FIVE if who != name}
        assert len(others) == 1
        assert others.pop().act == Button()


def test_nobody_asks_where_the_count_is_known():
    table = short().play("an ask binh, dung 2S, an pass, binh pass, chi pass, dung 6S")
    assert [pod.act for pod in table.zones("khach").pods] == [Button(), None, Button(), None]
    assert [pod.count for pod in table.zones("khach").pods] == [None, 3, None, 1]
    assert not any(pod.act for pod in Table("3D", open_counts=True).zones("khach").pods)


def test_ones_own_hand_is_sorted_and_knows_both_orders():
    hand = Table("3D KD 9C 9D").zones("an").hand
    codes = [held.code for held in hand.cards]
    assert codes[:1] == ["3D"] and codes.index("9D") < codes.index("9C") < codes.index("KD")
    by_suit = [held.code for held in sorted(hand.cards, key=lambda held: held.by_suit)]
    assert [code[1] for code in by_suit] == sorted((code[1] for code in codes), key="DCHS".index)


def test_buttons_of_a_turn():
    table = Table("3D 4D 5D 7D 8D", "3C 4C")
    ask = table.zones("an").actions
    assert (ask.heading, ask.pass_.because, ask.play.enabled) == (Heading.OPEN, Because.MUST_LEAD, True)
    ask = table.play("an 3D 4D 5D 7D 8D").zones("binh").actions
    assert (ask.heading, ask.pass_.enabled, ask.beat.kind) == (Heading.FOLLOW, True, "flush")
    ask = table.zones("an").actions
    assert ask.waits
    assert (ask.heading, ask.play.because) == (Heading.WAITING, Because.NOT_YOUR_TURN)
    assert table.zones("khach").actions is None and table.zones("khach").hand is None


def test_a_button_says_why_nothing_can_be_played():
    """B2-8"""
    table = short().play("dung 2S")
    assert table.zones("an").actions.play.because is Because.NOTHING_BEATS
    table.play("an pass, binh pass, chi pass, dung 6S, an AD, binh AC, chi AH")
    assert table.zones("dung").actions.play.enabled
    table = short().play("dung 6S, an AD, binh AC, chi AH, dung AS, an pass, binh pass, chi pass")
    ask = table.zones("dung").actions
    assert (ask.heading, ask.play.because, ask.pass_.enabled) == (Heading.LEAD, Because.LONE_TWO, True)


def test_who_is_out_may_still_ask():
    table = short().play(
        "dung 2S, an pass, binh pass, chi pass, dung 6S, an pass, binh pass, chi AH, dung AS"
    )
    ask = table.zones("dung").actions
    assert (ask.heading, ask.can_ask, ask.play) == (Heading.OUT, True, None)
    pod = table.zones("an").pods[3]
    assert (pod.status, pod.rank) == (PodStatus.RANKED, 1)


def test_choices_are_named_and_begin_with_what_one_thinks_of_first():
    table = short()
    (singles,) = table.zones("dung").actions.choices
    assert (singles.name, singles.plays) == ("single", ("6S", "AS", "2S"))
    names = [choice.name for choice in Table("3D 3C 3H 3S 4D 4C").zones("an").actions.choices]
    assert names[-2:] == ["pair", "single"]
    assert names[:-2] == [str(kind) for kind in Kind if kind in names]


def test_why_one_has_that_rank():
    dung, an, binh = (the_end().zones("khach").why[seat] for seat in (3, 0, 1))
    assert (dung.rank, dung.points, dung.ending, dung.cards) == (1, 3, Ending.WENT_OUT, ("AS",))
    assert (an.rank, an.cards, an.pattern, an.rule) == (3, ("6D",), "single", "B2-12")
    assert (binh.rank, binh.ending, binh.cards, binh.pattern) == (4, Ending.LAST, ("6C",), None)


def test_why_lone_2s_are_ranked():
    """B2-8"""
    table = short().play("dung 6S, an AD, binh AC, chi AH, dung AS, an pass, binh pass, chi pass, dung pass")
    table.play("an 6D, binh 6C, chi 6H")
    why = table.zones("an").why
    assert [(one.rank, one.ending, one.cards, one.rule) for one in why][3] == (
        1, Ending.LONE_TWO, ("2S",), "B2-8"
    )  # fmt: skip
    assert table.zones("an").hand.points == -3


def test_every_view_and_zone_can_be_a_key():
    for table in (Table("3D", votes=False), short(), the_end()):
        for name in FIVE:
            assert len({table.view(name), table.zones(name)}) == 2


# The log


def test_the_log_shows_no_card_while_the_round_is_on():
    """B2-11"""
    assert told(Table("3D 3C 3H 4D 4C"), "an", "an 3D 3C 3H 4D 4C", "binh pass") == [
        "an played pattern=set kind=full_house",
        "binh passed",
    ]


def test_the_log_of_a_vote():
    """B2-4"""
    table = Table("3D", redeals=[("", "3D")], votes=False)
    assert [as_line(event) for event in BIGTWO.events(None, table.view("an"))] == ["dealt reshuffles=0"]
    assert told(table, "an", "an yes, binh yes, chi yes", "dung no") == ["reshuffled reshuffles=1"]
    assert told(table, "an", "an no", "binh no, chi no, dung no") == ["binh opens 3D"]


def test_the_log_of_a_trick():
    table = Table("3D", "9D")
    assert told(table, "khach", "an 3D", "binh 9D", "chi pass", "dung ask binh", "dung pass", "an pass") == [
        "an played pattern=single",
        "binh played pattern=single",
        "chi passed",
        "binh counted count=12 by=3",
        "dung passed",
        "an passed",
        "binh leads",
    ]


def test_the_log_of_last_cards():
    """B2-8, B2-9, B2-12"""
    table = short().play("dung 6S, an AD, binh AC, chi AH")
    assert told(table, "an", "dung AS", "an pass", "binh pass", "chi pass", "dung pass") == [
        "dung played pattern=single",
        "dung one_left",
        "an passed",
        "binh passed",
        "chi passed",
        "dung leads",
        "dung passed",
        "an leads",
    ]


def test_the_log_of_the_end_tells_every_play():
    """B2-11"""
    table = short().play("dung 2S, an pass, binh pass, chi pass, dung 6S, an pass, binh pass, chi AH")
    assert told(table, "dung", "dung AS") == ["dung played pattern=single", "dung went_out rank=1"]
    table = the_end()
    lines = [as_line(event) for event in BIGTWO.events(table.view("binh"), table.view("binh"))]
    assert lines == []
    before = short().play("dung 6S").view("binh")
    lines = [as_line(event) for event in BIGTWO.events(before, table.view("binh"))]
    assert lines[-1] == "binh round_over rank=4 points=-3"
    assert "an laid 3D 4D 5D 7D 8D pattern=set kind=flush" in lines
    assert sum("laid" in line for line in lines) == len(table.state.laid)
    assert as_line(BIGTWO.events(before, table.view("khach"))[-1]) == "round_over"
