"""What the code of the site never does, whoever writes it next."""

import ast
import re
import time
from functools import cache

import pytest

from tests.files import ROOT

APPS = ("accounts", "lobby", "games", "config")
SOURCES = [
    path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts
]
SERVED = [path for path in SOURCES if "management" not in path.parts]


def named_in(tree):
    """Every name that is called or imported, with its dots, and in which line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Call):
            yield ast.unparse(node.func), node.lineno


@cache
def names_in(path):
    return list(named_in(ast.parse(path.read_text(encoding="utf-8"))))


def used(pattern, paths=SERVED):
    return [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in paths
        for name, line in names_in(path)
        if re.search(pattern, name)
    ]


@pytest.mark.slow
def test_names_are_found():
    assert used(r"^json\.loads$|^json$") and used(r"cursor\.execute$")


@pytest.mark.slow
def test_the_site_starts_no_program():
    """Nor runs text as code."""
    assert used(r"^(subprocess|os\.(system|popen|exec\w*|spawn\w*)|pty|commands)\b") == []
    assert used(r"^(eval|exec|compile|__import__|builtins\.\w+)$") == []


@pytest.mark.slow
def test_nothing_reads_xml_or_pickles():
    """Our own cache writes one, to compare it with what lies there."""
    found = used(r"^(pickle|marshal|shelve|yaml|dill|xml\b|lxml|defusedxml|jsonpickle)")
    assert [one for one in found if not one.endswith((" pickle", " pickle.dumps"))] == []


@pytest.mark.slow
def test_the_site_asks_no_other():
    """Mail, PostgreSQL and Redis are where the environment says, and nobody else is asked."""
    others = r"^(urllib\.request|urllib3|requests|httpx|aiohttp|http\.client|ftplib|telnetlib|smtplib)\b"
    assert used(others) == []


@pytest.mark.slow
def test_nothing_takes_a_file():
    assert used(r"(FileField|ImageField|FilePathField|FileInput)$") == []
    assert [path for path in SERVED if "request.FILES" in path.read_text(encoding="utf-8")] == []
    forms = [path for path in (ROOT / "templates").rglob("*.html") if "multipart" in path.read_text("utf-8")]
    assert forms == []


@pytest.mark.slow
def test_no_weak_hash_is_used():
    assert used(r"\b(md5|sha1|MD5|SHA1|DES|RC4)\b", SOURCES) == []


@pytest.mark.slow
def test_no_query_is_written_around_a_text():
    """Values are never part of a statement: what is put together holds names of our own and placeholders."""
    assert used(r"\.(raw|extra)$") == []
    put_together = {
        str(path.relative_to(ROOT))
        for path in SERVED
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith((".execute", ".executemany", "RawSQL"))
        and not isinstance(node.args[0], ast.Constant)
    }
    looked_through = {
        "lobby/services/sql.py", "games/rounds/reading.py", "games/live/heads.py",
        "games/people/standings.py", "accounts/models/worded.py",
    }  # fmt: skip
    assert put_together <= looked_through, "look through it, then name it here"


def patterns():
    for text in (path.read_text(encoding="utf-8") for path in SOURCES):
        for node in ast.walk(ast.parse(text)) if "re." in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value


LONG = 10_000
ANYWAY = "a0 _-<é\n"
IN_VAIN = "!\x00"  # what ends a long run such that nothing fits


def texts_against(pattern):
    """Ten thousand characters of whatever the pattern itself speaks of, alone and by twos, and then what it
    cannot want: what takes quadratic time takes seconds of it."""
    letters = sorted({letter for letter in pattern if letter not in r"\^$.|?*+()[]{}"} | set(ANYWAY))
    for number, letter in enumerate(letters):
        yield letter * LONG + IN_VAIN
        yield IN_VAIN + letter * LONG
        yield (letter + letters[(number * 7 + 3) % len(letters)]) * (LONG // 2) + IN_VAIN


def work_of(ask, text):
    """Tried again where chance made it longer."""
    spent = []
    while len(spent) < 4 and min(spent, default=1) >= 0.05:
        began = time.process_time()
        ask(text)
        spent.append(time.process_time() - began)
    return min(spent)


@pytest.mark.slow
@pytest.mark.parametrize("pattern", sorted(set(patterns())))
def test_no_pattern_takes_long(pattern):
    """T32"""
    compiled = re.compile(pattern)
    for text in texts_against(pattern):
        for ask in (compiled.search, compiled.fullmatch, lambda text: compiled.sub("", text)):
            assert work_of(ask, text) < 0.05, text[:10]


@pytest.mark.slow
def test_a_slow_pattern_would_be_seen():
    """One that only takes the square of the time, too."""
    slow = re.compile(r"a+!!")
    assert any(work_of(slow.search, text) > 0.05 for text in texts_against("a"))


# --- what goes to browsers --------------------------------------------------------------------

PAGES = [*(ROOT / "templates").rglob("*.html"), *ROOT.glob("games/*/templates/**/*.html")]
SCRIPTS = [*ROOT.glob("static/js/**/*.js"), *ROOT.glob("games/*/static/**/*.js")]
SHEETS = [*ROOT.glob("static/css/**/*.css"), *ROOT.glob("games/*/static/**/*.css")]


def test_a_page_asks_nobody_else():
    """No picture, font, script or style of another site."""
    assert PAGES and SCRIPTS and SHEETS
    for path in (*PAGES, *SCRIPTS, *SHEETS):
        text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"""(src|href|url|import|fetch)\W{1,3}(https?:)?//""", text), path


STAYS = {  # in a browser after the page
    "sound.js": r"\((MUTED|VOLUME)\b",  # whether sounds are on, and how loud
    "seen.js": r'\("table-muted"',
    "signals.js": r"\(CHOICE\b",  # whether one wants to be called
    "peel.js": r"\(OPENED\b",  # how many cards of the round are seen, as long as the tab is open
    "home_screen.js": r'\("language"',  # what the page for when there is no network speaks
    "offline.js": r'\("language"',
}


def test_scripts_keep_nothing_of_anybody():
    keep = re.compile(r"(?:localStorage|sessionStorage|indexedDB|document\.cookie|caches)\b.*")
    kept = {(path.name, said) for path in SCRIPTS for said in keep.findall(path.read_text("utf-8"))}
    assert {name for name, _said in kept} == set(STAYS)
    assert [(name, said) for name, said in kept if not re.search(STAYS[name], said)] == []
