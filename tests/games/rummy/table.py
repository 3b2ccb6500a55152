"""Stories for the tests of Chinese Rummy: an (seat 0) deals, binh (seat 1) begins, khach only watches."""

from random import Random
from typing import Any

from games.core.cards import CODES, card_of, hand
from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Noting, Scripted, Seeded
from games.rummy.engine import RUMMY
from games.rummy.melds import Kind, Meld
from games.rummy.moves import Source
from games.rummy.play import Legal, State
from games.rummy.rules import House, Phase
from games.rummy.view import RummyView, SeatView
from tests.games.promise import Game, swapped
from tests.games.story import Story

NAMES = {"an": 0, "binh": 1, "khach": None}


class Table(Story):
    """`Table("3C …", "7C …", "5H", "QH 9S", round=1)`.

    The dealer's hand, the other's, the card turned up, the stock as far as it matters; later
    shuffles in `restocks`.
    """

    engine = RUMMY
    names = NAMES

    def __init__(self, dealt="", other="", up="", stock="", restocks=(), **options):
        laps = zip(other.split(), dealt.split(), strict=True)
        deck = hand(" ".join([*(card for lap in laps for card in lap), up, stock]))
        self.shuffler = Noting(Scripted((deck, *map(hand, restocks))))
        super().__init__("contract", 2, self.shuffler, options)

    def word(self, said):
        """`draw stock`, `lay_down 7C 7D 7H / 9C 9D 2S`, `lay_off 9S 1`, `discard QH`."""
        do, *rest = said
        return {"do": do, **PARAMETERS[do](rest)}

    def on_the_table(self) -> dict[str, Any]:
        return self.view("khach").as_json()["table"]

    def melds(self) -> list[str]:
        """`1 set 7C 7D 7H`: the owner, the kind, the cards as shown."""
        return [f"{m['owner']} {m['kind']} {' '.join(m['cards'])}" for m in self.on_the_table()["melds"]]

    def legal(self, name: str) -> list[str]:
        return list(map(sentence_of, self.view(name).as_json()["legal"]))

    def house(self, name: str, level="house") -> str:
        return sentence_of(RUMMY.choose(self.view(name), level, Random(0)))


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


class Rummy(Game):
    """Played by bots of these levels; else by any, by chance, or by one of each."""

    engine = RUMMY
    rounds = 40
    moments = 10

    def __init__(self, *levels: str, **options):
        self.levels, self.options = levels, options

    def setup(self, chance: Random) -> Setup:
        given = {"round": chance.randint(1, 7), "dealer": chance.randint(0, 1)} | self.options
        known = RUMMY.options("contract")
        shuffler = Seeded(chance.randbytes(32))
        return Setup(ruleset="contract", options=complete(known, given), seats=2, shuffler=shuffler)

    def mover(self, chance: Random):
        levels = self.levels or [chance.choice((*RUMMY.levels, None)) for _ in range(2)]

        def choose(state, seat):
            view, level = RUMMY.view(state, seat), levels[seat]
            return RUMMY.choose(view, level, chance) if level else chance.choice(view.legal).as_json()

        return choose

    def words(self, state: State, chance: Random):
        card, other = chance.sample(CODES, 2)
        melds = [chance.sample(CODES, size) for size in chance.sample((3, 3, 4, 4, 5, 7), 2)]
        return [
            {"do": "draw", "from": "stock"},
            {"do": "draw", "from": "discard"},
            {"do": "discard", "card": card},
            {"do": "lay_off", "card": other, "meld": chance.randint(-1, 6)},
            {"do": "lay_down", "melds": melds},
            {"do": "draw", "from": card},
            {},
        ]

    def attempts(self, state: State, chance: Random):
        """All but laying down: of that only the proposal is listed."""
        yield from ({"do": "draw", "from": source} for source in ("stock", "discard"))
        for code in CODES:
            yield {"do": "discard", "card": code}
            yield from ({"do": "lay_off", "card": code, "meld": i} for i in range(-1, len(state.melds) + 1))

    def on_the_table(self, state: State):
        melded = [card for meld in state.melds for card in meld.cards]
        return [*super().on_the_table(state), *state.discards, *melded]

    def may_see(self, state: State, viewer):
        """Own cards, melds, the top discard; all hands at the end."""
        over = not RUMMY.to_act(state)
        hands = [cards for seat, cards in enumerate(state.hands) if over or seat == viewer]
        melds = [meld.cards for meld in state.melds]
        return {card for cards in (*hands, *melds, state.discards[-1:]) for card in cards}

    def elsewhere(self, state: State, other):
        moved = super().elsewhere(state, other)
        return moved._replace(
            discards=swapped(state.discards, other), drawn=other.get(state.drawn, state.drawn)
        )


GAME = Rummy(max_turns=120)


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
