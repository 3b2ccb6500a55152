"""Who likes to peel their last card: their page brings what it takes, and the server knows no more of it."""

import re

import pytest

from games import registry
from tests.files import ROOT

PEELED = {"xidach", "niuniu"}  # where people do so at home
N = "<kbd>N</kbd>"


def page_of(client, room):
    return client.get(f"/rooms/{room.code}/").content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_what_it_takes_comes_to_who_asked_for_it(client, open_room, cai, game):
    client.force_login(cai)
    room = open_room(game=game)
    plain = page_of(client, room)
    assert "peel" not in plain and N not in plain
    cai.peel = True
    cai.save()
    peeled = page_of(client, room)
    assert "js/table/peel" in peeled and "css/zones/peel" in peeled
    assert (N in peeled) == (game in PEELED)
    words = dict(
        re.findall(r'data-(\w+)="([^"]*)"', peeled.partition("data-peel-words")[2].partition(">")[0])
    )
    assert set(words) == {"title", "turn", "pull", "tap", "says"} and all(words.values())


def test_nothing_but_the_page_of_the_table_knows_of_it():
    """No frame, move or view can differ."""
    code = [path for folder in ("games", "lobby") for path in (ROOT / folder).rglob("*.py")]
    assert len(code) > 100
    assert [
        path for path in code if re.search(r"\b(user|person|viewer)\.peel\b", path.read_text("utf-8"))
    ] == []
