"""What one viewer saw happen between two of its views, as lines of the table's log.

Made from the two views alone, so a line can tell nothing the views do not.
"""

from collections.abc import Iterator

from games.core.banker import NHA_CAI
from games.core.engine import Event, SeatNo
from games.niuniu.view import NiuniuView


def events(before: NiuniuView | None, after: NiuniuView) -> tuple[Event, ...]:
    """In the order it happened; `before` is None for the first view of a round."""
    return tuple(_events(before, after))


def _events(before: NiuniuView | None, after: NiuniuView) -> Iterator[Event]:
    yield from _bets(before, after)
    if is_dealt(after) and (before is None or not is_dealt(before)):
        yield _dealt(after)
    for seat in after.revealed[len(before.revealed) if before else 0 :]:
        yield _revealed(after, seat)
    if after.over and not (before and before.over):
        yield from _settled(after)
        yield _round_over(after)


def is_dealt(view: NiuniuView) -> bool:
    return view.seats[NHA_CAI].count > 0


def _bets(before: NiuniuView | None, after: NiuniuView) -> Iterator[Event]:
    """NN-10  Stakes are public as placed."""
    for seat, stake in enumerate(after.stakes):
        if seat != NHA_CAI and stake is not None and (before is None or before.stakes[seat] is None):
            yield Event(kind="bet", seat=SeatNo(seat), facts=(("stake", stake),))


def _dealt(after: NiuniuView) -> Event:
    own = () if after.you is None else after.seats[after.you].cards
    return Event(kind="dealt", seat=NHA_CAI, cards=own)


def _revealed(after: NiuniuView, seat: SeatNo) -> Event:
    """NN-11  A hand with its worth: the base first, then the final two."""
    worth = after.worth[seat]
    assert worth is not None
    facts = (
        ("name", str(worth.kind)),
        ("points_value", worth.points_value),
        ("multiplier", worth.multiplier),
    )
    return Event(
        kind="revealed", seat=seat, cards=worth.base + worth.final or after.seats[seat].cards, facts=facts
    )


def _settled(after: NiuniuView) -> Iterator[Event]:
    """NN-12, NN-13  Each nhà con's end, once all have revealed."""
    for line in after.results or ():
        if done := line.settlement:
            yield Event(
                kind="settled",
                seat=done.seat,
                facts=(("outcome", str(done.outcome)), ("points", done.points)),
            )


def _round_over(after: NiuniuView) -> Event:
    """One's own points; a passer-by has none."""
    if after.you is None:
        return Event(kind="round_over")
    return Event(kind="round_over", seat=after.you, facts=(("points", points_of(after, after.you)),))


def points_of(view: NiuniuView, seat: SeatNo) -> int | None:
    """What the round moved for this seat; the nhà cái has minus the sum of the others'."""
    if view.results is None:
        return None
    points = [line.settlement.points for line in view.results if line.settlement]
    return -sum(points) if seat == NHA_CAI else points[seat - 1]
