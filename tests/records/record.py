"""Whole rounds, with what each seat and a passer-by saw at each step.

`python -m tests.records.record` writes them anew. A difference is a changed rule: explain it.
"""

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from games.core.engine import SeatNo, Setup
from games.core.options import complete
from games.core.replay import states
from games.core.shuffle import Seeded
from games.registry import engine

FOLDER = Path(__file__).parent

ROUNDS: list[dict[str, Any]] = [
    {"game": "xidach", "ruleset": "classic", "options": {}, "seats": 2},
    {"game": "xidach", "ruleset": "classic", "options": {"stake": 25, "pay_ngu_linh": 2}, "seats": 4},
    {"game": "xidach", "ruleset": "classic", "options": {"pay_xi_bang": 3, "pay_xi_dach": 2}, "seats": 6},
    {"game": "xidach", "ruleset": "vipgame", "options": {}, "seats": 2},
    {"game": "xidach", "ruleset": "vipgame", "options": {"max_stake": 100}, "seats": 4},
    {"game": "xidach", "ruleset": "vipgame", "options": {"pay_ngu_linh": 5}, "seats": 6},
    {"game": "niuniu", "ruleset": "duel", "options": {}, "seats": 2},
    {"game": "niuniu", "ruleset": "duel", "options": {"max_stake": 100, "flex_3_6": True}, "seats": 5},
    {"game": "niuniu", "ruleset": "payout", "options": {}, "seats": 3},
    {"game": "niuniu", "ruleset": "payout", "options": {"flex_3_6": True, "any_ten": True}, "seats": 8},
    {"game": "rummy", "ruleset": "contract", "options": {"round": 1}, "seats": 2},
    {"game": "rummy", "ruleset": "contract", "options": {"round": 3, "max_turns": 20}, "seats": 2},
    {"game": "rummy", "ruleset": "contract", "options": {"round": 6, "dealer": 1}, "seats": 2},
    {"game": "bigtwo", "ruleset": "lawrence", "options": {}, "seats": 4},
    {"game": "bigtwo", "ruleset": "lawrence", "options": {"open_counts": True}, "seats": 4},
]


def path_of(record: dict[str, Any]) -> Path:
    """Told apart by ruleset and seats, or where all have the same, by an option."""
    kind = record["options"].get("round", record["seats"])
    if "open_counts" in record["options"]:
        kind = f"{kind}_open"
    return FOLDER / record["game"] / f"{record['ruleset']}_{kind}.json"


def setup_of(record: dict[str, Any]) -> Setup:
    options = complete(engine(record["game"]).options(record["ruleset"]), record["options"])
    assert isinstance(options, dict)
    shuffler = Seeded(bytes.fromhex(record["seed"]))
    return Setup(ruleset=record["ruleset"], options=options, seats=record["seats"], shuffler=shuffler)


def played(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The bots play the round, `house` and `easy` by turns."""
    rules, setup, chance = engine(record["game"]), setup_of(record), Random(record["seed"])
    state, moves = rules.start(setup), []
    while acting := rules.to_act(state):
        seat = acting[int(chance.random() * len(acting))]
        level = rules.levels[seat % len(rules.levels)]
        move = rules.read_move(setup, seat, rules.choose(rules.view(state, seat), level, chance))
        state = rules.apply(state, move)
        moves.append(rules.write_move(move))
    return moves


def watched(record: dict[str, Any]) -> list[dict[str, Any]]:
    """Each viewer's view at each step, the empty table first."""
    rules, setup = engine(record["game"]), setup_of(record)
    viewers = [None, *map(SeatNo, range(record["seats"]))]
    moves = [rules.read_move(setup, word["seat"], word) for word in record["moves"]]
    return [
        {"spectator" if v is None else str(v): rules.view(state, v).as_json() for v in viewers}
        for state in states(rules, setup, moves)
    ]


def main() -> None:
    for chosen in ROUNDS:
        name = path_of(chosen).stem
        record = {**chosen, "seed": hashlib.sha256(f"tests/records/{name}".encode()).hexdigest()}
        record["moves"] = played(record)
        path_of(record).parent.mkdir(exist_ok=True)
        path_of(record).write_text(text(record, watched(record)), encoding="utf-8")


def text(record: dict[str, Any], views: list[dict[str, Any]]) -> str:
    """One line a view, so that a difference shows who saw what, and when."""
    head = [f'"{key}": {json.dumps(record[key])}' for key in ("game", "ruleset", "options", "seats", "seed")]
    moves = ",\n  ".join(map(json.dumps, record["moves"]))
    steps = ",\n".join(
        "  {\n" + ",\n".join(f'    "{who}": {json.dumps(view)}' for who, view in step.items()) + "\n  }"
        for step in views
    )
    return "{\n" + ",\n".join([*head, f'"moves": [\n  {moves}\n]', f'"views": [\n{steps}\n]']) + "\n}\n"


if __name__ == "__main__":
    main()
