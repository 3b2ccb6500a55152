"""Xì Dách as the house takes it in."""

from typing import Final

from games.page.book import House, Rulebook
from games.page.game import Game
from games.xidach.best import best
from games.xidach.engine import XIDACH
from games.xidach.marks import MARKS
from games.xidach.page import ICONS, MEETINGS, SHOWS, line, own, zones
from games.xidach.words import WORDS


def book(house: House) -> Rulebook:
    from games.xidach.book import rulebook  # its examples are worked out as it is imported

    return rulebook(house)


GAME: Final = Game(
    engine=XIDACH,
    zones=zones,
    own=own,
    best=best,
    icons=ICONS,
    shows=SHOWS,
    line=line,
    meetings=MEETINGS,
    words=WORDS,
    marks=MARKS,
    book=book,
)
