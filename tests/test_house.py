"""The plan of the house: which way imports may point, and what no file may hold."""

import ast
import re
from itertools import accumulate
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib import admin

from games import registry
from games.table.round_zones import ICON
from tests.files import ROOT, file_name, scripts, stylesheets, templates

APPS = ("accounts", "lobby", "games", "config")
GAMES = ("xidach", "bigtwo", "rummy", "niuniu")

# What a part may import of the house, beside itself. First match wins.
ARROWS = [
    # a game → page → core
    ("games.core", ()),
    ("games.page", ("games.core",)),
    *[(f"games.{game}.{module}", ("games.core", "games.page"))
      for game in GAMES for module in ("game", "page", "words", "marks", "best", "book",
                                         "worked")],
    *[(f"games.{game}", ("games.core",)) for game in GAMES],
    ("games.registry", ("games.core", "games.page")),
    # what happened, for good
    ("games.rounds.terms", ("games.core", "games.page", "games.books", "games.registry", "lobby.catalogue",
                            "lobby.refusals")),
    ("games.rounds.clock", ()),
    ("games.rounds.facts", ("games.core", "games.page.zones", "lobby.facts", "accounts.blocks.quiet")),
    ("games.rounds.models", ("lobby.models", "lobby.site_clock")),
    ("games.rounds.finder", ("accounts.back_office.search", "accounts.keys", "accounts.models")),
    ("games.rounds.services", ("games.core", "games.registry", "games.people.standings", "accounts.acts",
                               "accounts.models", "accounts.notices",
                               "lobby.facts", "lobby.models", "lobby.refusals", "lobby.services",
                               "lobby.site_clock", "lobby.words")),
    ("games.rounds", ("games.core", "games.registry", "lobby.facts", "lobby.models", "lobby.site_clock")),
    # who won what
    ("games.people.models", ()),
    ("games.people.standings", ("games.rounds.models",)),
    ("games.people.admin", ("accounts.back_office", "accounts.models", "accounts.requests", "lobby.admin",
                            "lobby.catalogue")),
    ("games.people.overview", ("accounts.back_office.front_page",)),
    ("games.people.suspicions", ("games.registry", "games.rounds.models", "accounts.acts", "accounts.models",
                                 "accounts.back_office.front_page", "accounts.retention",
                                 "accounts.whereabouts.finding")),
    ("games.people.views", ("lobby.catalogue", "accounts.models", "accounts.pages", "accounts.requests")),
    ("games.people", ("games.registry", "games.rounds.models", "lobby.catalogue", "lobby.models",
                      "accounts.models")),
    # pages of a table ask the table; its zones ask nobody
    ("games.table.practice", ("games.live", "lobby.catalogue", "lobby.refusals", "lobby.services",
                              "accounts.limits", "accounts.requests", "accounts.services")),
    *[(f"games.table.{module}", ("games.core", "games.archive.views", "games.live", "lobby.invitations",
                                 "lobby.models", "lobby.refusals", "lobby.services", "lobby.site_clock",
                                 "lobby.wire", "accounts.models", "accounts.notices", "accounts.paces",
                                 "accounts.requests"))
      for module in ("entry", "views", "without_socket")],
    ("games.table", ("games.core", "games.page.zones", "games.registry", "games.rounds.facts",
                     "lobby.facts", "accounts.blocks.quiet")),
    ("games.live.models", ()),
    ("games.live", ("games.core", "games.page.zones", "games.registry", "games.rounds", "games.table",
                    "lobby.facts", "lobby.live_list", "lobby.models", "lobby.refusals",
                    "lobby.services", "lobby.signals", "lobby.site_clock", "lobby.wire", "lobby.words",
                    "accounts.logins",
                    "accounts.blocks.quiet", "accounts.closing", "accounts.models", "accounts.paces",
                    "accounts.retention", "accounts.sanctions", "accounts.signals",
                    "accounts.whereabouts.noting")),
    ("games.archive.views", ("games.rounds", "games.table.entry", "games.live.viewing", "lobby.catalogue",
                             "lobby.models", "accounts.pages", "accounts.requests")),
    ("games.archive.export", ("games.core", "games.rounds", "accounts.export", "accounts.models",
                              "accounts.walks")),
    ("games.archive.evidence", ("games.core", "games.rounds", "games.table", "games.templatetags.cards",
                                "games.live.live_round", "games.live.viewing", "lobby.catalogue",
                                "accounts.models", "accounts.reports.evidence")),
    ("games.archive.overview", ("games.registry", "games.rounds.models",
                                  "accounts.back_office.front_page")),
    ("games.archive.looks", ("games.rounds.models", "accounts.acts", "accounts.models")),
    ("games.archive", ("games.core", "games.page.zones", "games.rounds", "games.table",
                       "games.live.live_round", "lobby.facts", "lobby.models", "accounts.models")),
    ("games.books.views", ("lobby.catalogue", "accounts.requests")),
    ("games.books", ("games.core", "games.page", "games.registry")),
    # what Django and the lobby are told
    ("games.templatetags", ("games.core", "games.books", "games.table", "lobby.catalogue")),
    ("games.models", ("games.live.models", "games.people.models", "games.rounds.models")),
    ("games.admin", ("games.archive.looks", "games.people.admin", "games.people.models", "games.rounds",
                     "lobby.admin", "lobby.catalogue", "accounts.back_office", "accounts.models",
                     "accounts.requests")),
    ("games.urls", ("games.archive.views", "games.books.views", "games.people.views", "games.table")),
    ("games.apps", ("games.archive.evidence", "games.archive.export", "games.archive.overview",
                    "accounts.back_office", "games.live.daily", "games.live.leftovers", "games.live.news",
                    "games.people.overview", "games.people.suspicions", "games.registry",
                    "games.rounds", "lobby.catalogue", "lobby.rounds", "accounts.closing", "accounts.export",
                    "accounts.groups", "accounts.notices", "accounts.passwords", "accounts.seals",
                    "accounts.reports.evidence", "accounts.reports.takers")),
    ("games.management", ("games.core", "games.live", "games.people.suspicions", "games.people.standings",
                          "games.registry", "games.rounds", "lobby.catalogue", "lobby.models",
                          "lobby.refusals", "lobby.services", "accounts.logins", "accounts.models",
                          "config.asgi", "config.server")),
    ("games", ()),
    ("lobby.catalogue", ("lobby.refusals",)),
    ("lobby.facts", ("lobby.models",)),
    ("lobby.rounds", ("lobby.models",)),
    ("lobby.models", ("accounts.blocks.quiet",)),
    ("lobby.wire", ("lobby.refusals", "accounts.blocks.quiet", "accounts.limits", "accounts.logins",
                    "accounts.middleware", "accounts.models", "accounts.notices", "accounts.paces",
                    "accounts.whereabouts.noting")),
    ("lobby.words", ("lobby.catalogue", "lobby.models", "lobby.refusals", "lobby.wire.frames")),
    ("lobby.services", ("lobby.catalogue", "lobby.facts", "lobby.models", "lobby.refusals", "lobby.rounds",
                        "lobby.signals", "lobby.words", "accounts.acts", "accounts.blocks.quiet",
                        "accounts.limits", "accounts.models", "accounts.names", "accounts.notices",
                        "accounts.signals", "accounts.walks")),
    ("lobby.listing", ("lobby.catalogue", "lobby.facts", "lobby.models")),
    ("lobby.live_list", ("lobby.listing", "lobby.models", "lobby.signals", "lobby.wire")),
    ("lobby.consumers", ("lobby.listing", "lobby.live_list", "lobby.refusals", "lobby.wire")),
    ("lobby.forms", ("lobby.catalogue", "lobby.models", "lobby.refusals", "lobby.services", "lobby.words")),
    ("lobby.sitting", ("lobby.forms", "accounts.forms", "accounts.models", "accounts.services")),
    ("lobby.invitations", ("lobby.catalogue", "lobby.facts", "lobby.forms", "lobby.models", "lobby.refusals",
                           "lobby.services", "lobby.sitting", "accounts.limits", "accounts.models",
                           "accounts.requests", "accounts.services")),
    ("lobby.views", ("lobby.catalogue", "lobby.forms", "lobby.listing", "lobby.models", "lobby.refusals",
                     "lobby.rounds", "lobby.services", "accounts.limits", "accounts.pages",
                     "accounts.requests", "accounts.blocks.quiet")),
    ("lobby.urls", ("lobby.invitations", "lobby.views")),
    ("lobby.export", ("lobby.models", "accounts.export", "accounts.models", "accounts.walks")),
    ("lobby.finder", ("lobby.models", "accounts.back_office.search", "accounts.models")),
    ("lobby.overview", ("lobby.models", "accounts.back_office.front_page")),
    ("lobby.apps", ("lobby.evidence", "lobby.export", "lobby.finder", "lobby.overview",
                    "accounts.back_office",
                    "lobby.services.erasing", "lobby.services.moderation",
                    "accounts.closing", "accounts.export", "accounts.groups", "accounts.notices",
                    "accounts.reports.evidence")),
    ("lobby.admin", ("lobby.catalogue", "lobby.models", "lobby.services", "accounts.back_office",
                     "accounts.keys", "accounts.models", "accounts.requests")),
    ("lobby.evidence", ("lobby.models", "lobby.services", "accounts.models", "accounts.reports.evidence")),
    ("lobby", ()),
    ("accounts.models", ("accounts.names", "accounts.retention")),
    ("accounts.signals", ("accounts.models",)),
    ("accounts.acts", ("accounts.models",)),
    ("accounts.keys", ()),
    ("accounts.walks", ()),
    ("accounts.indexes", ()),
    ("accounts.turns", ()),
    ("accounts.erasing", ("accounts.models",)),
    ("accounts.notices", ("accounts.models", "accounts.signals")),
    ("accounts.sanctions", ("accounts.acts", "accounts.logins", "accounts.models", "accounts.notices",
                            "accounts.signals")),
    ("accounts.groups", ()),
    ("accounts.appeals", ("accounts.acts", "accounts.models", "accounts.sanctions")),
    ("accounts.services", ("accounts.models", "accounts.signals")),
    ("accounts.back_office", ("accounts.keys", "accounts.models", "accounts.whereabouts")),
    ("accounts.requests", ("accounts.models",)),
    ("accounts.blocks.views", ("accounts.limits", "accounts.models", "accounts.requests", "accounts.views")),
    ("accounts.blocks", ("accounts.models", "accounts.signals")),
    ("accounts.pages", ("accounts.requests",)),
    ("accounts.limits", ()),
    ("accounts.paces", ()),
    ("accounts.whereabouts", ("accounts.acts", "accounts.limits", "accounts.models")),
    ("accounts.rates", ()),
    ("accounts.idle", ("accounts.models",)),
    ("accounts.proofs", ()),
    ("accounts.seals", ()),
    ("accounts.passwords", ("accounts.names",)),
    ("accounts.middleware", ("accounts.limits", "accounts.paces")),
    ("accounts.context", ("accounts.models", "accounts.notices")),
    ("accounts.export", ("accounts.models", "accounts.turns", "accounts.walks")),
    ("accounts.closing", ("accounts.logins", "accounts.models", "accounts.retention", "accounts.signals")),
    ("accounts.own_data", ("accounts.closing", "accounts.export", "accounts.forms", "accounts.limits",
                           "accounts.proofs", "accounts.requests", "accounts.retention",
                           "accounts.turns")),
    ("accounts.forms", ("accounts.models", "accounts.names", "accounts.naming", "accounts.services")),
    ("accounts.views", ("accounts.context", "accounts.forms", "accounts.keys", "accounts.limits",
                        "accounts.notices", "accounts.pages", "accounts.requests", "accounts.services")),
    ("accounts.urls", ("accounts.appeals", "accounts.own_data", "accounts.views")),
    ("accounts.adapter", ("accounts.appeals", "accounts.limits", "accounts.models", "accounts.names",
                          "accounts.sanctions")),
    ("accounts.reports", ("accounts.acts", "accounts.back_office", "accounts.erasing", "accounts.limits",
                          "accounts.models",
                          "accounts.names", "accounts.notices", "accounts.pages", "accounts.requests")),
    ("accounts.admin", ("accounts.appeals", "accounts.back_office", "accounts.forms", "accounts.models",
                        "accounts.names", "accounts.reports", "accounts.sanctions", "accounts.whereabouts")),
    ("accounts.papers", ("accounts.requests", "accounts.retention")),
    ("accounts.apps", ("accounts.erasing", "accounts.groups", "accounts.idle", "accounts.logins",
                       "accounts.seals", "accounts.signals")),
    ("accounts", ()),
    ("config", ("accounts.papers", "accounts.rates", "accounts.reports.urls", "accounts.requests",
                "games.live.consumers", "games.live.ticker", "lobby.consumers", "lobby.wire")),
]  # fmt: skip
# Nobody past the hub and the services holds a round's state: these may not reach into live or services.
TABLE_PAGES = ("games.table.entry", "games.table.practice", "games.table.views", "games.table.without_socket")
NEVER = {
    "games.table": ("games.live", "games.rounds.services", "games.rounds.reading"),
    "games.core": ("django",),
    "games.page": ("django",),
}


def modules():
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_within(name, package):
    return name == package or name.startswith(package.rstrip(".") + ".")


def own_package(module):
    """The module's part of the house: an app, and of games one room of it."""
    return ".".join(module.split(".")[: 2 if module.startswith("games.") else 1])


@pytest.mark.parametrize(
    ("path", "module"), list(modules()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_arrows_point_one_way(path, module):
    allowed = next(may for part, may in ARROWS if module == part or module.startswith(part.rstrip(".") + "."))
    of_the_house = {name for name in imports(path) if name.split(".")[0] in APPS}
    targets = {name for name in of_the_house if (ROOT / Path(*name.split("."))).with_suffix(".py").exists()
               or (ROOT / Path(*name.split(".")) / "__init__.py").exists()}  # fmt: skip
    wrong = {
        name
        for name in targets
        if not is_within(name, own_package(module))
        and not any(is_within(name, may) or is_within(may, name) for may in allowed)
    }
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_chapters_of_a_game_know_nothing_of_its_page(game):
    """Words, book and best hand stand beside the page, and all of them on the chapters."""
    upper = {
        f"games.{game}.{module}" for module in ("page", "words", "marks", "best", "book", "worked", "game")
    }
    chapters = [
        (path, name) for path, name in modules() if is_within(name, f"games.{game}") and name not in upper
    ]
    assert len(chapters) > 5
    assert not {name: upper & set(imports(path)) for path, name in chapters if upper & set(imports(path))}


def test_between_view_and_template_everything_has_a_type():
    """`AnyGame` is where the list names games that nobody knows yet."""
    pages = [
        (path, name) for path, name in modules() if re.match(r"games\.(page|table|\w+\.(page|view)$)", name)
    ]
    said = {name for path, name in pages if re.search(r"\bAny\b", path.read_text(encoding="utf-8"))}
    assert len(pages) > 15 and said == {"games.page.game"}


@pytest.mark.slow
@pytest.mark.parametrize("part", NEVER)
def test_nobody_reaches_past_their_door(part):
    for path, module in modules():
        if is_within(module, part) and module not in TABLE_PAGES:
            for name in imports(path):
                assert not any(is_within(name, never) for never in NEVER[part]), (module, name)


# --- pages ------------------------------------------------------------------------------------

INLINE = re.compile(
    r"""\sstyle\s*=|\son[a-z]+\s*=\s*["']|<style|hx-on|javascript:|\|safe\b|mark_safe|hx-vals=.js:"""
)
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)")


@pytest.mark.parametrize("path", templates(), ids=file_name)
def test_templates_hold_no_inline_style_script_or_handler(path):
    text = path.read_text(encoding="utf-8")
    assert not INLINE.search(text)
    assert not INLINE_SCRIPT.search(text)


FIFTH = sorted((ROOT / "tests" / "fifth_game").rglob("*.html"))


def test_no_template_wears_a_word_that_frames_use(*, words=("data-same", "data-more", "data-out")):
    """A piece of the table with one of them would be left as it is, put elsewhere or taken away."""
    for path in [*templates(), *FIFTH]:
        text = path.read_text(encoding="utf-8")
        assert not [word for word in words if re.search(rf"{word}(?![\w-])", text)], file_name(path)


@pytest.mark.parametrize("path", [*templates(), *templates("*.txt"), *FIFTH], ids=file_name)
def test_no_template_line_is_longer_than_an_eye_follows(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 160] == []


RENDERED_ALREADY = {"games.table.zone"}  # what a template made, and escaped, with its indents taken out


def test_python_never_marks_text_as_safe():
    for path, module in modules():
        if module not in RENDERED_ALREADY:
            assert not re.search(r"mark_safe|SafeString|SafeText", path.read_text(encoding="utf-8")), module


sheets = pytest.mark.parametrize("sheet", stylesheets(), ids=file_name)


def css_of(sheet):
    """Without its comments."""
    return re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S).strip()


def selectors(css):
    """One by one, as they stand before a `{`."""
    for rule in re.findall(r"([^{};]+)\{", css):
        if not rule.strip().startswith("@"):
            yield from (one.strip() for one in re.split(r",(?![^()]*\))", rule))


LAYERS = "@layer base, zones, game;"


@sheets
def test_every_rule_stands_in_a_layer(sheet):
    """A game's word wins over the zones', and theirs over the ground of all pages, long selector or not."""
    opening, rules = css_of(sheet).removeprefix(LAYERS).strip().split(" {", 1)
    layer = "game" if "games" in sheet.relative_to(ROOT).parts else "(base|zones)"
    assert re.fullmatch(f"@layer {layer}", opening)
    depths = list(accumulate(1 if brace == "{" else -1 for brace in re.findall(r"[{}]", "{" + rules)))
    assert depths.index(0) == len(depths) - 1 and rules.endswith("}")


def test_the_layers_are_told_first():
    page = (ROOT / "templates" / "base.html").read_text(encoding="utf-8")
    assert re.findall(r"{% static '(css/[^']+)' %}", page)[0] == "css/tokens.css"
    assert css_of(ROOT / "static" / "css" / "tokens.css").startswith(LAYERS)


@sheets
def test_no_class_is_said_twice_to_win(sheet):
    """`.seats.seats` means `.seats`: who must win stands in a later layer, or later in the sheet."""
    compounds = [part for one in selectors(css_of(sheet)) for part in re.findall(r"[^\s>+~(),]+", one)]
    said = [re.findall(r"\.[a-zA-Z_][\w-]*|\[[^\]]*\]|#[\w-]+", part) for part in compounds]
    assert [part for part, names in zip(compounds, said, strict=True) if len(names) != len(set(names))] == []


SIZES_AND_KINDS = ("avatar-", "suit-", "toast-")  # a template or a filter writes the rest
OF_HTMX = {"htmx-request"}


@pytest.mark.slow
def test_no_class_is_styled_that_nothing_wears():
    """Every first visit pays for it."""
    code = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    django = [*Path(admin.__file__).parent.rglob("templates/**/*.html"), Path(admin.options.__file__)]
    files = [*templates(), *scripts(), *code, *django]  # the back office wears what Django gives it
    written = "".join(path.read_text(encoding="utf-8") for path in files)
    worn = set(re.findall(r"[\w-]+", written)) | OF_HTMX
    styled = {
        name
        for sheet in stylesheets()
        for one in selectors(css_of(sheet))
        for name in re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r'"[^"]*"', "", one))
    }
    assert sorted(name for name in styled - worn if not name.startswith(SIZES_AND_KINDS)) == []


# What `:has()` is asked. What the server knows of an element it says there, by a class or an attribute; asked
# is what only the browser knows, and what stands in another zone, which comes and goes by itself.
ASKED = {
    "a person or a script did it": """
        :checked | :focus-visible | :user-invalid | [name="visibility"][value="password"]:checked
        [data-seconds]:empty | .tray-put:not([hidden]) | .proposal[data-open] | > :not([hidden])
        > .hand-fact:not([hidden]) | [data-bye="closed"][data-now] | > :not(noscript, [hidden])""",
    "a zone that lies there, or may be pressed": """
        > .dock > .zone:not([hidden]) | > .zone:not([hidden]) | > .hand:not([hidden])
        > .actions:not([hidden]) | > .result:not([hidden]) | > .result.is-mine | > .result[data-moment]
        > :is(.hand, .result):not([hidden]) | > .hand.is-out
        ~ .dock > .zone:not([hidden]) | ~ .dock > .result:not([hidden]) | ~ .dock > .result
        ~ .dock > .result.is-mine | > .lobby-card[data-played] | > .centre:not(.lobby-card)
        > .lobby-card:not([data-played]) | > [data-unheard] | ~ .banner-info | .action-bet | #ask-count
        #draw-stock:enabled | #draw-discard:enabled | [data-needs-card]:enabled""",
    "one of many, which come and go one by one": """
        .room | .log-line | + .log > [data-kind="round_over"]
        + .log > :is([data-kind="opens"], [data-kind="leads"], [data-kind="played"]) | > [data-mine]
        > .seats > [data-mine] | + [data-mine] | + .seat + [data-mine] | [data-status="open"]
        .seat-act, .seat-points | [data-status="ngu_linh"]""",
    "the cards of a seat, a zone inside it": """
        [data-slot] | [data-slot], .seat-points, .seat-act | .seat-points
        .seat-points, .seat-stake | > .seat-cards:not([data-count="2"]) + .seat-points
        .pill | .pill, .seat-called""",
    "how much there is": """
        .card-badge""",
}


def asked_of(css):
    """What stands between the brackets of each `:has()`."""
    for begin in re.finditer(r":has\(", css):
        depths = list(accumulate({"(": 1, ")": -1}.get(letter, 0) for letter in css[begin.end() - 1 :]))
        yield css[begin.end() : begin.end() - 1 + depths.index(0)]


def test_what_stands_below_is_asked_seldom():
    """A browser styles anew what hangs on a `:has()` whenever anything in it changes."""
    asked = [one for sheet in stylesheets() for one in asked_of(css_of(sheet))]
    known = {
        one.strip() for lines in ASKED.values() for line in lines.splitlines() for one in line.split("|")
    }
    assert set(asked) - known == set()
    assert len(asked) <= 76


BREAKPOINTS = {640, 760, 840, 1100, 1300}  # tokens.css says what they are called


def test_pages_are_laid_otherwise_at_five_breakpoints():
    """In style sheets and scripts: `min-width: 640px`, and `max-width: 639px` for the other side of it."""
    written = [path.read_text(encoding="utf-8") for path in scripts()] + [
        css_of(sheet) for sheet in stylesheets()
    ]
    asked = [query for text in written for query in re.findall(r"@media[^{]*|matchMedia\([^)]*\)", text)]
    sizes = [size for query in asked for size in re.findall(r"[^(\"]*(?:width|height)[^)]*", query)]
    assert len(sizes) > 100
    for size in sizes:
        side, number = re.fullmatch(r"(min|max)-(?:width|height): (\d+)px", size).groups()
        assert int(number) + (side == "max") in BREAKPOINTS, size


def test_every_breakpoint_has_a_name():
    tokens = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    assert {int(number) for number in re.findall(r"^ +(\d+) +\w+: ", tokens, flags=re.M)} == BREAKPOINTS


RAW_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(")


TYPED_PICTURE = re.compile(
    "[\u2300-\u23ff\u2600-\u2604\u2606-\u265f\u2668-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]"
)


def test_pictures_are_drawn_not_typed():
    """Where no such font is installed a typed one is an empty box. Suits, and a joker's star, are words."""
    code = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    catalogues = [path for home in settings.LOCALE_PATHS for path in Path(home).glob("*/LC_MESSAGES/*.po")]
    files = [*templates(), *templates("*.txt"), *FIFTH, *scripts(), *stylesheets(), *code, *catalogues]
    assert len(catalogues) >= 2
    typed = {file_name(path): TYPED_PICTURE.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {path: found for path, found in typed.items() if found} == {}


@pytest.mark.slow
@pytest.mark.parametrize("path", stylesheets(), ids=file_name)
def test_only_the_tokens_hold_raw_colours(path):
    if path.name not in ("tokens.css", "dark.css"):
        rules = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        declarations = "\n".join(re.findall(r"\{([^{}]*)\}", rules))
        assert not RAW_COLOUR.findall(re.sub(r"url\([^)]*\)", "", declarations))


def test_every_module_is_type_checked():
    assert "ignore_errors" not in (ROOT / "pyproject.toml").read_text()
    for path, module in modules():
        assert "# mypy: ignore" not in path.read_text(encoding="utf-8"), module


def test_locks_name_no_host():
    for name in ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock"):
        assert "://" not in (ROOT / name).read_text()


SUBJECT = re.compile(r"[>+~ ]\s*(?:\*|:[\w-]+\([^()]*\)|:[\w-]+)+$")
RULE = re.compile(r"([^{};]*:has\([^{};]*)\{")


@pytest.mark.parametrize("sheet", stylesheets(), ids=file_name)
def test_what_hangs_on_has_is_called_by_name(sheet):
    """With `:has(…) > *` a browser styles half the table again after every change in it: 2,000 elements."""
    css = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
    selectors = [part.strip() for rule in RULE.findall(css) for part in re.split(r",(?![^(]*\))", rule)]
    assert [one for one in selectors if SUBJECT.search(one)] == []


def test_the_sprite_holds_the_icons_that_are_used_and_no_others():
    """Every first visit pays for it."""
    sprite = (ROOT / "static" / "art" / "icons.svg").read_text(encoding="utf-8")
    held = set(re.findall(r'<symbol id="([^"]+)"', sprite))
    html = "".join(path.read_text(encoding="utf-8") for path in templates())
    used = set(re.findall(r'(?:_icon\.html" with name|\bicon)="([^"]+)"', html))
    for choice in re.findall(r"icons\.svg' %\}#(.*?)\"/>", html):
        used |= set(re.findall(r"(?:^|%\})([a-z-]+)(?:\{%|$)", choice))
    used |= {ICON, *(icon for game in registry.GAMES.values() for icon in game.icons.values())}
    assert used == held


# --- browsers ---------------------------------------------------------------------------------

# Younger than Safari 16.5, the oldest that should play: called only where a `?.` or an `in` has asked for it.
TOO_YOUNG = re.compile(
    r"\.(?:moveBefore|checkVisibility|showPopover|startViewTransition|difference|intersection|union|isSubsetOf)\("
    r"|\b(?:Object\.groupBy|Promise\.withResolvers|AbortSignal\.any|URL\.canParse)\("
)


@pytest.mark.parametrize("script", scripts(), ids=file_name)
def test_scripts_ask_before_they_use_what_is_young(script):
    assert TOO_YOUNG.findall(script.read_text(encoding="utf-8")) == []


def test_what_safari_calls_otherwise_is_said_twice():
    """Its own name of a property first; and `dvh` after the `vh` of an older one."""
    for sheet in stylesheets():
        css = sheet.read_text(encoding="utf-8")
        assert css.count("-webkit-user-select:") * 2 == css.count("user-select:"), sheet.name
        for line in re.finditer(r"(?<![-\w(])([a-z][\w-]*): [^;\n]*\ddvh", css):
            before = css[: line.start()].rpartition("{")[2]
            assert re.search(rf"{line[1]}: [^;]*\dvh", before), (sheet.name, line[0])
