"""What each pair of eyes sees, what the log tells them, and what the page makes of it."""

import pytest

from games.core.cards import CODES
from games.core.engine import Event
from games.rummy.engine import RUMMY
from games.rummy.page import Because, Heading, PodStatus
from tests.games.rummy.table import NAMES, Table, turns

AN = "3C 3D 4H 5S 6C 9D X1"
SETS = "7C 7D 7H 9C 9D 2S 3S"
LAID = "binh draw stock, binh lay_down 7C 7D 7H / 9C 9D 2S"
HIDDEN = "?? ?? ?? ?? ?? ?? ??"
ALL = ("an", "binh", "khach")


def laid(stock="7S") -> Table:
    return Table(AN, SETS, "5H", stock).play(LAID)


def story(table: Table, viewer: str, *sentences: str) -> list[Event]:
    """What one viewer's log says of these moves."""
    told: list[Event] = []
    for sentence in sentences:
        before = table.view(viewer)
        told += RUMMY.events(before, table.play(sentence).view(viewer))
    return told


def lines(events) -> list[str]:
    """`an drew KS count=8` for each event."""
    names = {seat: name for name, seat in NAMES.items()} | {None: "-"}
    return [" ".join([names[e.seat], e.kind, *e.cards, *(f"{k}={v}" for k, v in e.facts)]) for e in events]


# Views


def test_a_hand_is_its_owners_until_the_round_is_over():
    """RM-2, RM-3"""
    table = laid()
    assert table.seen("an") == [AN, "?? ??"]
    assert table.seen("binh") == [HIDDEN, "3S 7S"]
    assert table.seen("khach") == [HIDDEN, "?? ??"]
    table.play("binh lay_off 7S 0, binh discard 3S")
    for viewer in ALL:
        assert table.seen(viewer) == [AN, ""]
        assert [seat.public for seat in table.view(viewer).seats] == [True, True]


def test_the_keys_of_a_view():
    view = laid().view("an").as_json()
    assert list(view) == ["game", "ruleset", "phase", "you", "to_act", "seats", "table", "legal", "over"]
    assert list(view["seats"][0]) == ["seat", "cards", "count", "public"]
    assert list(view["table"]) == [
        "round", "contract", "stock", "discard", "melds", "laid_down", "turn"
    ]  # fmt: skip
    assert list(view["table"]["melds"][0]) == ["owner", "kind", "cards"]


def test_legal_before_a_draw():
    table = Table(AN, SETS, "5H")
    assert table.legal("binh") == ["draw stock", "draw discard"]
    assert table.legal("an") == table.legal("khach") == []


def test_legal_lists_the_proposal_and_then_each_discard():
    """RM-10  Cards in the order of the hand."""
    table = Table(AN, SETS, "5H", "7S").play("binh draw stock")
    assert table.legal("binh") == [
        "lay_down 7C 7D 7H / 9C 9D 2S",
        *(f"discard {card}" for card in f"{SETS} 7S".split()),
    ]  # fmt: skip


def test_legal_lists_lay_offs_by_card_and_then_by_meld():
    """RM-6  A wild fits both; once laid down, nothing is proposed."""
    table = laid("X2")
    assert table.legal("binh") == ["lay_off X2 0", "lay_off X2 1", "discard 3S", "discard X2"]
    assert laid().legal("binh") == ["lay_off 7S 0", "discard 3S", "discard 7S"]


def test_who_has_not_laid_down_is_offered_no_lay_off():
    table = laid("KS 7S").play("binh discard KS, an draw stock")
    assert all(sentence.startswith("discard") for sentence in table.legal("an"))


def test_the_repr_of_a_state_shows_no_card():
    for state in (Table(AN, SETS).state, laid().state):
        assert not any(card in repr(state) for card in f"{AN} {SETS}".split())


# The log


def test_the_log_of_a_round():
    table = Table(AN, SETS, "5H", "7S KS 4C")
    told = lines(RUMMY.events(None, table.view("an")))
    assert told == [f"an dealt {AN} round=1"]
    told = story(
        table,
        "an",
        "binh draw stock",
        "binh lay_down 7C 7D 7H / 9C 9D 2S",
        "binh discard 7S",
        "an draw discard",
        "an discard X1",
        "binh draw discard",
        "binh lay_off X1 1",
        "binh discard 3S",
    )
    assert lines(told) == [
        "binh drew count=8",
        "binh laid_down 7C 7D 7H 9C 9D 2S melds=2 count=2",
        "binh discarded 7S count=1",
        "an took 7S count=8",
        "an discarded X1 count=7",
        "binh took X1 count=2",
        "binh laid_off X1 meld=1 own=True kind=set count=1",
        "binh discarded 3S count=0",
        "binh went_out penalty=35",
        "an round_over points=-35",
    ]


def test_a_card_from_the_stock_is_told_to_who_drew_it():
    table = Table(AN, SETS, "5H", "7S")
    before = {viewer: table.view(viewer) for viewer in ALL}
    table.play("binh draw stock")
    told = {viewer: lines(RUMMY.events(before[viewer], table.view(viewer))) for viewer in ALL}
    assert told == {
        "an": ["binh drew count=8"],
        "binh": ["binh drew 7S count=8"],
        "khach": ["binh drew count=8"],
    }


def test_laying_off_onto_the_others_meld_is_told():
    table = Table("3C 3D 3H KC KD KH 9S", SETS, "5H", "KS 4C").play(LAID, "binh discard 3S, an draw stock")
    told = story(table, "khach", "an lay_down 3C 3D 3H / KC KD KH", "an lay_off 9S 1")
    assert lines(told)[-1] == "an laid_off 9S meld=1 own=False kind=set count=1"


def test_a_restock_is_told_before_the_draw():
    """RM-8"""
    table = turns(Table(round=7), 29)
    assert lines(story(table, "khach", "an draw stock")) == ["- restocked stock=29", "an drew count=13"]


def test_a_blocked_round_is_told():
    """RM-8"""
    table = turns(Table("3C 3D 3H 4C 4D 4H 5C", "6C 6D 6H 7C 7D 7H KC", max_turns=20), 19)
    drawn = table.play("an draw stock").view("an").own[-1]
    told = story(table, "binh", f"an discard {CODES[drawn]}")
    assert lines(told)[-2:] == ["- blocked turns=20", "binh round_over points=-5"]
    assert lines(story(table, "khach")) == []


# Zones


def test_pods_say_what_everybody_saw():
    table = laid()
    for viewer in ALL:
        an, binh = table.zones(viewer).pods
        assert (an.status, binh.status) == (PodStatus.WAITING, PodStatus.MELDING)
        assert (an.laid_down, binh.laid_down) == (False, True)
        assert [" ".join(meld.cards) for meld in binh.melds] == ["7C 7D 7H", "9C 9D 2S"]
        assert [meld.number for meld in binh.melds] == [0, 1]
        assert (an.mine, binh.mine) == (viewer == "an", viewer == "binh")
        assert (an.penalty, an.outcome, an.points) == (None, None, None)


def test_pods_of_a_round_that_is_over():
    an, binh = laid().play("binh lay_off 7S 0, binh discard 3S").zones("khach").pods
    assert (an.status, an.penalty, an.outcome, an.points) == (PodStatus.CAUGHT, 50, "lose", -50)
    assert (binh.status, binh.penalty, binh.outcome, binh.points) == (PodStatus.WENT_OUT, 0, "win", 50)


@pytest.mark.parametrize(("melds", "of", "low", "high", "stands_for"), [
    ("7C 7D 7H / 5S 6S 8S X1",  "S", "5", "8", ",,7,"),
    ("7C 7D 7H / JS QS KS AS",  "S", "J", "A", ",,,"),
    ("7C 7D 7H / TS JS QS X1",  "S", "10", "K", ",,,K"),
    ("7C 7D X2 / AS X1 3S 4S",  "S", "A", "4", ",2,,"),
])  # fmt: skip
def test_what_wilds_stand_for(melds, of, low, high, stands_for):
    """RM-6"""
    cards = melds.replace(" / ", " ").split()
    table = Table("KC KD KH QC QD QH JC JD", " ".join([*cards, "4C"]), "8D", round=2).play("binh draw stock")
    run = table.play(f"binh lay_down {melds}").zones("an").pods[1].melds[1]
    assert (run.of, run.low, run.high, ",".join(run.stands_for)) == (of, low, high, stands_for)


def test_chips_show_which_melds_the_hand_has_ready():
    """RM-10"""
    table = Table(AN, "7C 7D 7H 9C KD 4S 3S", "5H", "9D 4D").play("binh draw stock")
    ready = [chip.ready and " ".join(chip.ready.cards) for chip in table.zones("binh").hand.chips]
    assert ready == ["7C 7D 7H", None]
    ready = [chip.ready and " ".join(chip.ready.cards) for chip in table.zones("an").hand.chips]
    assert ready == ["3C 3D X1", None]
    assert laid().zones("binh").hand.chips == ()


def test_a_card_knows_the_melds_it_fits():
    """RM-6  On one's own turn, having laid down."""
    cards = {card.code: card.fits for card in laid("X2").zones("binh").hand.cards}
    assert cards == {"3S": (), "X2": (0, 1)}
    assert not any(card.fits for card in Table(AN, SETS).zones("an").hand.cards)


def test_a_hands_place_is_made_for_the_card_that_comes_yet():
    """RM-3  So neither a draw nor a discard moves the others."""
    table = Table(AN, SETS, "5H", "7S 4C")
    assert [table.zones(who).hand.most for who in ("an", "binh")] == [8, 8]
    assert table.play("binh draw stock").zones("binh").hand.most == 8
    assert table.play("binh lay_down 7C 7D 7H / 9C 9D 2S").zones("binh").hand.most == 2
    assert table.play("binh discard 3S").zones("binh").hand.most == 2
    assert table.play("an draw stock").zones("an").hand.most == 8


def test_what_the_dock_asks_for():
    table = Table(AN, SETS, "5H", "7S")
    ask = table.zones("binh").actions
    assert (ask.heading, ask.take, ask.lay_down.because) == (Heading.DRAW, ("5H",), Because.DRAW_FIRST)
    assert table.zones("an").actions.waits
    ask = table.play("binh draw stock").zones("binh").actions
    assert (ask.heading, ask.lay_down.enabled, ask.discard.enabled) == (Heading.LAY_DOWN, True, True)
    assert [" ".join(tray.meld.cards) for tray in ask.proposal] == ["7C 7D 7H", "9C 9D 2S"]
    ask = table.play("binh lay_down 7C 7D 7H / 9C 9D 2S").zones("binh").actions
    assert (ask.heading, ask.lay_down, ask.lay_off.enabled) == (Heading.LAY_OFF, None, True)
    assert [meld.number for meld in ask.targets] == [0]
    ask = table.play("binh lay_off 7S 0").zones("binh").actions
    assert (ask.heading, ask.lay_off.because) == (Heading.DISCARD, Because.NOTHING_FITS)
    assert table.play("binh discard 3S").zones("an").actions.heading == Heading.OVER
    assert (table.zones("khach").hand, table.zones("khach").actions) == (None, None)


def test_an_incomplete_contract_says_so():
    table = Table(AN, "7C 7D 7H 9C KD 4S 3S", "5H", "9D").play("binh draw stock")
    assert table.zones("binh").actions.lay_down.because is Because.NOT_COMPLETE


def test_why_a_round_ended_as_it_did():
    """RM-9"""
    assert laid().zones("an").why == ()
    an, binh = laid().play("binh lay_off 7S 0, binh discard 3S").zones("an").why
    assert (an.rule, an.reason, an.outcome, an.points) == ("RM-9", "went_out", "lose", -50)
    assert (an.counted, an.penalty, an.other_penalty) == ((5, 5, 5, 5, 5, 5, 20), 50, 0)
    assert (binh.counted, binh.points) == ((), 50)
    blocked = turns(Table(AN, SETS, max_turns=20), 20).zones("an").why[0]
    assert (blocked.rule, blocked.reason, blocked.turns) == ("RM-8", "blocked", 20)
