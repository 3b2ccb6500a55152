"""Niu Niu as the house takes it in."""

from typing import Final

from games.niuniu.best import best
from games.niuniu.engine import NIUNIU
from games.niuniu.marks import MARKS
from games.niuniu.page import ICONS, SHOWS, line, own, zones
from games.niuniu.words import WORDS
from games.page.book import House, Rulebook
from games.page.game import Game


def book(house: House) -> Rulebook:
    from games.niuniu.book import rulebook  # its examples are worked out as it is imported

    return rulebook(house)


GAME: Final = Game(
    engine=NIUNIU,
    zones=zones,
    own=own,
    best=best,
    icons=ICONS,
    shows=SHOWS,
    line=line,
    words=WORDS,
    marks=MARKS,
    book=book,
)
