"""What is heard of a table: a game says which of the house's sounds go with what happens in it."""

import re

import pytest

from games import registry
from tests.files import ROOT
from tests.games.bigtwo.table import GAME as BIGTWO
from tests.games.niuniu.table import GAME as NIUNIU
from tests.games.rummy.table import GAME as RUMMY
from tests.games.xidach.table import GAME as XIDACH

SCRIPT = (ROOT / "static/js/table/sound.js").read_text(encoding="utf-8")
SOUNDS = set(re.findall(r"^  (\w+)[:,]", SCRIPT.partition("const SOUNDS = {")[2].partition("\n};")[0], re.M))


def page_of(client, room):
    return client.get(f"/rooms/{room.code}/").content.decode()


def said(page, name):
    found = re.findall(rf'<template [^>]*data-{name}="([^"]*)"', page)
    return dict(pair.split(":") if ":" in pair else (pair, "") for pair in " ".join(found).split())


def told(game):
    """The kinds of lines of a game's log, and the statuses of its seats, in some rounds."""
    kinds, statuses = set(), set()
    zones = registry.game(game.engine.game).zones
    for seed in range(30):
        played = game.play(seed)
        views = [game.engine.view(state, 0) for state in played.states]
        for before, after in zip([None, *views], views, strict=False):
            kinds |= {event.kind for event in game.engine.events(before, after)}
            statuses |= {str(pod.status) for pod in zones(after).pods}
    return kinds, statuses


def test_the_house_has_some_sounds():
    assert {"deal", "place", "flip", "gong", "duck"} <= SOUNDS


@pytest.mark.slow
@pytest.mark.parametrize("game", [XIDACH, BIGTWO, RUMMY, NIUNIU], ids=lambda game: game.engine.game)
def test_sounds_go_with_what_happens_in_a_game(client, open_room, cai, game):
    client.force_login(cai)
    page = page_of(client, open_room(game=game.engine.game))
    kinds, statuses = told(game)
    lines, seats = said(page, "sounds"), said(page, "status-sounds")
    assert lines and set(lines) <= kinds and set(seats) <= statuses
    assert set(lines.values()) | set(seats.values()) <= SOUNDS
    assert set(said(page, "unspoken")) <= kinds


def test_how_loud_it_is_and_whether_it_buzzes_is_ones_own(client, open_room, cai):
    client.force_login(cai)
    room = open_room()
    page = page_of(client, room)
    assert re.search(r'<input type="range"[^>]*data-volume', page) and "data-vibration" not in page
    cai.vibration = False
    cai.save()
    assert 'data-vibration="off"' in page_of(client, room)
