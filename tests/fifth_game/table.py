"""Stories and random rounds of bài cào."""

from random import Random
from typing import Any

from games.core.cards import hand
from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Scripted, Seeded
from tests.fifth_game.baicao.engine import BAICAO
from tests.games.promise import Game
from tests.games.story import Story


class Table(Story):
    """`Table("9S KD TC", …)` names who holds what, cai first."""

    engine = BAICAO

    def __init__(self, *hands, stake=1):
        super().__init__("classic", len(hands), Scripted((deck(hands),)), {"stake": stake})

    def word(self, said):
        """`deal`, `reveal`."""
        return {"do": said[0]}

    def over(self) -> "Table":
        self.play("cai deal")
        return self.play(*(f"{name} reveal" for name in self.to_act()))


def deck(hands: tuple[str, ...]):
    """The order in which these hands are dealt, one card at a time, cai's last in each lap."""
    in_order = [*hands[1:], *hands[:1]]
    return hand(" ".join(lap[k] for k in range(3) for lap in map(str.split, in_order)))


class Baicao(Game):
    engine = BAICAO
    rounds, long = 40, 1000
    moments = 100

    def setup(self, chance: Random) -> Setup:
        given: Any = complete(BAICAO.options("classic"), {"stake": chance.choice((1, 10, 1000))})
        shuffler = Seeded(chance.randbytes(32))
        return Setup(ruleset="classic", options=given, seats=chance.randint(2, 8), shuffler=shuffler)

    def words(self, state: Any, chance: Random):
        return [{"do": "deal"}, {"do": "reveal"}, {"do": "draw"}, {}]

    def may_see(self, state, viewer):
        """BC-5  One's own cards and those that were revealed."""
        seen = [cards for seat, cards in enumerate(state.hands) if seat == viewer or seat in state.revealed]
        return {card for cards in seen for card in cards}


GAME = Baicao()
