"""Stories for the tests of every game: who sits where, what they tried, what the table said."""

import json
import os
from typing import Any

from games.core.engine import SeatNo, Setup
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.script import AnyEngine
from games.core.shuffle import Shuffler
from games.registry import game

FULL = bool(os.environ.get("FULL"))


class Story:
    """A round as it is told: `Table(…).play("cai deal left, an draw")`.

    Each game says in its own `Table` how one is set up and how its sentences are read.
    """

    engine: AnyEngine
    names: dict[str, int | None] = {
        "cai": 0, "an": 1, "binh": 2, "chi": 3, "dung": 4, "em": 5, "gia": 6, "hoa": 7, "khach": None,
    }  # fmt: skip

    def __init__(self, ruleset: str, seats: int, shuffler: Shuffler, options: dict[str, Any]):
        given: Any = complete(self.engine.options(ruleset), options)
        self.setup = Setup(ruleset=ruleset, options=given, seats=seats, shuffler=shuffler)
        self.state = self.engine.start(self.setup)

    def word(self, said: list[str]) -> dict[str, Any]:
        """What is said after the name, as a move without its seat."""
        raise NotImplementedError

    def say(self, seat: int | None, word: dict[str, Any]) -> Any:
        move = self.engine.read_move(self.setup, SeatNo(seat), word)
        return move if isinstance(move, Refusal) else self.engine.apply(self.state, move)

    def _hear(self, sentence: str) -> Any:
        name, *said = sentence.split()
        return self.say(self.names[name], self.word(said))

    def play(self, *sentences: str):
        """Moves the table accepts, several to a string, with commas."""
        for sentence in ",".join(sentences).split(","):
            outcome = self._hear(sentence.strip())
            assert not isinstance(outcome, Refusal), f"{sentence}: {outcome.code}"
            self.state = outcome
        return self

    def accepts(self, sentence: str) -> bool:
        return not isinstance(self._hear(sentence), Refusal)

    def refusal(self, sentence: str) -> Refusal:
        outcome = self._hear(sentence)
        assert isinstance(outcome, Refusal), f"{sentence}: the table accepted it"
        return outcome

    def says(self, sentence: str) -> str:
        """The code of a refusal."""
        return str(self.refusal(sentence).code)

    def view(self, name: str):
        return self.engine.view(self.state, self.names[name])

    def zones(self, name: str):
        return game(self.engine.game).zones(self.view(name))

    def legal(self, name: str) -> list[str]:
        return [" ".join(map(str, move.as_json().values())) for move in self.view(name).legal]

    def seen(self, name: str) -> list[str]:
        """What one person sees of each hand."""
        return [" ".join(seat.cards) for seat in self.view(name).seats]

    @classmethod
    def name_of(cls, seat: int | None) -> str:
        return next(name for name, n in cls.names.items() if n == seat)

    def to_act(self) -> list[str]:
        return list(map(self.name_of, self.engine.to_act(self.state)))

    @property
    def outcome(self):
        outcome = self.engine.outcome(self.state)
        assert outcome, "the round is not over"
        return outcome

    @property
    def points(self) -> tuple[int, ...]:
        return self.outcome.points


def as_text(view: Any) -> str:
    return json.dumps(view.as_json())
