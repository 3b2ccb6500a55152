"""The promises of every round of Big 2, over random plays."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.bigtwo.engine import BIGTWO
from games.engines.bigtwo.hands import bit_of, cards_of, codes, judge
from games.engines.bigtwo.play import SEAT_NOS, Laid, plays
from games.engines.bigtwo.rules import Phase
from games.engines.core.cards import CODES, PACK_52, card_of, read_codes
from games.engines.core.engine import SeatNo
from games.engines.core.refusal import Refusal
from games.engines.core.replay import replay, shuffled, states
from games.engines.core.script import answer
from games.engines.core.shuffle import Scripted
from tests.engines.bigtwo.table import VIEWERS, as_text, play_round
from tests.engines.table import FULL

SEEDS = st.integers(min_value=0, max_value=2**64)
promise = settings(max_examples=1000 if FULL else 25, deadline=None, derandomize=not FULL)


def words(chance: Random) -> list[dict[str, Any]]:
    """Whatever anybody may try."""
    return [
        {"do": "vote", "reshuffle": chance.random() < 0.5},
        {"do": "pass"},
        *({"do": "play", "cards": chance.sample(CODES[:52], size)} for size in (0, 1, 1, 2, 5)),
        *({"do": "ask_count", "target": chance.randint(-1, 4)} for _ in range(2)),
        {"do": "play"},
        {},
    ]


def some(played, most=8):
    return played[:: max(1, len(played) // most)]


@promise
@given(SEEDS)
def test_no_card_is_lost_or_doubled(seed):
    for state in play_round(seed)[2]:
        on_the_table = Counter(card for cards in state.held for card in codes(cards))
        for laid in state.laid:
            on_the_table.update(codes(laid.cards))
        assert on_the_table == Counter(CODES[:52])
        assert all(cards & ~cards_of(hand) == 0 for cards, hand in zip(state.held, state.dealt, strict=True))


@promise
@given(SEEDS)
def test_a_refusal_changes_nothing(seed):
    """Whatever anybody tries at any moment, and the round goes on as if nobody had."""
    setup, moves, played = play_round(seed)
    chance = Random(seed)
    for state in some(played):
        kept = tuple(state)
        for word in words(chance):
            move = BIGTWO.read_move(setup, SeatNo(chance.randrange(4)), word)
            if not isinstance(move, Refusal):
                BIGTWO.apply(state, move)
        assert tuple(state) == kept
    assert replay(BIGTWO, setup, moves) == played[-1]


@promise
@given(SEEDS)
def test_legal_plays_and_apply_agree(seed):
    """All that is listed is accepted, and nothing else that anybody tries."""
    setup, _, played = play_round(seed)
    chance = Random(seed)
    for state in some(played):
        for seat in SEAT_NOS:
            view = BIGTWO.view(state, seat).as_json()
            open_to = view["legal"] + [{"do": "play", "cards": cards} for cards in view["plays"]]
            for word in [*open_to, *words(chance)]:
                move = BIGTWO.read_move(setup, seat, word)
                accepted = not isinstance(move, Refusal) and not isinstance(
                    BIGTWO.apply(state, move), Refusal
                )
                assert accepted == (_as_listed(word) in open_to), (seat, word)


def _as_listed(word):
    """Cards in any order are one play."""
    if word.get("do") != "play" or "cards" not in word:
        return word
    return {"do": "play", "cards": list(codes(cards_of(read_codes(word["cards"]))))}


@promise
@given(SEEDS)
def test_who_has_the_turn_can_always_do_something(seed):
    for state in play_round(seed)[2]:
        for seat in BIGTWO.to_act(state):
            assert not isinstance(BIGTWO.apply(state, BIGTWO.time_out(state, seat)), Refusal)


@promise
@given(SEEDS)
def test_scores_sum_to_zero(seed):
    setup, _, played = play_round(seed)
    assert all(BIGTWO.outcome(state) is None for state in played[:-1])
    outcome = BIGTWO.outcome(played[-1])
    assert outcome is not None and sum(outcome.points) == 0
    assert sorted(outcome.ranks) == [1, 2, 3, 4]
    assert outcome.sheet == outcome.points
    assert [setup.options["points"][rank - 1] for rank in outcome.ranks] == list(outcome.points)


@promise
@given(SEEDS)
def test_the_fold_is_the_round_at_every_prefix(seed):
    setup, moves, played = play_round(seed)
    assert list(states(BIGTWO, setup, moves)) == played
    written = [BIGTWO.write_move(move) for move in moves]
    read = [BIGTWO.read_move(setup, word["seat"], json.loads(json.dumps(word))) for word in written]
    assert read == moves


@promise
@given(SEEDS)
def test_every_shuffle_is_listed(seed):
    """B2-4  As the record of the deal has them."""
    setup, moves, played = play_round(seed)
    assert shuffled(BIGTWO, setup, moves) == (BIGTWO.pack,) * (1 + played[-1].reshuffles)


@promise
@given(SEEDS)
def test_a_view_shows_only_what_its_viewer_may_see(seed):
    """B2-10, B2-11  Own cards and the play on top; all hands at the end, and every play."""
    _, _, played = play_round(seed)
    for state in played:
        for viewer in VIEWERS:
            view = BIGTWO.view(state, viewer)
            shown = {card for code in as_text(view).split('"') if (card := card_of(code)) is not None}
            assert shown == may_see(state, viewer)
            assert all(seat.count is not None for seat in view.seats) or state.phase is not Phase.OVER


def may_see(state, viewer):
    over = state.phase is Phase.OVER
    hands = [cards for seat, cards in enumerate(state.held) if over or seat == viewer]
    top = [state.top.cards] if state.top else []
    return set(read_codes(code for cards in (*hands, *top) for code in codes(cards)))


def twins(pair, viewer, chance):
    """The same moments in a world where the cards this viewer cannot see lie otherwise.

    Who opens holds 3D in every world.
    """
    known = set().union(*(may_see(state, viewer) for state in pair), {card_of("3D")})
    hidden = sorted(set(PACK_52) - known)
    other = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def moved(cards):
        return cards_of(other.get(card, card) for card in PACK_52 if bit_of(card) & cards)

    return [
        state._replace(
            dealt=tuple(tuple(other.get(card, card) for card in hand) for hand in state.dealt),
            held=tuple(map(moved, state.held)),
        )
        for state in pair
    ]


@promise
@given(SEEDS)
def test_twin_worlds_look_the_same(seed):
    """What hidden cards are makes no difference: to views, zones, the log, or what a bot does."""
    _, _, played = play_round(seed)
    chance = Random(seed)
    step = chance.randrange(len(played) - 1)
    for viewer in VIEWERS:
        pair = played[step : step + 2]
        views = [BIGTWO.view(state, viewer) for state in pair]
        others = [BIGTWO.view(state, viewer) for state in twins(pair, viewer, chance)]
        assert list(map(as_text, views)) == list(map(as_text, others))
        assert repr(BIGTWO.zones(views[1])) == repr(BIGTWO.zones(others[1]))
        assert BIGTWO.events(*views) == BIGTWO.events(*others)
        if viewer in views[1].to_act:
            for level in BIGTWO.levels:
                chosen = [BIGTWO.choose(view, level, Random(seed)) for view in (views[1], others[1])]
                assert chosen[0] == chosen[1]


@promise
@given(SEEDS)
def test_a_script_tells_what_was_played(seed):
    """Played from outside with the same order of cards, the round ends the same."""
    setup, moves, played = play_round(seed)
    script = {
        "game": "bigtwo",
        "options": setup.options,
        "seats": 4,
        "seed": setup.shuffler.seed.hex(),
        "moves": [BIGTWO.write_move(move) for move in moves],
        "viewers": [0, 1, 2, 3, "spectator"],
    }
    text, ran = answer(json.dumps(script), {"bigtwo": BIGTWO})
    line, outcome = json.loads(text), BIGTWO.outcome(played[-1])
    assert ran and line["over"] and line["refusals"] == []
    assert (line["results"], line["points"]) == (outcome.results, list(outcome.points))
    assert line["views"]["spectator"] == BIGTWO.view(played[-1], None).as_json()


@promise
@given(SEEDS)
def test_a_deck_is_the_order_of_leaving(seed):
    """The same cards written down as decks give the same round, reshuffles and all."""
    setup, moves, played = play_round(seed)
    decks = [setup.shuffler.deal(cards, k) for k, cards in enumerate(shuffled(BIGTWO, setup, moves))]
    written = replay(BIGTWO, replace(setup, shuffler=Scripted(tuple(decks))), moves)
    assert written._replace(shuffler=setup.shuffler) == played[-1]


@promise
@given(SEEDS)
def test_the_log_accounts_for_every_move(seed):
    """One line for each play and pass, one for each reshuffle, and at the end every play with its cards."""
    _, moves, played = play_round(seed)
    verbs = Counter(BIGTWO.write_move(move)["do"] for move in moves)
    for viewer in VIEWERS:
        views = [BIGTWO.view(state, viewer) for state in played]
        told = [e for pair in zip([None, *views], views, strict=False) for e in BIGTWO.events(*pair)]
        kinds = Counter(event.kind for event in told)
        assert kinds["played"] == kinds["laid"] == verbs["play"]
        assert kinds["passed"] == verbs["pass"]
        assert kinds["dealt"] == kinds["opens"] == kinds["round_over"] == 1
        assert kinds["reshuffled"] == played[-1].voted_reshuffles
        assert kinds["went_out"] == len(played[-1].out)
        assert all(not e.cards or e.kind in ("opens", "laid") for e in told)
        assert len({hash(event) for event in told}) > 0


@promise
@given(SEEDS)
def test_a_higher_play_always_lies_on_a_lower(seed):
    """B2-6  Of the plays of one trick each beats the one before."""
    for state in play_round(seed)[2]:
        if state.top is not None and state.turn is not None:
            for cards in plays(state, state.turn):
                made = judge(cards)
                assert made.pattern is state.top.made.pattern
                assert Laid(state.turn, cards, made).made.strength > state.top.made.strength
