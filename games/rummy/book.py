"""Chinese Rummy for people, article by article. Text here; numbers, tables and examples from the "
"engine."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.page.book import Article, Chapter, House, Minute, Rulebook, house_options
from games.page.words import say
from games.rummy.engine import RUMMY
from games.rummy.melds import LONGEST_RUN, Kind
from games.rummy.rules import DEALS, OPTIONS, ROUNDS
from games.rummy.words import WORDS
from games.rummy.worked import (
    contract,
    contracts_table,
    cost,
    cost_table,
    lay_off,
    meld,
    wilds,
)

MAX_TURNS: Final = next(option for option in OPTIONS if option.name == "max_turns")

TABLE: Final = Chapter(
    key="table",
    title=_("Who plays"),
    articles=(
        Article(
            title=_("The table"),
            says=(
                say(
                    _(
                        "%(people)s people play, with %(cards)s cards: a full pack and two jokers. A match "
                        "has %(rounds)s rounds, each with a contract of its own. The players take turns to "
                        "deal, and the host deals first."
                    ),
                    people=RUMMY.seats[0],
                    cards=len(RUMMY.pack),
                    rounds=ROUNDS,
                ),
            ),
        ),
        Article(
            id="RM-1",
            title=_("Wild cards"),
            says=(
                _(
                    "The 2s and the jokers are wild: they stand for any card you need, and a 2 is never a "
                    "two. All other cards are natural."
                ),
            ),
            examples=(wilds(),),
        ),
        Article(
            id="RM-2",
            title=_("Deal and contract"),
            says=(
                _(
                    "Cards are dealt one at a time, starting with the player who is not dealing. The next "
                    "card is turned face up beside the stock, and the same player goes first."
                ),
            ),
            tables=(contracts_table(),),
        ),
    ),
)

TURN: Final = Chapter(
    key="turn",
    title=_("A turn"),
    articles=(
        Article(
            id="RM-3",
            title=_("Draw, meld, discard"),
            says=(
                _(
                    "First take one card, from the stock or from the top of the discards. Then lay down or "
                    "lay off, if you can and want to. Then discard one card: that ends your turn. Only the "
                    "top discard can be taken, and you may discard the card you have just taken."
                ),
            ),
        ),
        Article(
            id="RM-4",
            title=_("Sets and runs"),
            says=(
                _(
                    "A set is cards of one rank. A run is cards of one suit in sequence; the ace is low or "
                    "high, but a run never goes round the corner. A wild can stand for any card. In a meld "
                    "of the contract at least half of the cards must be natural."
                ),
            ),
            examples=(
                meld(Kind.SET, "7C 7D 7S"),
                meld(Kind.SET, "JH JC X1", _("The joker as a third jack.")),
                meld(Kind.SET, "9H X1 2C", _("Only one card of three is natural.")),
                meld(Kind.RUN, "4S 5S 2C 7S", _("The 2 as the six.")),
                meld(Kind.RUN, "AC 2D 3C 4C", _("The ace is low.")),
                meld(Kind.RUN, "JD QD KD AD", _("The ace is high.")),
                meld(Kind.RUN, "QS KS AS 3S", _("It goes round the corner, and even has a gap.")),
                meld(Kind.RUN, "4S 5S 6H 7S", _("Two suits.")),
            ),
        ),
        Article(
            id="RM-5",
            title=_("Laying down"),
            says=(
                _(
                    "Once per round you may lay down your contract: all of its melds at once, each with "
                    "exactly as many cards as it asks for, all from your own hand."
                ),
            ),
            examples=tuple(contract(number) for number in DEALS),
        ),
        Article(
            id="RM-6",
            title=_("Laying off"),
            says=(
                say(
                    _(
                        "Once you have laid down, even in the same turn, you may lay off single cards onto "
                        "any meld on the table, yours or your opponent's, as many as you like. A wild fits "
                        "any set, and any run that is shorter than %(longest)s cards. If a natural card "
                        "takes a wild's place, the wild moves to an end."
                    ),
                    longest=LONGEST_RUN,
                ),
            ),
            examples=(
                lay_off(Kind.RUN, "7H X1 9H TH", "8H", _("The joker makes room and moves up.")),
                lay_off(Kind.SET, "7C 7D 7S", "7H"),
                lay_off(Kind.SET, "7C 7D 7S", "8H"),
                lay_off(Kind.RUN, "JD QD KD AD", "TD"),
                lay_off(Kind.RUN, "JD QD KD AD", "3D", _("A run never goes round the ace.")),
            ),
        ),
    ),
)

END: Final = Chapter(
    key="end",
    title=pgettext_lazy("of a match", "The end of a round"),
    articles=(
        Article(
            id="RM-7",
            title=_("Going out"),
            says=(
                _(
                    "The first player with no cards left wins the round at once, whether the last card was "
                    "laid down, laid off or discarded."
                ),
            ),
        ),
        Article(
            id="RM-8",
            title=_("When the stock is empty"),
            says=(
                _(
                    "All discards but the top one are shuffled and become the new stock. This shuffle can be "
                    "checked like the deal."
                ),
                say(
                    _(
                        "After %(usual)s turns the round is called off: nobody wins, and both players count "
                        "the cards left in hand. The host may set that number from %(low)s to %(high)s."
                    ),
                    usual=MAX_TURNS.default,
                    low=MAX_TURNS.low,
                    high=MAX_TURNS.high,
                ),
            ),
        ),
        Article(
            id="RM-9",
            title=_("The score sheet"),
            says=(
                say(
                    _(
                        "The winner scores 0; the other scores the penalty points left in hand. Lower is "
                        "better: the lowest total after %(rounds)s rounds wins the match."
                    ),
                    rounds=ROUNDS,
                ),
                _("In points, whoever has more penalty points for the round pays the other the difference."),
            ),
            tables=(cost_table(),),
            examples=(cost("4D 9S KC"), cost("AH 2C X1"), cost("3C 4C 5C 6C")),
        ),
    ),
)

HELP: Final = Chapter(
    key="help",
    title=_("What the table does for you"),
    articles=(
        Article(
            id="RM-10",
            title=_("The proposal"),
            says=(
                _(
                    "If you can lay down, the table shows you how: with as few wilds as possible, and then "
                    "with as many points as possible. You may choose other cards."
                ),
            ),
        ),
        Article(
            id="RM-11",
            title=_("How a medium bot draws"),
            says=(
                _(
                    "The bot sees only what its seat sees and remembers nothing. Before it has laid down, it "
                    "takes the discard if it is wild, or of a rank that the bot holds or that its opponent's "
                    "melds have. After that it takes the discard only if it can lay it off at once."
                ),
            ),
        ),
        Article(
            id="RM-12",
            title=_("How a medium bot melds"),
            says=(
                _("It lays down as soon as it can, and then lays off whatever fits, natural cards first."),
            ),
        ),
        Article(
            id="RM-13",
            title=_("How a medium bot discards"),
            says=(
                _(
                    "It never discards a wild while it has another card. It keeps what its contract needs, "
                    "avoids cards that fit your melds, keeps pairs, and otherwise discards the card with the "
                    "most penalty points."
                ),
            ),
        ),
    ),
    options=house_options(OPTIONS, WORDS.options),
)


# --- in one minute -----------------------------------------------------------------------------

MINUTES: Final = (
    Minute(
        ruleset="contract",
        turn=_(
            "Draw a card and discard one. In between, lay down the contract once you hold it, and then lay "
            "off what fits."
        ),
        wins=_(
            "The first player with no cards left wins the round and scores 0. The other scores what is left "
            "in hand, and lower is better."
        ),
        hands=(
            meld(Kind.SET, "7C 7D 7S", _("A set: one rank.")),
            meld(Kind.RUN, "4S 5S 2C 7S", _("A run: one suit in a row. 2s and jokers are wild.")),
            cost("4D 9S KC", _("What these cost if they are left.")),
        ),
    ),
)


def rulebook(house: House) -> Rulebook:
    return Rulebook(
        game="rummy",
        goal=say(
            _(
                "Lay down the contract of the round, then get rid of your cards. After %(rounds)s rounds the "
                "lower total wins."
            ),
            rounds=ROUNDS,
        ),
        minutes=MINUTES,
        chapters=(
            TABLE,
            TURN,
            END,
            HELP,
            house.time(
                timed_out=(_("In Chinese Rummy it draws from the stock and discards as a medium bot would."),)
            ),
            house.fair_deal(RUMMY),
            house.points_only(),
        ),
    )
