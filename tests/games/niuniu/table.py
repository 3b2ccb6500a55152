"""Stories and random rounds of Niu Niu."""

from random import Random
from typing import Any

from games.core.cards import PACK_52, codes, hand
from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Scripted, Seeded
from games.niuniu.engine import NIUNIU
from tests.games.promise import Game
from tests.games.story import Story

NO_BULL = "2C 2D 2H 5C 9C"


class Table(Story):
    """`Table("duel", "JC QC KC AC 9C", …)` names who holds what, cai first."""

    engine = NIUNIU

    def __init__(self, ruleset="duel", *hands, seats=0, **options):
        super().__init__(ruleset, seats or len(hands), Scripted((deck(hands),)), options)

    def word(self, said):
        """`bet 5`, `deal`, `reveal`."""
        do, *stake = said
        return {"do": do, **({"stake": int(stake[0])} if stake else {})}

    def dealt(self, *stakes: int) -> "Table":
        """All have bet, one point unless told, and the cards are dealt."""
        for seat in range(1, self.setup.seats):
            self.play(f"{self.name_of(seat)} bet {stakes[seat - 1] if stakes else 1}")
        return self.play("cai deal")

    def over(self, *stakes: int) -> "Table":
        self.dealt(*stakes)
        return self.play(*(f"{name} reveal" for name in self.to_act()))

    def worth(self, name: str) -> list[str | None]:
        """What one person is told of each hand."""
        return [worth and f"{worth.kind} {worth.points_value}" for worth in self.view(name).worth]

    @property
    def results(self) -> list[str]:
        """`win 3` for each nhà con, by seat."""
        return [f"{line['outcome']} {line['points']}" for line in self.outcome.results[1:]]


def deck(hands: tuple[str, ...]):
    """The order in which these hands are dealt, one card at a time, cai's last in each lap."""
    in_order = [*hands[1:], *hands[:1]]
    return hand(" ".join(lap[k] for k in range(5) for lap in map(str.split, in_order)))


def random_hand(chance: Random) -> str:
    return " ".join(codes(tuple(chance.sample(PACK_52, 5))))


class Niuniu(Game):
    engine = NIUNIU
    rounds, long = 60, 10_000
    moments = 100

    def setup(self, chance: Random) -> Setup:
        ruleset = chance.choice(NIUNIU.rulesets)
        given = {
            "max_stake": chance.choice((1, 10, 1000)),
            "flex_3_6": chance.random() < 0.5,
            "any_ten": chance.random() < 0.5,
        }
        return Setup(
            ruleset=ruleset,
            options=complete(NIUNIU.options(ruleset), given),
            seats=chance.randint(2, 8),
            shuffler=Seeded(chance.randbytes(32)),
        )

    def words(self, state: Any, chance: Random):
        return [
            {"do": "bet", "stake": 1},
            {"do": "bet", "stake": 0},
            {"do": "bet", "stake": 10**9},
            {"do": "bet"},
            {"do": "deal"},
            {"do": "reveal"},
            {"do": "draw"},
            {},
        ]

    def as_listed(self, setup, word):
        most = setup.options["max_stake"]
        match word:
            case {"do": "bet", "stake": stake} if 1 <= stake <= most:
                return {"do": "bet", "min": 1, "max": most}
            case {"do": "deal" | "reveal"}:
                return word
        return None

    def may_see(self, state, viewer):
        """NN-11  One's own cards and those that were revealed."""
        return {
            card
            for seat, cards in enumerate(state.hands)
            if seat == viewer or seat in state.revealed
            for card in cards
        }


GAME = Niuniu()
