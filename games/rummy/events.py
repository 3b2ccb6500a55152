"""What one viewer saw happen between two of its views, as lines of the table's log.

Made from the two views alone, so a line can tell nothing the views do not.
"""

from collections.abc import Iterator

from games.core.cards import CODES, UNSEEN, Card
from games.core.engine import Event, SeatNo
from games.rummy.rules import Phase
from games.rummy.scoring import penalty, points
from games.rummy.view import RummyView


def events(before: RummyView | None, after: RummyView) -> tuple[Event, ...]:
    """In the order it happened; `before` is None for the first view of a round."""
    return tuple(_events(before, after))


def _events(before: RummyView | None, after: RummyView) -> Iterator[Event]:
    if before is None:
        yield _dealt(after)
    elif before.to_act:
        yield from _moved(before, after, before.to_act[0])
    if after.over and not (before and before.over):
        yield from _ended(after)


def _dealt(after: RummyView) -> Event:
    """RM-2  Which round this is, and one's own cards."""
    own = () if after.you is None else after.seats[after.you].cards
    return Event(
        kind="dealt", seat=SeatNo(after.house.dealer), cards=own, facts=(("round", after.house.round),)
    )


def _moved(before: RummyView, after: RummyView, seat: SeatNo) -> Iterator[Event]:
    """RM-3  What the seat that was to act did."""
    if before.phase is Phase.DRAW:
        yield from _drew(before, after, seat)
        return
    yield from _melded(before, after, seat)
    if after.discard != before.discard:
        yield _discarded(after, seat)


def _drew(before: RummyView, after: RummyView, seat: SeatNo) -> Iterator[Event]:
    """RM-3, RM-8  The card is told where it was open, and to who drew it."""
    count = ("count", after.seats[seat].count)
    if after.stock == before.stock:
        assert before.discard is not None
        yield Event(kind="took", seat=seat, cards=(CODES[before.discard],), facts=(count,))
        return
    if after.stock > before.stock:
        yield Event(kind="restocked", facts=(("stock", after.stock + 1),))
    seen = tuple([card for card in after.seats[seat].cards[-1:] if card != UNSEEN])
    yield Event(kind="drew", seat=seat, cards=seen, facts=(count,))


def _melded(before: RummyView, after: RummyView, seat: SeatNo) -> Iterator[Event]:
    """RM-5, RM-6  New melds lie open, and so does what was added to one."""
    laid = after.melds[len(before.melds) :]
    if laid:
        cards = tuple([CODES[card] for meld in laid for card in meld.cards])
        count = ("count", after.seats[seat].count)
        yield Event(kind="laid_down", seat=seat, cards=cards, facts=(("melds", len(laid)), count))
    for number, (was, now) in enumerate(zip(before.melds, after.melds, strict=False)):
        for card in set(now.cards).difference(was.cards):
            yield _laid_off(after, seat, card, number)


def _laid_off(after: RummyView, seat: SeatNo, card: Card, number: int) -> Event:
    meld = after.melds[number]
    facts = (
        ("meld", number),
        ("own", meld.owner == seat),
        ("kind", str(meld.kind)),
        ("count", after.seats[seat].count),
    )
    return Event(kind="laid_off", seat=seat, cards=(CODES[card],), facts=facts)


def _discarded(after: RummyView, seat: SeatNo) -> Event:
    assert after.discard is not None
    count = ("count", after.seats[seat].count)
    return Event(kind="discarded", seat=seat, cards=(CODES[after.discard],), facts=(count,))


def _ended(after: RummyView) -> Iterator[Event]:
    """RM-7, RM-8  Who went out, or that nobody could; then one's own points, which a passer-by has not."""
    winner = went_out(after)
    if winner is None:
        yield Event(kind="blocked", facts=(("turns", after.turn),))
    else:
        yield Event(kind="went_out", seat=winner, facts=(("penalty", sum(sheet(after))),))
    if after.you is None:
        yield Event(kind="round_over")
    else:
        yield Event(kind="round_over", seat=after.you, facts=(("points", points(sheet(after))[after.you]),))


def went_out(after: RummyView) -> SeatNo | None:
    """RM-7  The seat without a card."""
    return next((seat.seat for seat in after.seats if not seat.count), None)


def sheet(after: RummyView) -> tuple[int, ...]:
    """RM-9  What the hands cost, once they lie open."""
    return tuple([penalty(seat.hand or ()) for seat in after.seats])
