"""The sentences of a fresh copy, whose catalogues are only made as the server starts."""

import shutil

import polib
from django.utils import translation

from games.management.commands import messages


def test_a_server_that_has_just_made_its_catalogues_speaks_them(tmp_path, settings):
    """Django reads them as its apps are loaded, before any command can make them."""
    shutil.copytree(settings.LOCALE_PATHS[0], tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    with translation.override("vi"):
        assert translation.gettext("Create room") == "Create room"
    messages.compile_catalogues()
    with translation.override("vi"):
        assert translation.gettext("Create room") == "Tạo phòng"


def test_a_sentence_in_the_argument_of_a_filter_is_one_too():
    said = """{% if cause %}{{ cause|default:_("unknown") }}{% else %}{% translate "void" %}{% endif %}"""
    assert [entry.msgid for entry in messages.said_in_template(said, "deal.html")] == ["unknown", "void"]


def test_a_new_language_is_one_line_of_the_settings(tmp_path, settings):
    """Its plural forms are those that Django knows; what is translated stays when sentences are collected."""
    settings.LANGUAGES, settings.LOCALE_PATHS = [("en", "English"), ("cs", "Čeština")], [tmp_path / "locale"]
    assert [line.split(":")[0] for line in messages.update_catalogues()] == ["cs"]
    path = str(messages.catalogue("cs"))
    made = polib.pofile(path)
    rooms = made.find("%(rooms)s room")
    assert sorted(rooms.msgstr_plural) == [0, 1, 2, 3]
    assert any("not translated" in fault for fault in messages.find_faults())
    made.find("Create room").msgstr = "Založit místnost"
    rooms.msgstr_plural = dict.fromkeys(range(4), "%(rooms)s místností")
    made.append(polib.POEntry(msgid="Said no more", msgstr="Už ne"))
    made.save(path)
    assert "cs: no longer said: 'Said no more'" in messages.find_faults()
    list(messages.update_catalogues())
    kept = polib.pofile(path)
    assert kept.find("Create room").msgstr == "Založit místnost" and kept.find("Said no more") is None
    assert kept.find("%(rooms)s room").msgstr_plural[3] == "%(rooms)s místností"
