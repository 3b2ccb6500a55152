"""Stories for the tests: who sits where, what they tried, what the table said."""

import json
import os
from random import Random
from typing import Any

from games.engines.core.cards import hand
from games.engines.core.engine import SeatNo, Setup
from games.engines.core.options import complete
from games.engines.core.refusal import Refusal
from games.engines.core.shuffle import Scripted, Seeded
from games.engines.xidach.engine import XIDACH

FULL = bool(os.environ.get("FULL"))
ROUNDS = 10_000 if FULL else 150

NAMES = {"cai": 0, "an": 1, "binh": 2, "chi": 3, "dung": 4, "em": 5, "gia": 6, "hoa": 7, "khach": None}


class Table:
    """A round as it is told: `Table("classic", seats=3, deck="9H KS …").play("cai deal left")`."""

    def __init__(self, ruleset="classic", seats=2, deck="", **options):
        given = complete(XIDACH.options(ruleset), options)
        self.setup = Setup(ruleset=ruleset, options=given, seats=seats, shuffler=Scripted((hand(deck),)))
        self.state = XIDACH.start(self.setup)

    def _say(self, sentence: str) -> Any:
        """`an draw`, `cai deal left`, `binh bet 5`, `cai compare an`."""
        name, do, *rest = sentence.split()
        word: dict[str, Any] = {"do": do}
        for part in rest:
            key = {"deal": "first", "bet": "stake", "compare": "target"}[do]
            word[key] = NAMES.get(part, int(part) if part.isdigit() else part)
        move = XIDACH.read_move(self.setup, SeatNo(NAMES[name]), word)
        return move if isinstance(move, Refusal) else XIDACH.apply(self.state, move)

    def play(self, *sentences: str) -> "Table":
        """Moves the table accepts, several to a string, with commas."""
        for sentence in ",".join(sentences).split(","):
            outcome = self._say(sentence.strip())
            assert not isinstance(outcome, Refusal), f"{sentence}: {outcome.code}"
            self.state = outcome
        return self

    def refusal(self, sentence: str) -> Refusal:
        outcome = self._say(sentence)
        assert isinstance(outcome, Refusal), f"{sentence}: the table accepted it"
        return outcome

    def says(self, sentence: str) -> str:
        """The code of a refusal."""
        return str(self.refusal(sentence).code)

    def view(self, name: str):
        return XIDACH.view(self.state, NAMES[name])

    def zones(self, name: str):
        return XIDACH.zones(self.view(name))

    def legal(self, name: str) -> list[str]:
        return [" ".join(map(str, move.as_json().values())) for move in self.view(name).legal]

    def cards(self, name: str, of: str) -> str:
        """What one person sees of another's hand."""
        return " ".join(self.view(name).seats[NAMES[of]].cards)

    def to_act(self) -> list[str]:
        return [name for seat in XIDACH.to_act(self.state) for name, n in NAMES.items() if n == seat]

    @property
    def results(self) -> list[str]:
        """`win value 1` for each nhà con, by seat."""
        outcome = XIDACH.outcome(self.state)
        assert outcome, "the round is not over"
        return [f"{r['outcome']} {r['reason']} {r['points']}" for r in outcome.results]

    @property
    def points(self) -> tuple[int, ...]:
        outcome = XIDACH.outcome(self.state)
        assert outcome, "the round is not over"
        return outcome.points


def two_hands(con: str, cai: str, ruleset="classic", **options) -> Table:
    """A finished round of two: these hands meet when the nhà cái stands, is quắc or is full."""
    con_cards, cai_cards = con.split(), cai.split()
    deck = [con_cards[0], cai_cards[0], con_cards[1], cai_cards[1], *con_cards[2:], *cai_cards[2:]]
    table = Table(ruleset, 2, " ".join(deck), **options)
    if ruleset == "vipgame":
        table.play("an bet 1")
    table.play("cai deal left")
    _draw_to(table, "an", len(con_cards))
    _draw_to(table, "cai", len(cai_cards))
    return table


def _draw_to(table: Table, name: str, cards: int) -> None:
    for _ in range(cards - 2):
        table.play(f"{name} draw")
    if table.to_act() == [name]:
        table.play(f"{name} stand")


def play_round(
    seed: int, ruleset: str | None = None, seats: int | None = None
) -> tuple[Setup, list[Any], list[Any]]:
    """One round of random legal moves: its setup, its moves and each state, the empty table first."""
    chance = Random(seed)
    ruleset = ruleset or chance.choice(XIDACH.rulesets)
    given = {o.name: chance.randint(o.low, o.high) for o in XIDACH.options(ruleset) if chance.random() < 0.3}
    options = complete(XIDACH.options(ruleset), given)
    setup = Setup(
        ruleset=ruleset,
        options=options,
        seats=seats or chance.randint(2, 8),
        shuffler=Seeded(chance.randbytes(32)),
    )
    states, moves = [XIDACH.start(setup)], []
    while XIDACH.to_act(states[-1]):
        moves.append(random_move(setup, states[-1], chance))
        states.append(XIDACH.apply(states[-1], moves[-1]))
    return setup, moves, states


def random_move(setup: Setup, state: Any, chance: Random) -> Any:
    seat = chance.choice(XIDACH.to_act(state))
    word = chance.choice(XIDACH.view(state, seat).legal).as_json()
    if word["do"] == "bet":
        word["stake"] = chance.randint(word["min"], word["max"])
    move = XIDACH.read_move(setup, seat, word)
    assert not isinstance(move, Refusal)
    return move


def viewers(setup: Setup) -> list[SeatNo | None]:
    return [None, *map(SeatNo, range(setup.seats))]


def as_text(view: Any) -> str:
    return json.dumps(view.as_json())
