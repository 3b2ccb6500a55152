"""Bài Cào for people, article by article. Numbers and examples come from the engine."""

from typing import Final

from games.core.banker import Result
from games.core.cards import hand
from games.page.book import (
    Article,
    Chapter,
    Example,
    House,
    Minute,
    Rulebook,
    Shown,
    Tone,
    house_options,
    shown_cards,
)
from games.page.words import say
from tests.fifth_game.baicao.engine import BAICAO
from tests.fifth_game.baicao.hands import BEST, CARDS, worth
from tests.fifth_game.baicao.play import outcome
from tests.fifth_game.baicao.rules import GAME, OPTIONS
from tests.fifth_game.baicao.words import WORDS, worth_name

VERDICTS: Final = {Result.WIN: "The player wins", Result.LOSE: "The banker wins", Result.PUSH: "A tie"}


def laid(cards: str, who: str = "") -> Shown:
    return Shown(groups=(shown_cards(hand(cards)),), who=who, name=worth_name(worth(hand(cards))))


def meeting(con: str, cai: str) -> Example:
    """BC-6  A player's hand against the banker's."""
    end = outcome(worth(hand(con)), worth(hand(cai)))
    hands = laid(con, "Player"), laid(cai, "Banker")
    return Example(hands=hands, verdict=VERDICTS[end], tone=Tone(end), found=(("outcome", end),))


HANDS: Final = Chapter(
    key="hands",
    title="What a hand is worth",
    articles=(
        Article(id="BC-1", title="Cards", says=("An ace counts one; 10, J, Q and K count ten.",)),
        Article(
            id="BC-2",
            title="Points",
            says=(say("The last digit of the sum counts. %(best)s is the best, none is a bù.", best=BEST),),
            examples=(Example(hands=(laid("9S KD TC"),)), Example(hands=(laid("5S 5D KC"),))),
        ),
        Article(
            id="BC-3",
            title="Three faces",
            says=("J, Q or K, all three, beat any points.",),
            examples=(Example(hands=(laid("JS QD QC"),)),),
        ),
    ),
)


def round_(house: House) -> Chapter:
    deal = say("Everybody plays for the room's stake. The banker deals %(cards)s cards each.", cards=CARDS)
    return Chapter(
        key="round",
        title="How a round goes",
        articles=(
            Article(id="BC-4", title="The deal", says=(deal, *house.host_is_banker(BAICAO))),
            Article(
                id="BC-5",
                title="Revealing the hands",
                says=("Everybody reveals their hand whenever they like. Until then nobody else sees it.",),
            ),
            Article(
                id="BC-6",
                title="Who wins",
                says=(
                    "Each hand is compared with the banker's. The better wins the stake; equal hands tie.",
                ),
                examples=(meeting("9S KD TC", "8S KH TD"), meeting("JS QD QC", "KS KD JC")),
            ),
        ),
        options=house_options(OPTIONS, WORDS.options),
    )


MINUTE: Final = Minute(
    ruleset="classic",
    turn="Reveal your three cards when you like. There is nothing else to do.",
    wins="You play against the banker alone. The better hand takes the stake; equal hands tie.",
    hands=(
        Example(hands=(laid("9S KD TC"),), note="9 + 10 + 10 = 29: the last digit counts."),
        Example(hands=(laid("JS QD QC"),), note="Better than any points."),
        Example(hands=(laid("5S 5D KC"),), note="The last digit is 0: the worst there is."),
    ),
)


def rulebook(house: House) -> Rulebook:
    return Rulebook(
        game=GAME,
        goal="Three cards against the banker's: the last digit of the sum, or three faces.",
        minutes=(MINUTE,),
        chapters=(
            HANDS,
            round_(house),
            house.time(timed_out=(house.plain(),)),
            house.fair_deal(BAICAO),
            house.points_only(),
        ),
    )
