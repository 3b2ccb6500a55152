"""Pieces of one's own that are drawn in all their variants at once: what is kept tells nothing of which was
asked for."""

import json
from collections import Counter

import pytest
from structlog.testing import capture_logs

from games.core.engine import SeatNo
from games.core.replay import states
from games.registry import engine
from games.table import zone as memo
from games.table.zone import Zone
from tests.records.record import ROUNDS, path_of, setup_of
from tests.tables.scene import page

NAMES = ("cai", "an", "binh", "chi", "dung", "em", "gia", "hoa")
MOST = 64  # variants of a piece: they are drawn while others wait


def pieces(zones):
    for zone in zones:
        yield zone
        yield from pieces(part for _, part in zone.parts)
        yield from pieces(word for _, word in zone.words if isinstance(word, Zone))


def own_pieces(record):
    """Of everybody who plays, after each move: those of which all variants are known."""
    record = json.loads(path_of(record).read_text(encoding="utf-8"))
    rules, setup = engine(record["game"]), setup_of(record)
    moves = [rules.read_move(setup, word["seat"], word) for word in record["moves"]]
    played = list(states(rules, setup, moves))
    for moment in range(1, len(played) + 1):
        for seat in range(setup.seats):
            _room, zones = page(rules, setup, played[:moment], SeatNo(seat), names=NAMES)
            yield from (piece for piece in pieces(zones.values()) if piece.variants)


@pytest.mark.slow
@pytest.mark.parametrize("record", ROUNDS, ids=lambda one: f"{one['game']}/{path_of(one).stem}")
def test_no_piece_of_a_round_is_none_of_its_variants(record):
    for piece in own_pieces(record):
        assert piece.args in piece.variants, piece.template
        assert len(piece.variants) <= MOST


@pytest.fixture
def drawn(monkeypatch):
    """By template, what is drawn from now on."""
    render, drawn = memo._render, []
    monkeypatch.setattr(memo, "_render", lambda *what: drawn.append(what[:2]) or render(*what))
    memo._all_rendered.cache_clear()
    yield drawn
    memo._all_rendered.cache_clear()


def some_of_each(game):
    """Of each kind of piece those that the recorded rounds have."""
    kinds = {}
    for record in ROUNDS:
        if record["game"] == game:
            for piece in own_pieces(record):
                kinds.setdefault((piece.template, piece.variants), {})[piece.args] = piece
    return [list(found.values()) for found in kinds.values()]


PARTIALS = {
    "xidach": {
        "_actions.html",
        "_hand.html",
        "_heading.html",
        "_picture.html",
        "_pod_cards.html",
        "_small_picture.html",
    },
    "bigtwo": {"_actions.html", "_hand.html", "_heading.html", "_held.html", "_left.html", "_picture.html"},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", PARTIALS)
def test_whichever_is_asked_for_first_the_same_is_drawn_and_kept(game, drawn):
    kinds = some_of_each(game)
    assert {some[0].template.rpartition("/")[2] for some in kinds} == PARTIALS[game]
    for some in kinds:
        every = Counter((some[0].template, args) for args in some[0].variants)
        for first in some[:3]:
            memo._all_rendered.cache_clear()
            for piece in (first, *some):
                memo._drawn(piece, "en")
                assert Counter(drawn) == every
            assert memo._all_rendered.cache_info().currsize == 1
            drawn.clear()


def test_what_nobody_knew_of_is_drawn_each_time_and_kept_nowhere(drawn):
    piece = next(own_pieces(ROUNDS[-1]))._replace(variants=frozenset(["something else"]))
    kept = memo._rendered_once.cache_info().currsize
    with capture_logs() as logs:
        assert memo.outline_of(piece, "en") == memo.outline_of(piece, "en")
    assert len(drawn) == 2
    assert memo._rendered_once.cache_info().currsize == kept
    assert memo._all_rendered.cache_info().currsize == 0
    assert [set(line) for line in logs] == [{"event", "log_level", "template"}] * 2, "not which"


def ends(game):
    """The pages of everybody who plays, at the ends of the recorded rounds."""
    for record in ROUNDS:
        if record["game"] == game:
            record = json.loads(path_of(record).read_text(encoding="utf-8"))
            rules, setup = engine(game), setup_of(record)
            moves = [rules.read_move(setup, word["seat"], word) for word in record["moves"]]
            played = list(states(rules, setup, moves))
            for seat in range(setup.seats):
                yield page(rules, setup, played, SeatNo(seat), names=NAMES)[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", PARTIALS)
def test_an_end_is_drawn_once_for_all_whoever_held_whatever(game):
    for zones in ends(game):
        result = zones["result"]
        held = [word.args for name, word in result.words if name.startswith("card-")]
        assert result.shared
        assert not [word for word in (*held, *NAMES) if repr(word) in repr(result.args)]


def test_at_an_end_the_same_line_under_a_name_is_drawn_once():
    drawn = {}
    for zones in ends("xidach"):
        for line in pieces(zones.values()):
            if line.template.endswith("/_status.html"):
                assert drawn.setdefault(memo.outline_of(line, "en"), line.args) == line.args
    assert drawn
