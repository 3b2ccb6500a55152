"""The promises of every round of Chinese Rummy, over random plays."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.core.cards import CODES, PACK_54, card_of
from games.engines.core.engine import SeatNo
from games.engines.core.refusal import Refusal
from games.engines.core.replay import replay, shuffled, states
from games.engines.core.script import answer
from games.engines.core.shuffle import Scripted
from games.engines.rummy.engine import RUMMY
from games.engines.rummy.melds import arranged, holds
from tests.engines.rummy.table import VIEWERS, as_text, play_round
from tests.engines.table import FULL

SEEDS = st.integers(min_value=0, max_value=2**64)
promise = settings(max_examples=1000 if FULL else 40, deadline=None, derandomize=not FULL)


def words(chance) -> list[dict[str, Any]]:
    """Whatever anybody may try."""
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


@promise
@given(SEEDS)
def test_no_card_is_lost_or_doubled(seed):
    for state in play_round(seed)[2]:
        on_the_table = Counter(state.stock + state.discards)
        for cards in (*state.hands, *(meld.cards for meld in state.melds)):
            on_the_table.update(cards)
        assert on_the_table == Counter(PACK_54)


@promise
@given(SEEDS)
def test_melds_are_melds_and_lie_arranged(seed):
    """RM-6"""
    for _, kind, cards in play_round(seed)[2][-1].melds:
        assert holds(kind, cards) and arranged(kind, cards) == cards


@promise
@given(SEEDS)
def test_a_refusal_changes_nothing(seed):
    """Whatever anybody tries at any moment, and the round goes on as if nobody had."""
    setup, moves, played = play_round(seed)
    chance = Random(seed)
    for state in played[:: max(1, len(played) // 10)]:
        kept = tuple(state)
        for word in words(chance):
            move = RUMMY.read_move(setup, SeatNo(chance.randrange(2)), word)
            if not isinstance(move, Refusal):
                RUMMY.apply(state, move)
        assert tuple(state) == kept
    assert replay(RUMMY, setup, moves) == played[-1]


@promise
@given(SEEDS)
def test_legal_and_apply_agree(seed):
    """Every draw, lay off and discard that `legal` lists is accepted, and no other; so is the proposal."""
    setup, _, played = play_round(seed)
    for state in played[:: max(1, len(played) // 4)]:
        for seat in (SeatNo(0), SeatNo(1)):
            legal = RUMMY.view(state, seat).as_json()["legal"]
            assert bool(legal) == (seat in RUMMY.to_act(state))
            for word in tries(state):
                move = RUMMY.read_move(setup, seat, word)
                accepted = not isinstance(RUMMY.apply(state, move), Refusal)
                assert accepted == (word in legal), (seat, word)
            for word in legal:
                assert not isinstance(RUMMY.apply(state, RUMMY.read_move(setup, seat, word)), Refusal)


def tries(state):
    yield from ({"do": "draw", "from": source} for source in ("stock", "discard"))
    for code in CODES:
        yield {"do": "discard", "card": code}
        yield from ({"do": "lay_off", "card": code, "meld": i} for i in range(-1, len(state.melds) + 1))


@promise
@given(SEEDS)
def test_scores_sum_to_zero(seed):
    _, _, played = play_round(seed)
    assert all(RUMMY.outcome(state) is None for state in played[:-1])
    outcome = RUMMY.outcome(played[-1])
    assert outcome is not None and sum(outcome.points) == 0
    assert [line["penalty"] for line in outcome.results] == list(outcome.sheet)
    assert [bool(line["went_out"]) for line in outcome.results] == [not hand for hand in played[-1].hands]
    best = min(outcome.sheet)
    assert [rank == 1 for rank in outcome.ranks] == [sheet == best for sheet in outcome.sheet]


@promise
@given(SEEDS)
def test_the_fold_is_the_round_at_every_prefix(seed):
    setup, moves, played = play_round(seed)
    assert list(states(RUMMY, setup, moves)) == played
    written = [RUMMY.write_move(move) for move in moves]
    read = [RUMMY.read_move(setup, word["seat"], json.loads(json.dumps(word))) for word in written]
    assert read == moves


@promise
@given(SEEDS)
def test_every_shuffle_is_listed(seed):
    """RM-8  As the record of the deal has them."""
    setup, moves, played = play_round(seed, max_turns=120)
    first, *restocks = shuffled(RUMMY, setup, moves)
    assert first == PACK_54 and len(restocks) == played[-1].restocks
    covered = [state.discards[:-1] for state, after in pairwise(played) if after.restocks > state.restocks]
    assert restocks == covered


@promise
@given(SEEDS)
def test_a_view_shows_only_what_its_viewer_may_see(seed):
    """Own cards, melds, the top discard; all hands at the end."""
    _, _, played = play_round(seed)
    for state in played:
        for viewer in VIEWERS:
            text = as_text(RUMMY.view(state, viewer))
            shown = {card for code in text.split('"') if (card := card_of(code)) is not None}
            assert shown == may_see(state, viewer)


def may_see(state, viewer):
    over = not RUMMY.to_act(state)
    hands = [hand for seat, hand in enumerate(state.hands) if over or seat == viewer]
    return {
        *(card for hand in hands for card in hand),
        *(card for meld in state.melds for card in meld.cards),
        *state.discards[-1:],
    }


def twins(states, viewer, chance):
    """The same moments in a world where the cards this viewer has not seen, then or now, lie otherwise."""
    hidden = sorted(set(PACK_54).difference(*(may_see(state, viewer) for state in states)))
    other = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def dealt(cards):
        return tuple(other.get(card, card) for card in cards)

    return [
        state._replace(
            stock=dealt(state.stock),
            discards=dealt(state.discards),
            hands=tuple(map(dealt, state.hands)),
        )
        for state in states
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
        views = [RUMMY.view(state, viewer) for state in pair]
        others = [RUMMY.view(state, viewer) for state in twins(pair, viewer, chance)]
        assert list(map(as_text, views)) == list(map(as_text, others))
        assert repr(RUMMY.zones(views[1])) == repr(RUMMY.zones(others[1]))
        assert RUMMY.events(*views) == RUMMY.events(*others)
        if viewer in views[1].to_act:
            for level in RUMMY.levels:
                chosen = [RUMMY.choose(view, level, Random(seed)) for view in (views[1], others[1])]
                assert chosen[0] == chosen[1]


@promise
@given(SEEDS)
def test_a_script_tells_what_was_played(seed):
    """Played from outside with the same order of cards, the round ends the same."""
    setup, moves, played = play_round(seed)
    script = {
        "game": "rummy",
        "options": setup.options,
        "seats": 2,
        "seed": setup.shuffler.seed.hex(),
        "moves": [RUMMY.write_move(move) for move in moves],
        "viewers": [0, 1, "spectator"],
    }
    text, ran = answer(json.dumps(script), {"rummy": RUMMY})
    line, outcome = json.loads(text), RUMMY.outcome(played[-1])
    assert ran and line["over"] and line["refusals"] == []
    assert (line["results"], line["points"]) == (outcome.results, list(outcome.points))
    assert line["views"]["spectator"] == RUMMY.view(played[-1], None).as_json()


@promise
@given(SEEDS)
def test_a_deck_is_the_order_of_leaving(seed):
    """The same cards written down as decks give the same round, restocks and all."""
    setup, moves, played = play_round(seed)
    decks = [setup.shuffler.deal(cards, k) for k, cards in enumerate(shuffled(RUMMY, setup, moves))]
    written = replay(RUMMY, replace(setup, shuffler=Scripted(tuple(decks))), moves)
    assert written._replace(shuffler=setup.shuffler) == played[-1]


@promise
@given(SEEDS)
def test_the_log_accounts_for_every_move(seed):
    """One line for each move, one for each restock, and the end told once."""
    _, moves, played = play_round(seed)
    for viewer in VIEWERS:
        views = [RUMMY.view(state, viewer) for state in played]
        told = [e for pair in zip([None, *views], views, strict=False) for e in RUMMY.events(*pair)]
        kinds = Counter(event.kind for event in told)
        verbs = Counter(RUMMY.write_move(move)["do"] for move in moves)
        assert kinds["drew"] + kinds["took"] == verbs["draw"]
        assert (kinds["laid_down"], kinds["laid_off"]) == (verbs["lay_down"], verbs["lay_off"])
        assert kinds["discarded"] == verbs["discard"]
        assert kinds["restocked"] == played[-1].restocks
        assert kinds["went_out"] + kinds["blocked"] == kinds["round_over"] == kinds["dealt"] == 1
        assert len({hash(event) for event in told}) > 0
