"""Stories and random rounds of Xì Dách."""

from random import Random
from typing import Any

from games.core.cards import hand
from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Scripted, Seeded
from games.xidach.engine import XIDACH
from tests.games.promise import Game
from tests.games.story import Story

KEYS = {"deal": "first", "bet": "stake", "compare": "target"}


class Table(Story):
    """`Table("classic", seats=3, deck="9H KS …").play("cai deal left")`."""

    engine = XIDACH

    def __init__(self, ruleset="classic", seats=2, deck="", **options):
        super().__init__(ruleset, seats, Scripted((hand(deck),)), options)

    def word(self, said):
        """`draw`, `deal left`, `bet 5`, `compare an`."""
        do, *rest = said
        word: dict[str, Any] = {"do": do}
        for part in rest:
            word[KEYS[do]] = self.names.get(part, int(part) if part.isdigit() else part)
        return word

    def cards(self, name: str, of: str) -> str:
        """What one person sees of another's hand."""
        return self.seen(name)[self.names[of]]

    @property
    def results(self) -> list[str]:
        """`win value 1` for each nhà con, by seat."""
        return [f"{r['outcome']} {r['reason']} {r['points']}" for r in self.outcome.results]


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


class Xidach(Game):
    engine = XIDACH
    rounds, long = 150, 10_000
    rare = (818322414,)  # several have a special, the nhà cái too

    def setup(self, chance: Random) -> Setup:
        ruleset = chance.choice(XIDACH.rulesets)
        known = XIDACH.options(ruleset)
        given = {o.name: chance.randint(o.low, o.high) for o in known if chance.random() < 0.3}
        return Setup(
            ruleset=ruleset,
            options=complete(known, given),
            seats=chance.randint(2, 8),
            shuffler=Seeded(chance.randbytes(32)),
        )

    def words(self, state: Any, chance: Random):
        return [
            {"do": "deal", "first": "left"},
            {"do": "deal"},
            {"do": "bet", "stake": 1},
            {"do": "bet", "stake": 0},
            {"do": "draw"},
            {"do": "stand"},
            *({"do": "compare", "target": k} for k in range(9)),
            {"do": "house"},
            {},
        ]

    def as_listed(self, setup, word):
        match word:
            case {"do": "bet", "stake": stake} if stake > 0:
                return {"do": "bet", "min": 1, "max": setup.options.get("max_stake")}
            case {"do": "deal"} if setup.ruleset == "vipgame":
                return {"do": "deal"}
            case {"do": "deal", "first": "left" | "right"} | {"do": "draw" | "stand" | "compare"}:
                return word
        return None

    def may_see(self, state, viewer):
        """XD-9, XD-12, XD-24  Own cards, settled hands, the nhà cái's once it compared, all at the end."""
        over = not XIDACH.to_act(state)
        return {
            card
            for seat, cards in enumerate(state.hands)
            if over or seat == viewer or (state.settled[seat] if seat else state.has_compared)
            for card in cards
        }


GAME = Xidach()
