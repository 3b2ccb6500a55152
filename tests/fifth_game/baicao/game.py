"""Bài Cào as the house takes it in."""

from typing import Final

from games.page.book import House, Rulebook
from games.page.game import Game
from tests.fifth_game.baicao.best import best
from tests.fifth_game.baicao.engine import BAICAO
from tests.fifth_game.baicao.marks import MARKS
from tests.fifth_game.baicao.page import ICONS, SHOWS, own, zones
from tests.fifth_game.baicao.words import WORDS


def book(house: House) -> Rulebook:
    from tests.fifth_game.baicao.book import rulebook  # its examples are worked out as it is imported

    return rulebook(house)


GAME: Final = Game(
    engine=BAICAO,
    zones=zones,
    own=own,
    best=best,
    icons=ICONS,
    shows=SHOWS,
    words=WORDS,
    marks=MARKS,
    book=book,
)
