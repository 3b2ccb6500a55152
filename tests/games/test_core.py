"""House options, the fold, and what engines may import."""

import ast
import sys
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from games.core.engine import SeatNo, Setup
from games.core.options import BadOption, Option, OptionFault, complete
from games.core.refusal import Code, refuse
from games.core.replay import CorruptRecordError, UnknownRulesError, replay
from games.core.shuffle import Scripted
from games.registry import ENGINES, engine, found
from games.xidach.engine import XIDACH
from games.xidach.moves import Draw, Stand

FOLDERS = [Path(__file__).resolve().parents[2] / "games" / name for name in ("core", "page", *ENGINES)]
FOR_THE_PAGE = ("page.py",)
FOR_PEOPLE = ("best.py", "book.py", "marks.py", "worked.py", "words.py")  # words of a game, not its rules
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*.py") if path.name != "game.py")
WORD_FILES = [path for path in FILES if path.name in FOR_PEOPLE and path.parent.name in ENGINES]
ENGINE_FILES = [path for path in FILES if path not in WORD_FILES]

# Options


def falling(numbers):
    return sum(numbers) == 0 and all(a > b for a, b in pairwise(numbers))


OPTIONS = (
    Option(name="stake", default=1, kind="int", low=1, high=1000),
    Option(name="open", default=False, kind="bool"),
    Option(name="points", default=[3, -3], kind="ints", low=-9, high=9, length=2, fits=falling),
)

ACCEPTED = [
    ({}, {"stake": 1, "open": False, "points": [3, -3]}),
    ({"open": True, "stake": 1000}, {"stake": 1000, "open": True, "points": [3, -3]}),
    ({"points": [9, -9]}, {"stake": 1, "open": False, "points": [9, -9]}),
]


@pytest.mark.parametrize(("given", "full"), ACCEPTED)
def test_options_are_completed_in_the_order_of_the_rulebook(given, full):
    options = complete(OPTIONS, given)
    assert options == full and list(options) == list(full)


REFUSED = [
    ({"stakes": 1}, OptionFault.UNKNOWN, "stakes"),
    ({"stake": 0}, OptionFault.BAD_VALUE, "stake"),
    ({"stake": 1001}, OptionFault.BAD_VALUE, "stake"),
    ({"stake": True}, OptionFault.BAD_VALUE, "stake"),
    ({"stake": 1.0}, OptionFault.BAD_VALUE, "stake"),
    ({"stake": "1"}, OptionFault.BAD_VALUE, "stake"),
    ({"open": 1}, OptionFault.BAD_VALUE, "open"),
    ({"open": None}, OptionFault.BAD_VALUE, "open"),
    ({"points": (9, -9)}, OptionFault.BAD_VALUE, "points"),
    ({"points": [9]}, OptionFault.BAD_VALUE, "points"),
    ({"points": [10, -10]}, OptionFault.BAD_VALUE, "points"),
    ({"points": [9.0, -9]}, OptionFault.BAD_VALUE, "points"),
    ({"points": [True, -1]}, OptionFault.BAD_VALUE, "points"),
    ({"points": [0, 0]}, OptionFault.BAD_VALUE, "points"),
]


@pytest.mark.parametrize(("given", "fault", "name"), REFUSED)
def test_an_option_at_fault_is_named(given, fault, name):
    bad = complete(OPTIONS, given)
    assert isinstance(bad, BadOption) and (bad.fault, bad.name) == (fault, name)


def test_no_round_shares_a_list_with_another():
    complete(OPTIONS, {})["points"].append(0)
    assert complete(OPTIONS, {})["points"] == [3, -3]


# The fold


def a_setup():
    options = complete(XIDACH.options("classic"), {})
    return Setup(ruleset="classic", options=options, seats=2, shuffler=Scripted(()))


def test_a_recorded_move_that_no_longer_applies_is_loud():
    moves = [XIDACH.time_out(XIDACH.start(a_setup()), SeatNo(0)), Draw(SeatNo(1)), Stand(SeatNo(1))]
    with pytest.raises(CorruptRecordError) as loud:
        replay(XIDACH, a_setup(), moves)
    assert (loud.value.number, loud.value.refusal.code) == (1, "round_over")


def test_every_engine_plays_the_rules_it_begins_rounds_with():
    assert all(one.version in one.plays for one in ENGINES.values())


def test_only_versions_that_an_engine_plays_are_folded():
    """A repaired engine plays on what began before, and one that was not repaired yet leaves it alone."""
    repaired = replace(XIDACH, version=2, plays=frozenset({1, 2}))
    for rules, version, folds in [
        (repaired, 1, True), (repaired, 2, True), (repaired, None, True), (repaired, 3, False),
        (XIDACH, 1, True), (XIDACH, 2, False),
        (replace(repaired, plays=frozenset({2})), 1, False),
    ]:  # fmt: skip
        setup = replace(a_setup(), version=version)
        with nullcontext() if folds else pytest.raises(UnknownRulesError):
            assert replay(rules, setup, ()) == XIDACH.start(a_setup())


def test_a_refusal_is_a_value():
    assert refuse(Code.MALFORMED) == refuse(Code.MALFORMED)
    assert hash(refuse(Code.WRONG_PHASE, "XD-40", value=3)) == hash(
        refuse(Code.WRONG_PHASE, "XD-40", value=3)
    )


def test_the_registry_names_each_game_once():
    assert all(engine(game).game == game for game in ENGINES)


def test_the_house_has_the_games_of_the_list_in_its_order(settings):
    assert len(ENGINES) == len(settings.GAMES)
    settings.GAMES = ["games.rummy", "games.xidach"]
    assert list(found()) == ["rummy", "xidach"]


# Arrows


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module


BANNED = {"time", "datetime", "secrets", "os", "threading", "asyncio", "socket", "sqlite3", "logging"}


@pytest.mark.slow
@pytest.mark.parametrize("path", ENGINE_FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_engines_import_core_and_the_standard_library(path):
    """No Django, no other game, no clock; engines know core, core knows no game, and neither knows words."""
    folder = path.parent.name
    allowed = {"core", folder} | ({"page"} if path.name in FOR_THE_PAGE else set())
    for name in imports(path):
        if name.startswith("games."):
            assert name.split(".")[1] in allowed, name
            assert folder == "page" or f"{name.split('.')[-1]}.py" not in FOR_PEOPLE, name
        else:
            assert name.split(".")[0] in sys.stdlib_module_names - BANNED, name


@pytest.mark.parametrize("path", WORD_FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_words_of_a_game_know_their_game_and_how_to_be_translated(path):
    for name in imports(path):
        if name.startswith("games."):
            assert name.split(".")[1] in {"core", "page", path.parent.name}, name
        elif name != "django.utils.translation":
            assert name.split(".")[0] in sys.stdlib_module_names - BANNED, name


@pytest.mark.parametrize("path", ENGINE_FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_engines_use_no_global_randomness(path):
    """Of `random` only the class, and of that only what a caller hands over."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert all(alias.name != "random" for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Random":
            assert node.args, f"{path}: a generator seeded by the clock"
