"""What was played by a person, for the file of everything about them: rounds that ended, with no cards but
their own, and their lines of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from accounts.export import Part, Row
from accounts.models import User
from accounts.walks import in_pages
from games.core.engine import SeatNo
from games.core.replay import CorruptRecordError, UnknownRulesError
from games.rounds.models import Round, RoundSeat, Score
from games.rounds.reading import StoredRound, load_rounds, states_of

ROUNDS_A_PAGE: Final = 10  # each is played again, for its cards
ENDED: Final = (Round.Status.OVER, Round.Status.VOID)
Cards = list[str] | None


def _rounds(person: User) -> Iterator[list[Row]]:
    """Those that run are left out: they are in the next file, once all of their cards may be told."""
    mine = RoundSeat.objects.filter(user=person, round__status__in=ENDED).select_related("round__room")
    for page in in_pages(mine, ROUNDS_A_PAGE):
        stored = load_rounds([seat.round_id for seat in page])
        yield [_round(seat, stored[seat.round_id]) for seat in page]


def _round(seat: RoundSeat, stored: StoredRound) -> Row:
    round_, number = seat.round, seat.number
    dealt, at_the_end = own_cards(stored, number)
    return {
        "id": round_.pk,
        "room": round_.room.code,
        "round": round_.number,
        "game": round_.game,
        "ruleset": round_.ruleset,
        "status": round_.status,
        "void": round_.void_cause,
        "rated": round_.rated,
        "started": round_.started_at,
        "ended": round_.ended_at,
        "name": seat.name,
        "chair": seat.chair,
        "seat": number,
        "points": _of_seat(round_.points, number),
        "sheet": _of_seat(round_.sheet, number),
        "rank": _of_seat(round_.ranks, number),
        "cards_dealt": dealt,
        "cards_at_the_end": at_the_end,
        "moves": [
            {**word, "by": by, "at": at} for word, at, by in stored.moves if word.get("seat") == number
        ],
    }


def _of_seat(values: list[Any] | None, number: int) -> Any:
    return None if values is None else values[number]


def own_cards(stored: StoredRound, number: int) -> tuple[Cards, Cards]:
    """What a seat was dealt and what it held at the end, as it saw them itself. None where the round cannot
    be played again here: by rules of another time, or because it is broken."""
    try:
        states = states_of(stored)
    except (CorruptRecordError, UnknownRulesError):
        return None, None
    seen = (stored.engine.own(state, SeatNo(number)).seat.as_json()["cards"] for state in states)
    dealt: Any = next(filter(None, seen), [])
    at_the_end = stored.engine.own(states[-1], SeatNo(number)).seat.as_json()["cards"]
    return _plain(dealt), _plain(at_the_end)


def _plain(cards: Any) -> Cards:
    return [str(card) for card in cards]


def _scores(person: User) -> Iterator[list[Row]]:
    for page in in_pages(Score.objects.filter(user=person).select_related("round", "room")):
        yield [
            {
                "round": line.round_id,
                "room": line.room.code,
                "game": line.round.game,
                "name": line.name,
                "seat": line.seat,
                "points": line.points,
                "sheet": line.sheet,
                "reverses": line.reverses,
                "at": line.at,
            }
            for line in page
        ]


PARTS: Final = (
    Part(
        "rounds",
        ("id", "room", "round", "game", "ruleset", "status", "void", "rated", "started", "ended", "name",
         "chair", "seat", "points", "sheet", "rank", "cards_dealt", "cards_at_the_end", "moves"),
        _rounds,
    ),
    Part("scores", ("round", "room", "game", "name", "seat", "points", "sheet", "reverses", "at"), _scores),
)  # fmt: skip
