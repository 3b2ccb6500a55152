"""The promises of every round, over random plays."""

import json
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.core.cards import PACK_52, card_of
from games.engines.core.engine import SeatNo
from games.engines.core.refusal import Refusal
from games.engines.core.replay import replay, shuffled, states
from games.engines.core.script import answer
from games.engines.niuniu.engine import NIUNIU
from tests.engines.niuniu.table import as_text, play_round, viewers
from tests.engines.table import FULL

ROUNDS = 10_000 if FULL else 60
SEEDS = st.integers(min_value=0, max_value=2**64)
promise = settings(max_examples=ROUNDS, deadline=None, derandomize=not FULL)

WORDS: list[Any] = [
    {"do": "bet", "stake": 1},
    {"do": "bet", "stake": 0},
    {"do": "bet", "stake": 10**9},
    {"do": "bet"},
    {"do": "deal"},
    {"do": "reveal"},
    {"do": "draw"},
    {},
]


def tried(setup, state, seat, word):
    """What the table says to these words, said by this seat now."""
    move = NIUNIU.read_move(setup, SeatNo(seat), word)
    return move if isinstance(move, Refusal) else NIUNIU.apply(state, move)


@promise
@given(SEEDS)
def test_no_card_is_lost_or_doubled(seed):
    for state in play_round(seed)[2]:
        assert Counter(sum(state.hands, state.stock)) == Counter(PACK_52)


@promise
@given(SEEDS)
def test_a_refusal_changes_nothing(seed):
    """Whatever anybody tries at any moment, and the round goes on as if nobody had."""
    setup, moves, played = play_round(seed)
    for state in played:
        kept = tuple(state)
        for seat in range(setup.seats):
            for word in WORDS:
                tried(setup, state, seat, word)
        assert tuple(state) == kept
    assert replay(NIUNIU, setup, moves) == played[-1]


@promise
@given(SEEDS)
def test_only_legal_moves_are_accepted_and_all_of_them(seed):
    """`legal` and `apply` agree, for every seat at every moment."""
    setup, _, played = play_round(seed)
    offered = {"bet": {"do": "bet", "min": 1, "max": setup.options["max_stake"]}}
    for state in played:
        for seat in range(setup.seats):
            legal = [move.as_json() for move in NIUNIU.view(state, SeatNo(seat)).legal]
            assert bool(legal) == (seat in NIUNIU.to_act(state))
            for word in ({"do": "bet", "stake": 1}, {"do": "deal"}, {"do": "reveal"}):
                accepted = not isinstance(tried(setup, state, seat, word), Refusal)
                assert accepted == (offered.get(word["do"], word) in legal), (seat, word, legal)


@promise
@given(SEEDS)
def test_scores_sum_to_zero(seed):
    setup, _, played = play_round(seed)
    assert all(NIUNIU.outcome(state) is None for state in played[:-1])
    outcome = NIUNIU.outcome(played[-1])
    assert sum(outcome.points) == 0 and outcome.sheet == outcome.points
    assert [line["seat"] for line in outcome.results] == list(range(setup.seats))


@promise
@given(SEEDS)
def test_the_fold_is_the_round_at_every_prefix(seed):
    setup, moves, played = play_round(seed)
    assert list(states(NIUNIU, setup, moves)) == played
    written = [json.loads(json.dumps(NIUNIU.write_move(move))) for move in moves]
    assert [NIUNIU.read_move(setup, word["seat"], word) for word in written] == moves
    assert shuffled(NIUNIU, setup, moves) == (PACK_52,)


def may_see(state, viewer):
    """NN-11  One's own cards and those that were revealed."""
    return {
        card
        for seat, hand in enumerate(state.hands)
        if seat == viewer or seat in state.revealed
        for card in hand
    }


@promise
@given(SEEDS)
def test_a_view_shows_only_what_its_viewer_may_see(seed):
    setup, _, played = play_round(seed)
    for state in played:
        for viewer in viewers(setup):
            text = as_text(NIUNIU.view(state, viewer))
            shown = {card for code in text.split('"') if (card := card_of(code)) is not None}
            assert shown == may_see(state, viewer)


def twins(before, after, viewer, chance):
    """The same two moments in a world where the cards this viewer has not seen lie otherwise."""
    hidden = sorted(set(PACK_52) - may_see(after, viewer))
    other = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def deal(cards):
        return tuple(other.get(card, card) for card in cards)

    return [
        state._replace(stock=deal(state.stock), hands=tuple(map(deal, state.hands)))
        for state in (before, after)
    ]


@promise
@given(SEEDS)
def test_twin_worlds_look_the_same(seed):
    """What hidden cards are makes no difference: to views, zones, the log, or what a bot does."""
    setup, _, played = play_round(seed)
    chance = Random(seed)
    step = chance.randrange(len(played) - 1)
    for viewer in viewers(setup):
        views = [NIUNIU.view(state, viewer) for state in played[step : step + 2]]
        others = [NIUNIU.view(state, viewer) for state in twins(*played[step : step + 2], viewer, chance)]
        assert list(map(as_text, views)) == list(map(as_text, others))
        assert repr(NIUNIU.zones(views[1])) == repr(NIUNIU.zones(others[1]))
        assert NIUNIU.events(*views) == NIUNIU.events(*others)
        if viewer in views[1].to_act:
            for level in NIUNIU.levels:
                chosen = [NIUNIU.choose(view, level, Random(seed)) for view in (views[1], others[1])]
                assert chosen[0] == chosen[1]


@promise
@given(SEEDS)
def test_a_script_tells_what_was_played(seed):
    """Played from outside with the same order of cards, the round ends the same."""
    setup, moves, played = play_round(seed)
    script = {
        "game": "niuniu",
        "ruleset": setup.ruleset,
        "options": setup.options,
        "seats": setup.seats,
        "seed": setup.shuffler.seed.hex(),
        "moves": [NIUNIU.write_move(move) for move in moves],
        "viewers": [*range(setup.seats), "spectator"],
    }
    text, ran = answer(json.dumps(script), {"niuniu": NIUNIU})
    line, outcome = json.loads(text), NIUNIU.outcome(played[-1])
    assert ran and line["over"] and line["refusals"] == []
    assert (line["results"], line["points"]) == (outcome.results, list(outcome.points))
    assert line["views"]["spectator"] == NIUNIU.view(played[-1], None).as_json()


@promise
@given(SEEDS)
def test_the_log_tells_every_reveal_and_every_end_once(seed):
    setup, _, played = play_round(seed)
    for viewer in viewers(setup)[:3]:
        views = [NIUNIU.view(state, viewer) for state in played]
        told = [e for pair in zip([None, *views], views, strict=False) for e in NIUNIU.events(*pair)]
        assert [e.seat for e in told if e.kind == "revealed"] == list(played[-1].revealed)
        assert [e.seat for e in told if e.kind == "settled"] == list(range(1, setup.seats))
        assert sum(e.kind == "round_over" for e in told) == 1
