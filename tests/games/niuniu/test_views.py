"""NN-11: what each pair of eyes sees, and what the page makes of it."""

from dataclasses import replace

import pytest

from games.core.engine import Event
from games.niuniu.engine import NIUNIU
from games.niuniu.page import Heading, PodStatus
from tests.games.niuniu.table import NO_BULL, Table
from tests.games.story import as_text

CAI = "9H AC JC QC KC"  # a ten
AN = "7C 7D TC TD TH"  # a pair
BINH = "2H 4H JD QD KD"  # bull 6
HIDDEN = "?? ?? ?? ?? ??"
FOUR = ("cai", "an", "binh", "khach")


def story(table: Table, viewer: str, *sentences: str) -> list[Event]:
    """What one viewer's log says of these moves."""
    told: list[Event] = []
    for sentence in sentences:
        before = table.view(viewer)
        told += NIUNIU.events(before, table.play(sentence).view(viewer))
    return told


def lines(events) -> list[str]:
    """`an revealed 7C … name=pair` for each event."""
    return [
        " ".join([Table.name_of(e.seat), e.kind, *e.cards, *(f"{k}={v}" for k, v in e.facts)]) for e in events
    ]


# Views


def test_a_hand_and_its_worth_are_its_owners_until_revealed():
    """NN-11"""
    table = Table("duel", CAI, AN, BINH).dealt()
    assert table.seen("cai") == [CAI, HIDDEN, HIDDEN]
    assert table.seen("an") == [HIDDEN, AN, HIDDEN]
    assert table.seen("khach") == [HIDDEN, HIDDEN, HIDDEN]
    assert table.worth("cai") == ["ten 10", None, None]
    assert table.worth("an") == [None, "pair 4", None]
    assert table.worth("khach") == [None, None, None]
    assert not any(seat.public for viewer in FOUR for seat in table.view(viewer).seats)


def test_a_revealed_hand_is_everybodys():
    """NN-11"""
    table = Table("duel", CAI, AN, BINH).dealt().play("binh reveal")
    assert table.seen("khach") == [HIDDEN, HIDDEN, BINH]
    assert table.seen("an") == [HIDDEN, AN, BINH]
    assert table.worth("cai") == ["ten 10", None, "plain 6"]
    assert [seat.public for seat in table.view("an").seats] == [False, False, True]


def test_revealed_is_in_the_order_they_did():
    """`revealed` is not by seat; the results are, and only at the end."""
    table = Table("duel", CAI, AN, BINH).dealt().play("binh reveal, cai reveal")
    assert (table.view("an").revealed, table.view("an").results) == ((2, 0), None)
    json = table.play("an reveal").view("khach").as_json()["table"]
    assert json["revealed"] == [2, 0, 1]
    assert [line["seat"] for line in json["results"]] == [0, 1, 2]
    assert json["results"] == NIUNIU.outcome(table.state).results


def test_everybody_sees_the_same_once_the_round_is_over():
    table = Table("payout", CAI, AN, BINH).over()
    views = [{**table.view(viewer).as_json(), "you": None} for viewer in FOUR]
    assert all(view == views[0] for view in views)
    assert (views[0]["to_act"], views[0]["legal"], views[0]["over"]) == ([], [], True)


def test_before_the_deal_nobody_has_a_hand():
    seats = Table(seats=3).play("an bet 2").view("an").as_json()["seats"]
    roles = ["nha_cai", "nha_con", "nha_con"]
    assert seats == [
        {"seat": n, "role": role, "cards": [], "count": 0, "public": False} for n, role in enumerate(roles)
    ]
    assert Table(seats=3).worth("an") == [None, None, None]


def test_hidden_hands_look_alike_whatever_they_are():
    """NN-11  View, zones and log of who may not see them."""
    good, bad = Table("duel", CAI, AN, BINH), Table("duel", CAI, AN, NO_BULL)
    moves = ("an bet 1", "binh bet 1", "cai deal", "an reveal")
    for viewer in ("cai", "an", "khach"):
        assert lines(story(good, viewer, *moves)) == lines(story(bad, viewer, *moves))
        assert as_text(good.view(viewer)) == as_text(bad.view(viewer))
        assert good.zones(viewer) == bad.zones(viewer)
        good, bad = Table("duel", CAI, AN, BINH), Table("duel", CAI, AN, NO_BULL)


# Zones


def statuses(table: Table, viewer: str = "khach") -> list[str]:
    return [str(pod.status) for pod in table.zones(viewer).pods]


def test_one_word_for_each_seat():
    table = Table("duel", CAI, AN, BINH)
    assert statuses(table) == ["waiting", "betting", "betting"]
    assert statuses(table.play("binh bet 4")) == ["waiting", "betting", "bet"]
    assert statuses(table.play("an bet 1")) == ["dealing", "bet", "bet"]
    assert statuses(table.play("cai deal")) == ["hidden", "hidden", "hidden"]
    assert statuses(table, "an") == ["hidden", "hidden", "hidden"]
    assert statuses(table.play("an reveal")) == ["hidden", "open", "hidden"]
    assert statuses(table.play("cai reveal, binh reveal")) == ["open"] * 3


def test_a_pod_splits_only_what_lies_open():
    table = Table("duel", CAI, AN, BINH).dealt().play("an reveal")
    for viewer in FOUR:
        pods = table.zones(viewer).pods
        assert [bool(pod.split) for pod in pods] == [False, True, False]
        assert [pod.mine for pod in pods] == [viewer == name for name in ("cai", "an", "binh")]
    assert [pod.acting for pod in pods] == [True, False, True]
    assert [pod.points for pod in table.play("cai reveal, binh reveal").zones("an").pods] == [-1, 3, -2]


def test_ones_own_hand_is_split_from_the_deal_on():
    table = Table("duel", CAI, "3C 4H KS 2S 5D", BINH).dealt(3, 4)
    hand = table.zones("an").hand
    assert " ".join(hand.cards) == "3C 4H KS 2S 5D"
    assert [(shown.card, shown.badge) for shown in hand.split.base.cards] == [
        ("3C", 6),
        ("4H", None),
        ("KS", None),
    ]
    assert (hand.split.base.counts, hand.split.base.total) == ((6, 4, 10), 20)
    assert (hand.split.final.counts, hand.split.final.total) == ((2, 5), 7)
    assert (hand.split.kind, hand.split.points, hand.stake) == ("plain", 7, 3)
    assert table.play("an reveal").zones("an").hand == replace(hand, public=True)
    assert table.zones("khach").hand is None and table.zones("khach").actions is None


def test_the_last_card_may_be_peeled_until_the_hand_is_revealed():
    table = Table("duel", CAI, AN, BINH)
    assert table.zones("an").hand.peeled == ()
    assert " ".join(table.dealt().zones("an").hand.peeled) == AN
    assert table.play("an reveal").zones("an").hand.peeled == ()
    assert " ".join(table.zones("cai").hand.peeled) == CAI


def test_a_hand_without_a_base_has_no_parts():
    split = Table("duel", CAI, NO_BULL).dealt().zones("an").hand.split
    assert (split.kind, split.base, split.final, split.is_special) == ("none", None, None, False)


@pytest.mark.parametrize(("cards", "flex", "badges"), [
    ("3D 7C KS 8D 9D", True, [3, None, None]),
    ("3D 4C KS 8D 9D", True, [6, None, None]),
    ("3D 4C KS 8D 9D", False, [6, None, None]),
    ("6D 7C KS 8D 9D", False, [3, None, None]),
    ("4C 6D KS 8D 9D", True, [None, 6, None]),
])  # fmt: skip
def test_a_badge_tells_what_a_three_or_a_six_counts(cards, flex, badges):
    """NN-1 and `flex_3_6`"""
    split = Table("duel", CAI, cards, flex_3_6=flex).dealt().zones("an").hand.split
    assert [shown.badge for shown in split.base.cards] == badges


def test_actions_of_each_phase():
    table = Table("duel", CAI, AN, BINH, max_stake=40)
    bet = table.zones("an").actions
    assert (bet.heading, bet.bet.min, bet.bet.max) == (Heading.BETTING, 1, 40)
    assert table.zones("cai").actions.waits
    table.play("an bet 1, binh bet 1")
    assert table.zones("cai").actions.deal and table.zones("an").actions.heading is Heading.WAITING
    assert table.play("cai deal").zones("an").actions.reveal
    waiting = table.play("an reveal").zones("an").actions
    assert (waiting.heading, waiting.waits, waiting.revealed) == (Heading.WAITING, True, True)
    assert table.play("cai reveal, binh reveal").zones("an").actions.heading is Heading.OVER


def test_the_middle_tells_nothing_of_any_hand():
    zones = Table("duel", CAI, AN, BINH).dealt().play("an reveal").zones("khach").centre
    assert (zones.phase, zones.stock, zones.revealed, zones.seats) == ("reveal", 37, 1, 3)


def test_why_tells_whose_multiplier_counted():
    """NN-12"""
    an, binh = Table("duel", CAI, AN, BINH).over(4, 5).zones("khach").why
    assert (an.seat, an.rule, an.outcome, an.stake, an.times, an.points) == (1, "NN-12", "win", 4, 3, 12)
    assert (an.con.kind, an.cai.kind) == ("pair", "ten")
    assert (binh.outcome, binh.stake, binh.times, binh.points) == ("lose", 5, 2, -10)


def test_why_leaves_the_nha_cai_out_where_its_hand_plays_no_part():
    """NN-13"""
    an, binh = Table("payout", CAI, AN, NO_BULL).over(4, 5).zones("an").why
    assert (an.rule, an.times, an.points, an.cai) == ("NN-13", 3, 12, None)
    assert (binh.outcome, binh.times, binh.points) == ("lose", 1, -5)


def test_every_view_and_zone_can_be_a_key():
    table = Table("duel", CAI, AN, BINH).over()
    for viewer in FOUR:
        assert len({table.view(viewer), table.zones(viewer)}) == 2
    assert {pod.status for pod in table.zones("an").pods} == {PodStatus.OPEN}


# The log


def test_the_log_of_the_betting_and_the_deal():
    """NN-10"""
    moves = ("binh bet 3", "an bet 7", "cai deal")
    told = ["binh bet stake=3", "an bet stake=7"]
    assert lines(story(Table("duel", CAI, AN, BINH), "khach", *moves)) == [*told, "cai dealt"]
    assert lines(story(Table("duel", CAI, AN, BINH), "an", *moves)) == [*told, f"cai dealt {AN}"]


def test_the_log_of_a_reveal_tells_the_split():
    """NN-11"""
    table = Table("duel", CAI, AN, NO_BULL).dealt()
    assert lines(story(table, "khach", "an reveal", "binh reveal")) == [
        "an revealed TC TD TH 7C 7D name=pair points_value=4 multiplier=3",
        f"binh revealed {NO_BULL} name=none points_value=0 multiplier=0",
    ]


def test_the_log_of_the_end():
    """NN-12"""
    table = Table("duel", CAI, AN, BINH).dealt(1, 2).play("an reveal, cai reveal")
    end = [
        "binh revealed JD QD KD 2H 4H name=plain points_value=6 multiplier=1",
        "an settled outcome=win points=3",
        "binh settled outcome=lose points=-4",
    ]
    assert lines(story(table, "cai", "binh reveal")) == [*end, "cai round_over points=1"]
    table = Table("duel", CAI, AN, BINH).dealt(1, 2).play("an reveal, cai reveal")
    assert lines(story(table, "khach", "binh reveal")) == [*end, "khach round_over"]


@pytest.mark.parametrize("viewer", FOUR)
def test_who_comes_late_is_told_everything_so_far(viewer):
    table = Table("duel", CAI, AN, BINH)
    story_so_far = lines(NIUNIU.events(None, table.view(viewer)))
    moves = ("an bet 1", "binh bet 2", "cai deal", "binh reveal", "an reveal", "cai reveal")
    assert lines(NIUNIU.events(None, Table("duel", CAI, AN, BINH).play(*moves).view(viewer))) == (
        story_so_far + lines(story(table, viewer, *moves))
    )
