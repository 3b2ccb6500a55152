"""What is remembered from one call to the next: no memo grows for ever, whoever asks for whatever."""

import functools
import gc
import pkgutil
from importlib import import_module

import pytest

APPS = ("accounts", "lobby", "games")
MEMO = type(functools.lru_cache(lambda: None))

# Without a limit of their own: the code decides how many arguments there are, not who asks.
FINITE = {
    "games.bigtwo.page.held": "the 52 cards",
    "games.bigtwo.play._in_play": "four seats, two questions",
    "games.bigtwo.view.hidden_seat": "four seats, cards in a hand",
    "games.books._written": "games of the house",
    "games.core.banker.hidden_seat": "seats of a table, cards in a hand",
    "games.niuniu.play._bet": "highest stakes that options allow",
    "games.rummy.play._lay_off": "the 54 cards, melds on a table",
    "games.rummy.proposal._set_parts": "thirteen ranks, sixteen sets of suits, sizes of a meld",
    "games.rummy.proposal._wholes": "melds that contracts ask for",
    "games.rummy.sharp._set_aims": "thirteen ranks, sixteen sets of suits, sizes of a meld",
    "games.rummy.view.hidden_seat": "seats of a table, cards in a hand",
    "games.table.room_zones.empty": "elements of the page that may be empty",
    "games.table.round_zones.template_of": "games of the house, parts that their pages name",
    "games.table.zone._filter": "filters that pages name",
    "games.table.zone.is_template": "games of the house, parts that their pages name",
    "games.xidach.play._bet": "highest stakes that options allow",
    "games.xidach.play._compare": "seats of a table",
    "games.xidach.play.dealing_order": "numbers of seats, two directions",
}


def found():
    """Every one that a module of ours has made, by its name; two that are called alike are both told."""
    for app in APPS:
        for module in pkgutil.walk_packages(import_module(app).__path__, f"{app}."):
            if ".migrations" not in module.name:
                import_module(module.name)
    gc.unfreeze()  # what was read with the tests would not be told
    made = [one for one in gc.get_objects() if issubclass(type(one), MEMO)]  # asks no lazy thing
    gc.freeze()
    return [(f"{one.__module__}.{one.__qualname__}", one) for one in made if _is_ours(one.__module__)]


def _is_ours(module):
    return module.partition(".")[0] in APPS


@pytest.mark.slow
def test_each_memo_is_bounded_or_has_few_arguments():
    memos = found()
    without = [name for name, memo in memos if memo.cache_parameters()["maxsize"] is None]
    assert sorted(without) == sorted(FINITE)
    assert {"games.table.zone._rendered", "games.niuniu.view.worth"} < {name for name, _memo in memos}


@pytest.mark.slow
def test_asking_for_games_that_are_not_there_leaves_nothing_behind(client):
    written = dict(found())["games.books._written"]
    client.get("/rules/xidach/")
    kept = written.cache_info().currsize
    for number in range(20):
        assert client.get(f"/rules/g{number}/").status_code == 404
    assert written.cache_info().currsize == kept
