"""No shared file knows a game: what is said of one stands in its folder."""

import dataclasses
import io
import re
import tokenize
from enum import StrEnum
from functools import cache
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from pkgutil import iter_modules

import pytest
from django.conf import settings
from django.contrib import admin

from games.registry import GAMES
from tests.files import ROOT, file_name, stylesheets
from tests.games.bigtwo.table import GAME as BIGTWO
from tests.games.niuniu.table import GAME as NIUNIU
from tests.games.rummy.table import GAME as RUMMY
from tests.games.xidach.table import GAME as XIDACH

# Words that games use too, and that mean something of their own in the house.
PLAIN = {
    "Python's, CSS's or HTML's own": """
        base by checking direction discard draw final flush from hidden last left none pair pattern right
        round run set single table target top value""",
    "of the house: who owns a room, whose turn it is, what was played, who leads": """
        counted laid lead leads open out owner passed played reason turns waiting""",
    "of the verifiable deal: shuffled, dealt; of a ledger: settled": "dealt settled",
    "a number": "ten",
    "the pile that cards are dealt from": "stock",
    "the page has a shape for a stake: StakeField, games/zones/_bet.html": "bet stake",
    "of an SVG: non-scaling-stroke": "non",
    "whom people keep away from them: accounts/blocks, /accounts/blocked/": "blocked",
}
ALLOWED = {word for words in PLAIN.values() for word in words.split()}

PLAYED = (XIDACH, BIGTWO, RUMMY, NIUNIU)

# --- what games call their things -------------------------------------------------------------


def classes_of(package):
    for found in iter_modules(import_module(package).__path__):
        for _name, kind in getmembers(import_module(f"{package}.{found.name}"), isclass):
            if kind.__module__.startswith(package):
                yield kind


def members_of(package):
    """Phases, verbs, hands, reasons, statuses, codes of refusals: every closed set of words."""
    return {str(member) for kind in classes_of(package) if issubclass(kind, StrEnum) for member in kind}


def fields_of(package):
    for kind in classes_of(package):
        if dataclasses.is_dataclass(kind):
            yield from (field.name for field in dataclasses.fields(kind))
        yield from (name.lower() for name in vars(kind) if not name.startswith("_"))


def keys_of(data):
    if isinstance(data, dict):
        yield from data
    for one in data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ():
        yield from keys_of(one)


def told_in(game):
    """Of some rounds: the fields of moves and views as they leave the house, and the events of the log."""
    engine = game.engine
    for seed in range(20):
        played = game.play(seed)
        yield from keys_of([engine.write_move(move) for move in played.moves])
        for viewer in (None, 0):
            views = [engine.view(state, viewer) for state in played.states]
            for before, after in zip([None, *views], views, strict=False):
                for event in engine.events(before, after):
                    yield from (event.kind, *dict(event.facts))
            yield from keys_of(views[-1].as_json())


@cache
def words_of_the_house():
    return {name for part in ("games.core", "games.page") for name in (*members_of(part), *fields_of(part))}


@cache
def words_of_games():
    words = set()
    for game in PLAYED:
        engine, package = game.engine, f"games.{game.engine.game}"
        options = [o.name for ruleset in engine.rulesets for o in engine.options(ruleset) if not o.platform]
        words |= {engine.game, *engine.rulesets, *options, *members_of(package), *told_in(game)}
        words |= set(GAMES[engine.game].words.filters)
    return {word for word in words - words_of_the_house() if re.fullmatch(r"[a-z][a-z0-9_]+", word)}


# --- the files that all games share -----------------------------------------------------------

FOLDERS = ("accounts", "lobby", "games", "config", "templates", "static")
HOMES = [Path(import_module(game).__file__).parent for game in settings.GAMES]


def code_of_python(text):
    """Names, and strings that are no prose."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME or (token.type == tokenize.STRING and " " not in token.string):
            yield token.string


SENTENCE = re.compile(r"\{% (?:translate|blocktranslate)\b[^%]*%\}")


def code_of_template(text):
    """Tags and variables with their names and values; neither comments nor what people read."""
    text = re.sub(r"\{#.*?#\}", "", text, flags=re.S)
    text = SENTENCE.sub(lambda tag: re.sub(r'"[^"]*"', "", tag[0]), text)
    return re.findall(r"\{[{%].*?[%}]\}|<(?:[^<>{]|\{[{%].*?[%}]\})*>", text, flags=re.S)


def code_of_style(text):
    return [re.sub(r"/\*.*?\*/", "", text, flags=re.S)]


def code_of_script(text):
    return [re.sub(r"(?m)(?:^|\s)//.*$", "", text)]


READERS = {".py": code_of_python, ".html": code_of_template, ".css": code_of_style, ".js": code_of_script}

# Here a word is none of English: a page asks which line, seat or hand this is.
ASKED = re.compile(r"""\b(?:kind|status|state|heading|because)\W{0,4}=\W{0,3}["'](\w+)["']""")


def shared_files():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            theirs = any(path.is_relative_to(home) for home in HOMES)
            if path.suffix in READERS and not theirs and not {"vendor", "migrations"} & set(path.parts):
                yield path


@cache
def parts_of(name):
    """`pay_xi_bang_twice` holds the words pay, xi_bang, twice …"""
    words = name.strip("_").split("_")
    return {"_".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)}


def known_in(text, suffix):
    """Words of games in the code of a file."""
    found = set()
    for code in READERS[suffix](text):
        found |= words_of_games().intersection(ASKED.findall(code))
        for name in set(re.findall(r"\w+", re.sub(r"([a-z])([A-Z])", r"\1_\2", code))):
            if name.lower() not in words_of_the_house():
                found |= parts_of(name.lower()) & words_of_games() - ALLOWED
    return found


@pytest.mark.parametrize("path", list(shared_files()), ids=file_name)
def test_a_shared_file_knows_no_game(path):
    text = path.read_text(encoding="utf-8")
    if file_name(path) == "config/games.py":
        text = re.sub(r"(?m)^GAMES = .*$", "", text)  # the list of them
    assert known_in(text, path.suffix) == set()


LOOKED_AT = [
    (".py", 'melds = word.get("melds")', "melds"),
    (".py", 'if room.game == "rummy":', "rummy"),
    (".py", "return XidachZones(points=points)", "xidach"),
    (".py", '# as in rummy\n"""The melds of one."""\n_("No melds of yours.")', ""),
    (".html", '{% if event.kind == "settled" %}', "settled"),
    (".html", '{# rummy #}<p class="meld">{% translate "Two melds" %} xidach</p>', "meld"),
    (".css", '[data-kind="settled"] { top: 0; } /* rummy */', "settled"),
    (".css", ".round-melds { top: 0; }", "melds"),
    (".js", 'seats(`[data-status="quac"]`); // rummy', "quac"),
    (".js", "form.dataset.openCounts = left;", "open_counts"),
]


@pytest.mark.parametrize(("suffix", "text", "known"), LOOKED_AT)
def test_what_a_file_knows_is_found_in_its_code(suffix, text, known):
    assert known_in(text, suffix) == set(known.split())


# --- what shared style sheets style ------------------------------------------------------------

SHEETS = [path for path in shared_files() if path.suffix == ".css"]
FIFTH = ROOT / "tests" / "fifth_game" / "baicao"


# What Django's back office wears is the house's to style.
OF_DJANGO = [
    path for kind in ("templates/**/*.html", "*.py") for path in Path(admin.__file__).parent.rglob(kind)
]


@cache
def said_in(home):
    """Every word of a game's pages and scripts; of the house's, where no home is given."""
    files = [*shared_files(), *OF_DJANGO] if home is None else home.rglob("*")
    texts = [path.read_text(encoding="utf-8") for path in files if path.suffix in (".html", ".js", ".py")]
    return {word for text in texts for word in re.findall(r"[\w-]+", text)}


def says(home, word):
    """Whole, or the first half before a variable: `suit-{{ suit }}`."""
    return word in said_in(home) or word.rpartition("-")[0] + "-" in said_in(home)


def styled_in(css):
    """Classes, ids, attributes and their values."""
    for selector in re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", css, flags=re.S)):
        yield from re.findall(r"[.#]([a-z][\w-]*)|\[([\w-]+)|=\"([a-z][\w-]*)\"", selector)


@pytest.mark.slow
@pytest.mark.parametrize("sheet", stylesheets(), ids=file_name)
def test_what_a_sheet_styles_some_page_shows(sheet):
    styled = {name for name, *_ in styled_in(sheet.read_text(encoding="utf-8")) if name}
    nowhere = {name for name in styled if not any(says(home, name) for home in (None, *HOMES))}
    assert nowhere <= {"htmx-request"}, "which htmx puts there"


@pytest.mark.slow
@pytest.mark.parametrize("sheet", SHEETS, ids=file_name)
def test_a_shared_sheet_styles_what_more_than_one_game_shows(sheet):
    styled = {word for found in styled_in(sheet.read_text(encoding="utf-8")) for word in found if word}
    users = {word: [home for home in (None, *HOMES, FIFTH) if says(home, word)] for word in styled}
    assert {word: homes for word, homes in users.items() if len(homes) == 1 and homes != [None]} == {}


def shown_by(template):
    """Classes of a template of a game, and of those of the same game that it includes."""
    text = template.read_text(encoding="utf-8")
    found = {
        name for classes in re.findall(r'class="([^"]*)"', text) for name in re.findall(r"[\w-]+", classes)
    }
    own = template.parents[3]
    for part in re.findall(r'{% include "([^"]+)"', text):
        if (own / part).exists():
            found |= shown_by(own / part)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)
def test_what_the_page_of_a_round_shows_is_not_styled_for_the_table_alone(home):
    """A game's `table.css` is not there."""
    shown = {name for template in home.glob("templates/games/*/round/*.html") for name in shown_by(template)}
    at_table, elsewhere = (
        {name for sheet in sheets for name, *_ in styled_in(sheet.read_text(encoding="utf-8")) if name}
        for sheets in (
            home.glob("static/games/*/table.css"),
            [*home.glob("static/games/*/tokens.css"), *SHEETS],
        )
    )
    assert shown & at_table <= elsewhere | {"meld", "times"}, "which are words like those around them there"


def test_what_games_say_is_looked_for():
    """Names, rulesets, options, codes, combinations, kinds of lines, fields of moves and views, filters."""
    assert {
        "xidach", "vipgame", "open_counts", "must_draw", "straight_flush", "laid_off", "melds", "hand_named",
    } <= words_of_games()  # fmt: skip
    assert words_of_games() >= ALLOWED, "no game says that any more"
