"""What one viewer saw happen between two of its views, as lines of the table's log.

Made from the two views alone, so a line can tell nothing the views do not.
"""

from collections.abc import Iterator

from games.core.banker import NHA_CAI
from games.core.cards import UNSEEN
from games.core.engine import Event, SeatNo
from games.xidach.hands import strength
from games.xidach.meeting import cai_hand, con_hand
from games.xidach.play import Settlement
from games.xidach.rules import RULESETS, Phase
from games.xidach.view import XidachView, own_points, shown_special


def events(before: XidachView | None, after: XidachView) -> tuple[Event, ...]:
    """In the order it happened; `before` is None for the first view of a round."""
    return tuple(_events(before, after))


def _events(before: XidachView | None, after: XidachView) -> Iterator[Event]:
    yield from _bets(before, after)
    if after.direction is not None and (before is None or before.direction is None):
        yield _dealt(after)
        yield from _specials(after)
    yield from _drew(before, after)
    yield from _stood(before, after)
    yield from _settled(before, after)
    if after.over and not (before and before.over):
        yield _round_over(after)


def _bets(before: XidachView | None, after: XidachView) -> Iterator[Event]:
    """XD-40  Stakes are public as placed."""
    if RULESETS[after.ruleset].has_bets:
        for seat, stake in enumerate(after.stakes):
            if seat != NHA_CAI and stake is not None and (before is None or before.stakes[seat] is None):
                yield Event(kind="bet", seat=SeatNo(seat), facts=(("stake", stake),))


def _dealt(after: XidachView) -> Event:
    own = () if after.you is None else after.seats[after.you].cards[:2]
    return Event(kind="dealt", seat=NHA_CAI, cards=own, facts=(("direction", str(after.direction)),))


def _specials(after: XidachView) -> Iterator[Event]:
    """XD-3  The nhà cái's special, else each that wins at once. One that meets it is told as they meet."""
    won = {done.seat: done.points for done in after.settled if _won_at_once(after, done.seat)}
    for seat in after.seats:
        if (name := shown_special(seat)) and (seat.seat == NHA_CAI or seat.seat in won):
            ends = (("points", won[seat.seat]),) if seat.seat in won else ()
            yield Event(
                kind="special", seat=seat.seat, cards=seat.cards, facts=(("reason", str(name)), *ends)
            )


def _won_at_once(after: XidachView, seat: SeatNo) -> bool:
    """XD-21, XD-41  A special wins as it is dealt, unless the nhà cái has one: then the two meet."""
    return bool(shown_special(after.seats[seat])) and not shown_special(after.seats[NHA_CAI])


def _drew(before: XidachView | None, after: XidachView) -> Iterator[Event]:
    """XD-9  How many cards is public; which ones, only where this view shows them."""
    for seat in after.seats:
        had = max(before.seats[seat.seat].count if before else 0, 2)
        if seat.count > had:
            cards = tuple(card for card in seat.cards[had:] if card != UNSEEN)
            yield Event(kind="drew", seat=seat.seat, cards=cards, facts=(("count", seat.count),))


def _stood(before: XidachView | None, after: XidachView) -> Iterator[Event]:
    """XD-10  A nhà con whose turn has passed has stood, five cards or not, quắc or not."""
    for seat in before.to_act if before else ():
        if _has_stood(before, after, seat):
            yield Event(kind="stood", seat=seat, facts=(("count", after.seats[seat].count),))


def _has_stood(before: XidachView | None, after: XidachView, seat: SeatNo) -> bool:
    """XD-12  The nhà cái has stood where the round is over though it neither drew nor compared."""
    if before is None or before.phase not in (Phase.NHA_CON, Phase.NHA_CAI):
        return False
    if before.phase is Phase.NHA_CON:
        return seat not in after.to_act
    return after.over and not _nha_cai_drew(before, after) and not _has_compared(before, after)


def _nha_cai_drew(before: XidachView, after: XidachView) -> bool:
    return after.seats[NHA_CAI].count > before.seats[NHA_CAI].count


def _has_compared(before: XidachView | None, after: XidachView) -> bool:
    """XD-24  One nhà con was settled by a nhà cái that could compare; a stand settles all that are left."""
    if before is None or before.phase is not Phase.NHA_CAI or _nha_cai_drew(before, after):
        return False
    least, cai = RULESETS[after.ruleset].compare_from, after.seats[NHA_CAI].hand
    if least is None or cai is None or strength(cai).value < least:
        return False
    return len(after.settled) == len(before.settled) + 1


def _settled(before: XidachView | None, after: XidachView) -> Iterator[Event]:
    """XD-11, XD-12  Whose hand has met the nhà cái's; what was won at once has been told already."""
    told = {done.seat for done in before.settled} if before else set()
    kind = "compared" if _has_compared(before, after) else "settled"
    for done in after.settled:
        if done.seat not in told and not _won_at_once(after, done.seat):
            yield Event(kind=kind, seat=done.seat, facts=_meeting(after, done))


def _meeting(after: XidachView, done: Settlement) -> tuple[tuple[str, str | int], ...]:
    """Both hands as they met, each in a word and its value, and what came of it."""
    con, cai = con_hand(after, done), cai_hand(after, done)
    assert cai is not None, "a hand that met the nhà cái's has opened it"
    return (
        ("outcome", str(done.outcome)),
        ("points", done.points),
        ("con", str(con.status)),
        ("con_value", con.value),
        ("cai", str(cai.status)),
        ("cai_value", cai.value),
    )


def _round_over(after: XidachView) -> Event:
    """XD-13  One's own points; a passer-by has none."""
    if after.you is None:
        return Event(kind="round_over")
    return Event(kind="round_over", seat=after.you, facts=(("points", own_points(after)),))
