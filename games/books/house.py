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
            "Before the deal every player places a stake, in any order, from %(low)s up to the room's "
            "highest stake. That is %(usual)s by default; the host may set it from %(least)s to %(most)s. "
            "Everybody sees a stake as soon as it is placed, and it cannot be changed."
        ),
        low=1,
        usual=highest.default,
        least=highest.low,
        most=highest.high,
    )


def plain() -> Text:
    """Of the move that the table makes when time runs out, where it is one."""
    return _("It always makes the same simple move, never a clever one.")


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
                        "Every room has its own time for a turn. When your time is up, the table plays for "
                        "you."
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
                            "A player who runs out of time %(times)s times in a row, or is disconnected for "
                            "%(gone)s seconds, counts as away: the table then plays for that seat after "
                            "about %(pause)s seconds, so that nobody waits the full time again. Any action "
                            "by that player ends it."
                        ),
                        times=int(table["AWAY_AFTER_TIMEOUTS"]),
                        gone=int(table["AWAY_AFTER_GONE"]),
                        pause=int(table["AWAY_PAUSE"]),
                    ),
                    _(
                        "If you leave during a round, it still counts: the table finishes your hand, the "
                        "points stand, and then the seat is free."
                    ),
                    _(
                        "If you lose the connection, you keep your seat and your cards. Open the room again "
                        "and play on."
                    ),
                    say(
                        _(
                            "If the host is gone for %(owner)s seconds between rounds, the room passes to "
                            "the player who has been seated longest. A room with nobody in it for %(empty)s "
                            "minutes closes."
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
                            "Before anyone is ready, a secret number is fixed. You can see its fingerprint "
                            "on the page with all deals of the room: %(address)s, where CODE is the code of "
                            "the room. The order of the cards is worked out from that number and from what "
                            "is fixed when the round starts: the room, its rules, who sits where and what "
                            "they mixed in. Nothing else affects it. After the round the number is "
                            "published, so anyone can repeat the shuffle and compare."
                        ),
                        address=DEALS,
                    ),
                    _(
                        "A seat marked “not mixed in” has added nothing of its own to the shuffle. If no "
                        "seat has, the server shuffled the pack alone; the order was still fixed before "
                        "anybody acted."
                    ),
                ),
            ),
            Article(
                title=_("What everybody sees at the end"),
                says=(
                    say(
                        _(
                            "When a round is over, all %(cards)s cards become public, including those that "
                            "were never dealt; otherwise nobody could check the shuffle. So anyone who can "
                            "see the room can then see what you held and what you would have drawn."
                        ),
                        cards=len(engine.pack),
                    ),
                    *more,
                    _(
                        "While a round is running, nobody can see a hidden card that is not their own: not "
                        "the other players, not the spectators and not the bots, which know only what their "
                        "own seat knows."
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
                title=_("What you can win"),
                says=(
                    _(
                        "You win points and nothing else. They cannot be bought, paid out or exchanged. What "
                        "some players win in a round the others lose, so the points of a round always add up "
                        "to zero."
                    ),
                    _(
                        "A round counts for the leaderboard if it is played in a public room and everybody "
                        "at the table has an account. Rounds with a bot or a guest, or in other rooms, only "
                        "count on that room's score sheet."
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
            "The host of the room is the banker: the person who created it, or the one they made host. A new "
            "host is banker from the next round on. The banker deals; anybody who is not ready sits the "
            "round out."
        ),
    )
