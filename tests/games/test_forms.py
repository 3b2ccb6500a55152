"""A move sent by a form reads as the move itself: forms know text alone."""

import json

import pytest

from games import registry
from lobby.wire.frames import from_form, from_post
from tests.games.bigtwo.table import GAME as BIGTWO
from tests.games.niuniu.table import GAME as NIUNIU
from tests.games.rummy.table import GAME as RUMMY
from tests.games.xidach.table import GAME as XIDACH


def sent(value):
    """The values a browser sends for a field: each card of a choice, the melds of a proposal in one."""
    if isinstance(value, list) and any(isinstance(one, list) for one in value):
        return [" / ".join(map(" ".join, value))]
    return value if isinstance(value, list) else [json.dumps(value).strip('"')]


@pytest.mark.slow
@pytest.mark.parametrize("game", [XIDACH, BIGTWO, RUMMY, NIUNIU], ids=lambda game: game.engine.game)
def test_every_move_can_be_sent_by_a_form(game):
    fields, tried = registry.game(game.engine.game).form_fields, set()
    for seed in range(12):
        for word in map(game.engine.write_move, game.play(seed).moves):
            form = {name: sent(value) for name, value in word.items() if value is not None}
            assert from_form(json.loads(from_post(form)), fields) == {
                k: v for k, v in word.items() if v is not None
            }
            tried |= word.keys()
    assert set(fields) <= tried
