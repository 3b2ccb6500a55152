"""Sentences and their translations, without the gettext tools: any machine with Python can do it.

`messages` collects what templates and code say into locale/*/LC_MESSAGES/django.po, `--compile` makes
the .mo files where they are older, `--check` fails where a sentence is missing, unused or fuzzy.

The first of LOCALE_PATHS is the house's. Each other one lies in the folder of a game that brings its own
translations: there stands what this folder says, but for what the house says too.
"""

import ast
import os
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import django
import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import to_locale
from django.utils.translation.reloader import translation_file_changed
from django.utils.translation.template import templatize

SPOKEN = "en"  # by code and templates themselves
SOURCES = {"accounts": ("py", "html"), "lobby": ("py", "html"), "games": ("py", "html"), "config": ("py",),
           "templates": ("html", "txt")}  # fmt: skip
STRING = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
FUNCTION = re.compile(r"_|n?p?gettext(?:_lazy|_noop)?")
Key = tuple[str | None, str]  # the context of a sentence, and the sentence
CALL = re.compile(rf"\b({FUNCTION.pattern})\(\s*{STRING}(?:\s*,\s*{STRING})?(?:\s*,\s*{STRING})?")


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
            for line in update_catalogues():
                self.stdout.write(line)


def languages() -> list[str]:
    return [to_locale(code) for code, _name in settings.LANGUAGES if code != SPOKEN]


def homes() -> tuple[Path, list[Path]]:
    """Where the catalogues of the house are, and those of each game that has its own."""
    house, *games = map(Path, settings.LOCALE_PATHS)
    return house, games


def catalogue(home: Path, language: str) -> Path:
    return home / language / "LC_MESSAGES" / "django.po"


def compile_catalogues() -> None:
    house, games = homes()
    for home, language in product((house, *games), languages()):
        source = catalogue(home, language)
        target = source.with_suffix(".mo")
        if source.exists() and (not target.exists() or target.stat().st_mtime < source.stat().st_mtime):
            made = target.with_suffix(f".{os.getpid()}")  # whole from its first moment, whoever reads it
            polib.pofile(str(source)).save_as_mofile(str(made))
            made.replace(target)
        # Django has read the words before, and looked in vain: perhaps another process has just made them.
        translation_file_changed(None, target)


def find_faults() -> Iterator[str]:
    for home, entries in sentences():
        said = {key(entry): entry for entry in entries}
        for language in languages():
            yield from faults_of(language, said, catalogue(home, language))


def faults_of(language: str, said: dict[Key, polib.POEntry], path: Path) -> Iterator[str]:
    known = {key(entry): entry for entry in polib.pofile(str(path))} if path.exists() else {}
    for missing in sorted(said.keys() - known.keys(), key=str):
        yield f"{language}: not in the catalogue: {missing[1]!r} ({said[missing].occurrences[0][0]})"
    for unused in sorted(known.keys() - said.keys(), key=str):
        yield f"{language}: no longer said: {unused[1]!r}"
    for entry in known.values():
        if entry.fuzzy or not entry.translated():
            yield f"{language}: {'fuzzy' if entry.fuzzy else 'not translated'}: {entry.msgid!r}"
        elif any(marks(entry.msgid) != marks(text) for text in translations(entry)):
            yield f"{language}: other placeholders: {entry.msgid!r}"


def key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid


def translations(entry: polib.POEntry) -> list[str]:
    """Each of its plural forms, where it has any. The one for a single thing may leave the number out."""
    forms = [text for _form, text in sorted(entry.msgstr_plural.items())]
    return forms[-1:] or [entry.msgstr]


def marks(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[sd]", text))


def update_catalogues() -> Iterator[str]:
    """New sentences come in untranslated, those no longer said go; translations stay."""
    house, _games = homes()
    for home, said in sentences():
        owner = "" if home == house else f" of {home.parent.name}"
        for language in languages():
            entries = update_catalogue(catalogue(home, language), language, said)
            to_do = len(entries.untranslated_entries())
            yield f"{language}: {len(entries)} sentences{owner}, {to_do} to translate"


def update_catalogue(path: Path, language: str, said: polib.POFile) -> polib.POFile:
    """In the order of what is said, whatever it was before."""
    order = {key(entry): place for place, entry in enumerate(said)}
    entries = polib.pofile(str(path), wrapwidth=100) if path.exists() else new_catalogue(language)
    forms = range(int(entries.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0]))
    for entry in said:
        entry.msgstr_plural = dict.fromkeys(forms, "") if entry.msgid_plural else {}
    entries.merge(said)
    entries[:] = sorted((one for one in entries if key(one) in order), key=lambda one: order[key(one)])
    path.parent.mkdir(parents=True, exist_ok=True)
    entries.save(str(path))
    return entries


def new_catalogue(language: str) -> polib.POFile:
    """With the plural forms that Django knows of that language."""
    theirs = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES" / "django.po"
    made = polib.POFile(wrapwidth=100)
    made.metadata = {
        "Project-Id-Version": "chieubai",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": polib.pofile(str(theirs)).metadata["Plural-Forms"],
    }
    return made


# --- collecting -------------------------------------------------------------------------------


def sentences() -> Iterator[tuple[Path, polib.POFile]]:
    """What is said where: for each home of catalogues, what stands in them."""
    house, games = homes()
    base, folders = Path(settings.BASE_DIR), {home.parent for home in games}
    ours = collect(base, (path for path in files(base) if folders.isdisjoint(path.parents)))
    yield house, ours
    known = {key(entry) for entry in ours}
    for home in games:
        said = collect(home.parent.parent, home.parent.rglob("*.*"))
        said[:] = (entry for entry in said if key(entry) not in known)
        yield home, said


def collect(base: Path, paths: Iterable[Path]) -> polib.POFile:
    """Everything that these files say through gettext, and in which of them."""
    found: dict[Key, polib.POEntry] = {}
    for path in sorted(path for path in paths if path.suffix in (".py", ".html", ".txt")):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(base).as_posix()
        for entry in said_in_python(text) if path.suffix == ".py" else said_in_template(text, name):
            known = found.setdefault(key(entry), entry)
            known.msgid_plural = known.msgid_plural or entry.msgid_plural
            if (name, "") not in known.occurrences:
                known.occurrences.append((name, ""))
    said = polib.POFile()
    said.extend(sorted(found.values(), key=lambda one: (one.occurrences[0], str(key(one)))))
    return said


def files(base: Path) -> Iterator[Path]:
    for folder, suffixes in SOURCES.items():
        for suffix in suffixes:
            yield from (p for p in (base / folder).rglob(f"*.{suffix}") if "migrations" not in p.parts)


def said_in_python(text: str) -> Iterator[polib.POEntry]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if FUNCTION.fullmatch(name):
                yield from entry_of(name, map(literal, node.args))


def literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def said_in_template(text: str, name: str) -> Iterator[polib.POEntry]:
    for match in CALL.finditer(templatize(text, origin=name)):
        function, *strings = match.groups()
        yield from entry_of(function, (ast.literal_eval(s) for s in strings if s is not None))


def entry_of(function: str, arguments: Iterable[str | None]) -> Iterator[polib.POEntry]:
    words = list(arguments)
    context = words.pop(0) if "pgettext" in function and words else None
    if words and words[0] is not None:
        plural = words[1] if function.startswith("n") and len(words) > 1 else None
        flags = ["python-format"] if "%(" in words[0] else []
        yield polib.POEntry(msgctxt=context, msgid=words[0], msgid_plural=plural or "", flags=flags)
