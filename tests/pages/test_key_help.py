"""The help of a table names the keys of the game that is played there, and no others."""

import re
from pathlib import Path

import pytest

from games import registry
from tests.files import templates

OF_EVERY_TABLE = {"m", "c", "?"}
WRITTEN = {"Esc": "Escape", "Space": " ", "←": "ArrowLeft", "→": "ArrowRight"}
OF_A_HAND = {" ", "ArrowLeft", "ArrowRight", "Home", "End"}  # what the browser and the hand do by themselves
CHECKS = set("1234567")  # a nhà cái's, by seat


def shown(page: str) -> set[str]:
    """The keys of the help, as buttons name them."""
    help_ = page[page.index('class="keys"') :]
    caps = re.findall(r"<kbd>(.*?)</kbd>", help_[: help_.index("</dl>")])
    return {WRITTEN.get(cap) or (cap.lower() if len(cap) == 1 else cap) for cap in caps}


def pressed(game: str) -> set[str]:
    """The keys that buttons of this game listen to."""
    pages = [path for path in templates() if path.name == "_between.html" or game in path.parts]
    found = " ".join(re.findall(r'data-key="([^"{]+)"', "".join(map(Path.read_text, pages))))
    return set(found.split())


@pytest.mark.slow
@pytest.mark.parametrize("game", list(registry.ENGINES))
def test_the_help_names_the_keys_of_its_game(client, open_room, cai, game):
    client.force_login(cai)
    page = client.get(f"/rooms/{open_room(game=game).code}/").content.decode()
    checks = CHECKS & shown(page)
    assert bool(checks) == (game == "xidach")
    assert shown(page) - checks - OF_A_HAND == pressed(game) | OF_EVERY_TABLE
