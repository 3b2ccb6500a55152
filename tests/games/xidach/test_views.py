"""XD-9, XD-10, XD-24: what each pair of eyes sees, and what the page makes of it."""

import pytest

from games.core.engine import Event
from games.page.zones import Button
from games.xidach.engine import XIDACH
from games.xidach.page import Because, Heading
from tests.games.story import as_text
from tests.games.xidach.table import Table

FOUR = ("cai", "an", "binh", "khach")


def seen(table: Table, viewer: str) -> list[str]:
    return [" ".join(seat.cards) for seat in table.view(viewer).seats]


def statuses(table: Table, viewer: str = "khach") -> list[str]:
    return [str(pod.status) for pod in table.zones(viewer).pods]


def story(table: Table, viewer: str, *sentences: str) -> list[Event]:
    """What one viewer's log says of these moves."""
    told: list[Event] = []
    for sentence in sentences:
        before = table.view(viewer)
        told += XIDACH.events(before, table.play(sentence).view(viewer))
    return told


def lines(events: list[Event]) -> list[str]:
    """`an drew AC count=3` for each event."""
    names = {seat: name for name, seat in Table.names.items()}
    return [
        " ".join([names[e.seat], e.kind, *e.cards, *(f"{k}={v}" for k, v in e.facts if v is not None)])
        for e in events
    ]


# Views


def test_a_hidden_hand_is_seen_by_its_seat_alone():
    """XD-9"""
    table = Table("classic", 3, "TC TD TH 8C 9D 7H").play("cai deal left")
    assert seen(table, "cai") == ["TH 7H", "?? ??", "?? ??"]
    assert seen(table, "an") == ["?? ??", "TC 8C", "?? ??"]
    assert seen(table, "khach") == ["?? ??", "?? ??", "?? ??"]


def test_a_comparison_opens_two_hands_and_no_other():
    """XD-24  Of the nhà cái also what it draws later; it still sees no unsettled hand itself."""
    table = Table("classic", 3, "TC TD TH 8C 9D 7H 2C").play("cai deal left, an stand, binh stand")
    table.play("cai compare an, cai draw")
    for viewer in ("cai", "an", "khach"):
        assert seen(table, viewer) == ["TH 7H 2C", "TC 8C", "?? ??"]
    assert seen(table, "binh")[2] == "TD 9D"


def test_everything_is_open_once_the_round_is_over():
    """XD-12"""
    table = Table("classic", 3, "TC TD TH 8C 9D 7H")
    table.play("cai deal left, an stand, binh stand, cai stand")
    for viewer in FOUR:
        assert seen(table, viewer) == ["TH 7H", "TC 8C", "TD 9D"]


def test_quac_and_21_look_the_same_to_others():
    """XD-10  Same view, same zones, same log, at every step."""
    quac = Table("classic", 3, "TC TD TH 5C 9D 7H KS 6C")
    fine = Table("classic", 3, "TC TD TH 5C 9D 7H 6C KS")
    for sentence in ("cai deal left", "an draw", "an stand", "binh stand"):
        for viewer in ("cai", "binh", "khach"):
            befores = [table.view(viewer) for table in (quac, fine)]
            assert as_text(befores[0]) == as_text(befores[1])
        quac.play(sentence), fine.play(sentence)
        for i, viewer in enumerate(("cai", "binh", "khach")):
            assert quac.view(viewer) == fine.view(viewer), i
            assert quac.zones(viewer) == fine.zones(viewer)


def test_a_state_shows_no_card_in_a_log_line():
    table = Table("classic", 3, "TC TD TH 8C 9D 7H").play("cai deal left")
    assert repr(table.state) == "<Xì Dách, nha_con>"
    assert "decks" not in repr(table.setup)


# The seats on the page


def test_pods_say_whose_turn_has_been():
    table = Table("classic", 4, "TC AS TD 9C 8C KS 8D 7C")
    assert statuses(table) == ["acting", "waiting", "waiting", "waiting"]
    table.play("cai deal left")
    assert statuses(table) == ["banker_waiting", "acting", "xi_dach", "waiting"]
    table.play("an stand")
    assert statuses(table) == ["banker_waiting", "stood", "xi_dach", "acting"]
    table.play("chi stand")
    assert statuses(table) == ["checking", "stood", "xi_dach", "stood"]
    table.play("cai compare an")
    assert statuses(table) == ["checking", "value", "xi_dach", "stood"]
    table.play("cai stand")
    assert statuses(table) == ["value", "value", "xi_dach", "value"]


def test_where_nothing_is_compared_nobody_is_said_to_check():
    table = Table("vipgame", 2, "TC TD 8C 9D").play("an bet 1, cai deal")
    assert statuses(table) == ["waiting", "acting"]
    table.play("an stand")
    assert statuses(table) == ["acting", "stood"]


def test_pods_show_stakes_as_they_are_placed():
    table = Table("vipgame", 3, "TC 5D TH 4C 9D 7H").play("an bet 4")
    assert statuses(table) == ["waiting", "bet", "betting"]
    assert [pod.stake for pod in table.zones("khach").pods] == [0, 4, None]
    table.play("binh bet 1")
    assert statuses(table) == ["acting", "bet", "bet"]
    table.play("cai deal, an stand, binh stand, cai stand")
    assert statuses(table) == ["value", "non", "non"]


def test_a_pod_shows_a_value_only_of_an_open_hand():
    table = Table("classic", 3, "TC TD TH 8C 9D 7H").play("cai deal left, an stand, binh stand")
    assert [pod.value for pod in table.zones("an").pods] == [None, None, None]
    table.play("cai compare an")
    pods = table.zones("khach").pods
    assert [pod.value for pod in pods] == [17, 18, None]
    assert [(pod.outcome, pod.points) for pod in pods] == [(None, None), ("win", 1), (None, None)]
    table.play("cai stand")
    assert [pod.points for pod in table.zones("khach").pods] == [-2, 1, 1]


def test_only_a_hand_with_a_name_wins_by_its_name():
    table = Table("classic", 3, "TC TD TH 5C 5D 5H KC KD")
    table.play("cai deal left, an draw, an stand, binh draw, binh stand, cai stand")
    cai = table.zones("cai").hand
    assert (cai.value, cai.points, cai.state) == (15, 2, None) and not cai.ended.told.named
    special = Table("classic", 3, "AC TD TH KC 5D 5H").play("cai deal left").zones("an").hand
    assert special.points == 1 and special.ended.told.named


def test_xet_is_shown_to_the_nha_cai_and_waits_for_16():
    """XD-23"""
    table = Table("classic", 3, "TC TD TH 8C 9D 5H AC").play("cai deal left, an stand, binh stand")
    assert [pod.act for pod in table.zones("cai").pods] == [None, *[Button(Because.FROM_16)] * 2]
    assert table.zones("cai").actions.compare_because is Because.FROM_16
    assert not any(pod.act for pod in table.zones("an").pods)
    table.play("cai draw")
    assert [pod.act for pod in table.zones("cai").pods] == [None, Button(), Button()]
    table.play("cai compare an")
    assert [pod.act for pod in table.zones("cai").pods] == [None, None, Button()]


def test_the_stock_is_what_has_not_been_dealt():
    table = Table("classic", 3, "TC TD TH 5C 9D 5H AC")
    assert table.zones("khach").centre.stock == 52
    assert table.play("cai deal left, an draw").zones("khach").centre.stock == 45


# One's own hand and buttons


def test_the_newest_card_may_be_peeled_while_nobody_else_sees_the_hand():
    """XD-21  A special opens at once, and what the nhà cái checks."""
    table = Table("classic", 3, "AC TD TH KC 5D 5H").play("cai deal left")
    opened = {name: table.zones(name).hand.around.told.public for name in ("cai", "an", "binh")}
    assert opened == {"cai": False, "an": True, "binh": False}


HANDS = [
    # nhà con draws to      value  low  state
    ("2C TD",               12,    12,  "non"),
    ("6C TD",               16,    16,  "du"),
    ("6C 5D KS",            21,    21,  "du"),
    ("6C TD KS",            26,    26,  "quac"),
    ("AC 4D 6H",            21,    11,  "du"),
    ("2C 2D 3H 4S 5H",      16,    16,  "ngu_linh"),
    ("AC 2D AH AS 4H",       9,     9,  "ngu_linh"),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "value", "low", "state"), HANDS)
def test_ones_own_hand_says_what_it_is(cards, value, low, state):
    first, second, *drawn = cards.split()
    table = Table("vipgame", 2, " ".join([first, "TH", second, "7H", *drawn]))
    table.play("an bet 3, cai deal", *("an draw" for _ in drawn))
    hand = table.zones("an").hand
    assert (hand.value, hand.low, hand.state, hand.stake) == (value, low, state, 3)
    assert " ".join(hand.cards) == cards
    assert table.zones("khach").hand is None
    assert table.zones("khach").actions is None


def test_the_nha_cai_on_15_is_neither_non_nor_du():
    """XD-2, XD-23"""
    table = Table("classic", 2, "TC TD 8C 5D").play("cai deal left, an stand")
    assert (table.zones("cai").hand.value, table.zones("cai").hand.state) == (15, None)


def test_before_the_deal_there_is_no_hand_to_speak_of():
    hand = Table("classic", 2).zones("an").hand
    assert (hand.cards, hand.value, hand.state) == ((), None, None)


def test_buttons_of_the_betting():
    table = Table("vipgame", 3, max_stake=40).play("an bet 4")
    assert table.zones("an").actions.heading is Heading.WAITING
    assert table.zones("an").actions.waits
    actions = table.zones("binh").actions
    assert (actions.heading, actions.bet.min, actions.bet.max) == (Heading.BETTING, 1, 40)


def test_buttons_of_the_deal():
    actions = Table("classic").zones("cai").actions
    assert actions.heading is Heading.DEAL
    assert actions.deal_left.enabled and actions.deal_right.enabled and actions.deal is None
    actions = Table("vipgame").play("an bet 1").zones("cai").actions
    assert actions.deal.enabled and actions.deal_left is None


def test_buttons_of_a_turn():
    table = Table("classic", 2, "TC TD 5C 7D AC KS").play("cai deal left")
    actions = table.zones("an").actions
    assert (actions.must_draw, actions.stand.because) == (True, Because.NON_MUST_DRAW)
    actions = table.play("an draw").zones("an").actions
    assert actions.draw.enabled and actions.stand.enabled
    actions = table.play("an draw").zones("an").actions
    assert (actions.must_stand, actions.draw.because) == (True, Because.QUAC_MUST_STAND)
    actions = table.play("an stand").zones("cai").actions
    assert (actions.heading, actions.compare, actions.unsettled) == (Heading.COMPARE_WHO, (1,), 1)
    assert table.play("cai stand").zones("cai").actions.heading is Heading.OVER


def test_standing_while_non_is_asked_once_where_it_is_allowed():
    """XD-42"""
    table = Table("vipgame", 2, "TC TD 5C 7D").play("an bet 1, cai deal")
    assert table.zones("an").actions.confirm_stand
    assert not table.play("an stand").zones("cai").actions.confirm_stand


# Why


def test_why_tells_the_hands_as_they_met():
    """XD-11  What the nhà cái drew later does not belong to an earlier comparison."""
    table = Table("classic", 3, "TC TD AH 8C 9D 5H 4S").play("cai deal left, an stand, binh stand")
    table.play("cai compare an, cai draw, cai compare binh")
    an, binh = table.zones("khach").why
    assert (an.rule, an.outcome, an.con.value, an.cai.value, an.cai.counted) == (
        "XD-25",
        "win",
        18,
        16,
        (11, 5),
    )
    assert (binh.outcome, binh.con.value, binh.cai.value, binh.cai.counted) == ("lose", 19, 20, (11, 5, 4))


def test_why_of_a_special_keeps_the_nha_cais_hand_hidden():
    """XD-9, XD-21"""
    table = Table("classic", 3, "AC TD AH KC 9D 5H").play("cai deal left")
    (an,) = table.zones("binh").why
    assert (an.rule, an.reason, an.cai) == ("XD-21", "xi_dach", None)


# The log


def test_the_log_tells_only_what_was_seen():
    deck, moves = "TC TD TH 5C 9D 7H KS", ("cai deal left", "an draw", "an stand")
    assert lines(story(Table("classic", 3, deck), "khach", *moves)) == [
        "cai dealt direction=counterclockwise",
        "an drew count=3",
        "an stood count=3",
    ]
    assert lines(story(Table("classic", 3, deck), "an", *moves)) == [
        "cai dealt TC 5C direction=counterclockwise",
        "an drew KS count=3",
        "an stood count=3",
    ]


def test_five_cards_read_as_standing():
    """XD-10"""
    table = Table("classic", 3, "2C TD TH 2D 9D 7H 2H 2S 3C").play("cai deal left")
    assert lines(story(table, "binh", "an draw", "an draw", "an draw")) == [
        "an drew count=3",
        "an drew count=4",
        "an drew count=5",
        "an stood count=5",
    ]


def test_the_log_of_a_comparison():
    """XD-24"""
    table = Table("classic", 3, "TC TD TH 8C 9D 7H 3S").play("cai deal left, an stand, binh stand")
    told = story(table, "binh", "cai compare an", "cai draw", "cai stand")
    assert lines(told) == [
        "an compared outcome=win points=1 con=value con_value=18 cai=value cai_value=17",
        "cai drew 3S count=3",
        "binh compared outcome=lose points=-1 con=value con_value=19 cai=value cai_value=20",
        "binh round_over points=-1",
    ]


def test_the_log_of_a_stand_that_settles_everybody():
    """XD-12"""
    table = Table("classic", 3, "TC TD TH 8C 9D 7H").play("cai deal left, an stand, binh stand")
    assert lines(story(table, "khach", "cai stand")) == [
        "cai stood count=2",
        "an settled outcome=win points=1 con=value con_value=18 cai=value cai_value=17",
        "binh settled outcome=win points=1 con=value con_value=19 cai=value cai_value=17",
        "khach round_over",
    ]


def test_the_log_of_a_nha_cai_gone_quac():
    table = Table("classic", 2, "TC TD 8C 5D KS").play("cai deal left, an stand")
    assert lines(story(table, "cai", "cai draw")) == [
        "cai drew KS count=3",
        "an settled outcome=win points=1 con=value con_value=18 cai=quac cai_value=25",
        "cai round_over points=-1",
    ]


def test_the_log_of_specials():
    """XD-3, XD-21, XD-41"""
    table = Table("classic", 3, "AC TD TH KC 9D 7H")
    assert lines(story(table, "binh", "cai deal left")) == [
        "cai dealt TD 9D direction=counterclockwise",
        "an special AC KC reason=xi_dach points=1",
    ]
    table = Table("classic", 3, "TC TD AH 8C KD KH")
    assert lines(story(table, "an", "cai deal left")) == [
        "cai dealt TC 8C direction=counterclockwise",
        "cai special AH KH reason=xi_dach",
        "an settled outcome=lose points=-1 con=value con_value=18 cai=xi_dach cai_value=21",
        "binh settled outcome=lose points=-1 con=value con_value=20 cai=xi_dach cai_value=21",
        "an round_over points=-1",
    ]
    table = Table("classic", 3, "AC TC AH KC 8C KH")
    assert lines(story(table, "khach", "cai deal left")) == [
        "cai dealt direction=counterclockwise",
        "cai special AH KH reason=xi_dach",
        "an settled outcome=push points=0 con=xi_dach con_value=21 cai=xi_dach cai_value=21",
        "binh settled outcome=lose points=-1 con=value con_value=18 cai=xi_dach cai_value=21",
        "khach round_over",
    ]


def test_the_log_of_the_betting():
    """XD-40"""
    table = Table("vipgame", 3)
    assert lines(story(table, "khach", "binh bet 3", "an bet 7")) == ["binh bet stake=3", "an bet stake=7"]
    assert lines(XIDACH.events(None, table.view("khach"))) == ["an bet stake=7", "binh bet stake=3"]
    assert XIDACH.events(None, Table("classic").view("an")) == ()


def test_every_view_and_zone_can_be_a_key():
    table = Table("classic", 3, "TC TD TH 8C 9D 7H").play("cai deal left, an stand")
    for viewer in FOUR:
        assert len({table.view(viewer), table.zones(viewer)}) == 2
