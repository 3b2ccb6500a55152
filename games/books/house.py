"""What holds at every table of the house, whatever is played: time, being away, the deal, points."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.core.engine import AnyEngine, Option
from games.page.book import Article, Chapter, Table
from games.page.words import Text, say

DEALS: Final = "/rooms/CODE/fairness/"  # of a room, in the rules of no room


def stakes(highest: Option) -> Text:
    """Where each player places their own, up to an option of the room."""
    return say(
        _(
            "Before the deal every player places a stake, in any order, from %(low)s up to "
            "the room's highest stake. That is %(usual)s as a rule; the host may set it "
            "from %(least)s to %(most)s. Stakes are open as soon as they are placed, and "
            "cannot be changed."
        ),
        low=1,
        usual=highest.default,
        least=highest.low,
        most=highest.high,
    )


def plain() -> Text:
    """Of the move that the table makes when time runs out, where it is one."""
    return _("It is always the same, plain move, and never a clever one.")


def time(*, timed_out: tuple[Text, ...] = (), tables: tuple[Table, ...] = ()) -> Chapter:
    """When time runs out, and when somebody is gone."""
    table = settings.TABLE
    return Chapter(
        key="time",
        title=_("Time, and being away"),
        articles=(
            Article(
                title=_("When time runs out"),
                says=(
                    _(
                        "Every table has its own time for a turn. When it is up, the table plays for "
                        "the seat."
                    ),
                    *timed_out,
                ),
                tables=tables,
            ),
            Article(
                title=_("Being away"),
                says=(
                    say(
                        _(
                            "Whose time runs out %(times)s times running, or who is gone for %(gone)s "
                            "seconds, is away: from then on the table plays for that seat after a "
                            "pause of about %(pause)s seconds, so that nobody waits the full time "
                            "again. Anything the person does ends it."
                        ),
                        times=int(table["AWAY_AFTER_TIMEOUTS"]),
                        gone=int(table["AWAY_AFTER_GONE"]),
                        pause=int(table["AWAY_PAUSE"]),
                    ),
                    _(
                        "Leaving in the middle of a round does not undo it: the table plays the hand "
                        "to its end, the points count, and then the seat is free."
                    ),
                    _(
                        "If the connection breaks, the seat and the cards stay. Open the room again "
                        "and play on."
                    ),
                    say(
                        _(
                            "Between rounds a room whose host is gone for %(owner)s seconds passes to "
                            "the person who has sat there longest. A room in which nobody was seen for "
                            "%(empty)s minutes closes."
                        ),
                        owner=int(table["OWNER_GONE"]),
                        empty=int(table["EMPTY_ROOM"] // 60),
                    ),
                ),
            ),
        ),
    )


def fair_deal(engine: AnyEngine, *more: Text) -> Chapter:
    return Chapter(
        key="deal",
        title=_("The deal can be checked"),
        articles=(
            Article(
                title=_("How the cards are shuffled"),
                says=(
                    say(
                        _(
                            "Before anybody is ready, a secret number is fixed. Its fingerprint can be seen "
                            "on the page with all deals of the room: %(address)s, where CODE is the code of "
                            "the room. The order of the cards follows from that number and from what stands "
                            "when the round is started: the room, its rules, who sits where and what they "
                            "mixed in. Nothing else has a say. After the round the number itself is "
                            "published, and anyone can work out the shuffle again and compare."
                        ),
                        address=DEALS,
                    ),
                    _(
                        "A seat marked “not mixed in” has added nothing of its own to the shuffle. "
                        "Where no seat has, the deck was shuffled by the server alone; it was still "
                        "fixed before anybody acted."
                    ),
                ),
            ),
            Article(
                title=_("What everybody sees at the end"),
                says=(
                    say(
                        _(
                            "When a round is over, all %(cards)s cards of it become public, also those "
                            "that were never dealt. Without them nobody could check the shuffle. So "
                            "after a round anyone who may see the room can know what you held and what "
                            "you would have drawn."
                        ),
                        cards=len(engine.pack),
                    ),
                    *more,
                    _(
                        "While the round is running nobody gets to see a card that is not theirs: not "
                        "the other players, not who watches, and not the house bots, who know only "
                        "what their own seat knows."
                    ),
                ),
            ),
        ),
    )


def points_only() -> Chapter:
    return Chapter(
        key="points",
        title=_("Points, never money"),
        articles=(
            Article(
                title=_("What is won here"),
                says=(
                    _(
                        "Points, and nothing else. They cannot be bought, paid out or exchanged. What "
                        "one side of a round wins the others lose, so the points of a round always add "
                        "up to zero."
                    ),
                    _(
                        "Rounds count for the ranking where everybody at a public table is a "
                        "registered person. With a bot, a guest or a closed door, they count for the "
                        "score sheet of the room."
                    ),
                ),
            ),
        ),
    )


def host_is_banker(engine: AnyEngine) -> tuple[Text, ...]:
    """Who is Nhà Cái, in games that have one."""
    return (
        say(
            _(
                "%(least)s to %(most)s people play, with one pack of %(cards)s cards. One of them is "
                "the banker, Nhà Cái; everybody else is a player, Nhà Con. Players never play against "
                "each other, only against the banker."
            ),
            least=engine.seats[0],
            most=engine.seats[-1],
            cards=len(engine.pack),
        ),
        _(
            "The host of the room is the banker: whoever opened it, or whom they gave it to. A new "
            "host banks from the next round on. The banker deals; anybody who is not ready sits the "
            "round out."
        ),
    )
