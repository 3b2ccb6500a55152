"""Big 2 for people, article by article. Text here; numbers, tables and examples from the engine."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.bigtwo.engine import BIGTWO
from games.bigtwo.hands import Kind
from games.bigtwo.play import ENOUGH_YES, MOST_VOTED_RESHUFFLES, POOR
from games.bigtwo.rules import OPTIONS, SEATS
from games.bigtwo.words import WORDS
from games.bigtwo.worked import (
    ONE_OF_EACH,
    beats,
    in_order,
    kinds_table,
    material_table,
    order_table,
    play,
    points_table,
    straights,
    weighed,
)
from games.page.book import Article, Chapter, House, Minute, Rulebook, house_options
from games.page.words import say

POINTS: Final = next(option for option in OPTIONS if option.name == "points")

TABLE: Final = Chapter(
    key="table",
    title=_("Who plays"),
    articles=(
        Article(
            title=_("The table"),
            says=(
                say(
                    _(
                        "%(people)s people play, each for themselves, with one pack of %(cards)s cards, "
                        "%(each)s each. The turn goes clockwise and skips anyone who has no cards left."
                    ),
                    people=SEATS,
                    cards=len(BIGTWO.pack),
                    each=len(BIGTWO.pack) // SEATS,
                ),
            ),
        ),
    ),
)

CARDS: Final = Chapter(
    key="cards",
    title=_("Cards and plays"),
    articles=(
        Article(
            id="B2-1",
            title=_("The order of the cards"),
            says=(
                _(
                    "The 3 is the lowest rank and the 2 the highest. Between cards of one rank the suit "
                    "decides, from low to high: diamonds, clubs, hearts, spades. So the three of diamonds is "
                    "the lowest card of all and the two of spades the highest."
                ),
            ),
            tables=(order_table(),),
        ),
        Article(
            id="B2-2",
            title=_("What may be played"),
            says=(
                _(
                    "You play a single card, a pair or a set of five. Three or four cards on their own "
                    "cannot be played. Between two pairs the rank decides, then the higher suit."
                ),
            ),
            examples=(play("9H"), play("9D 9S"), play("9D 9C 9H", _("Three cards on their own."))),
        ),
        Article(
            id="B2-3",
            title=_("Sets of five"),
            says=(_("A set of a higher kind beats every lower one, whatever the cards."),),
            tables=(kinds_table(),),
            examples=(*(play(ONE_OF_EACH[kind]) for kind in in_order()), *straights()),
        ),
    ),
)

BEGINNING: Final = Chapter(
    key="beginning",
    title=_("Before the first card"),
    articles=(
        Article(
            id="B2-4",
            title=_("Shall we reshuffle?"),
            says=(
                _(
                    "If somebody is dealt all four 2s, the pack is reshuffled at once. Otherwise every "
                    "player is asked once per deal whether they want a reshuffle."
                ),
                say(
                    _(
                        "The cards are reshuffled if %(enough)s or more say yes, or if a player whose hand "
                        "strength is %(poor)s or less says yes. Nobody learns who said what, only the "
                        "outcome. After %(most)s reshuffles by vote nobody is asked again."
                    ),
                    enough=ENOUGH_YES,
                    poor=POOR,
                    most=MOST_VOTED_RESHUFFLES,
                ),
            ),
            tables=(material_table(),),
            examples=(
                weighed("3D 3C 4D 5H 6S 7C 8D 8H 9C TS JH QD KC"),
                weighed("3D 3C 4D 5H 6S 7C 8D 8H 9C TS JH KC AD"),
            ),
        ),
        Article(
            id="B2-5",
            title=_("The first play"),
            says=(
                _(
                    "The player with the three of diamonds leads, and the first play must include it: alone, "
                    "in a pair or in a set."
                ),
            ),
        ),
    ),
)

PLAYING: Final = Chapter(
    key="playing",
    title=_("Playing"),
    articles=(
        Article(
            id="B2-6",
            title=_("Following"),
            says=(
                _(
                    "Play the same number of cards as the last play, but higher, or pass. If you pass you "
                    "may still play later in the trick. The player who leads may not pass."
                ),
            ),
            examples=(
                beats("9S", "9H", _("The same rank: the suit decides.")),
                beats("2D", "AS"),
                beats("8D 8S", "8C 8H", _("The higher suit of the pair decides.")),
                beats("KC KH", "AD", _("A pair on a single card.")),
                beats(ONE_OF_EACH[in_order()[1]], "TH JC QD KS AH", _("Any flush beats any straight.")),
                beats("3S 5S 7S 9S JS", "4H 6H 9H QH 2H", _("Between two flushes the suit decides.")),
                beats("2C 3H 4S 5D 6C", "3D 4C 5H 6S 7D", _("A 6 against a 7 as the top card.")),
            ),
        ),
        Article(
            id="B2-7",
            title=_("The end of a trick"),
            says=(
                _(
                    "When every other player who still has cards has passed since the last play, the trick "
                    "is over and whoever made that play leads. If that player has no cards left, the next "
                    "player clockwise who has cards leads."
                ),
            ),
        ),
        Article(
            id="B2-8",
            title=_("Not with a single 2"),
            says=(
                _(
                    "Your last card may not be a single 2. If a 2 is the only card you hold, you may pass "
                    "even when you lead; the next player clockwise then leads. As soon as everyone still in "
                    "holds just one 2, the round ends, and the higher suit takes the better place."
                ),
            ),
        ),
    ),
)

SECRETS: Final = Chapter(
    key="secrets",
    title=_("What the others know"),
    articles=(
        Article(
            id="B2-9",
            title=_("The last card"),
            says=(
                _(
                    "The table announces it as soon as somebody has one card left; nobody can forget to say "
                    "so."
                ),
            ),
        ),
        Article(
            id="B2-10",
            title=_("How many cards"),
            says=(
                _(
                    "The number of cards other players hold is hidden. You may ask at any time, even out of "
                    "turn; the number is then shown to everybody until that player's next play. A room may "
                    "choose to always show the numbers."
                ),
            ),
        ),
        Article(
            id="B2-11",
            title=_("No looking back"),
            says=(
                _(
                    "Only the latest play can be seen; earlier plays are hidden, in the log too. After the "
                    "round everything is open."
                ),
            ),
        ),
    ),
)

END: Final = Chapter(
    key="end",
    title=_("The end of a round"),
    articles=(
        Article(
            id="B2-12",
            title=_("Going out"),
            says=(
                _(
                    "A player who runs out of cards takes the best place still open. The last player left "
                    "takes last place."
                ),
            ),
        ),
        Article(
            id="B2-13",
            title=_("Points"),
            says=(
                _(
                    "Points depend on the finishing place. A room may set its own; each must be lower "
                    "than the one before, and together they must add up to zero."
                ),
            ),
            tables=(points_table(tuple(POINTS.default)),),
        ),
    ),
    options=house_options(OPTIONS, WORDS.options),
)


# --- in one minute -----------------------------------------------------------------------------

MINUTES: Final = (
    Minute(
        ruleset="lawrence",
        turn=_(
            "Beat what lies on the table with as many cards: one, a pair or a set of five. Or pass. When all "
            "others pass, you lead with anything."
        ),
        wins=_("The first player with no cards left wins. Your last card may not be a single 2."),
        hands=(
            play("9D 9S", _("Between two of one rank the suit decides: ♦ ♣ ♥ ♠.")),
            play(ONE_OF_EACH[Kind.STRAIGHT], _("Five ranks in a row.")),
            play(ONE_OF_EACH[Kind.FULL_HOUSE], _("It beats every straight and every flush.")),
        ),
    ),
)


def rulebook(house: House) -> Rulebook:
    return Rulebook(
        game="bigtwo",
        goal=_(
            "Get rid of your cards before the others do. Twos are the highest cards, and spades the "
            "highest suit."
        ),
        minutes=MINUTES,
        chapters=(
            TABLE,
            CARDS,
            BEGINNING,
            PLAYING,
            SECRETS,
            END,
            house.time(
                timed_out=(
                    house.plain(),
                    _(
                        "In Big 2 it votes against a reshuffle, passes if that is allowed, and otherwise "
                        "leads the lowest single card."
                    ),
                )
            ),
            house.fair_deal(
                BIGTWO,
                _(
                    "This includes the deals that were thrown away by a reshuffle, with the hands that had "
                    "been dealt."
                ),
            ),
            house.points_only(),
        ),
    )
