"""What one viewer saw happen between two of its views, as lines of the table's log.

Made from the two views alone, so a line can tell nothing the views do not. Nobody looks back (B2-11): until
the round is over the log keeps the play on top, what was said since, and the counts that are known.
"""

from collections.abc import Iterator

from games.bigtwo.rules import Phase
from games.bigtwo.scoring import points
from games.bigtwo.view import BigtwoView, LaidView
from games.core.engine import Event, SeatNo

Facts = tuple[tuple[str, str | None], ...]


def events(before: BigtwoView | None, after: BigtwoView) -> tuple[Event, ...]:
    """In the order it happened; `before` is None for the first view of a round."""
    return tuple(_events(before, after))


def covers(event: Event, earlier: Event) -> bool:
    """B2-11  A play or a new trick covers what was told before; B2-10  a count only that seat's next play."""
    if earlier.kind == "counted":
        return event.kind == "played" and event.seat == earlier.seat
    return event.kind in ("played", "leads", "reshuffled")


def _events(before: BigtwoView | None, after: BigtwoView) -> Iterator[Event]:
    if before is None or after.reshuffles > before.reshuffles:
        yield _dealt(before, after)
    if before is not None and before.phase is Phase.RESHUFFLE and after.must_hold:
        yield Event(kind="opens", seat=after.to_act[0], cards=(after.must_hold,))
    if before is not None and before.phase is Phase.PLAY:
        yield from _moved(before, after)
    if after.over and not (before and before.over):
        yield from _over(after)


def _dealt(before: BigtwoView | None, after: BigtwoView) -> Event:
    """B2-4  Only the outcome of a vote is told; a first deal may be a reshuffled one too."""
    kind = "dealt" if before is None else "reshuffled"
    return Event(kind=kind, facts=(("reshuffles", after.reshuffles),))


def _moved(before: BigtwoView, after: BigtwoView) -> Iterator[Event]:
    """A play is on the table, or the turn went on, or somebody asked."""
    if after.top is not None and after.top != before.top:
        yield from _played(after, after.top)
    elif after.to_act != before.to_act:
        yield Event(kind="passed", seat=before.to_act[0])
        if after.top is None:
            yield Event(kind="leads", seat=after.to_act[0])
    else:
        yield from _asked(before, after)


def _played(after: BigtwoView, laid: LaidView) -> Iterator[Event]:
    yield Event(kind="played", seat=laid.seat, facts=_what(laid))
    if laid.seat in after.out:
        rank = after.out.index(laid.seat) + 1
        yield Event(kind="went_out", seat=laid.seat, facts=(("rank", rank),))
    elif after.seats[laid.seat].count == 1:
        yield Event(kind="one_left", seat=laid.seat)  # B2-9


def _asked(before: BigtwoView, after: BigtwoView) -> Iterator[Event]:
    """B2-10  Whose count, by whom: the one who is asked hears it too."""
    for asked in after.asked:
        if asked not in before.asked:
            facts = (("count", after.seats[asked.of].count), ("by", asked.by))
            yield Event(kind="counted", seat=asked.of, facts=facts)


def _over(after: BigtwoView) -> Iterator[Event]:
    """B2-11  Every play is told with its cards, then how it ended."""
    for laid in after.laid:
        yield Event(kind="laid", seat=laid.seat, cards=laid.cards, facts=_what(laid))
    yield _round_over(after)


def _what(laid: LaidView) -> Facts:
    return ("pattern", str(laid.pattern)), ("kind", laid.kind and str(laid.kind))


def _round_over(after: BigtwoView) -> Event:
    """B2-13  One's own rank and points; a passer-by has none."""
    if after.you is None:
        return Event(kind="round_over")
    facts = (("rank", after.ranks[after.you]), ("points", points_of(after, after.you)))
    return Event(kind="round_over", seat=after.you, facts=facts)


def points_of(after: BigtwoView, seat: SeatNo) -> int:
    return points(after.ranks, after.house.points)[seat]
