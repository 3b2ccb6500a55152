"""What views of every game have alike, and how they are written."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from games.core.engine import SeatNo, View, Written
from games.core.options import Json


class Legal(NamedTuple):
    """A move open to a seat: its verb and what goes with it."""

    do: str
    facts: tuple[tuple[str, Json], ...] = ()

    def as_json(self) -> dict[str, Json]:
        return {"do": self.do, **dict(self.facts)}


class SeatsAndMoves(View, Protocol):
    @property
    def you(self) -> SeatNo | None: ...
    @property
    def seats(self) -> Sequence[Written]: ...
    @property
    def legal(self) -> Sequence[Written]: ...


def written(
    view: SeatsAndMoves, *, game: str, ruleset: str, table: Mapping[str, Json], **more: Json
) -> dict[str, Json]:
    """The contract's view: `table` and what is `more` are the game's own."""
    return {
        "game": game,
        "ruleset": ruleset,
        "phase": str(view.phase),
        "you": view.you,
        "to_act": list(view.to_act),
        "seats": [seat.as_json() for seat in view.seats],
        "table": table,
        "legal": [move.as_json() for move in view.legal],
        **more,
        "over": view.over,
    }
