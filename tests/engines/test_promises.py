"""The promises of every round, over random plays."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.core.cards import PACK_52, card_of
from games.engines.core.engine import SeatNo
from games.engines.core.refusal import Refusal
from games.engines.core.replay import replay, shuffled, states
from games.engines.core.script import answer
from games.engines.core.shuffle import Scripted
from games.engines.xidach.engine import XIDACH
from games.registry import ENGINES
from tests.engines.table import FULL, ROUNDS, as_text, play_round, viewers

SEEDS = st.integers(min_value=0, max_value=2**64)
promise = settings(max_examples=ROUNDS, deadline=None, derandomize=not FULL)

WORDS: list[Any] = [
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


@promise
@given(SEEDS)
def test_no_card_is_lost_or_doubled(seed):
    for state in play_round(seed)[2]:
        on_the_table = Counter(state.stock)
        for cards in state.hands:
            on_the_table.update(cards)
        assert on_the_table == Counter(PACK_52)


@promise
@given(SEEDS)
def test_a_refusal_changes_nothing(seed):
    """Whatever anybody tries at any moment, and the round goes on as if nobody had."""
    setup, moves, played = play_round(seed)
    chance = Random(seed)
    for state in played:
        kept = tuple(state)
        for word in chance.sample(WORDS, 5):
            seat = SeatNo(chance.randrange(setup.seats))
            move = XIDACH.read_move(setup, seat, word)
            if not isinstance(move, Refusal):
                XIDACH.apply(state, move)
        assert tuple(state) == kept
    assert replay(XIDACH, setup, moves) == played[-1]


@promise
@given(SEEDS)
def test_only_legal_moves_are_accepted_and_all_of_them(seed):
    """`legal` and `apply` agree, for every seat at every moment."""
    setup, _, played = play_round(seed)
    for state in played[:: max(1, len(played) // 6)]:
        for seat in range(setup.seats):
            legal = [move.as_json() for move in XIDACH.view(state, SeatNo(seat)).legal]
            assert bool(legal) == (seat in XIDACH.to_act(state))
            for word in WORDS:
                move = XIDACH.read_move(setup, SeatNo(seat), word)
                accepted = not isinstance(move, Refusal) and not isinstance(
                    XIDACH.apply(state, move), Refusal
                )
                assert accepted == (_offered(setup, word) in legal), (seat, word, legal)


def _offered(setup, word):
    """How `legal` lists this word, if it does."""
    match word:
        case {"do": "bet", "stake": 1}:
            return {"do": "bet", "min": 1, "max": setup.options.get("max_stake")}
        case {"do": "deal"} if setup.ruleset == "vipgame":
            return {"do": "deal"}
        case {"do": "deal", "first": "left"} | {"do": "draw" | "stand" | "compare"}:
            return word
    return None


@promise
@given(SEEDS)
def test_scores_sum_to_zero(seed):
    setup, _, played = play_round(seed)
    assert all(XIDACH.outcome(state) is None for state in played[:-1])
    outcome = XIDACH.outcome(played[-1])
    assert outcome is not None and sum(outcome.points) == 0
    assert outcome.sheet == outcome.points and len(outcome.points) == setup.seats
    assert [entry["seat"] for entry in outcome.results] == list(range(1, setup.seats))


@promise
@given(SEEDS)
def test_the_fold_is_the_round_at_every_prefix(seed):
    setup, moves, played = play_round(seed)
    assert list(states(XIDACH, setup, moves)) == played
    written = [XIDACH.write_move(move) for move in moves]
    read = [XIDACH.read_move(setup, word["seat"], json.loads(json.dumps(word))) for word in written]
    assert read == moves
    assert shuffled(XIDACH, setup, moves) == (PACK_52,)


@promise
@given(SEEDS)
def test_a_view_shows_only_what_its_viewer_may_see(seed):
    """XD-9, XD-12, XD-24  Own cards, settled hands, the nhà cái's once it compared, all at the end."""
    setup, _, played = play_round(seed)
    for state in played:
        for viewer in viewers(setup):
            text = as_text(XIDACH.view(state, viewer))
            shown = {card for code in text.split('"') if (card := card_of(code)) is not None}
            assert shown == _may_see(state, viewer)


def _may_see(state, viewer):
    over = not XIDACH.to_act(state)
    seats = {
        seat
        for seat in range(len(state.hands))
        if over or seat == viewer or (state.settled[seat] if seat else state.has_compared)
    }
    return {card for seat in seats for card in state.hands[seat]}


def shuffle_hidden(before, after, viewer, chance):
    """The same two moments in a world where the cards this viewer has not seen lie otherwise."""
    hidden = sorted(set(PACK_52) - _may_see(after, viewer))
    other = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def twin(state):
        def deal(cards):
            return tuple(other.get(card, card) for card in cards)

        return state._replace(stock=deal(state.stock), hands=tuple(map(deal, state.hands)))

    return twin(before), twin(after)


@promise
@given(SEEDS)
def test_twin_worlds_look_the_same(seed):
    """What hidden cards are makes no difference: to views, zones, the log, or what a bot does."""
    setup, _, played = play_round(seed)
    chance = Random(seed)
    step = chance.randrange(len(played) - 1)
    before, after = played[step], played[step + 1]
    for viewer in viewers(setup):
        twins = shuffle_hidden(before, after, viewer, chance)
        views = [XIDACH.view(state, viewer) for state in (before, after)]
        others = [XIDACH.view(state, viewer) for state in twins]
        assert list(map(as_text, views)) == list(map(as_text, others))
        assert repr(XIDACH.zones(views[1])) == repr(XIDACH.zones(others[1]))
        assert XIDACH.events(*views) == XIDACH.events(*others)
        if viewer in views[1].to_act:
            for level in XIDACH.levels:
                chosen = [XIDACH.choose(view, level, Random(seed)) for view in (views[1], others[1])]
                assert chosen[0] == chosen[1]


@promise
@given(SEEDS)
def test_a_script_tells_what_was_played(seed):
    """Played from outside with the same order of cards, the round ends the same."""
    setup, moves, played = play_round(seed)
    script = {
        "game": "xidach",
        "ruleset": setup.ruleset,
        "options": setup.options,
        "seats": setup.seats,
        "seed": setup.shuffler.seed.hex(),
        "moves": [XIDACH.write_move(move) for move in moves],
        "viewers": [*range(setup.seats), "spectator"],
    }
    text, ran = answer(json.dumps(script), ENGINES)
    line, outcome = json.loads(text), XIDACH.outcome(played[-1])
    assert ran and line["over"] and line["refusals"] == []
    assert (line["results"], line["points"]) == (outcome.results, list(outcome.points))
    assert line["views"]["spectator"] == XIDACH.view(played[-1], None).as_json()


@promise
@given(SEEDS)
def test_a_deck_is_the_order_of_leaving(seed):
    """The same cards written down as a deck give the same round."""
    setup, moves, played = play_round(seed)
    deck = setup.shuffler.deal(PACK_52, 0)
    assert replay(XIDACH, replace(setup, shuffler=Scripted((deck,))), moves) == played[-1]


@promise
@given(SEEDS)
def test_the_log_accounts_for_every_settled_seat(seed):
    """Each nhà con's end is told once, to everybody, and each draw and each round's end."""
    setup, _, played = play_round(seed)
    for viewer in viewers(setup)[:3]:
        views = [XIDACH.view(state, viewer) for state in played]
        told = [e for pair in zip([None, *views], views, strict=False) for e in XIDACH.events(*pair)]
        ends = [e.seat for e in told if e.kind in ("special", "compared", "settled") and e.seat]
        assert sorted(ends) == list(range(1, setup.seats))
        assert sum(e.kind == "round_over" for e in told) == 1
        drew = sum(e.kind == "drew" for e in told)
        assert drew == sum(map(len, played[-1].hands)) - 2 * setup.seats
        assert len({hash(e) for e in told}) > 0
