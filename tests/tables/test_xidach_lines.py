"""What the log of Xì Dách says of two hands that met: to each who reads it, in every language."""

import pytest

from games.table import html_of
from games.xidach.engine import XIDACH
from tests.games.xidach.table import Table
from tests.tables import scene
from tests.tables.scene import words_of

CAI, AN, KHACH = 0, 1, None
MET = {"special", "compared", "settled"}


def a_round(an, cai, ruleset="classic", *, checked=False, **options):
    """These two hands meet, and binh's 18 is settled beside them: the states of the table."""
    hands = {name: cards.split() for name, cards in (("an", an), ("binh", "8S TS"), ("cai", cai))}
    laps = [[cards[lap] for cards in hands.values()] for lap in (0, 1)]
    drawn = [cards[2:] for cards in hands.values()]
    table = Table(ruleset, 3, " ".join(card for part in laps + drawn for card in part), **options)
    states = [table.state]

    def play(sentence):
        states.append(table.play(sentence).state)

    for bet in ("an bet 10", "binh bet 5") if ruleset == "vipgame" else ():
        play(bet)
    play("cai deal left")
    for name, cards in hands.items():
        for _ in cards[2:]:
            play(f"{name} draw")
        if checked and name == "cai":
            play("cai compare an")
        if table.to_act() == [name]:
            play(f"{name} stand")
    return table.setup, states


def lines(round_, seat, language="en"):
    setup, states = round_
    _, zones = scene.page(XIDACH, setup, states, seat)
    told = [zone for _, zone in zones["log"].parts]
    met = [zone for zone in told if zone.args.line.event.kind in MET]
    return [words_of(html_of(zone, language).partition("<time")[0]).strip() for zone in met]


MEETINGS = [
    # rule    ruleset    an                cai               an's hand, the banker's    what comes of it
    ("XD-25", "classic", "TC 9D",          "TD 8C",          "19", "18",                "an wins 10."),
    ("XD-25", "classic", "TC 7D",          "TD 8C",          "17", "18",                "an loses 10."),
    ("XD-25", "classic", "TC 7D",          "TD 7C",          "17", "17",                "A tie."),
    ("XD-25", "classic", "TC 6D",          "TD 5C",          "16", "15",                "an wins 10."),
    ("XD-25", "classic", "TC 5D KC",       "TD 7C",          "25 (bust)", "17",         "an loses 10."),
    ("XD-25", "classic", "TC 7D",          "TD 5C KC",       "17", "25 (bust)",         "an wins 10."),
    ("XD-25", "classic", "TC 5D 8C",       "TD 6C 8D",       "23 (bust)", "24 (bust)",  "A tie."),
    ("XD-25", "classic", "TC 6D 5C",       "2C 2D 3H 4S 5H", "21", "Ngũ Linh (16)",     "an loses 30."),
    ("XD-25", "classic", "2C 2D 3H 4S 4H", "2H 2S 3C 4D 5H", "Ngũ Linh (15)", "Ngũ Linh (16)", "A tie."),
    ("XD-21", "classic", "TD 2C",          "AS KD",          "12 (too low)", "Xì Dách", "an loses 10."),
    ("XD-21", "classic", "AC AH",          "AS KD",          "Xì Bàng", "Xì Dách",      "A tie."),
    ("XD-43", "vipgame", "TC 8D",          "TD 7C",          "18", "17",                "an wins 10."),
    ("XD-43", "vipgame", "TC 2D",          "TD 5C KC",       "12 (too low)", "25 (bust)", "an loses 10."),
    ("XD-43", "vipgame", "TC 5D",          "TD 4C",          "15 (too low)", "14 (too low)", "an wins 10."),
    ("XD-43", "vipgame", "TC 5D",          "TD 6C",          "15 (too low)", "16",      "an loses 10."),
    ("XD-43", "vipgame", "TC 2D KC",       "TD 5C KD",       "22 (bust)", "25 (bust)",  "an wins 10."),
    ("XD-43", "vipgame", "2C 2D 3H 4S 4H", "2H 2S 3C 4D 5H", "Ngũ Linh (15)", "Ngũ Linh (16)", "an wins 30."),
    ("XD-41", "vipgame", "AS KD",          "AC AH",          "Xì Dách", "Xì Bàng",      "an loses 10."),
    ("XD-41", "vipgame", "AS KD",          "AC KH",          "Xì Dách", "Xì Dách",      "A tie."),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "ruleset", "an", "cai", "hers", "theirs", "end"), MEETINGS)
def test_a_line_names_both_hands_and_what_came_of_it(rule, ruleset, an, cai, hers, theirs, end):
    stake = {"stake": 10} if ruleset == "classic" else {}
    met = a_round(an, cai, ruleset, pay_ngu_linh=3, **stake)
    assert f"an: {hers} against the banker’s {theirs}. {end}" in lines(met, KHACH)


SENTENCES = [
    # language  who    checked  settled at the end
    ("en",    KHACH, "The banker checks an: 19 against 18. an wins 10.",
                     "an: 19 against the banker’s 18. an wins 10."),
    ("en",    AN,    "The banker checks you: 19 against 18. You win 10.",
                     "You: 19 against the banker’s 18. You win 10."),
    ("en",    CAI,   "You check an: 19 against your 18. an wins 10.",
                     "an: 19 against your 18. an wins 10."),
    ("vi",    KHACH, "Nhà cái xét an: an 19, cái 18. an thắng 10.", "an 19, cái 18. an thắng 10."),
    ("vi",    AN,    "Nhà cái xét bạn: bạn 19, cái 18. Bạn thắng 10.", "Bạn 19, cái 18. Bạn thắng 10."),
    ("vi",    CAI,   "Bạn xét an: an 19, bạn 18. an thắng 10.", "an 19, bạn 18. an thắng 10."),
    ("zh-hans", KHACH, "庄家开 an 的牌：an 19，庄家 18。an 赢 10 分。", "an 19，庄家 18。an 赢 10 分。"),
    ("zh-hans", AN,  "庄家开你的牌：你 19，庄家 18。你赢 10 分。", "你 19，庄家 18。你赢 10 分。"),
    ("zh-hans", CAI, "你开 an 的牌：an 19，你 18。an 赢 10 分。", "an 19，你 18。an 赢 10 分。"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "who", "checked", "settled"), SENTENCES)
def test_a_check_reads_as_one_to_everybody_and_what_the_end_settles_does_not(language, who, checked, settled):
    """XD-12, XD-24"""
    for told, sentence in ((True, checked), (False, settled)):
        assert sentence in lines(a_round("TC 9D", "TD 8C", checked=told, stake=10), who, language)


HANDS = [
    # an         cai               what everybody reads
    ("TC 7D",    "TD 7C",          "an 17, cái 17. Hòa.", "an 17，庄家 17。平局。"),
    ("TC 5D 8C", "TD 6C 8D",       "an quắc 23, cái quắc 24. an thắng 10.",
                                   "an 爆牌 23，庄家 爆牌 24。an 赢 10 分。"),
    ("TC 2D",    "TD 5C KC",       "an non 12, cái quắc 25. an thua 10.",
                                   "an 不够点 12，庄家 爆牌 25。an 输 10 分。"),
    ("TC 6D 5C", "2C 2D 3H 4S 5H", "an 21, cái ngũ linh 16. an thua 10.",
                                   "an 21，庄家 五小龙 16。an 输 10 分。"),
    ("AS KD",    "AC AH",          "an xì dách, cái xì bàng. an thua 10.",
                                   "an 黑杰克，庄家 对A。an 输 10 分。"),
]  # fmt: skip


@pytest.mark.parametrize(("an", "cai", "vi", "zh"), HANDS)
def test_hands_are_named_as_at_the_table(an, cai, vi, zh):
    met = a_round(an, cai, "vipgame")
    assert vi in lines(met, KHACH, "vi")
    assert zh in lines(met, KHACH, "zh-hans")


def test_a_special_wins_as_it_is_dealt_and_keeps_the_banker_hidden():
    """XD-9, XD-21"""
    dealt = a_round("AS KD", "TD 7C", stake=1000)
    dealt = dealt[0], dealt[1][:2]
    assert lines(dealt, KHACH) == ["an has Xì Dách! Wins 1,000."]
    assert lines(dealt, AN, "vi") == ["Bạn xì dách! Bạn thắng 1.000."]
    assert lines(dealt, CAI, "vi") == ["an xì dách! Thắng 1.000 điểm."]


def test_a_special_that_meets_the_bankers_is_told_once():
    """XD-21, XD-41"""
    assert lines(a_round("AC AH", "AS KD", "vipgame"), KHACH) == [
        "cai has Xì Dách!",
        "an: Xì Bàng against the banker’s Xì Dách. an wins 10.",
        "binh: 18 against the banker’s Xì Dách. binh loses 5.",
    ]
