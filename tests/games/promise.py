"""What is promised of every round is held against many random ones."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.core.cards import Card
from games.core.engine import Event, SeatNo, Setup
from games.core.refusal import Refusal
from games.core.script import AnyEngine
from tests.games.story import FULL

SEEDS = st.integers(min_value=0, max_value=2**64)


@dataclass(frozen=True, kw_only=True)
class Round:
    """One that was played: its moves and each state, the first before any move."""

    seed: int
    setup: Setup
    moves: list[Any]
    states: list[Any]

    @property
    def viewers(self) -> list[SeatNo | None]:
        return [None, *self.seats]

    @property
    def seats(self) -> list[SeatNo]:
        return list(map(SeatNo, range(self.setup.seats)))

    def some(self, most: int) -> list[Any]:
        """So many of the states at the most, or a few more."""
        return self.states[:: max(1, len(self.states) // most)]


class Game:
    """What the promises ask about one game: how it is played at random, and what may be known of it."""

    engine: AnyEngine
    rounds: int  # are held against each promise; in the long form `long`
    long = 1000
    rare: tuple[int, ...] = ()  # seeds of rounds that once broke a promise
    moments = 6  # of a round are looked at where each costs much
    off_turn: frozenset[str] = frozenset()  # verbs
    pinned: frozenset[Card] = frozenset()  # lie alike in every world

    def setup(self, chance: Random) -> Setup:
        raise NotImplementedError

    def mover(self, chance: Random) -> Callable[[Any, SeatNo], dict[str, Any]]:
        """How the seats of one round choose: anything legal."""
        return lambda state, seat: said(chance.choice(self.listed(self.engine.view(state, seat))), chance)

    def words(self, state: Any, chance: Random) -> Iterable[dict[str, Any]]:
        """Whatever anybody may try."""
        raise NotImplementedError

    def attempts(self, state: Any, chance: Random) -> Iterable[dict[str, Any]]:
        """Of what is listed among the legal moves, if it is one: whatever anybody may try."""
        return self.words(state, chance)

    def listed(self, view: Any) -> list[dict[str, Any]]:
        """The moves that are offered to who sees this."""
        return view.as_json()["legal"]

    def as_listed(self, setup: Setup, word: dict[str, Any]) -> dict[str, Any] | None:
        """How such a move stands in the list, if it may stand there at all."""
        return word

    def may_see(self, state: Any, viewer: SeatNo | None) -> set[Card]:
        raise NotImplementedError

    def on_the_table(self, state: Any) -> list[Card]:
        """Every card, wherever it lies."""
        return [*state.stock, *chain.from_iterable(state.hands)]

    def elsewhere(self, state: Any, other: dict[Card, Card]) -> Any:
        """The same moment in a world where some cards lie otherwise."""
        hands = tuple(swapped(cards, other) for cards in state.hands)
        return state._replace(stock=swapped(state.stock, other), hands=hands)

    def play(self, seed: int) -> Round:
        chance = Random(seed)
        setup, choose = self.setup(chance), self.mover(chance)
        states, moves = [self.engine.start(setup)], []
        while acting := self.engine.to_act(states[-1]):
            seat = chance.choice(acting)
            moves.append(self.engine.read_move(setup, seat, choose(states[-1], seat)))
            assert not isinstance(moves[-1], Refusal)
            states.append(self.engine.apply(states[-1], moves[-1]))
            assert not isinstance(states[-1], Refusal)
        return Round(seed=seed, setup=setup, moves=moves, states=states)

    def script(self, played: Round) -> dict[str, Any]:
        """The same round as it is told from outside, with the order of its cards."""
        return {
            "game": self.engine.game,
            "ruleset": played.setup.ruleset,
            "options": played.setup.options,
            "seats": played.setup.seats,
            "seed": played.setup.shuffler.seed.hex(),
            "moves": [self.engine.write_move(move) for move in played.moves],
        }

    def tried(self, setup: Setup, state: Any, seat: SeatNo, word: dict[str, Any]) -> Any:
        """What the table says to these words, said by this seat now."""
        move = self.engine.read_move(setup, seat, word)
        return move if isinstance(move, Refusal) else self.engine.apply(state, move)

    def told(self, played: Round, viewer: SeatNo | None) -> list[Event]:
        """The whole log of a round, as one viewer has it."""
        views = [self.engine.view(state, viewer) for state in played.states]
        return [e for pair in zip([None, *views], views, strict=False) for e in self.engine.events(*pair)]


def said(listed: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A listed move as one says it: with a stake where only its limits are listed."""
    if "min" not in listed:
        return listed
    return {"do": listed["do"], "stake": chance.randint(listed["min"], listed["max"])}


def swapped(cards: Iterable[Card], other: dict[Card, Card]) -> tuple[Card, ...]:
    return tuple(other.get(card, card) for card in cards)


# In the quick form every promise meets the same rounds.
played = lru_cache(maxsize=None if not FULL else 1)(lambda game, seed: game.play(seed))


def promise(*games: Game) -> Callable[[Callable[[Game, Round], None]], Callable[[Game], None]]:
    """A test for each game: this holds of every round. It may be held against other games too."""

    def promised(holds: Callable[[Game, Round], None]) -> Callable[[Game], None]:
        @pytest.mark.parametrize("game", games, ids=lambda game: game.engine.game)
        def test(game: Game) -> None:
            @settings(max_examples=game.long if FULL else game.rounds, deadline=None, derandomize=not FULL)
            @given(SEEDS)
            def of_a_round(seed: int) -> None:
                holds(game, played(game, seed))

            for seed in game.rare:
                of_a_round = example(seed)(of_a_round)
            of_a_round()

        test.__name__, test.__doc__, test.__module__ = holds.__name__, holds.__doc__, holds.__module__
        test.holds = holds  # type: ignore[attr-defined]
        return test

    return promised
