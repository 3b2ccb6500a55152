"""Niu Niu for people, article by article. Text here; numbers, tables and examples from the engine."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.niuniu.engine import NIUNIU
from games.niuniu.hands import BASE, CARDS, FIVE_FACES, MULTIPLIER, Kind
from games.niuniu.rules import DUEL, OPTIONS, PAYOUT
from games.niuniu.words import WORDS
from games.niuniu.worked import meeting, multiplier_table, values_table, worth
from games.page.book import Article, Chapter, House, Rulebook, house_options
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
                    "A card keeps the rank that is printed on it, but it counts for something else: an "
                    "ace one, 10, J, Q and K ten, and the 3 and the 6 change places. A gold disc shows "
                    "what a 3 or a 6 counts."
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
                        "All five cards are J, Q or K: that is worth %(times)s times the stake, and "
                        "nothing else is looked at."
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
                        "Any %(base)s of your %(cards)s cards whose counts add up to ten, twenty or "
                        "thirty are a base. What matters from there on are the two that are left. "
                        "Without a base there is no bull."
                    ),
                    base=BASE,
                    cards=CARDS,
                ),
            ),
            examples=(
                worth("TD JC QS 4C 5H"),
                worth("3C 4H KS 2S 5D", _("The 3 counts six: six, four and ten.")),
                worth("AD 3H 5S 8C JS", _("No three of them make a ten.")),
            ),
        ),
        Article(
            id="NN-4",
            title=_("The last two"),
            says=(
                _(
                    "They decide how often the stake is paid. Only the highest that fits counts; "
                    "nothing is added up or multiplied on top. Where a hand has several bases, the one "
                    "that is worth most is taken."
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
                worth("TS JC QC 3C 6D", _("A 3 and a 6 are no pair: the rank is what is printed.")),
            ),
        ),
        Article(
            id="NN-5",
            title=_("A plain bull"),
            says=(
                say(
                    _(
                        "A base, and two cards that are nothing special: that still pays %(times)s × "
                        "the stake."
                    ),
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
                        "Of two hands that are paid equally often the points decide: the last digit of "
                        "what the last two count, where nothing counts as ten. Five faces have "
                        "%(points)s; a hand without a base has none."
                    ),
                    points=FIVE_FACES.points,
                ),
            ),
            examples=(
                worth("2S 8H TD 9C 7D"),
                worth("5S 7H 8D JD QS", _("Twenty ends in nothing: ten points.")),
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
                            "When all have, the banker deals %(cards)s cards to everybody, one at a time, "
                            "the banker last in each lap."
                        ),
                        cards=CARDS,
                    ),
                ),
            ),
            Article(
                id="NN-11",
                title=_("Opening the hands"),
                says=(
                    _(
                        "Everybody opens their hand when they like, the banker too. Until then nobody else "
                        "sees a card of it; from then on everybody does. When all are open, the round is "
                        "settled."
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
                    "Each player meets the banker. What is paid more often wins; of two that are paid "
                    "equally often, the one with more points. The loser pays the stake as often as the "
                    "winner's hand says. Equal hands tie, and so do two without a bull."
                ),
            ),
            examples=(
                meeting(DUEL, "TS TH TD 8C 8D", "KS QC JD 4H 3D"),
                meeting(DUEL, "TD JC QS 4C 5H", "3C 4H KS 2S 5D"),
                meeting(DUEL, "TS JD QC 4C 5D", "TH 4H 3D AS KH", _("The banker's bull sets what is paid.")),
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
                    "The banker's cards play no part. A player with a bull wins the stake from the "
                    "banker, as often as the hand says; a player without one loses the stake once."
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
    title=_("What the house may change"),
    articles=(
        Article(
            title=_("3 and 6 count as either"),
            says=(
                _(
                    "Where the room has switched it on, every 3 and every 6 may count three or six, "
                    "card by card, whatever makes the better hand. Their rank stays: a 3 and a 6 are "
                    "still no pair."
                ),
            ),
            examples=(
                worth("3S 7H TD KC 2D", _("As a rule: no bull.")),
                worth("3S 7H TD KC 2D", _("With the option: the 3 counts three."), flex_3_6=True),
            ),
        ),
        Article(
            title=_("Any ten doubles"),
            says=(
                _("Where the room has switched it on, the last two may also make twenty for a Bull Bull."),
            ),
            examples=(
                worth("5S 7H 8D JC QC", _("As a rule.")),
                worth("5S 7H 8D JC QC", _("With the option."), any_ten=True),
            ),
        ),
    ),
    options=house_options(OPTIONS, WORDS.options),
)


def rulebook(house: House) -> Rulebook:
    return Rulebook(
        game="niuniu",
        goal=_(
            "Three of your five cards make a ten; the other two make the bull. The better the bull, the "
            "more often it pays."
        ),
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
                        "Here it stakes 1 for a player who has not bet, deals for the banker, and opens "
                        "hands that are still closed."
                    ),
                )
            ),
            house.fair_deal(NIUNIU),
            house.points_only(),
        ),
    )
