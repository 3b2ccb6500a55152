"""Deals that a viewer cannot tell apart: the same moves, other hidden cards. Found with the rules alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from games.core.cards import Card
from games.core.engine import SeatNo, Setup
from games.core.refusal import Refusal
from games.core.shuffle import Seeded
from tests.games.promise import Game, Round
from tests.games.story import as_text

TRIES = 12  # at cards so many at once


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """The order of the cards, but some lie where others would."""

    seed: bytes = field(repr=False)
    other: Mapping[Card, Card] = field(default_factory=dict, repr=False, hash=False)

    def deal(self, cards, k):
        order = Seeded(self.seed).deal(cards, k)
        if not self.other.keys() <= set(order):  # a shuffle of some, later
            return order
        return tuple(self.other.get(card, card) for card in order)


@dataclass(frozen=True, kw_only=True)
class Twins:
    """A round as far as it came, and the cards that lie otherwise in its twin."""

    game: Game
    setup: Setup  # of the one world
    there: Setup  # of the other
    moves: tuple[Any, ...]
    states: tuple[Any, ...]
    others: tuple[Any, ...]  # the states there
    alike: frozenset[SeatNo | None]  # who sees the same at every step; None is a passer-by

    @property
    def words(self) -> list[dict[str, Any]]:
        return [self.game.engine.write_move(move) for move in self.moves]

    def refused(self, seat: SeatNo, step: int, chance: Random) -> list[dict[str, Any]]:
        """What this seat may try in vain after so many moves."""
        state, tried = self.states[step], self.game.words(self.states[step], chance)
        return [w for w in tried if isinstance(self.game.tried(self.setup, state, seat, w), Refusal)]


def twins_of(game: Game, setup: Setup, viewer: SeatNo | None, chance: Random, *, longest: int = 40) -> Twins:
    """Of some round that is played at random from this setup."""
    while True:
        here = replace(setup, shuffler=Dealt(seed=chance.randbytes(32)))
        played = _played(game, here, chance)
        moves = min(len(played.moves) - 1, longest)
        if moves < 1:
            continue
        found = _twins(game, played, chance.randint((moves + 1) // 2, moves), viewer, chance)
        if found is not None:
            return found


def _played(game: Game, setup: Setup, chance: Random) -> Round:
    choose, engine = game.mover(chance), game.engine
    states, moves = [engine.start(setup)], []
    while acting := engine.to_act(states[-1]):
        seat = chance.choice(acting)
        moves.append(engine.read_move(setup, seat, choose(states[-1], seat)))
        states.append(engine.apply(states[-1], moves[-1]))
    return Round(seed=0, setup=setup, moves=moves, states=states)


def _twins(game: Game, played: Round, upto: int, viewer: SeatNo | None, chance: Random) -> Twins | None:
    """As many cards as possible lie otherwise, and at least one in somebody's hand."""
    states, moves = tuple(played.states[: upto + 1]), tuple(played.moves[:upto])
    for other in _other_cards(game, states, viewer, chance):
        there = replace(played.setup, shuffler=replace(played.setup.shuffler, other=other))
        others = _folded(game, there, moves)
        if others is None or not _alike(game, states, others, viewer):
            continue
        alike = {one for one in played.viewers if _alike(game, states, others, one)}
        if len(alike) < len(played.viewers):
            return Twins(game=game, setup=played.setup, there=there, moves=moves, states=states,
                         others=others, alike=frozenset(alike))  # fmt: skip
    return None


def _other_cards(game: Game, states, viewer, chance: Random) -> Iterator[dict[Card, Card]]:
    known = game.pinned.union(*(game.may_see(state, viewer) for state in states))
    hidden = sorted(set(game.engine.pack) - known)
    size = len(hidden)
    while size > 1:
        for _ in range(TRIES):
            some = chance.sample(hidden, size)
            yield dict(zip(some, chance.sample(some, size), strict=True))
        size = size * 2 // 3


def _folded(game: Game, setup: Setup, moves) -> tuple[Any, ...] | None:
    """None where a move would be refused, or the round over."""
    states = [game.engine.start(setup)]
    for move in moves:
        state = game.engine.apply(states[-1], move)
        if isinstance(state, Refusal) or not game.engine.to_act(state):
            return None
        states.append(state)
    return tuple(states)


def _alike(game: Game, states, others, viewer) -> bool:
    def seen(state):
        return as_text(game.engine.view(state, viewer))

    return all(seen(one) == seen(other) for one, other in zip(states, others, strict=True))
