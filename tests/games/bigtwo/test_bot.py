"""The house bots of Big 2: never refused, quick, and `house` worth its name."""

import time
from random import Random
from statistics import mean, stdev

import pytest

from games.bigtwo.bot import LEVELS
from games.bigtwo.engine import BIGTWO
from games.core.cards import CODES
from games.core.engine import Setup
from games.core.options import complete
from games.core.refusal import Refusal
from games.core.shuffle import Seeded
from tests.games.bigtwo.table import SUITS_APART, Table, short
from tests.games.story import FULL

EVENING = 4_000 if FULL else 240
OTHERS = ("easy",) * 3


def first_places(first: str, others: tuple[str, ...], *, rounds: int, seed: int = 1) -> list[bool]:
    """Whether `first` came first, round by round; it sits on another seat each time."""
    chance = Random(seed)
    options = complete(BIGTWO.options("lawrence"), {})
    won = []
    for number in range(rounds):
        levels = [*others[: number % 4], first, *others[number % 4 :]]
        setup = Setup(ruleset="lawrence", options=options, seats=4, shuffler=Seeded(chance.randbytes(32)))
        won.append(outcome_of(setup, levels, chance).ranks[number % 4] == 1)
    return won


def outcome_of(setup, levels, chance):
    state = BIGTWO.start(setup)
    while acting := BIGTWO.to_act(state):
        seat = acting[0]
        word = BIGTWO.choose(BIGTWO.view(state, seat), levels[seat], chance)
        move = BIGTWO.read_move(setup, seat, word)
        assert not isinstance(move, Refusal), word
        state = BIGTWO.apply(state, move)
        assert not isinstance(state, Refusal), (word, state)
    return BIGTWO.outcome(state)


def share(won: list[bool]) -> tuple[float, float]:
    """How often, and two standard errors."""
    return mean(won), 2 * stdev(won) / len(won) ** 0.5


@pytest.mark.slow
def test_house_beats_three_easy():
    """A fourth would be even; over thousands of rounds it is more than half."""
    often, margin = share(first_places("house", OTHERS, rounds=EVENING))
    assert often - margin > (0.45 if FULL else 0.35)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_never_refused(level):
    first_places(level, (level,) * 3, rounds=EVENING // 12, seed=7)


def choice(table, name, level="house"):
    word = BIGTWO.choose(table.view(name), level, Random(1))
    return " ".join(word.get("cards", [word["do"]]))


def test_house_goes_out_when_it_can():
    table = short().play("dung 2S, an pass, binh pass, chi pass, dung 6S, an pass, binh pass, chi AH")
    assert choice(table, "dung") == "AS"


def test_house_is_never_stranded_on_a_lone_2():
    """B2-8  With an ace and a 2 left it leads the 2 while it still may."""
    table = short().play("dung AS, an pass, binh pass, chi pass")
    assert choice(table, "dung") == "2S"


def test_house_keeps_a_2_from_a_low_card():
    table = Table("3D", "2S 4C 5H 6D 7S 8C 9H TS JD QC KH AS 5C").play("an 3D")
    assert "2S" not in choice(table, "binh")


def test_house_lets_nobody_end_for_nothing():
    """B2-9  dung has one card left, and all others have passed on what it played."""
    table = short().play("dung 2S, an pass, binh pass, chi pass, dung 6S, an pass, binh pass")
    assert choice(table, "chi") in ("AH", "2H")


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_passes_where_nothing_beats(level):
    assert choice(short().play("dung 2S"), "an", level) == "pass"


@pytest.mark.usefixtures("undisturbed")
def test_a_bot_decides_in_a_breath():
    """Under 20 ms of work, also with thirteen cards of one suit."""
    suits = Table(*SUITS_APART)
    views = [suits.view("an"), suits.play("an 3D 4D 5D 7D 8D").view("binh")]
    views += [Table(*map(" ".join, _hands(seed))).view("an") for seed in range(4)]
    slowest = 0.0
    for view in views:
        began = time.process_time()
        BIGTWO.choose(view, "house", Random(1))
        slowest = max(slowest, time.process_time() - began)
    assert slowest < 0.02


def _hands(seed: int) -> list[list[str]]:
    pack = [code for code in Random(seed).sample(CODES[:52], 52) if code != "3D"]
    return [["3D", *pack[:12]], pack[12:25], pack[25:38], pack[38:]]
