"""How a round is played from outside: one script in, one line out.

A script that cannot be run at all earns a sentence; whatever a line holds, it never earns a traceback.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from games.core.cards import Card, Hand, card_of
from games.core.engine import AnyEngine, Json, Outcome, SeatNo, Setup
from games.core.options import BadOption, OptionFault, complete
from games.core.refusal import MALFORMED, Code, Refusal, refuse
from games.core.shuffle import Scripted, Seeded, Shuffler

SPECTATOR: Final = "spectator"
HOUSE: Final = "house"
Engines = Mapping[str, AnyEngine]

_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_MISSING: Final = object()


class BadScriptError(ValueError):
    """The script cannot be run at all; the message is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A script that can be run, whatever its moves are worth."""

    engine: AnyEngine
    setup: Setup
    moves: tuple[Json, ...]
    viewers: tuple[SeatNo | None, ...] | None  # None: no views are asked for


def answer(line: str | bytes, engines: Engines) -> tuple[str, bool]:
    """The output line for one input line, and whether the script could be run."""
    given: Json = None
    try:
        given = _read_line(line)
        return _write(run(read_script(given, engines), given.get("id"))), True
    except (ValueError, RecursionError) as fault:
        sentence = str(fault) if isinstance(fault, BadScriptError) else "The line cannot be read as JSON."
        return _error(given, sentence), False


def _read_line(line: str | bytes) -> dict[str, Json]:
    text = line if isinstance(line, str) else line.decode("utf-8")
    given = json.loads(text, parse_constant=_no_constant)
    if not isinstance(given, dict):
        raise BadScriptError("A script is a JSON object.")
    return given


def _no_constant(name: str) -> Json:
    raise BadScriptError(f"{name} is no JSON.")


def _write(line: dict[str, Json]) -> str:
    return json.dumps(line, allow_nan=False)


def _error(given: Json, sentence: str) -> str:
    try:
        return _write({"id": given.get("id") if isinstance(given, dict) else None, "error": sentence})
    except (ValueError, RecursionError):  # an id too deep or too large to be written again
        return _write({"id": None, "error": sentence})


# Reading


def read_script(given: Mapping[str, Json], engines: Engines) -> Script:
    """Everything is looked at before the first card is dealt."""
    engine = engines.get(_field(given, "game", str))
    if engine is None:
        raise BadScriptError("There is no such game.")
    ruleset = _field(given, "ruleset", str, engine.rulesets[0])
    if ruleset not in engine.rulesets:
        raise BadScriptError("This game has no such ruleset.")
    seats = _field(given, "seats", int)
    if seats not in engine.seats:
        raise BadScriptError("This game is not played by so many seats.")
    options = complete(engine.options(ruleset), _field(given, "options", dict, {}))
    if isinstance(options, BadOption):
        raise BadScriptError(_option_sentence(options))
    setup = Setup(ruleset=ruleset, options=options, seats=seats, shuffler=_shuffler(given, engine.pack))
    moves = tuple(_field(given, "moves", list, []))
    return Script(engine=engine, setup=setup, moves=moves, viewers=_viewers(given, seats))


def _field(given: Mapping[str, Json], name: str, kind: type, default: object = _MISSING) -> Any:
    value = given.get(name, default)
    if value is _MISSING:
        raise BadScriptError(f"A script needs {name}.")
    if type(value) is not kind:
        raise BadScriptError(f"{name} is of the wrong type.")
    return value


def _option_sentence(bad: BadOption) -> str:
    if bad.fault is OptionFault.UNKNOWN:
        return "There is no such option in this ruleset."
    return f"The option {bad.name} does not take this value."


def _shuffler(given: Mapping[str, Json], pack: Hand) -> Shuffler:
    """`decks`, or where they are absent `seed`; both are looked at."""
    seed = _field(given, "seed", str, "0" * 64)
    if not _HEX64.fullmatch(seed):
        raise BadScriptError("seed is 64 hex digits.")
    if "decks" in given:
        return Scripted(tuple(_deck(deck, pack) for deck in _field(given, "decks", list)))
    if "seed" not in given:
        raise BadScriptError("A script needs decks or a seed.")
    return Seeded(bytes.fromhex(seed))


def _deck(deck: Json, pack: Hand) -> tuple[Card, ...]:
    if type(deck) is not list:
        raise BadScriptError("A deck is a list of cards.")
    cards = tuple(card for card in map(card_of, deck) if card is not None and card in pack)
    if len(cards) < len(deck):
        raise BadScriptError("A deck names something that is no card of this game.")
    if len(set(cards)) < len(cards):
        raise BadScriptError("A deck names a card twice.")
    return cards


def _viewers(given: Mapping[str, Json], seats: int) -> tuple[SeatNo | None, ...] | None:
    if "viewers" not in given:
        return None
    viewers: list[SeatNo | None] = []
    for viewer in _field(given, "viewers", list):
        seat = None if viewer == SPECTATOR else read_seat(viewer, seats)
        if seat is None and viewer != SPECTATOR:
            raise BadScriptError("There is no such viewer.")
        viewers.append(seat)
    return tuple(viewers)


def read_seat(value: Json, seats: int) -> SeatNo | None:
    """A seat of this round; true and 1.0 are none."""
    return SeatNo(value) if type(value) is int and 0 <= value < seats else None


# Playing


@dataclass(slots=True)
class _Table:
    """One script being played."""

    script: Script
    state: Any
    refusals: list[Json] = field(default_factory=list)
    house: list[Json] = field(default_factory=list)
    chance: Random = field(default_factory=lambda: Random(0))  # the same bot on every machine

    def play(self, number: int, word: Json) -> None:
        outcome = self._try(number, word)
        if isinstance(outcome, Refusal):
            self.refusals.append({"move": number, "code": str(outcome.code)})
        else:
            self.state = outcome

    def _try(self, number: int, word: Json) -> Any:
        engine, setup = self.script.engine, self.script.setup
        seat = read_seat(word.get("seat"), setup.seats) if isinstance(word, dict) else None
        if seat is None:
            return MALFORMED
        if word.get("do") == HOUSE:
            return self._house(number, seat)
        move = engine.read_move(setup, seat, word)
        return move if isinstance(move, Refusal) else engine.apply(self.state, move)

    def _house(self, number: int, seat: SeatNo) -> Any:
        """The house bot chooses from this seat's view, and its move is applied like any other."""
        engine = self.script.engine
        if engine.outcome(self.state) is not None:
            return refuse(Code.ROUND_OVER)
        if seat not in engine.to_act(self.state):
            return refuse(Code.NOT_YOUR_TURN)
        word = engine.choose(engine.view(self.state, seat), HOUSE, self.chance)
        move = engine.read_move(self.script.setup, seat, word)
        outcome = move if isinstance(move, Refusal) else engine.apply(self.state, move)
        if not isinstance(outcome, Refusal):
            self.house.append({"move": number, "chose": engine.write_move(move)})
        return outcome


def run(script: Script, name: Json) -> dict[str, Json]:
    """The output line of the contract."""
    engine = script.engine
    table = _Table(script, engine.start(script.setup))
    for number, word in enumerate(script.moves):
        table.play(number, word)
    view = engine.view(table.state, None)
    line = {
        "id": name,
        "over": view.over,
        "phase": str(view.phase),
        "to_act": list(view.to_act),
        "refusals": table.refusals,
        **_ended(engine.outcome(table.state)),
    }
    if script.viewers is not None:
        line["views"] = {_viewer_name(v): engine.view(table.state, v).as_json() for v in script.viewers}
    if table.house:
        line["house"] = table.house
    return line


def _ended(outcome: Outcome | None) -> dict[str, Json]:
    if outcome is None:
        return dict.fromkeys(("results", "points", "sheet", "ranks"))
    return {
        "results": outcome.results,
        "points": list(outcome.points),
        "sheet": list(outcome.sheet),
        "ranks": None if outcome.ranks is None else list(outcome.ranks),
    }


def _viewer_name(viewer: SeatNo | None) -> str:
    return SPECTATOR if viewer is None else str(viewer)
