"""What one viewer saw happen between two of its views, as lines of the table's log."""

from collections.abc import Iterator

from games.core.banker import NHA_CAI
from games.core.engine import Event
from tests.fifth_game.baicao.view import BaicaoView, is_dealt, seen_worth


def events(before: BaicaoView | None, after: BaicaoView) -> tuple[Event, ...]:
    """In the order it happened; `before` is None for the first view of a round."""
    return tuple(_told(before, after))


def _told(before: BaicaoView | None, after: BaicaoView) -> Iterator[Event]:
    if is_dealt(after) and not (before and is_dealt(before)):
        own = () if after.you is None else after.seats[after.you].cards
        yield Event(kind="dealt", seat=NHA_CAI, cards=own)
    for seat in after.revealed[len(before.revealed) if before else 0 :]:
        shown = after.seats[seat]
        yield Event(kind="revealed", seat=seat, cards=shown.cards, facts=(("worth", seen_worth(shown)),))
    if after.results and not (before and before.over):
        for line in after.results:
            if line.outcome:
                yield Event(kind="settled", seat=line.seat, facts=(("points", line.points),))
        yield round_over(after)


def round_over(after: BaicaoView) -> Event:
    """One's own points; a passer-by has none."""
    if after.you is None or after.results is None:
        return Event(kind="round_over")
    return Event(kind="round_over", seat=after.you, facts=(("points", after.results[after.you].points),))
