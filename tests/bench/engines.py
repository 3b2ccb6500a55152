"""How fast the rulebooks play: one process, random legal play."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

from games.engines.core.engine import Setup
from games.engines.core.options import complete
from games.engines.core.refusal import Refusal
from games.engines.core.script import answer
from games.engines.core.shuffle import Scripted
from games.engines.xidach import play
from games.engines.xidach.engine import XIDACH
from games.engines.xidach.moves import read_move
from games.registry import ENGINES

SECONDS = 1.0


def measure() -> list[tuple[str, str]]:
    return [
        *((f"engine xidach/{ruleset}, random legal moves", _moves(ruleset)) for ruleset in XIDACH.rulesets),
        ("play_script, xidach rounds of 4 seats", _scripts()),
    ]


def _rate(unit: str, once: Callable[[], int]) -> str:
    """Of our own CPU time, the best of three runs: a busy neighbour says nothing about us."""
    best = 0.0
    for _ in range(3):
        began, done = time.process_time(), 0
        while time.process_time() - began < SECONDS / 3:
            done += once()
        best = max(best, done / (time.process_time() - began))
    return f"{best:,.0f} {unit}/s"


def _moves(ruleset: str) -> str:
    chance = Random(1)
    options = complete(XIDACH.options(ruleset), {})
    assert isinstance(options, dict)
    packs = [tuple(chance.sample(XIDACH.pack, 52)) for _ in range(200)]
    setups = [Setup(ruleset=ruleset, options=options, seats=4, shuffler=Scripted((pack,))) for pack in packs]
    starts = [XIDACH.start(setup) for setup in setups]

    def once() -> int:
        return sum(_round(setup, state, chance) for setup, state in zip(setups, starts, strict=True))

    return _rate("moves", once)


def _round(setup: Setup, state: play.State, chance: Random) -> int:
    """Each move is read from its words, checked, applied, and the next seat's choices listed."""
    count = 0
    while acting := play.to_act(state):
        seat = acting[0]
        legal = play.legal(state, seat)
        word: dict[str, Any] = legal[int(chance.random() * len(legal))].as_json()
        if word["do"] == "bet":
            word["stake"] = 1
        move = read_move(setup, seat, word)
        assert not isinstance(move, Refusal)
        after = play.apply(state, move)
        assert not isinstance(after, Refusal)
        state, count = after, count + 1
    return count


def _scripts() -> str:
    chance = Random(2)
    lines = [json.dumps(_script(chance)) for _ in range(200)]

    def once() -> int:
        return sum(answer(line, ENGINES)[1] for line in lines)

    return _rate("rounds", once)


def _script(chance: Random) -> dict[str, Any]:
    """A short round from a seed: everybody draws once or stands, the nhà cái last."""
    moves: list[dict[str, Any]] = [{"seat": 0, "do": "deal", "first": "left"}]
    for seat in (1, 2, 3, 0):
        moves += [{"seat": seat, "do": "draw"}, {"seat": seat, "do": "stand"}]
    return {"game": "xidach", "seats": 4, "seed": chance.randbytes(32).hex(), "moves": moves}


if __name__ == "__main__":
    for name, figure in measure():
        print(f"{name:<48}{figure}")
