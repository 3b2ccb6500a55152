"""The promises of every round of every game, over random plays."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from games import registry
from games.core.cards import card_of
from games.core.refusal import Refusal
from games.core.replay import replay, shuffled, states
from games.core.script import answer
from games.core.shuffle import Scripted
from games.live.json_frames import OwnTexts, ViewTexts
from games.rounds.facts import RoundFacts
from tests.games.bigtwo.table import GAME as BIGTWO
from tests.games.niuniu.table import GAME as NIUNIU
from tests.games.promise import promise, said
from tests.games.rummy.table import GAME as RUMMY
from tests.games.story import as_text
from tests.games.xidach.table import GAME as XIDACH

ROUND = RoundFacts(
    id=9, number=7, game="", ruleset="", commit="c0ffee", transcript="", players=()
)  # told with every view
GAMES = (XIDACH, BIGTWO, RUMMY, NIUNIU)


def test_every_game_makes_these_promises():
    assert {game.engine.game for game in GAMES} == set(registry.ENGINES)


@pytest.mark.slow
@promise(*GAMES)
def test_no_card_is_lost_or_doubled(game, played):
    for state in played.states:
        assert Counter(game.on_the_table(state)) == Counter(game.engine.pack)


@pytest.mark.slow
@promise(*GAMES)
def test_a_refusal_changes_nothing(game, played):
    """Whatever anybody tries at any moment, and the round goes on as if nobody had.

    What its sentence speaks of comes along.
    """
    chance, sentences = Random(played.seed), registry.game(game.engine.game).words.refusals
    for state in played.states:
        kept = tuple(state)
        for seat in played.seats:
            for word in game.words(state, chance):
                outcome = game.tried(played.setup, state, seat, word)
                if isinstance(outcome, Refusal) and outcome.code in sentences:
                    assert str(sentences[outcome.code]) % dict(outcome.facts)
        assert tuple(state) == kept
    assert replay(game.engine, played.setup, played.moves) == played.states[-1]


@pytest.mark.slow
@promise(*GAMES)
def test_what_is_listed_is_accepted_and_nothing_else(game, played):
    """T12  `legal` and `apply` agree, for every seat; who is asked has something to do, and nobody else."""
    chance = Random(played.seed)
    for state in played.some(game.moments):
        for seat in played.seats:
            listed = game.listed(game.engine.view(state, seat))
            in_turn = [word for word in listed if word["do"] not in game.off_turn]
            assert bool(in_turn) == (seat in game.engine.to_act(state))
            for word in (*(said(word, chance) for word in listed), *game.attempts(state, chance)):
                accepted = not isinstance(game.tried(played.setup, state, seat, word), Refusal)
                assert accepted == (game.as_listed(played.setup, word) in listed), (seat, word, listed)


@pytest.mark.slow
@promise(*GAMES)
def test_the_usual_deal_is_taken_whenever_one_is_awaited_and_there_is_none_else(game, played):
    engine = game.engine
    for state in played.states:
        usual = engine.usual_deal(state) if engine.usual_deal else None
        listed = {
            seat: [word["do"] for word in game.listed(engine.view(state, seat))] for seat in played.seats
        }
        asked = [seat for seat, verbs in listed.items() if "deal" in verbs]
        assert asked == ([] if usual is None else [engine.write_move(usual)["seat"]])
        assert usual is None or not isinstance(engine.apply(state, usual), Refusal)


@pytest.mark.slow
@promise(*GAMES)
def test_no_round_needs_as_many_moves_as_the_engine_allows(game, played):
    engine = game.engine
    verbs = [engine.write_move(move)["do"] for move in played.moves]
    assert sum(verb not in engine.off_turn for verb in verbs) < engine.most_moves(played.setup)


@pytest.mark.slow
@promise(*GAMES)
def test_what_is_said_off_turn_changes_nobodys_turn(game, played):
    assert game.off_turn == game.engine.off_turn
    chance = Random(played.seed)
    for state in played.some(game.moments):
        before = [game.engine.view(state, seat) for seat in played.seats]
        for seat in played.seats:
            said = [word for word in game.listed(before[seat]) if word["do"] in game.off_turn]
            for word in said and [chance.choice(said)]:
                after = game.tried(played.setup, state, seat, word)
                assert [game.engine.view(after, other).to_act for other in played.seats] == [
                    view.to_act for view in before
                ]
                assert [game.listed(game.engine.view(after, other)) for other in played.seats] == [
                    game.listed(view) for view in before
                ]


@pytest.mark.slow
@promise(*GAMES)
def test_the_table_can_always_move_for_whose_time_is_up(game, played):
    for state in played.states:
        for seat in game.engine.to_act(state):
            assert not isinstance(game.engine.apply(state, game.engine.time_out(state, seat)), Refusal)


@pytest.mark.slow
@promise(*GAMES)
def test_scores_sum_to_zero(game, played):
    assert all(game.engine.outcome(state) is None for state in played.states[:-1])
    outcome = game.engine.outcome(played.states[-1])
    assert outcome is not None and sum(outcome.points) == 0
    assert len(outcome.points) == len(outcome.sheet) == played.setup.seats


@pytest.mark.slow
@promise(*GAMES)
def test_the_fold_is_the_round_at_every_prefix(game, played):
    engine, setup, moves = game.engine, played.setup, played.moves
    assert list(states(engine, setup, moves)) == played.states
    written = [json.loads(json.dumps(engine.write_move(move))) for move in moves]
    assert [engine.read_move(setup, word["seat"], word) for word in written] == moves


@pytest.mark.slow
@promise(*GAMES)
def test_a_view_shows_only_what_its_viewer_may_see(game, played):
    for state in played.states:
        for viewer in played.viewers:
            text = as_text(game.engine.view(state, viewer))
            shown = {card for code in text.split('"') if (card := card_of(code)) is not None}
            assert shown == game.may_see(state, viewer)


@pytest.mark.slow
@promise(*GAMES)
def test_a_seat_sees_what_a_passer_by_sees_and_what_is_its_own(game, played):
    """As a socket is told it, letter by letter."""
    engine, first = game.engine, played.states[0]
    mine = {seat: OwnTexts(engine.own(first, seat)) for seat in played.seats}
    for state in played.states:
        seen, more = engine.view(state, None), engine.own(state, played.seats[0]).more
        texts = ViewTexts(ROUND, version=2, deadline=None, passer_by=seen, more=more)
        assert texts.of_a_passer_by() == frame(seen, n=None)
        for seat in played.seats:
            mine[seat].become(engine.own(state, seat))
            assert texts.of_seat(seat, 1, mine[seat]) == frame(engine.view(state, seat), n=1)


@pytest.mark.slow
@promise(*GAMES)
def test_a_page_shows_what_a_passer_by_sees_and_what_is_its_own(game, played):
    """The seats that look as they do to a passer-by are the very same object. What a seat's own was a moment
    ago may be taken over, and makes no other page."""
    engine, page = game.engine, registry.game(game.engine.game)
    last = dict.fromkeys(played.seats)
    for state in played.states:
        open_to_all = page.zones(engine.view(state, None))
        for seat in played.seats:
            view = engine.view(state, seat)
            last[seat] = page.own(view, seat, last[seat])
            zones = open_to_all.with_own(last[seat])
            assert zones == page.zones(view)
            theirs = zip(zones.pods, open_to_all.pods, strict=True)
            assert all(mine is same or mine.private for mine, same in theirs)


@pytest.mark.slow
@promise(*GAMES)
def test_who_looks_to_oneself_as_before_saw_happen_what_everybody_saw(game, played):
    """Until the round is over: then each is told what it moved for them."""
    engine = game.engine
    for before, after in pairwise(played.states):
        told = engine.events(engine.view(before, None), engine.view(after, None))
        for seat in played.seats:
            then, now = engine.view(before, seat), engine.view(after, seat)
            if not now.over and then.seats[seat] == now.seats[seat]:
                assert engine.events(then, now) == told


def frame(view, *, n):
    told = {"type": "view", "round": 7, "id": 9, "version": 2, "n": n, "deadline": None, "commit": "c0ffee"}
    told |= {"players": [], "view": view.as_json()}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def twins(game, pair, viewer, chance):
    """The same moments in a world where the cards this viewer has not seen, then or now, lie otherwise."""
    known = game.pinned.union(*(game.may_see(state, viewer) for state in pair))
    hidden = sorted(set(game.engine.pack) - known)
    other = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    return [game.elsewhere(state, other) for state in pair]


@pytest.mark.slow
@promise(*GAMES)
def test_twin_worlds_look_the_same(game, played):
    """What hidden cards are makes no difference: to views, zones, the log, or what a bot does."""
    engine, chance = game.engine, Random(played.seed)
    zones = registry.game(engine.game).zones
    step = chance.randrange(len(played.states) - 1)
    pair = played.states[step : step + 2]
    for viewer in played.viewers:
        views = [engine.view(state, viewer) for state in pair]
        others = [engine.view(state, viewer) for state in twins(game, pair, viewer, chance)]
        assert list(map(as_text, views)) == list(map(as_text, others))
        assert repr(zones(views[1])) == repr(zones(others[1]))
        assert engine.events(*views) == engine.events(*others)
        if viewer in views[1].to_act:
            for level in engine.levels:
                chosen = [engine.choose(view, level, Random(played.seed)) for view in (views[1], others[1])]
                assert chosen[0] == chosen[1]


@pytest.mark.slow
@promise(*GAMES)
def test_a_script_tells_what_was_played(game, played):
    """Played from outside with the same order of cards, the round ends the same."""
    script = game.script(played) | {"viewers": [*played.seats, "spectator"]}
    text, ran = answer(json.dumps(script), registry.ENGINES)
    line, outcome = json.loads(text), game.engine.outcome(played.states[-1])
    assert ran and line["over"] and line["refusals"] == []
    assert (line["results"], line["points"]) == (outcome.results, list(outcome.points))
    assert line["views"]["spectator"] == game.engine.view(played.states[-1], None).as_json()


@pytest.mark.slow
@promise(*GAMES)
def test_a_deck_is_the_order_of_leaving(game, played):
    """The same cards written down as decks give the same round, later shuffles and all."""
    setup, moves = played.setup, played.moves
    decks = [setup.shuffler.deal(cards, k) for k, cards in enumerate(shuffled(game.engine, setup, moves))]
    again = replay(game.engine, replace(setup, shuffler=Scripted(tuple(decks))), moves)
    assert without_shuffler(again) == without_shuffler(played.states[-1])


def without_shuffler(state):
    return state._asdict() | {"shuffler": None}


@pytest.mark.slow
@promise(*GAMES)
def test_the_log_tells_the_end_once(game, played):
    for viewer in played.viewers:
        told = game.told(played, viewer)
        assert sum(event.kind == "round_over" for event in told) == 1
        assert set(map(hash, told))  # facts a page may be kept by
