"""Chinese Rummy as the house takes it in."""

from typing import Final

from games.page.book import House, Rulebook
from games.page.game import Game
from games.rummy.best import best
from games.rummy.engine import RUMMY
from games.rummy.marks import MARKS
from games.rummy.moves import melds_of_text
from games.rummy.page import ICONS, SHOWS, own, zones
from games.rummy.words import WORDS


def book(house: House) -> Rulebook:
    from games.rummy.book import rulebook  # its examples are worked out as it is imported

    return rulebook(house)


GAME: Final = Game(
    engine=RUMMY,
    zones=zones,
    own=own,
    best=best,
    icons=ICONS,
    shows=SHOWS,
    form_fields={"melds": melds_of_text},
    words=WORDS,
    marks=MARKS,
    book=book,
)
