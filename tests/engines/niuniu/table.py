"""Stories for the tests of Niu Niu: who sits where, what they tried, what the table said."""

import json
from random import Random
from typing import Any

from games.engines.core.cards import PACK_52, codes, hand
from games.engines.core.engine import SeatNo, Setup
from games.engines.core.options import complete
from games.engines.core.refusal import Refusal
from games.engines.core.shuffle import Scripted, Seeded
from games.engines.niuniu.engine import NIUNIU

NAMES = {"cai": 0, "an": 1, "binh": 2, "chi": 3, "dung": 4, "em": 5, "gia": 6, "hoa": 7, "khach": None}
NO_BULL = "2C 2D 2H 5C 9C"


class Table:
    """A round as it is told: `Table("duel", "JC QC KC AC 9C", …)` names who holds what, cai first."""

    def __init__(self, ruleset="duel", *hands, seats=0, **options):
        given = complete(NIUNIU.options(ruleset), options)
        shuffler = Scripted((deck(hands),))
        self.setup = Setup(ruleset=ruleset, options=given, seats=seats or len(hands), shuffler=shuffler)
        self.state = NIUNIU.start(self.setup)

    def _say(self, sentence: str) -> Any:
        """`an bet 5`, `cai deal`, `binh reveal`."""
        name, do, *stake = sentence.split()
        word = {"do": do, **({"stake": int(stake[0])} if stake else {})}
        move = NIUNIU.read_move(self.setup, SeatNo(NAMES[name]), word)
        return move if isinstance(move, Refusal) else NIUNIU.apply(self.state, move)

    def play(self, *sentences: str) -> "Table":
        """Moves the table accepts, several to a string, with commas."""
        for sentence in ",".join(sentences).split(","):
            outcome = self._say(sentence.strip())
            assert not isinstance(outcome, Refusal), f"{sentence}: {outcome.code}"
            self.state = outcome
        return self

    def dealt(self, *stakes: int) -> "Table":
        """All have bet, one point unless told, and the cards are dealt."""
        for seat in range(1, self.setup.seats):
            self.play(f"{name_of(seat)} bet {stakes[seat - 1] if stakes else 1}")
        return self.play("cai deal")

    def over(self, *stakes: int) -> "Table":
        self.dealt(*stakes)
        return self.play(*(f"{name} reveal" for name in self.to_act()))

    def refusal(self, sentence: str) -> Refusal:
        outcome = self._say(sentence)
        assert isinstance(outcome, Refusal), f"{sentence}: the table accepted it"
        return outcome

    def says(self, sentence: str) -> str:
        """The code of a refusal."""
        return str(self.refusal(sentence).code)

    def view(self, name: str):
        return NIUNIU.view(self.state, NAMES[name])

    def zones(self, name: str):
        return NIUNIU.zones(self.view(name))

    def legal(self, name: str) -> list[str]:
        return [" ".join(map(str, move.as_json().values())) for move in self.view(name).legal]

    def seen(self, name: str) -> list[str]:
        """What one person sees of each hand."""
        return [" ".join(seat.cards) for seat in self.view(name).seats]

    def worth(self, name: str) -> list[str | None]:
        """What one person is told of each hand."""
        return [worth and f"{worth.kind} {worth.points_value}" for worth in self.view(name).worth]

    def to_act(self) -> list[str]:
        return [name_of(seat) for seat in NIUNIU.to_act(self.state)]

    @property
    def results(self) -> list[str]:
        """`win 3` for each nhà con, by seat."""
        outcome = NIUNIU.outcome(self.state)
        assert outcome, "the round is not over"
        return [f"{line['outcome']} {line['points']}" for line in outcome.results[1:]]

    @property
    def points(self) -> tuple[int, ...]:
        outcome = NIUNIU.outcome(self.state)
        assert outcome, "the round is not over"
        return outcome.points


def name_of(seat: int | None) -> str:
    return next(name for name, n in NAMES.items() if n == seat)


def deck(hands: tuple[str, ...]):
    """The order in which these hands are dealt, one card at a time, cai's last in each lap."""
    in_order = [*hands[1:], *hands[:1]]
    return hand(" ".join(lap[k] for k in range(5) for lap in map(str.split, in_order)))


def play_round(seed: int) -> tuple[Setup, list[Any], list[Any]]:
    """One round of random legal moves: its setup, its moves and each state, the empty table first."""
    chance = Random(seed)
    ruleset = chance.choice(NIUNIU.rulesets)
    given = {
        "max_stake": chance.choice((1, 10, 1000)),
        "flex_3_6": chance.random() < 0.5,
        "any_ten": chance.random() < 0.5,
    }
    options = complete(NIUNIU.options(ruleset), given)
    shuffler = Seeded(chance.randbytes(32))
    setup = Setup(ruleset=ruleset, options=options, seats=chance.randint(2, 8), shuffler=shuffler)
    states, moves = [NIUNIU.start(setup)], []
    while NIUNIU.to_act(states[-1]):
        moves.append(random_move(setup, states[-1], chance))
        states.append(NIUNIU.apply(states[-1], moves[-1]))
    return setup, moves, states


def random_move(setup: Setup, state: Any, chance: Random) -> Any:
    seat = chance.choice(NIUNIU.to_act(state))
    word = chance.choice(NIUNIU.view(state, seat).legal).as_json()
    if word["do"] == "bet":
        word["stake"] = chance.randint(word["min"], word["max"])
    move = NIUNIU.read_move(setup, seat, word)
    assert not isinstance(move, Refusal)
    return move


def random_hand(chance: Random) -> str:
    return " ".join(codes(tuple(chance.sample(PACK_52, 5))))


def viewers(setup: Setup) -> list[SeatNo | None]:
    return [None, *map(SeatNo, range(setup.seats))]


def as_text(view: Any) -> str:
    return json.dumps(view.as_json())
