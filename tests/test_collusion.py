"""Who plays for somebody else is found, who does not is left alone. The house's bots play real rounds."""

import json
from dataclasses import dataclass, replace
from random import Random

import pytest
from django.core.management import call_command

from accounts.models import User
from games.core.engine import AnyEngine, Setup
from games.core.options import complete
from games.core.shuffle import Seeded
from games.people.collusion import (
    ERRORS,
    ONE_WAY,
    PLAYS_ONLY,
    ROUNDS,
    SAME_ADDRESS,
    Flows,
    OneWay,
    judged,
)
from games.registry import ENGINES
from games.rounds.models import Round, Score
from lobby.models import Room
from tests.games.story import FULL

SEATS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Who plays in it, and how: `pairs` in league among `people`, `together` at a table so often each."""

    engine: AnyEngine
    level: str  # of the bots that play for everybody
    loses: float  # of the rounds with the other, on purpose
    pairs: int = 6
    people: int = 40
    together: int = 600
    rounds: int = 10_000


ENGINE = next(engine for engine in ENGINES.values() if engine.banker and "house" in engine.levels)
GAME = ENGINE.game
WITH = World(engine=ENGINE, level="house", loses=0.6)
# Whoever wins is paid there, not the other alone: one loses more often for as much.
WITHOUT = World(
    engine=next(one for one in ENGINES.values() if not one.banker and SEATS in one.seats),
    level="easy",
    loses=0.7,
)
SMALL = replace(WITHOUT, pairs=3, people=22, together=500, rounds=4_000)  # a round takes longer
WORLDS = 3 if FULL else 1
SEED = 20261119


def points(world, chance, loser=None):
    """Of one round of four. Who wants to lose draws or passes as long as it may."""
    engine = world.engine
    ruleset = engine.rulesets[0]
    options = complete(engine.options(ruleset), {})
    setup = Setup(ruleset=ruleset, options=options, seats=SEATS, shuffler=Seeded(chance.randbytes(32)))
    state = engine.start(setup)
    while acting := engine.to_act(state):
        seat = acting[0]
        view = engine.view(state, seat)
        word = engine.choose(view, world.level, chance)
        if seat == loser:
            word = next((move.as_json() for move in view.legal if move.do in ("draw", "pass")), word)
        state = engine.apply(state, engine.read_move(setup, seat, word))
    return engine.outcome(state).points


def pair(number):
    """Who gives, and who takes."""
    return 2 * number, 2 * number + 1


def homes(world):
    """Who shares an address: half of the pairs in league, and half of the honest people, two by two, who play
    with each other as often as those do."""
    first = 2 * world.pairs
    couples = [(first + 2 * n, first + 2 * n + 1) for n in range((world.people - first) // 4)]
    return {frozenset(one) for one in couples + [pair(n) for n in range(0, world.pairs, 2)]}


def played(world, seed):
    """Honest people at many tables, and among them pairs in league, whose other rounds are honest."""
    chance, flows = Random(seed), Flows(banker=world.engine.banker)
    for number in range(world.pairs):
        giver, taker = pair(number)
        for _ in range(world.together):
            others = chance.sample(range(2 * world.pairs, world.people), 2)
            loser = 1 if chance.random() < world.loses else None
            flows.add(list(zip((taker, giver, *others), points(world, chance, loser), strict=True)))
    for _ in range(world.rounds - world.pairs * world.together):
        flows.add(list(zip(chance.sample(range(world.people), SEATS), points(world, chance), strict=True)))
    return flows


@pytest.mark.slow
def test_where_every_round_ended_alike_nothing_breaks():
    """A small site on which one gives a point to one other, forty times."""
    flows = Flows(banker=True)
    for _ in range(ROUNDS):
        flows.add([(1, 5), (2, -5)])
    assert flows.flow_of(2, 1) is None and flows.one_way() == []


@pytest.mark.slow
@pytest.mark.parametrize("world", [WITH, WITHOUT if FULL else SMALL], ids=["nha cai", "without"])
def test_pairs_in_league_are_found_among_honest_people(world):
    """By their rounds alone; and with the same address as a sign no pair less, and hardly one honest more."""
    print("seed", SEED)
    by_rounds, with_address = Found(), Found()
    in_league, at_home = {pair(number) for number in range(world.pairs)}, homes(world)
    for number in range(WORLDS):
        flows = played(world, SEED + number)
        one_way = [one for one in (flows.flow_of(*two) for two in flows.pairs) if one]
        told = judged(flows, one_way, lambda people: at_home)
        alone, found = ({(one.giver, one.taker) for one in found} for found in (flows.one_way(), told))
        assert found >= alone
        signed = {one.giver for one in told if {"sign": SAME_ADDRESS} in one.signs}
        assert signed >= {giver for giver, taker in found & in_league if frozenset((giver, taker)) in at_home}
        by_rounds.count(flows, in_league, alone)
        with_address.count(flows, in_league, found)
    for counted in (by_rounds, with_address):
        print(vars(counted))
        assert counted.wanted >= world.pairs * WORLDS * 0.9
        assert counted.missed <= 0.05 * counted.wanted
        assert counted.honest > 100 and counted.wrong < 0.01 * counted.honest


class Found:
    """How many pairs in league there were and were missed, and how many honest pairs were told of."""

    def __init__(self):
        self.wanted = self.missed = self.honest = self.wrong = 0

    def count(self, flows, in_league, found):
        moved = {one for one in in_league if flows.pairs[one].mean >= 0.2}
        often = {one for one, flow in flows.pairs.items() if flow.rounds >= ROUNDS}
        self.wanted, self.missed = self.wanted + len(moved), self.missed + len(moved - found)
        self.honest, self.wrong = self.honest + len(often - in_league), self.wrong + len(found - in_league)


def flowing(errors):
    return OneWay(giver=1, taker=2, rounds=ROUNDS, share=0.3, errors=errors)


def told(one_way, *, at_home, together=ROUNDS, alone=0):
    """What is told of 1 and 2, who played so often together, and 1 so often without 2."""
    flows = Flows(banker=False)
    for number in range(together):
        flows.add([(1, 0), (2, 0), (3 + number, 0)])
    for number in range(alone):
        flows.add([(1, 0), (1000 + number, 0)])
        flows.add([(2, 0), (2000 + number, 0)])
    homes = {frozenset((1, 2))} if at_home else set()
    return [[sign["sign"] for sign in one.signs] for one in judged(flows, one_way, lambda people: homes)]


SIGNS = [
    # errors      at home  rounds without the other   what is told
    (ERRORS,      False,   ROUNDS,                    [[ONE_WAY]]),
    (ERRORS,      True,    ROUNDS,                    [[ONE_WAY, SAME_ADDRESS]]),
    (ERRORS - .1, False,   ROUNDS,                    []),
    (ERRORS - .1, True,    ROUNDS,                    [[ONE_WAY, SAME_ADDRESS]]),
    (None,        True,    ROUNDS,                    []),
    (None,        False,   0,                         [[PLAYS_ONLY, PLAYS_ONLY]]),
    (None,        True,    0,                         [[PLAYS_ONLY, PLAYS_ONLY, SAME_ADDRESS]]),
]  # fmt: skip


@pytest.mark.parametrize(("errors", "at_home", "alone", "wanted"), SIGNS)
def test_the_same_address_is_a_sign_beside_others_and_none_alone(errors, at_home, alone, wanted):
    one_way = [flowing(errors)] if errors else []
    assert told(one_way, at_home=at_home, alone=alone) == wanted


@pytest.mark.slow
def test_without_a_nha_cai_losers_pay_who_wins():
    chance, flows = Random(SEED), Flows(banker=False)
    for _ in range(3_000):
        seats = chance.sample(range(12), 4)
        if {0, 1} <= {*seats} and chance.random() < 0.5:
            seats.remove(1)
            seats.insert(0, 1)
        flows.add([(person, 9 if place == 0 else -3) for place, person in enumerate(seats)])
    assert [(one.giver, one.taker) for one in flows.one_way()] == [(0, 1)]
    assert flows.one_way()[0].share > 0.2


@pytest.mark.slow
def test_who_loses_for_one_is_found_though_others_at_that_table_win_as_much():
    chance, flows = Random(SEED), Flows(banker=False)
    for _ in range(4_000):
        seats = chance.sample(range(12), 4)
        if chance.random() < 0.15:
            seats = chance.sample([0, 1, *chance.sample(range(2, 12), 2)], 4)
        if {0, 1} <= {*seats} and chance.random() < 0.5:
            seats.remove(0)
            seats.append(0)
        flows.add(list(zip(seats, (3, 1, -1, -3), strict=True)))
    surest = flows.one_way()[0]
    assert (surest.giver, surest.taker) == (0, 1) and surest.share > 0.9 * flows.pairs[0, 1].mean


def test_who_is_weak_in_a_circle_gives_nobody_of_it():
    chance, flows = Random(SEED), Flows(banker=False)
    for _ in range(2_000):
        seats = chance.sample(range(4), 4)
        if chance.random() < 0.7:
            seats.remove(0)
            seats.append(0)
        flows.add(list(zip(seats, (3, 1, -1, -3), strict=True)))
    assert flows.one_way() == []


def test_who_plays_with_one_person_only_is_told():
    flows = Flows(banker=False)
    for number in range(ROUNDS):
        won = (-1) ** number
        flows.add([(1, won), (2, -won), (3 + number, 0), (None, 0)])
    assert flows.inseparable() == [(1, 2, ROUNDS), (2, 1, ROUNDS)]
    assert flows.one_way() == []


def test_a_circle_that_always_plays_together_is_no_sign_nor_are_two_alone():
    circle, alone = Flows(banker=False), Flows(banker=False)
    for number in range(2 * ROUNDS):
        won = (-1) ** number
        circle.add([(1, won), (2, -won), (3, 0)])
        alone.add([(1, won), (2, -won), (None, 0)])
    assert circle.inseparable() == [] == alone.inseparable()


def test_the_command_names_the_rounds(db, capsys):
    """Of the ledger as it is stored: who gave, to whom, and where it was the most."""
    one, other, *thirds = [User.objects.create_user(username=name) for name in ("An", "Bình", "Chi", "Dũng")]
    room = Room.objects.create(
        code="bbbbbb",
        name="Nhà",
        game=GAME,
        ruleset=ENGINE.rulesets[0],
        seat_count=3,
        owner=other,
        options={},
    )
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(room=room, number=number, status="over", game=GAME)
        given = 5 if number == 7 else 1
        for seat, (person, won) in enumerate([(other, given), (one, -given), (thirds[number % 2], 0)]):
            Score.objects.create(
                round=round_, room=room, seat=seat, user=person, name=person.username, points=won, sheet=won
            )
    call_command("collusion")
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["a"], line["b"], line["game"]) for line in told] == [("An", "Bình", GAME)]
    (line,) = told
    assert set(line) == {"a", "b", "score", "signs", "rounds", "game"}
    assert line["score"] > line["signs"][0]["errors"] > ERRORS
    assert [sign["sign"] for sign in line["signs"]] == [ONE_WAY, PLAYS_ONLY, PLAYS_ONLY]
    assert (line["signs"][0]["giver"], line["signs"][0]["taker"]) == ("An", "Bình")
    assert {(sign["who"], sign["whom"]) for sign in line["signs"][1:]} == {("An", "Bình"), ("Bình", "An")}
    assert line["rounds"][0] == room.rounds.get(number=7).pk and len(line["rounds"]) == 5
