"""Xì Dách for people, article by article. Text here; numbers, tables and examples from the engine."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.core.banker import Role
from games.page.book import Article, Chapter, House, Minute, Rulebook, Table, house_options, row
from games.page.words import Text, say
from games.xidach.engine import XIDACH
from games.xidach.hands import DU_FROM, MOST, MOST_CARDS
from games.xidach.rules import CLASSIC, RULESETS, VIPGAME, XidachRules
from games.xidach.scoring import Reason
from games.xidach.words import WORDS
from games.xidach.worked import (
    TOTAL,
    first_cards,
    meeting,
    order_table,
    pays,
    settling_table,
    specials_table,
    time_out_table,
    turn_table,
    worth,
)

OPTIONS: Final = {name: {option.name: option for option in rules.options} for name, rules in RULESETS.items()}
STAKE, MAX_STAKE = OPTIONS["classic"]["stake"], OPTIONS["vipgame"]["max_stake"]
PAY = OPTIONS["classic"]["pay_xi_bang"]


def states_table() -> Table:
    """XD-2  Too low, enough, bust: where each begins, for each role."""
    columns = (
        (CLASSIC, Role.NHA_CON),
        (CLASSIC, Role.NHA_CAI),
        (VIPGAME, Role.NHA_CON),
        (VIPGAME, Role.NHA_CAI),
    )
    under, span, over = _("under %(least)s"), _("%(least)s to %(most)s"), _("over %(most)s")
    return Table(
        caption=_("What players call a total"),
        head=(TOTAL, *(_column(rules, role) for rules, role in columns)),
        rows=(
            row(_("Too low (non)"), *(say(under, least=rules.non_under(role)) for rules, role in columns)),
            row(_("Enough (đủ)"), *(say(span, least=DU_FROM, most=MOST) for _c in columns)),
            row(_("Bust (quắc)"), *(say(over, most=MOST) for _c in columns)),
        ),
    )


def _column(rules: XidachRules, role: Role) -> Text:
    who = _("banker") if role is Role.NHA_CAI else _("player")
    return say(_("%(ruleset)s, %(who)s"), ruleset=WORDS.rulesets[rules.name].name, who=who)


def differences_table() -> Table:
    """Where the two rulesets part, read off the rules themselves."""
    both = (CLASSIC, VIPGAME)
    return Table(
        caption=_("Where the two rulesets differ"),
        head=("", *(WORDS.rulesets[rules.name].name for rules in both)),
        rows=(
            row(_("The stake"), *(_bets(rules) for rules in both)),
            row(_("Who gets the first card"), *(_first(rules) for rules in both)),
            row(_("A hand that is too low"), *(_duty(rules) for rules in both)),
            row(_("Checking hands one by one"), *(_checking(rules) for rules in both)),
            row(_("Xì Bàng against Xì Dách"), *(specials_table(rules).rows[0][2] for rules in both)),
            row(_("Both bust"), *(_both_bust(rules) for rules in both)),
            row(_("Both have a Ngũ Linh"), *(settling_table(rules).rows[0][1] for rules in both)),
        ),
    )


def _bets(rules: XidachRules) -> Text:
    return _("each player places their own") if rules.has_bets else _("the same for all, set by the room")


def _first(rules: XidachRules) -> Text:
    if rules.nha_cai_picks_first:
        return _("the side the banker chooses")
    return _("always the left of the screen")


def _duty(rules: XidachRules) -> Text:
    return _("must hit") if rules.non_must_draw else _("may stand")


def _checking(rules: XidachRules) -> Text:
    if rules.compare_from is None:
        return _("no, all hands are opened at the end")
    return say(_("yes, with %(least)s or more"), least=rules.compare_from)


def _both_bust(rules: XidachRules) -> Text:
    return settling_table(rules).rows[2][3].words


# --- chapters ---------------------------------------------------------------------------------


def table(house: House) -> Chapter:
    return Chapter(
        key="table",
        title=_("Who plays"),
        articles=(
            Article(
                id="XD-6",
                title=_("The table"),
                says=(
                    *house.host_is_banker(XIDACH),
                    _(
                        "The banker sits at the top of the table. Left and right mean the left and right of "
                        "your screen: player 1 sits to the left of the banker as you see it, and the other "
                        "seats follow counterclockwise. Everybody sees the same table."
                    ),
                ),
            ),
        ),
    )


HANDS: Final = Chapter(
    key="hands",
    title=_("What a hand is worth"),
    intro=_("Suits do not matter, only numbers."),
    articles=(
        Article(
            id="XD-1",
            title=_("Counting"),
            says=(
                say(
                    _(
                        "Cards from 2 to 10 count their number; J, Q and K count ten. An ace counts 1, 10 or "
                        "11, and each ace is counted on its own. Your total is the highest one that is not "
                        "over %(most)s; if every way of counting is over, it is the lowest."
                    ),
                    most=MOST,
                ),
            ),
            examples=(
                worth("AS AD TC", _("Three different ways to count in one hand: 10, 1 and 10.")),
                worth("AS 5H", _("The ace as eleven.")),
                worth("AS KD 5H", _("Eleven would be too much, and so would ten: the ace is one.")),
                worth("AH 9C", _("Ten makes 19, eleven makes 20.")),
                worth("KS QH 2D"),
                worth("AC KD QH 5S", _("Bust, even with the ace as one.")),
            ),
        ),
        Article(
            id="XD-2",
            title=_("Too low, enough, bust"),
            says=(
                _(
                    "The lowest total that is no longer “too low” depends on your role and the room's rules. "
                    "In the classic rules a banker on 15 is no longer too low but does not have enough "
                    "either: the banker may stand, but may not check hands yet."
                ),
            ),
            tables=(states_table(),),
        ),
        Article(
            id="XD-3",
            title=_("Xì Bàng and Xì Dách"),
            says=(
                _(
                    "Only the first two cards can be one of these. Two aces are a Xì Bàng; an ace with "
                    "a 10, J, Q or K is a Xì Dách."
                ),
            ),
            examples=(
                worth("AS AH"),
                worth("AC TD"),
                worth("AD KS"),
                worth("AS 5D 5C", _("Three cards: 21, but not a Xì Dách.")),
            ),
        ),
        Article(
            id="XD-4",
            title=_("Ngũ Linh"),
            says=(
                say(
                    _(
                        "A Ngũ Linh is five cards that stay under %(most)s with every ace counted as one. It "
                        "beats any total, and its aces always count as one, even if they could make more."
                    ),
                    most=MOST,
                ),
                say(
                    _(
                        "Under means under: five cards that make exactly %(most)s with the aces as one are "
                        "just an ordinary %(most)s."
                    ),
                    most=MOST,
                ),
            ),
            examples=(
                worth("2S 3H AC 4D 5C"),
                worth(
                    "AS 2H 2D 3C 3H",
                    _("With the ace as eleven it would be 21, but a Ngũ Linh is worth more."),
                ),
                worth("AS 2H 3C 4D TS", _("Twenty is still under.")),
                worth("AS 3H 4C 6D 7S", _("Exactly 21 with the ace as one: not a Ngũ Linh.")),
                worth("2S 3D 4C 5D 7H", _("Exactly 21: not a Ngũ Linh.")),
                worth("5S 6D 3C 4D 9H"),
            ),
        ),
        Article(
            id="XD-5",
            title=_("Never more than five"),
            says=(
                say(
                    _("Nobody may hold more than %(cards)s cards. The fifth card ends your turn."),
                    cards=MOST_CARDS,
                ),
            ),
        ),
    ),
)

ROUND: Final = Chapter(
    key="round",
    title=_("How a round goes"),
    articles=(
        Article(
            id="XD-7",
            title=_("The deal"),
            says=(
                _(
                    "Everybody gets two cards, one at a time, in two laps; the banker gets the last "
                    "card of each lap."
                ),
                _("Anyone dealt a Xì Bàng or a Xì Dách shows it at once."),
            ),
            tables=(order_table(3),),
        ),
        Article(
            id="XD-8",
            title=_("Whose turn it is"),
            says=(
                _(
                    "Turns go in the order of the deal, with the banker last. A player who has already won "
                    "or lost is skipped."
                ),
            ),
        ),
        Article(
            id="XD-9",
            title=_("What the others see"),
            says=(
                _(
                    "Only you see your cards until they are compared with the banker's. The banker's cards "
                    "stay hidden until the first check or the end of the round. Everybody can always see how "
                    "many cards each player has."
                ),
            ),
        ),
        Article(
            id="XD-10",
            title=_("Bluffing"),
            says=(
                _(
                    "A player who is bust looks exactly like one who has enough: the turn goes on until they "
                    "stand, and “stood” is all the others see. A fifth card ends the turn at once, bust or "
                    "not, since everybody can count to five."
                ),
            ),
        ),
        Article(
            id="XD-11",
            title=_("Compared only once"),
            says=(
                _(
                    "Each player's hand is compared with the banker's once per round, as both hands are at "
                    "that moment. Cards the banker draws later change nothing."
                ),
            ),
        ),
        Article(
            id="XD-12",
            title=_("The end of a round"),
            says=(
                _(
                    "The round ends when the banker stands, goes bust or has five cards: every player still "
                    "in is then compared with the banker, and all hands are opened. It ends sooner if no "
                    "player is left."
                ),
            ),
        ),
        Article(
            id="XD-13",
            title=_("Points"),
            says=(
                _(
                    "The winner takes the stake from the loser, always between one player and the banker. In "
                    "a tie no points change hands. The banker's points are what the players lost, minus what "
                    "they won."
                ),
                pays(Reason.NGU_LINH, stake=STAKE.default * 5, times=2),
            ),
        ),
    ),
)

DIFFERENCES: Final = Chapter(
    key="differences",
    title=_("Two rulesets, side by side"),
    intro=_("The host chooses when creating the room. Everything above applies to both."),
    tables=(differences_table(),),
)


def _pay_words() -> tuple[Text, ...]:
    return (
        say(
            _(
                "House rules can multiply the stake for a win with a Xì Bàng, a Xì Dách or a Ngũ Linh, by "
                "%(low)s to %(high)s; the default is %(usual)s. It applies to whoever wins with that hand, "
                "banker or player."
            ),
            low=PAY.low,
            high=PAY.high,
            usual=PAY.default,
        ),
    )


CLASSIC_CHAPTER: Final = Chapter(
    key="classic",
    title=_("The classic rules"),
    ruleset="classic",
    articles=(
        Article(
            id="XD-20",
            title=_("Stake and direction"),
            says=(
                say(
                    _(
                        "Every player has the same stake, set by the room: from %(low)s to %(high)s, "
                        "%(usual)s by default."
                    ),
                    low=STAKE.low,
                    high=STAKE.high,
                    usual=STAKE.default,
                ),
                _(
                    "The banker deals, and chooses whether the first card goes to the left or to the "
                    "right. From the left the turns go counterclockwise, from the right clockwise. The "
                    "banker never deals to themselves first."
                ),
            ),
        ),
        Article(
            id="XD-21",
            title=_("The first two cards"),
            says=(
                _(
                    "If the banker holds a Xì Bàng or a Xì Dách, the round ends here: a player who holds "
                    "either one ties, and everybody else loses. If not, a player who holds one shows it and "
                    "wins at once, and the others play on."
                ),
            ),
            tables=(specials_table(CLASSIC),),
            examples=(
                first_cards(CLASSIC, "AS KD", "AH AC", _("Any two of them tie.")),
                first_cards(CLASSIC, "TS 9D", "AH QC"),
            ),
        ),
        Article(
            id="XD-22",
            title=_("A player's turn"),
            says=(
                say(
                    _(
                        "While your hand is too low and has fewer than %(cards)s cards, you must hit. If you "
                        "are bust, you can only stand."
                    ),
                    cards=MOST_CARDS,
                ),
            ),
            tables=(turn_table(CLASSIC, Role.NHA_CON),),
        ),
        Article(
            id="XD-23",
            title=_("The banker's turn"),
            says=(
                _(
                    "This is worked out again after every card: if an ace makes the total drop, the row for "
                    "the lower total applies, even after a check."
                ),
            ),
            tables=(turn_table(CLASSIC, Role.NHA_CAI),),
        ),
        Article(
            id="XD-24",
            title=_("Checking hands"),
            says=(
                say(
                    _(
                        "From %(least)s on, the banker may check any player who is still in: the two hands "
                        "are compared at once. That player's cards stay open from then on, and so do the "
                        "banker's, including cards drawn later. The banker may go on hitting and checking."
                    ),
                    least=CLASSIC.compare_from,
                ),
            ),
        ),
        Article(
            id="XD-25",
            title=_("Who wins"),
            says=(
                _(
                    "A Ngũ Linh wins; two of them tie. A bust hand loses; two bust hands tie. Otherwise the "
                    "higher total wins, and equal totals tie."
                ),
                *_pay_words(),
            ),
            tables=(settling_table(CLASSIC),),
            examples=(
                meeting(CLASSIC, "TS 9D", "KH 8C"),
                meeting(CLASSIC, "TS 8D", "KH 8C"),
                meeting(CLASSIC, "TS 6D 9C", "KH 5C 9S", _("Both bust.")),
                meeting(CLASSIC, "2S 3D 2C 4H 5S", "TH TD AC", _("Sixteen in five cards beats 21.")),
                meeting(
                    CLASSIC, "AS 2D 3C 4H 5S", "2H 3D 4C 2C 7H", _("Two of them tie, whatever their totals.")
                ),
                meeting(CLASSIC, "TS 6D", "9H 6C", _("A banker who stands on 15.")),
            ),
        ),
    ),
    options=house_options(CLASSIC.options, WORDS.options),
)


def vipgame(house: House) -> Chapter:
    return Chapter(
        key="vipgame",
        title=_("The VIPGAME rules"),
        ruleset="vipgame",
        articles=(
            Article(
                id="XD-40",
                title=_("Everybody bets first"),
                says=(
                    house.stakes(MAX_STAKE),
                    _(
                        "The banker does not bet. When every player has, the banker deals; the first card "
                        "goes to the left of the screen, which is the banker's own right-hand side."
                    ),
                ),
            ),
            Article(
                id="XD-41",
                title=_("The first two cards"),
                says=(
                    _(
                        "Xì Bàng beats Xì Dách. If the banker holds one of them, the round ends here: a "
                        "player with the same one ties, a player with a better one wins, and everybody else "
                        "loses. If not, a player who holds one shows it and wins at once."
                    ),
                ),
                tables=(specials_table(VIPGAME),),
                examples=(
                    first_cards(VIPGAME, "AS AD", "AH QC"),
                    first_cards(VIPGAME, "AS KD", "AH QC"),
                    first_cards(VIPGAME, "AS KD", "AH AC"),
                ),
            ),
            Article(
                id="XD-42",
                title=_("You never have to hit"),
                says=(
                    say(
                        _(
                            "Nobody ever has to hit: up to %(most)s, and with fewer than %(cards)s cards, "
                            "you may hit or stand as you like. The same goes for the banker. Hands are not "
                            "checked one by one; all are opened when the banker is done."
                        ),
                        most=MOST,
                        cards=MOST_CARDS,
                    ),
                ),
                tables=(turn_table(VIPGAME, Role.NHA_CON), turn_table(VIPGAME, Role.NHA_CAI)),
            ),
            Article(
                id="XD-43",
                title=_("Who wins"),
                says=(
                    _(
                        "A Ngũ Linh beats everything else; between two of them the lower total wins. Enough "
                        "beats too low and bust. Bust beats too low. If both hands are enough, or both too "
                        "low, the higher total wins; if both are bust, the lower. Equal totals tie."
                    ),
                    *_pay_words(),
                ),
                tables=(settling_table(VIPGAME),),
                examples=(
                    meeting(
                        VIPGAME, "AS 2D 3C 4H 5S", "2H 3D 4C 2C 7H", _("Fifteen is lower than eighteen.")
                    ),
                    meeting(VIPGAME, "TS 6D 7C", "KH 5C 9S", _("Both bust: the lower wins.")),
                    meeting(VIPGAME, "TS 6D 7C", "KH 4C", _("Bust against too low.")),
                    meeting(VIPGAME, "TS 6D", "KH 4C"),
                    meeting(VIPGAME, "8S 6D", "KH 2C", _("Both too low: the higher wins.")),
                    meeting(VIPGAME, "TS 7D", "9H 8C"),
                ),
            ),
        ),
        options=house_options(VIPGAME.options, WORDS.options),
    )


# --- in one minute -----------------------------------------------------------------------------

NGU_LINH: Final = worth("2S 3H AC 4D 5C", _("Five cards under 21 beat any total."))

MINUTES: Final = (
    Minute(
        ruleset="classic",
        turn=say(
            _("Under %(least)s you must hit. From %(least)s on, hit or stand as you like."), least=DU_FROM
        ),
        wins=say(
            _(
                "You play against the banker alone. The higher total takes the stake; over %(most)s loses. "
                "Two aces, or an ace with a ten, win at once unless the banker holds them too."
            ),
            most=MOST,
        ),
        hands=(
            worth("AS KH", _("An ace with a 10, J, Q or K.")),
            NGU_LINH,
            worth("KS QH 2D", _("Over 21: it loses, unless the banker is bust too.")),
        ),
    ),
    Minute(
        ruleset="vipgame",
        turn=say(
            _("Place your stake before the deal. Then hit or stand as you like, up to %(cards)s cards."),
            cards=MOST_CARDS,
        ),
        wins=say(
            _(
                "You play against the banker alone, and all hands open at the end. %(least)s to %(most)s "
                "beats bust, and bust beats anything under %(least)s."
            ),
            least=DU_FROM,
            most=MOST,
        ),
        hands=(
            worth("AS AH", _("Two aces beat an ace with a ten.")),
            NGU_LINH,
            worth("TS 4D", _("Under 16 loses even to a hand that is bust.")),
        ),
    ),
)


def rulebook(house: House) -> Rulebook:
    return Rulebook(
        game="xidach",
        goal=say(
            _(
                "Get closer to %(most)s than the banker without going over. You start with two cards and may "
                "have up to %(cards)s."
            ),
            most=MOST,
            cards=MOST_CARDS,
        ),
        minutes=MINUTES,
        chapters=(
            table(house),
            HANDS,
            ROUND,
            DIFFERENCES,
            CLASSIC_CHAPTER,
            vipgame(house),
            house.time(timed_out=(house.plain(),), tables=(time_out_table(),)),
            house.fair_deal(XIDACH),
            house.points_only(),
        ),
    )
