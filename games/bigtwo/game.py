"""Big 2 as the house takes it in."""

from typing import Final

from games.bigtwo.best import best
from games.bigtwo.engine import BIGTWO
from games.bigtwo.marks import MARKS
from games.bigtwo.page import ICONS, SHOWS, own, zones
from games.bigtwo.words import WORDS
from games.page.book import House, Rulebook
from games.page.game import Game


def book(house: House) -> Rulebook:
    from games.bigtwo.book import rulebook  # its examples are worked out as it is imported

    return rulebook(house)


GAME: Final = Game(
    engine=BIGTWO,
    zones=zones,
    own=own,
    best=best,
    icons=ICONS,
    shows=SHOWS,
    form_fields={"cards": str.split},
    words=WORDS,
    marks=MARKS,
    book=book,
)
