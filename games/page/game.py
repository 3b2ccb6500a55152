"""A game, whole: what the house needs of one. Each game exports its own as `GAME` of its `game` module."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from games.core.engine import Engine, Event, Json, M, S, SeatNo, V
from games.page.book import House, Rulebook
from games.page.coach import Mark
from games.page.words import Words
from games.page.zones import NO_WORDS, Best, Own, Zones
from games.page.zones import Words as Blanks


def as_it_is(event: Event) -> tuple[Event, Blanks]:
    return event, NO_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, M, V]):
    engine: Engine[S, M, V]  # its rules, as the runtime plays them
    zones: Callable[[V], Zones]  # of a view: what each zone of the page shows
    # Of a seat's view: what of those no passer-by is shown. With what that was a moment ago.
    own: Callable[[V, SeatNo, Own | None], Own]
    icons: Mapping[str, str]  # before a line of the log, by the kind of its event
    line: Callable[[Event], tuple[Event, Blanks]] = (
        as_it_is  # what its line is drawn by, and what is written in
    )
    # Seconds that a page takes to show an event that everybody sees, by its kind: bots leave it so long.
    shows: Mapping[str, float] = field(default_factory=dict)
    # Of a round that is over, as a passer-by sees it. None: in this game no hand is the best of an evening.
    best: Callable[[V], Best | None] | None = None
    meetings: frozenset[str] = frozenset()  # kinds of events that tell of a hand against the nhà cái's
    form_fields: Mapping[str, Callable[[str], Json]] = field(
        default_factory=dict
    )  # lists of its moves, from text
    words: Words  # what things are called
    marks: tuple[Mark, ...]  # what a newcomer is shown at its table; the first comes first
    book: Callable[[House], Rulebook]  # its rules for people; their examples are worked out when it is asked


AnyGame = Game[Any, Any, Any]  # of whichever the list names
