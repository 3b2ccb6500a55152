"""Niu Niu for people, article by article. Text here; numbers, tables and examples from the engine."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.niuniu.engine import NIUNIU
from games.niuniu.hands import BASE, CARDS, FIVE_FACES, MULTIPLIER, Kind
from games.niuniu.rules import DUEL, OPTIONS, PAYOUT
from games.niuniu.words import WORDS
from games.niuniu.worked import meeting, multiplier_table, values_table, worth
from games.page.book import Article, Chapter, House, Minute, Rulebook, house_options
from games.page.words import say

MAX_STAKE: Final = next(option for option in OPTIONS if option.name == "max_stake")


def table(house: House) -> Chapter:
    return Chapter(
        key="table",
        title=_("Who plays"),
        articles=(Article(title=_("The table"), says=house.host_is_banker(NIUNIU)),),
    )


HANDS: Final = Chapter(
    key="hands",
    title=_("What a hand is worth"),
    intro=_(
        "You never have to work it out yourself: the table always finds the best way to split your cards."
    ),
    articles=(
        Article(
            id="NN-1",
            title=_("What a card counts"),
            says=(
                _(
                    "A card keeps its printed rank but may count something else: an ace counts one, 10, J, Q "
                    "and K count ten, and 3 and 6 change places, so that a 3 counts six and a 6 counts "
                    "three. A gold disc shows what a 3 or a 6 counts."
                ),
            ),
            tables=(values_table(),),
        ),
        Article(
            id="NN-2",
            title=_("Five faces"),
            says=(
                say(
                    _(
                        "All five cards are J, Q or K: that wins %(times)s × the stake, and nothing else "
                        "matters."
                    ),
                    times=MULTIPLIER[Kind.FIVE_FACES],
                ),
            ),
            examples=(worth("JS QH KD JC QD"),),
        ),
        Article(
            id="NN-3",
            title=_("The base"),
            says=(
                say(
                    _(
                        "Any %(base)s of your %(cards)s cards that add up to 10, 20 or 30 are a base. After "
                        "that only the other two matter. Without a base there is no bull."
                    ),
                    base=BASE,
                    cards=CARDS,
                ),
            ),
            examples=(
                worth("TD JC QS 4C 5H"),
                worth("3C 4H KS 2S 5D", _("The 3 counts six: six, four and ten.")),
                worth("AD 3H 5S 8C JS", _("No three of them add up to 10, 20 or 30.")),
            ),
        ),
        Article(
            id="NN-4",
            title=_("The last two"),
            says=(
                _(
                    "They set the multiplier: how many times the stake the hand wins. Only the highest one "
                    "that fits counts; multipliers are never added or combined. If a hand has several bases, "
                    "the best one is used."
                ),
            ),
            tables=(multiplier_table(),),
            examples=(
                worth("TS 4H 3D AS KH"),
                worth("TS TH TD 8C 8D"),
                worth("TS JH KD 5C 5D", _("A pair that also makes ten: the pair counts.")),
                worth("KS QC TD 4H 3D", _("The 3 counts six, and four and six are ten.")),
                worth("KS QC TD 4H 6D", _("The 6 counts three: four and three are only seven.")),
                worth("5S 7H 8D JC QC", _("Ten and ten are twenty, and only exactly ten is a Bull Bull.")),
                worth("TS JC QC 3C 6D", _("A 3 and a 6 are not a pair: the printed rank decides.")),
            ),
        ),
        Article(
            id="NN-5",
            title=_("A plain bull"),
            says=(
                say(
                    _("A base with two cards that are nothing special still wins %(times)s × the stake."),
                    times=MULTIPLIER[Kind.PLAIN],
                ),
            ),
            examples=(worth("TS JD QC 4C 5D"),),
        ),
        Article(
            id="NN-6",
            title=_("Points of a bull"),
            says=(
                say(
                    _(
                        "If two multipliers are equal, the points decide: the last digit of the sum of the "
                        "last two cards, with 0 counting as ten. Five faces have %(points)s; a hand without "
                        "a base has none."
                    ),
                    points=FIVE_FACES.points,
                ),
            ),
            examples=(
                worth("2S 8H TD 9C 7D"),
                worth("5S 7H 8D JD QS", _("Twenty ends in 0: ten points.")),
            ),
        ),
    ),
)


def round_(house: House) -> Chapter:
    return Chapter(
        key="round",
        title=_("How a round goes"),
        articles=(
            Article(
                id="NN-10",
                title=_("Stakes and deal"),
                says=(
                    house.stakes(MAX_STAKE),
                    say(
                        _(
                            "When every player has placed a stake, the banker deals %(cards)s cards to "
                            "everybody, one at a time, with the banker last in each lap."
                        ),
                        cards=CARDS,
                    ),
                ),
            ),
            Article(
                id="NN-11",
                title=_("Revealing the hands"),
                says=(
                    _(
                        "Everybody reveals their hand whenever they like, the banker too. Until then nobody "
                        "else sees a card of it; from then on everybody does. When every hand is revealed, "
                        "the round is settled."
                    ),
                ),
            ),
        ),
    )


DUEL_CHAPTER: Final = Chapter(
    key="duel",
    title=_("The duel"),
    ruleset="duel",
    articles=(
        Article(
            id="NN-12",
            title=_("The better bull wins"),
            says=(
                _(
                    "Each player's hand is compared with the banker's. The higher multiplier wins; if they "
                    "are equal, more points win. The loser pays the stake times the winner's multiplier. "
                    "Equal hands tie, and so do two hands without a bull."
                ),
            ),
            examples=(
                meeting(DUEL, "TS TH TD 8C 8D", "KS QC JD 4H 3D"),
                meeting(DUEL, "TD JC QS 4C 5H", "3C 4H KS 2S 5D"),
                meeting(
                    DUEL, "TS JD QC 4C 5D", "TH 4H 3D AS KH", _("The banker's bull sets the multiplier.")
                ),
                meeting(DUEL, "AD 3H 5S 8C JS", "KD QH TC 4S 9C"),
                meeting(DUEL, "AD 3H 5S 8C JS", "AC 3C 5H 8D JH", _("No bull on either side.")),
            ),
        ),
    ),
)

PAYOUT_CHAPTER: Final = Chapter(
    key="payout",
    title=_("The payout"),
    ruleset="payout",
    articles=(
        Article(
            id="NN-13",
            title=_("Every bull wins"),
            says=(
                _(
                    "The banker's cards do not matter. A player with a bull wins the stake times the hand's "
                    "multiplier from the banker; a player without one loses the stake."
                ),
            ),
            examples=(
                meeting(
                    PAYOUT, "TD JC QS 4C 5H", "KS QC JD 4H 3D", _("The banker's Bull Bull does not matter.")
                ),
                meeting(PAYOUT, "TS TH TD 8C 8D", "KS QC JD 4H 3D"),
                meeting(PAYOUT, "AD 3H 5S 8C JS", "AC 3C 5H 8D JH"),
            ),
        ),
    ),
)

HOUSE: Final = Chapter(
    key="house",
    title=_("What house rules can change"),
    articles=(
        Article(
            title=_("3 and 6 count as either"),
            says=(
                _(
                    "If the room has switched this on, each 3 and each 6 may count three or six, whichever "
                    "makes the better hand. The printed rank stays: a 3 and a 6 are still not a pair."
                ),
            ),
            examples=(
                worth("3S 7H TD KC 2D", _("Default rules: no bull.")),
                worth("3S 7H TD KC 2D", _("With this house rule: the 3 counts three."), flex_3_6=True),
            ),
        ),
        Article(
            title=_("Any ten doubles"),
            says=(
                _(
                    "If the room has switched this on, the last two may also add up to twenty for a "
                    "Bull Bull."
                ),
            ),
            examples=(
                worth("5S 7H 8D JC QC", _("Default rules.")),
                worth("5S 7H 8D JC QC", _("With this house rule."), any_ten=True),
            ),
        ),
    ),
    options=house_options(OPTIONS, WORDS.options),
)


# --- in one minute -----------------------------------------------------------------------------

TURN: Final = _("Place your stake before the deal. Then reveal your cards: the table splits them for you.")
SHOWN: Final = (
    worth("KS QC JD 4H 3D", _("A 3 counts 6 and a 6 counts 3: the last two make ten.")),
    worth("TS TH TD 8C 8D", _("The last two are a pair.")),
    worth("AD 3H 5S 8C JS", _("No three cards make 10, 20 or 30.")),
)

MINUTES: Final = (
    Minute(
        ruleset="duel",
        turn=TURN,
        wins=_(
            "You play against the banker alone. The better bull wins the stake times its multiplier; two "
            "hands without a bull tie."
        ),
        hands=SHOWN,
    ),
    Minute(
        ruleset="payout",
        turn=TURN,
        wins=_(
            "With a bull you win the stake times its multiplier from the banker. Without one you lose the "
            "stake. The banker's cards do not matter."
        ),
        hands=SHOWN,
    ),
)


def rulebook(house: House) -> Rulebook:
    return Rulebook(
        game="niuniu",
        goal=_(
            "Three of your five cards must add up to 10, 20 or 30; the other two are your bull. The better "
            "the bull, the higher its multiplier."
        ),
        minutes=MINUTES,
        chapters=(
            table(house),
            HANDS,
            round_(house),
            DUEL_CHAPTER,
            PAYOUT_CHAPTER,
            HOUSE,
            house.time(
                timed_out=(
                    house.plain(),
                    _(
                        "In Niu Niu it stakes 1 for a player who has not bet, deals for the banker and "
                        "reveals hands that are still face down."
                    ),
                )
            ),
            house.fair_deal(NIUNIU),
            house.points_only(),
        ),
    )
