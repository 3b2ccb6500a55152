"""A round as a hub holds it: who is told that the table moved for them."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from games import registry
from games.core.engine import Setup
from games.core.options import complete
from games.core.shuffle import Seeded
from games.live.live_round import LiveRound
from games.rounds.facts import PlayerFacts, RoundFacts
from games.rounds.reading import StoredRound
from games.table import html_of, round_zones
from games.table.sight import Sight
from tests.records.record import FOLDER, setup_of
from tests.tables.test_zones import NAMES, NOW, a_room, a_table, a_viewer

PATHS = sorted(FOLDER.glob("*/*.json"))
LATER = NOW + timedelta(seconds=30)


def a_setup(engine):
    ruleset, seats = engine.rulesets[0], max(2, engine.seats.start)
    options = complete(engine.options(ruleset), {})
    return Setup(ruleset=ruleset, options=options, seats=seats, shuffler=Seeded(b"x" * 32))


def a_round(game, setup=None):
    setup = setup or a_setup(registry.engine(game))
    players = tuple(
        PlayerFacts(seat=n, chair=n, name=(2 * NAMES)[n], user_id=n + 1, bot_level="")
        for n in range(setup.seats)
    )
    return StoredRound(
        facts=RoundFacts(
            id=1, number=7, game=game, ruleset=setup.ruleset, commit="", transcript="", players=players
        ),
        setup=setup,
        moves=(),
        started_at=NOW,
        deadline=LATER,
        ending=None,
    )


def moved(live, by, *, times=6):
    """What the engine plays when time runs out, so many times; who moved."""
    seats = []
    for _ in range(times):
        if not live.to_act:
            break
        seat = live.to_act[0]
        written, state = live.judge(seat, live.engine.write_move(live.engine.time_out(live.state, seat)))
        live.advance(seat, state, LATER, LATER, None, helped=live.help(written, by))
        seats.append(seat)
    return seats


def told(live, seat):
    return [(line.event.kind, line.event) for line in live.log(seat)]


@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_the_table_says_to_whom_it_helped_that_it_did_and_to_nobody_else(game):
    """XD-9, B2-11, NN-11: to all others the move is one like any."""
    late, person = LiveRound(a_round(game)), LiveRound(a_round(game))
    seats = moved(late, "table")
    assert moved(person, "person") == seats
    for viewer in (*range(len(late.facts.players)), None):
        ours, theirs = told(late, viewer), told(person, viewer)
        assert [one for one in ours if one[0] != "timed_out"] == theirs
        helps = [event for kind, event in ours if kind == "timed_out"]
        assert {event.seat for event in helps} <= {viewer}
        if viewer not in seats:
            assert ours == theirs
    assert any(kind == "timed_out" for kind, _ in told(late, seats[-1]))


@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_the_record_read_again_says_the_same(game):
    """A page that is opened anew, or another process, tells no other story than the socket."""
    live, play = LiveRound(a_round(game)), a_round(game)
    moves = []
    while live.to_act and len(moves) < 6:
        seat = live.to_act[0]
        moves.append((live.engine.write_move(live.engine.time_out(live.state, seat)), LATER, "table"))
        moved(live, "table", times=1)
    again = LiveRound(replace(play, moves=tuple(moves)))
    assert [again.log(seat) for seat in (0, 1, None)] == [live.log(seat) for seat in (0, 1, None)]


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_each_viewer_is_told_their_view_of_each_version_of_a_recorded_round(path):
    """Letter by letter, though what all see alike is written once."""
    record = json.loads(path.read_text(encoding="utf-8"))
    live, moves = LiveRound(a_round(record["game"], setup_of(record))), record["moves"]
    for version, views in enumerate(record["views"]):
        for viewer, view in views.items():
            seat = None if viewer == "spectator" else int(viewer)
            told = {"type": "view", "round": 7, "id": 1, "version": version}
            told["n"] = None if seat is None else sum(word["seat"] == seat for word in moves[:version])
            told |= {"deadline": LATER.isoformat(), "commit": "", "players": list(range(record["seats"]))}
            text = json.dumps(told | {"view": view}, ensure_ascii=False, separators=(",", ":"))
            assert live.text(seat) == text
        if version < len(moves):
            live.replay(moves[version], NOW, "person", LATER)


def test_what_all_see_is_made_once_a_move_however_many_look():
    live, made = LiveRound(a_round("bigtwo")), []

    def view(state, viewer):
        made.append(viewer)
        return registry.engine("bigtwo").view(state, viewer)

    live.engine = replace(live.engine, view=view)
    for _move in range(3):
        texts = {seat: live.text(seat) for seat in (0, 1, 2, 3, None)}
        assert len(set(texts.values())) == 5
        assert all(live.text(seat) is text for seat, text in texts.items())
        moved(live, "person", times=1)
    assert made == [None] * 3


def test_what_is_a_seats_own_is_written_again_only_where_it_is_another():
    live, written = LiveRound(a_round("bigtwo")), []
    for _move in range(20):
        for seat in range(4):
            live.text(seat)
        written.append([live._own_texts[seat].seat for seat in range(4)])
        moved(live, "person", times=1)
    for before, after in pairwise(written):
        same = [mine is theirs for mine, theirs in zip(before, after, strict=True)]
        assert sum(same) >= 3, "one lays down, the others hold what they held"
        assert same == [mine == theirs for mine, theirs in zip(before, after, strict=True)]
    assert written[0] != written[-1]


SENTENCES = [
    ("vi", "Hết giờ, bàn đi giúp bạn."), ("en", "Time’s up: the table plays for you."),
    ("zh-hans", "时间到，牌桌替你行动。"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "sentence"), SENTENCES)
def test_it_says_so_before_it_says_what_it_did(language, sentence):
    live = LiveRound(a_round("xidach"))
    moved(live, "table", times=1)
    room = a_room(taken=(0, 1))
    (_, first), (_, second), *_ = round_zones.log(
        Sight(a_table(room), live.seen_by(0), a_viewer(room, 0))
    ).parts
    assert not first.shared, "nobody else is told"
    first = html_of(first, language)
    assert sentence in re.sub(r"<[^>]+>", "", first)
    assert 'data-kind="dealt"' in html_of(second, language)


def test_a_game_may_have_words_of_its_own_for_what_the_table_did():
    live = LiveRound(a_round("xidach"))
    while live.to_act:
        moved(live, "table", times=1)
    room, told = a_room(taken=(0, 1)), set()
    for seat in (0, 1):
        log = round_zones.log(Sight(a_table(room), live.seen_by(seat), a_viewer(room, seat)))
        told |= set(re.findall("Time’s up: [^<]*", html_of(log, "en")))
    assert told == {"Time’s up: the table plays for you.", "Time’s up: the table stands for you."}
