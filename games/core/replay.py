"""A round is a fold: its setup, then its moves."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.core.cards import Hand
from games.core.engine import Engine, M, S, Setup, V
from games.core.refusal import Refusal
from games.core.shuffle import Noting


class CorruptRecordError(Exception):
    """A recorded move no longer applies: our mistake, and a loud one."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(f"move {number} is refused: {refusal.code} ({refusal.rule})")
        self.number = number
        self.refusal = refusal


class UnknownRulesError(Exception):
    """A round of a version of the rules that this engine plays no longer, or not yet."""

    def __init__(self, version: int, *, newest: int) -> None:
        self.is_newer = version > newest  # then another process may know it
        when = "not yet" if self.is_newer else "no longer"
        super().__init__(f"version {version} of the rules is {when} played here")


def states(engine: Engine[S, M, V], setup: Setup, moves: Iterable[M]) -> Iterator[S]:
    """The empty table, then the table after each recorded move."""
    if setup.version is not None and setup.version not in engine.plays:
        raise UnknownRulesError(setup.version, newest=engine.version)
    state = engine.start(setup)
    yield state
    for number, move in enumerate(moves):
        outcome = engine.apply(state, move)
        if isinstance(outcome, Refusal):
            raise CorruptRecordError(number, outcome)
        state = outcome
        yield state


def replay(engine: Engine[S, M, V], setup: Setup, moves: Iterable[M]) -> S:
    """The table as it stands: the empty table, then every recorded move, in order."""
    for state in states(engine, setup, moves):  # noqa: B007
        pass
    return state


def shuffled(engine: Engine[S, M, V], setup: Setup, moves: Iterable[M]) -> tuple[Hand, ...]:
    """The cards that went into the 1st, 2nd … shuffle of a round, for its public record."""
    noting = Noting(setup.shuffler)
    replay(engine, replace(setup, shuffler=noting), moves)
    return tuple(noting.shuffled)
