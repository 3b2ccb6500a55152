"""The same kind of figure from packages others play cards with, in the same run, where they are installed."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from random import Random

SECONDS = 2.0


def missing() -> list[str]:
    """Those that are not installed."""
    return [package for package in ("pokerkit", "rlcard") if find_spec(package) is None]


def measure() -> list[tuple[str, str]]:
    rows = []
    for name, make in (
        ("pokerkit, no-limit hold'em of 4, player actions", _pokerkit),
        ("rlcard, blackjack steps", lambda: _rlcard("blackjack")),
        ("rlcard, gin rummy steps", lambda: _rlcard("gin-rummy")),
        ("rlcard, dou dizhu steps", lambda: _rlcard("doudizhu")),
    ):
        try:
            once = make()
        except ImportError:
            rows.append((name, "not installed"))
        else:
            rows.append((name, f"{_rate(once):,.0f} moves/s"))
    return rows


def pokerkit() -> float:
    """Player actions a second, four at a table."""
    return _rate(_pokerkit())


def _rate(once: Callable[[], int]) -> float:
    """Moves in a second of this process's own time."""
    moves, began = 0, time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        moves += once()
    return moves / took


def _pokerkit() -> Callable[[], int]:
    from pokerkit import Automation, NoLimitTexasHoldem

    chance = Random(1)

    def hand() -> int:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 4)
        actions = 0
        while state.status:
            if state.can_complete_bet_or_raise_to() and chance.random() < 0.2:
                state.complete_bet_or_raise_to()
            elif state.can_fold() and chance.random() < 0.3:
                state.fold()
            else:
                state.check_or_call()
            actions += 1
        return actions

    return hand


def _rlcard(game: str) -> Callable[[], int]:
    import rlcard

    env = rlcard.make(game, config={"seed": 1})
    chance = Random(1)

    def round_() -> int:
        state, _player = env.reset()
        steps = 0
        while not env.is_over():
            state, _player = env.step(chance.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return round_
