"""Stories for the tests of Big 2: an, binh, chi and dung sit in this order; khach only watches."""

import json
from itertools import cycle
from random import Random
from typing import Any

from games.engines.bigtwo.engine import BIGTWO
from games.engines.bigtwo.hands import codes, judge, read
from games.engines.bigtwo.moves import AskCount, Pass, Play, Vote
from games.engines.bigtwo.play import PASS, SEAT_NOS, Laid, State, may_pass, plays
from games.engines.bigtwo.rules import Phase, house
from games.engines.bigtwo.view import BigtwoView, SeatView, laid_view
from games.engines.core.cards import CODES, hand
from games.engines.core.engine import SeatNo, Setup
from games.engines.core.options import complete
from games.engines.core.refusal import Refusal
from games.engines.core.shuffle import Scripted, Seeded

NAMES = {"an": 0, "binh": 1, "chi": 2, "dung": 3, "khach": None}
PLAYERS = ("an", "binh", "chi", "dung")
VIEWERS: list[SeatNo | None] = [None, *SEAT_NOS]

# Everybody holds a suit and plays two sets of it, a flush and a straight flush, till nobody beats the spades.
# an holds the 3D. After `SHORT_STORY`: an AD 2D 6D, binh AC 2C 6C, chi AH 2H 6H, dung AS 2S 6S; dung leads.
SUITS_APART = tuple(" ".join(rank + suit for rank in "A23456789TJQK") for suit in "DCHS")
SHORT_STORY = (
    "an 3D 4D 5D 7D 8D, binh 3C 4C 5C 7C 8C, chi 3H 4H 5H 7H 8H, dung 3S 4S 5S 7S 8S",
    "an 9D TD JD QD KD, binh 9C TC JC QC KC, chi 9H TH JH QH KH, dung 9S TS JS QS KS",
    "an pass, binh pass, chi pass",
)


def deck_of(*hands: str) -> list[str]:
    """The pack that deals these hands to an, binh …; cards not named go round to whoever lacks some."""
    full = [text.split() for text in hands] + [[] for _ in range(4 - len(hands))]
    named = {code for cards in full for code in cards}
    seats = cycle(full)
    for code in CODES[:52]:
        if code not in named:
            next(cards for cards in seats if len(cards) < 13).append(code)
    return [full[place % 4][place // 4] for place in range(52)]


class Table:
    """A round as it is told: `Table("3D 4D …", "AS KS").play("an 3D, binh pass")`.

    Later deals in `redeals`.
    """

    def __init__(self, *hands: str, redeals=(), votes=True, **options):
        given = complete(BIGTWO.options("lawrence"), options)
        packs = [deck_of(*hands), *(deck_of(*later) for later in redeals)]
        shuffler = Scripted(tuple(hand(" ".join(pack)) for pack in packs))
        self.setup = Setup(ruleset="lawrence", options=given, seats=4, shuffler=shuffler)
        self.state = BIGTWO.start(self.setup)
        if votes:
            self.play("an no, binh no, chi no, dung no")

    def _say(self, sentence: str) -> Any:
        """`an yes`, `an no`, `binh 3D 4D`, `binh pass`, `chi ask an`."""
        name, *rest = sentence.split()
        seat = SeatNo(NAMES[name])
        match rest:
            case ["yes"] | ["no"]:
                word: dict[str, Any] = {"do": "vote", "reshuffle": rest == ["yes"]}
            case ["pass"]:
                word = {"do": "pass"}
            case ["ask", other]:
                word = {"do": "ask_count", "target": NAMES[other]}
            case cards:
                word = {"do": "play", "cards": cards}
        return self.say(seat, word)

    def say(self, seat: int, word: dict[str, Any]) -> Any:
        move = BIGTWO.read_move(self.setup, SeatNo(seat), word)
        return move if isinstance(move, Refusal) else BIGTWO.apply(self.state, move)

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
        return BIGTWO.view(self.state, NAMES[name])

    def zones(self, name: str):
        return BIGTWO.zones(self.view(name))

    def legal(self, name: str) -> list[str]:
        return [" ".join(map(str, move.as_json().values())) for move in self.view(name).legal]

    def plays(self, name: str) -> list[str]:
        return [" ".join(codes(cards)) for cards in self.view(name).plays]

    def counts(self, name: str) -> list[int | None]:
        return [seat.count for seat in self.view(name).seats]

    def to_act(self) -> list[str]:
        return [PLAYERS[seat] for seat in BIGTWO.to_act(self.state)]

    @property
    def passed(self) -> list[str]:
        return [PLAYERS[seat] for seat in self.state.passed]

    @property
    def out(self) -> list[str]:
        return [PLAYERS[seat] for seat in self.state.out]

    @property
    def outcome(self):
        outcome = BIGTWO.outcome(self.state)
        assert outcome, "the round is not over"
        return outcome


def short(**options) -> Table:
    """Everybody holds an ace, a 2 and a 6 of one suit; dung leads."""
    return Table(*SUITS_APART, **options).play(*SHORT_STORY)


def a_setup(chance: Random) -> Setup:
    """A round of any options, from a seed."""
    given: dict[str, Any] = {"open_counts": chance.random() < 0.2}
    if chance.random() < 0.3:
        given["points"] = [chance.randint(50, 90), chance.randint(1, 49), chance.randint(-10, 0)]
        given["points"].append(-sum(given["points"]))
    options = complete(BIGTWO.options("lawrence"), given)
    return Setup(ruleset="lawrence", options=options, seats=4, shuffler=Seeded(chance.randbytes(32)))


def play_round(seed: int) -> tuple[Setup, list[Any], list[State]]:
    """One round of random legal moves: its setup, its moves and each state, the first deal first."""
    chance = Random(seed)
    setup = a_setup(chance)
    states, moves = [BIGTWO.start(setup)], []
    while BIGTWO.to_act(states[-1]):
        moves.append(random_move(setup, states[-1], chance))
        states.append(BIGTWO.apply(states[-1], moves[-1]))
        assert not isinstance(states[-1], Refusal)
    return setup, moves, states


def random_move(setup: Setup, state: State, chance: Random) -> Any:
    seat = chance.choice(BIGTWO.to_act(state))
    if state.phase is Phase.RESHUFFLE:
        return Vote(seat, chance.random() < 0.4)
    if not setup.options["open_counts"] and chance.random() < 0.1:
        return AskCount(*chance.sample(SEAT_NOS, 2))
    ways: list[Any] = [Play(seat, cards) for cards in plays(state, seat)]
    if may_pass(state, seat) and (not ways or chance.random() < 0.3):
        return Pass(seat)
    return chance.choice(ways)


def seen_by_a_player(told: dict[str, Any]) -> BigtwoView:
    """The view that a client was told of, as far as a house bot looks at it."""
    top = told["table"]["top"]
    made = top and judge(read(" ".join(top["cards"])))
    return BigtwoView(
        ruleset=told["ruleset"],
        house=house({"open_counts": False, "points": [3, 1, -1, -3]}),
        phase=Phase(told["phase"]),
        you=told["you"],
        to_act=tuple(told["to_act"]),
        seats=tuple(SeatView(**seat | {"cards": tuple(seat["cards"])}) for seat in told["seats"]),
        must_hold=None,
        top=top and laid_view(Laid(top["seat"], read(" ".join(top["cards"])), made)),
        passed=tuple(told["table"]["passed"]),
        out=tuple(told["table"]["out"]),
        reshuffles=told["table"]["reshuffles"],
        legal=(PASS,) if {"do": "pass"} in told["legal"] else (),
        plays=tuple(read(" ".join(cards)) for cards in told["plays"]),
        laid=(),
        ranks=(),
        over=told["over"],
    )


def as_text(view: Any) -> str:
    return json.dumps(view.as_json())
