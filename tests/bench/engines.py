"""How fast the rulebooks play: one process, random legal play."""

import json
import time
from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

from games.bigtwo import play as bigtwo_play
from games.bigtwo.engine import BIGTWO
from games.bigtwo.hands import judge
from games.bigtwo.plays import legal_plays, sets_by_kind
from games.core.engine import Setup
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.script import AnyEngine, answer
from games.core.shuffle import Scripted
from games.niuniu import play as niuniu_play
from games.niuniu.engine import NIUNIU
from games.niuniu.hands import COUNTINGS, bull
from games.registry import ENGINES
from games.rummy import play as rummy_play
from games.rummy.engine import RUMMY
from games.rummy.rules import DEALS
from games.xidach import play
from games.xidach.engine import XIDACH
from tests.games.bigtwo.table import GAME as BIGTWO_GAME
from tests.games.bigtwo.test_bot import OTHERS, first_places, share
from tests.games.niuniu.test_bot import average, evening
from tests.games.promise import Game
from tests.games.rummy.table import Rummy
from tests.games.rummy.test_bots import won_by
from tests.games.rummy.test_proposal import crowded_hand, solved_in

SECONDS = 1.0


def measure() -> list[tuple[str, str]]:
    return [
        *(
            (f"engine xidach/{ruleset}, random legal moves", _moves(XIDACH, play, ruleset))
            for ruleset in XIDACH.rulesets
        ),
        ("play_script, xidach rounds of 4 seats", _scripts(_script)),
        *(
            (f"engine niuniu/{ruleset}, random legal moves", _moves(NIUNIU, niuniu_play, ruleset))
            for ruleset in NIUNIU.rulesets
        ),
        ("hands of niuniu, both options on", _bulls()),
        ("play_script, niuniu rounds of 4 seats", _scripts(_niuniu_script)),
        *(
            (f"bots niuniu/payout, points a round of a nhà con, {level}", _won(level))
            for level in NIUNIU.levels
        ),
        *(
            (
                f"engine rummy, round {round_}, random legal moves",
                _moves(RUMMY, rummy_play, "contract", round=round_),
            )
            for round_ in (1, 7)
        ),
        ("proposals of rummy, 13 cards", _proposals()),
        ("play_script, rummy rounds as the house plays them", _scripts(_played(Rummy("house", "house")))),
        *(
            (f"bots rummy, matches that {better} wins against {worse}", _matches(better, worse))
            for better, worse in (("sharp", "house"), ("house", "easy"))
        ),
        ("engine bigtwo, random legal moves", _bigtwo_moves()),
        ("positions of bigtwo, every legal play listed", _bigtwo_positions()),
        ("play_script, whole rounds of bigtwo", _scripts(_played(BIGTWO_GAME))),
        ("bots bigtwo, rounds that house wins against three easy", _first_places()),
    ]


def rummy() -> float:
    """Moves a second of random legal play, first and last rounds of a match alike."""
    return fmean(_best(_mover(RUMMY, rummy_play, "contract", round=round_)) for round_ in (1, 7))


def _rate(unit: str, once: Callable[[], int]) -> str:
    return f"{_best(once):,.0f} {unit}/s"


def _best(once: Callable[[], int]) -> float:
    """Of our own CPU time, the best of three runs: a busy neighbour says nothing about us."""
    best = 0.0
    for _ in range(3):
        began, done = time.process_time(), 0
        while time.process_time() - began < SECONDS / 3:
            done += once()
        best = max(best, done / (time.process_time() - began))
    return best


def _moves(engine: AnyEngine, play: Any, ruleset: str, **given: Any) -> str:
    return _rate("moves", _mover(engine, play, ruleset, **given))


def _mover(engine: AnyEngine, play: Any, ruleset: str, **given: Any) -> Callable[[], int]:
    chance, seats = Random(1), 4 if 4 in engine.seats else engine.seats[0]
    options = complete(engine.options(ruleset), given)
    assert isinstance(options, dict)
    packs = [tuple(chance.sample(engine.pack, len(engine.pack))) for _ in range(200)]
    setups = [
        Setup(ruleset=ruleset, options=options, seats=seats, shuffler=Scripted((pack,))) for pack in packs
    ]
    starts = [engine.start(setup) for setup in setups]

    def once() -> int:
        return sum(
            _round(engine, play, setup, state, chance) for setup, state in zip(setups, starts, strict=True)
        )

    return once


def _round(engine: AnyEngine, play: Any, setup: Setup, state: Any, chance: Random) -> int:
    """Each move is read from its words, checked, applied, and the next seat's choices listed."""
    count = 0
    while acting := play.to_act(state):
        seat = acting[0]
        legal = play.legal(state, seat)
        word: dict[str, Any] = legal[int(chance.random() * len(legal))].as_json()
        if word["do"] == "bet":
            word["stake"] = 1
        move = engine.read_move(setup, seat, word)
        assert not isinstance(move, Refusal)
        after = play.apply(state, move)
        assert not isinstance(after, Refusal)
        state, count = after, count + 1
    return count


def _scripts(script: Callable[[Random], dict[str, Any]]) -> str:
    chance = Random(2)
    lines = [json.dumps(script(chance)) for _ in range(200)]

    def once() -> int:
        return sum(answer(line, ENGINES)[1] for line in lines)

    return _rate("rounds", once)


def _script(chance: Random) -> dict[str, Any]:
    """A short round from a seed: everybody draws once or stands, the nhà cái last."""
    moves: list[dict[str, Any]] = [{"seat": 0, "do": "deal", "first": "left"}]
    for seat in (1, 2, 3, 0):
        moves += [{"seat": seat, "do": "draw"}, {"seat": seat, "do": "stand"}]
    return {"game": "xidach", "seats": 4, "seed": chance.randbytes(32).hex(), "moves": moves}


def _niuniu_script(chance: Random) -> dict[str, Any]:
    """A whole round from a seed: three bets, the deal, four hands revealed."""
    moves: list[dict[str, Any]] = [{"seat": seat, "do": "bet", "stake": 1} for seat in (1, 2, 3)]
    moves += [{"seat": 0, "do": "deal"}, *({"seat": seat, "do": "reveal"} for seat in (1, 2, 3, 0))]
    return {"game": "niuniu", "seats": 4, "seed": chance.randbytes(32).hex(), "moves": moves}


def _bulls() -> str:
    """Every kind of hand has been met once: then it is looked up."""
    chance, counting = Random(3), COUNTINGS[True, True]
    hands = [tuple(chance.sample(NIUNIU.pack, 5)) for _ in range(50_000)]

    def once() -> int:
        for hand in hands:
            bull(hand, counting)
        return len(hands)

    return _rate("hands", once)


def _won(level: str) -> str:
    """Over the same 2,000 packs; the margin is two standard errors."""
    mean, margin = average(evening("payout", level, rounds=2000))
    return f"{mean:+.2f} ± {margin:.2f}"


def _proposals() -> str:
    """Of hands that allow many lay downs, each from nothing."""
    chance, contract = Random(4), DEALS[7].contract
    spent = [solved_in(crowded_hand(chance, 13), contract) for _ in range(2000)]
    return f"{1e6 * sum(spent) / len(spent):,.0f} µs, the longest {1e6 * max(spent):,.0f} µs"


def _matches(better: str, worse: str) -> str:
    """Of seven rounds, over 300; the margin is that of 95 %."""
    share, margin = won_by(better, worse, 300)
    return f"{100 * share:.1f} ± {100 * margin:.1f} %"


def _bigtwo_moves() -> str:
    """Whole rounds, moves read from their words, checked and applied."""
    rounds = [BIGTWO_GAME.play(seed) for seed in range(100)]
    written = [(one.setup, [BIGTWO.write_move(move) for move in one.moves]) for one in rounds]

    def once() -> int:
        for setup, moves in written:
            state = BIGTWO.start(setup)
            for word in moves:
                move = BIGTWO.read_move(setup, word["seat"], word)
                state = bigtwo_play.apply(state, move)
        return sum(len(moves) for _, moves in written)

    return _rate("moves", once)


def _bigtwo_positions() -> str:
    """Of whole rounds; nothing is remembered from one run to the next."""
    rounds = [BIGTWO_GAME.play(seed) for seed in range(100)]
    states = [state for played in rounds for state in played.states if state.turn is not None]

    def once() -> int:
        for memory in (judge, sets_by_kind, legal_plays):
            memory.cache_clear()
        for state in states:
            bigtwo_play.plays(state, state.turn)
        return len(states)

    return _rate("positions", once)


def _played(game: Game) -> Callable[[Random], dict[str, Any]]:
    """Whole rounds, from a seed."""
    return lambda chance: game.script(game.play(chance.randrange(2**32)))


def _first_places() -> str:
    """Over 2,000 rounds; the margin is two standard errors. Even would be 25 %."""
    often, margin = share(first_places("house", OTHERS, rounds=2000))
    return f"{100 * often:.1f} ± {100 * margin:.1f} %"


if __name__ == "__main__":
    for name, figure in measure():
        print(f"{name:<48}{figure}")
