"""Stories for the tests of Chinese Rummy: an (seat 0) deals, binh (seat 1) begins, khach only watches."""

import json
from random import Random
from typing import Any

from games.engines.core.cards import card_of, hand
from games.engines.core.engine import SeatNo, Setup
from games.engines.core.options import complete
from games.engines.core.refusal import Refusal
from games.engines.core.shuffle import Noting, Scripted, Seeded
from games.engines.rummy.engine import RUMMY
from games.engines.rummy.melds import Kind, Meld
from games.engines.rummy.moves import Source
from games.engines.rummy.play import Legal
from games.engines.rummy.rules import House, Phase
from games.engines.rummy.view import RummyView, SeatView

NAMES = {"an": 0, "binh": 1, "khach": None}


class Table:
    """A round as it is told: `Table("3C …", "7C …", "5H", "QH 9S", round=1)`.

    The dealer's hand, the other's, the card turned up, the stock as far as it matters; later
    shuffles in `restocks`.
    """

    def __init__(self, dealt="", other="", up="", stock="", restocks=(), **options):
        given = complete(RUMMY.options("contract"), options)
        laps = zip(other.split(), dealt.split(), strict=True)
        deck = hand(" ".join([*(card for lap in laps for card in lap), up, stock]))
        self.shuffler = Noting(Scripted((deck, *map(hand, restocks))))
        self.setup = Setup(ruleset="contract", options=given, seats=2, shuffler=self.shuffler)
        self.state = RUMMY.start(self.setup)

    def _say(self, sentence: str) -> Any:
        """`an draw stock`, `binh lay_down 7C 7D 7H / 9C 9D 2S`, `an lay_off 9S 1`, `an discard QH`."""
        name, do, *rest = sentence.split()
        word = {"do": do, **PARAMETERS[do](rest)}
        move = RUMMY.read_move(self.setup, SeatNo(NAMES[name]), word)
        return move if isinstance(move, Refusal) else RUMMY.apply(self.state, move)

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

    def accepts(self, sentence: str) -> bool:
        return not isinstance(self._say(sentence), Refusal)

    def says(self, sentence: str) -> str:
        """The code of a refusal."""
        return str(self.refusal(sentence).code)

    def view(self, name: str):
        return RUMMY.view(self.state, NAMES[name])

    def zones(self, name: str):
        return RUMMY.zones(self.view(name))

    def seen(self, name: str) -> list[str]:
        """What one person sees of each hand."""
        return [" ".join(seat.cards) for seat in self.view(name).seats]

    def on_the_table(self) -> dict[str, Any]:
        return self.view("khach").as_json()["table"]

    def melds(self) -> list[str]:
        """`1 set 7C 7D 7H`: the owner, the kind, the cards as shown."""
        return [f"{m['owner']} {m['kind']} {' '.join(m['cards'])}" for m in self.on_the_table()["melds"]]

    def legal(self, name: str) -> list[str]:
        return list(map(sentence_of, self.view(name).as_json()["legal"]))

    def house(self, name: str, level="house") -> str:
        return sentence_of(RUMMY.choose(self.view(name), level, Random(0)))

    def to_act(self) -> list[str]:
        return [name for seat in RUMMY.to_act(self.state) for name, n in NAMES.items() if n == seat]

    @property
    def outcome(self):
        outcome = RUMMY.outcome(self.state)
        assert outcome, "the round is not over"
        return outcome


PARAMETERS = {
    "draw": lambda rest: {"from": rest[0]},
    "discard": lambda rest: {"card": rest[0]},
    "lay_off": lambda rest: {"card": rest[0], "meld": int(rest[1])},
    "lay_down": lambda rest: {"melds": [meld.split() for meld in " ".join(rest).split("/")]},
}


def sentence_of(word: dict[str, Any]) -> str:
    match word:
        case {"do": "lay_down", "melds": melds}:
            return "lay_down " + " / ".join(map(" ".join, melds))
        case {"do": do, **rest}:
            return " ".join(map(str, [do, *(value for key, value in rest.items() if key != "seat")]))
    raise AssertionError(word)


def turns(table: Table, count: int) -> Table:
    """Each draws from the stock and discards that card again."""
    for _ in range(count):
        (name,) = table.to_act()
        table.play(f"{name} draw stock")
        table.play(f"{name} discard {table.view(name).seats[NAMES[name]].cards[-1]}")
    return table


def play_round(seed: int, **options) -> tuple[Setup, list[Any], list[Any]]:
    """A round of legal moves, of bots and of chance: its setup, its moves and each state, the first first."""
    chance = Random(seed)
    levels = [chance.choice((*RUMMY.levels, None)) for _ in range(2)]
    return _played(any_setup(chance, **{"max_turns": 60} | options), levels, chance)


def round_of_bots(chance: Random, levels) -> tuple[Setup, list[Any]]:
    return _played(any_setup(chance), levels, chance)[:2]


def any_setup(chance: Random, **options) -> Setup:
    given = {"round": chance.randint(1, 7), "dealer": chance.randint(0, 1)} | options
    complete_options = complete(RUMMY.options("contract"), given)
    shuffler = Seeded(chance.randbytes(32))
    return Setup(ruleset="contract", options=complete_options, seats=2, shuffler=shuffler)


def _played(setup: Setup, levels, chance: Random) -> tuple[Setup, list[Any], list[Any]]:
    states, moves = [RUMMY.start(setup)], []
    while RUMMY.to_act(states[-1]):
        moves.append(next_move(setup, states[-1], levels, chance))
        states.append(RUMMY.apply(states[-1], moves[-1]))
    return setup, moves, states


def next_move(setup: Setup, state: Any, levels: list[str | None], chance: Random) -> Any:
    (seat,) = RUMMY.to_act(state)
    view, level = RUMMY.view(state, seat), levels[seat]
    word = RUMMY.choose(view, level, chance) if level else chance.choice(view.legal).as_json()
    move = RUMMY.read_move(setup, seat, word)
    assert not isinstance(move, Refusal)
    return move


def seen_by_a_player(told: dict[str, Any]) -> RummyView:
    """The view that a client was told of, as far as a house bot looks at it."""
    table = told["table"]
    return RummyView(
        house=House(round=table["round"]),
        phase=Phase(told["phase"]),
        you=told["you"],
        to_act=tuple(told["to_act"]),
        seats=tuple(SeatView(**seat | {"cards": tuple(seat["cards"])}) for seat in told["seats"]),
        stock=table["stock"],
        discard=card_of(table["discard"]),
        melds=tuple(Meld(m["owner"], Kind(m["kind"]), hand(" ".join(m["cards"]))) for m in table["melds"]),
        laid_down=tuple(table["laid_down"]),
        turn=table["turn"],
        legal=tuple(map(_legal, told["legal"])),
        over=told["over"],
    )


def _legal(word: dict[str, Any]) -> Legal:
    return Legal(
        word["do"],
        source=Source(word["from"]) if "from" in word else None,
        melds=tuple(hand(" ".join(meld)) for meld in word.get("melds", ())),
        card=card_of(word.get("card")),
        meld=word.get("meld"),
    )


VIEWERS = (SeatNo(0), SeatNo(1), None)


def as_text(view: Any) -> str:
    return json.dumps(view.as_json())
