"""Sentences and their translations, without the gettext tools: any machine with Python can do it.

`messages` collects what templates and code say into locale/*/LC_MESSAGES/django.po, `--compile` makes
the .mo files where they are older, `--check` fails where a sentence is missing, unused or fuzzy.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation.reloader import translation_file_changed
from django.utils.translation.template import templatize

FUNCTIONS = {"gettext", "gettext_lazy", "gettext_noop", "_", "pgettext", "pgettext_lazy"}
PLURALS = {"ngettext", "ngettext_lazy", "npgettext", "npgettext_lazy"}
SOURCES = ("accounts", "lobby", "games", "config")
CATALOGUES = {"vi": "nplurals=1; plural=0;", "zh_Hans": "nplurals=1; plural=0;"}
STRING = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
CALL = re.compile(rf"\b(n?p?gettext|_)\(\s*{STRING}(?:\s*,\s*{STRING})?(?:\s*,\s*{STRING})?")


class Sentence(NamedTuple):
    context: str | None
    text: str
    plural: str | None = None


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true")
        parser.add_argument("--compile", action="store_true", dest="build")

    def handle(self, *, check: bool, build: bool, **options: Any) -> None:
        if build:
            compile_catalogues()
        elif check:
            faults = list(find_faults())
            if faults:
                raise CommandError("Translations are not complete (make messages):\n  " + "\n  ".join(faults))
        else:
            update_catalogues()


def catalogue(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def compile_catalogues() -> None:
    for language in CATALOGUES:
        source = catalogue(language)
        target = source.with_suffix(".mo")
        if source.exists() and (not target.exists() or target.stat().st_mtime < source.stat().st_mtime):
            polib.pofile(str(source)).save_as_mofile(str(target))
            translation_file_changed(None, target)  # Django has read the words before: it looked in vain


def find_faults() -> Iterator[str]:
    said = {(s.context, s.text): where for s, where in collect().items()}
    for language in CATALOGUES:
        entries = {(e.msgctxt, e.msgid): e for e in polib.pofile(str(catalogue(language))) if not e.obsolete}
        for key in sorted(said.keys() - entries.keys(), key=str):
            yield f"{language}: not in the catalogue: {key[1]!r} ({said[key][0]})"
        for key in sorted(entries.keys() - said.keys(), key=str):
            yield f"{language}: no longer said: {key[1]!r}"
        for entry in entries.values():
            if entry.fuzzy or not entry.translated():
                yield f"{language}: {'fuzzy' if entry.fuzzy else 'not translated'}: {entry.msgid!r}"
            elif placeholders(entry.msgid) != placeholders(entry.msgstr or entry.msgstr_plural.get(0, "")):
                yield f"{language}: other placeholders: {entry.msgid!r}"


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[sd]", text))


def update_catalogues() -> None:
    """New sentences come in untranslated, those no longer said go; translations stay."""
    said = collect()
    for language, plural_forms in CATALOGUES.items():
        path = catalogue(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        old = {(e.msgctxt, e.msgid): e for e in polib.pofile(str(path))} if path.exists() else {}
        fresh = polib.POFile(wrapwidth=100)
        fresh.metadata = {
            "Project-Id-Version": "chieubai",
            "Language": language,
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Transfer-Encoding": "8bit",
            "Plural-Forms": plural_forms,
        }
        for sentence, where in sorted(said.items(), key=lambda item: (item[1][0], str(item[0]))):
            fresh.append(entry_for(sentence, where, old.get((sentence.context, sentence.text))))
        fresh.save(str(path))
        missing = sum(not entry.translated() for entry in fresh)
        print(f"{language}: {len(fresh)} sentences, {missing} to translate")


def entry_for(sentence: Sentence, where: list[str], old: polib.POEntry | None) -> polib.POEntry:
    entry = polib.POEntry(
        msgctxt=sentence.context, msgid=sentence.text, occurrences=[(file, "") for file in sorted(set(where))]
    )
    if sentence.plural is None:
        entry.msgstr = (old.msgstr or old.msgstr_plural.get(0, "")) if old else ""
    else:
        entry.msgid_plural = sentence.plural
        entry.msgstr_plural = {0: (old.msgstr_plural.get(0, "") or old.msgstr) if old else ""}
    if "%(" in sentence.text:
        entry.flags.append("python-format")
    return entry


# --- collecting -------------------------------------------------------------------------------


def collect() -> dict[Sentence, list[str]]:
    """Everything that is said through gettext, and in which files."""
    found: dict[Sentence, list[str]] = {}
    base = Path(settings.BASE_DIR)
    for path in sorted(files(base)):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(base).as_posix()
        for sentence in said_in_python(text) if path.suffix == ".py" else said_in_template(text, name):
            where = found.setdefault(sentence, [])
            where.append(name)
    with_plural = {(s.context, s.text) for s in found if s.plural is not None}
    return {s: w for s, w in found.items() if s.plural is not None or (s.context, s.text) not in with_plural}


def files(base: Path) -> Iterator[Path]:
    for app in SOURCES:
        yield from (p for p in (base / app).rglob("*.py") if "migrations" not in p.parts)
        yield from (base / app).rglob("*.html")
    for suffix in ("html", "txt"):
        yield from (base / "templates").rglob(f"*.{suffix}")


def said_in_python(text: str) -> Iterator[Sentence]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in FUNCTIONS | PLURALS:
                yield from sentence_of(name, [literal(argument) for argument in node.args])


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def said_in_template(text: str, name: str) -> Iterator[Sentence]:
    for match in CALL.finditer(templatize(text, origin=name)):
        function, *strings = match.groups()
        yield from sentence_of(function, [ast.literal_eval(s) for s in strings if s is not None])


def sentence_of(function: str, arguments: Iterable[str | None]) -> Iterator[Sentence]:
    words = list(arguments)
    context = words.pop(0) if "pgettext" in function and words else None
    if not words or words[0] is None:
        return
    counts = function in PLURALS or function in ("ngettext", "npgettext")
    yield Sentence(context, words[0], words[1] if counts and len(words) > 1 else None)
