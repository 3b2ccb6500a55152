"""Stories for the tests of Big 2: an, binh, chi and dung sit in this order; khach only watches."""

from functools import partial
from itertools import cycle
from random import Random
from typing import Any

from games.bigtwo.engine import BIGTWO
from games.bigtwo.hands import Cards, cards_of, codes, judge, read
from games.bigtwo.play import PASS, SEAT_NOS, Laid, State, may_pass, plays
from games.bigtwo.rules import Phase, house
from games.bigtwo.view import BigtwoView, SeatView, laid_view
from games.core.cards import CODES, Card, card_of, hand, read_codes
from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Scripted, Seeded
from tests.games.promise import Game, swapped
from tests.games.story import Story

NAMES = {"an": 0, "binh": 1, "chi": 2, "dung": 3, "khach": None}
PLAYERS = ("an", "binh", "chi", "dung")

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


class Table(Story):
    """`Table("3D 4D …", "AS KS").play("an 3D, binh pass")`; later deals in `redeals`."""

    engine = BIGTWO
    names = NAMES

    def __init__(self, *hands: str, redeals=(), votes=True, **options):
        packs = [deck_of(*hands), *(deck_of(*later) for later in redeals)]
        super().__init__("lawrence", 4, Scripted(tuple(hand(" ".join(pack)) for pack in packs)), options)
        if votes:
            self.play("an no, binh no, chi no, dung no")

    def word(self, said):
        """`yes`, `no`, `3D 4D`, `pass`, `ask an`."""
        match said:
            case ["yes"] | ["no"]:
                return {"do": "vote", "reshuffle": said == ["yes"]}
            case ["pass"]:
                return {"do": "pass"}
            case ["ask", other]:
                return {"do": "ask_count", "target": NAMES[other]}
        return {"do": "play", "cards": said}

    def plays(self, name: str) -> list[str]:
        return [" ".join(codes(cards)) for cards in self.view(name).plays]

    def counts(self, name: str) -> list[int | None]:
        return [seat.count for seat in self.view(name).seats]

    @property
    def passed(self) -> list[str]:
        return [PLAYERS[seat] for seat in self.state.passed]

    @property
    def out(self) -> list[str]:
        return [PLAYERS[seat] for seat in self.state.out]


def short(**options) -> Table:
    """Everybody holds an ace, a 2 and a 6 of one suit; dung leads."""
    return Table(*SUITS_APART, **options).play(*SHORT_STORY)


class Bigtwo(Game):
    engine = BIGTWO
    rounds = 25
    moments = 8
    off_turn = frozenset({"ask_count"})
    pinned = frozenset({card_of("3D")})  # B2-5: who holds it opens

    def setup(self, chance: Random) -> Setup:
        given: dict[str, Any] = {"open_counts": chance.random() < 0.2}
        if chance.random() < 0.3:
            given["points"] = [chance.randint(50, 90), chance.randint(1, 49), chance.randint(-10, 0)]
            given["points"].append(-sum(given["points"]))
        options = complete(BIGTWO.options("lawrence"), given)
        return Setup(ruleset="lawrence", options=options, seats=4, shuffler=Seeded(chance.randbytes(32)))

    def mover(self, chance: Random):
        return partial(self._word, chance)

    def _word(self, chance: Random, state: State, seat):
        if state.phase is Phase.RESHUFFLE:
            return {"do": "vote", "reshuffle": chance.random() < 0.4}
        if not state.house.open_counts and chance.random() < 0.1:
            asked = chance.choice([other for other in SEAT_NOS if other != seat])
            return {"do": "ask_count", "target": asked}
        ways = plays(state, seat)
        if may_pass(state, seat) and (not ways or chance.random() < 0.3):
            return {"do": "pass"}
        return {"do": "play", "cards": list(codes(chance.choice(ways)))}

    def words(self, state: State, chance: Random):
        return [
            {"do": "vote", "reshuffle": chance.random() < 0.5},
            {"do": "pass"},
            *({"do": "play", "cards": chance.sample(CODES[:52], size)} for size in (0, 1, 1, 2, 5)),
            *({"do": "ask_count", "target": chance.randint(-1, 4)} for _ in range(2)),
            {"do": "play"},
            {},
        ]

    def listed(self, view):
        told = view.as_json()
        return told["legal"] + [{"do": "play", "cards": cards} for cards in told["plays"]]

    def as_listed(self, setup, word):
        """Cards in any order are one play."""
        if word.get("do") != "play" or "cards" not in word:
            return word
        return {"do": "play", "cards": list(codes(cards_of(read_codes(word["cards"]))))}

    def on_the_table(self, state: State):
        return [
            card for cards in (*state.held, *(laid.cards for laid in state.laid)) for card in cards_in(cards)
        ]

    def may_see(self, state: State, viewer):
        """B2-10, B2-11  Own cards and the play on top; all hands at the end, and every play."""
        over = state.phase is Phase.OVER
        hands = [cards for seat, cards in enumerate(state.held) if over or seat == viewer]
        return {
            card for cards in (*hands, *([state.top.cards] if state.top else [])) for card in cards_in(cards)
        }

    def elsewhere(self, state: State, other):
        return state._replace(
            dealt=tuple(swapped(cards, other) for cards in state.dealt),
            held=tuple(cards_of(swapped(cards_in(cards), other)) for cards in state.held),
        )


def cards_in(cards: Cards) -> tuple[Card, ...]:
    return read_codes(codes(cards))


GAME = Bigtwo()


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
        asked=(),
        legal=(PASS,) if {"do": "pass"} in told["legal"] else (),
        plays=tuple(read(" ".join(cards)) for cards in told["plays"]),
        laid=(),
        ranks=(),
        over=told["over"],
    )
