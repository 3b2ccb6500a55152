"""The sentences of a fresh copy, whose catalogues are only made as the server starts."""

import shutil

import polib
import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from games.management.commands import messages


@pytest.mark.slow
def test_a_server_that_has_just_made_its_catalogues_speaks_them(tmp_path, settings):
    """Django reads them as its apps are loaded, before any command can make them."""
    shutil.copytree(settings.LOCALE_PATHS[0], tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    with translation.override("vi"):
        assert translation.gettext("Create room") == "Create room"
    messages.compile_catalogues()
    with translation.override("vi"):
        assert translation.gettext("Create room") == "Tạo phòng"


@pytest.mark.slow
def test_so_does_one_that_started_while_another_made_them(tmp_path, settings):
    """Two servers of one fresh copy: the first makes the catalogues after the second has looked for them."""
    shutil.copytree(settings.LOCALE_PATHS[0], tmp_path / "locale")
    whole = messages.catalogue(tmp_path / "locale", "vi").with_suffix(".mo")
    aside = whole.rename(tmp_path / "aside.mo")
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    with translation.override("vi"):
        assert translation.gettext("Create room") == "Create room"
    aside.rename(whole)
    messages.compile_catalogues()
    with translation.override("vi"):
        assert translation.gettext("Create room") == "Tạo phòng"


@pytest.mark.slow
def test_to_collect_again_changes_nothing(tmp_path, settings):
    """Wherever sentences stood before, as two people's changes may have left them."""
    shutil.copytree(settings.LOCALE_PATHS[0], tmp_path / "locale")
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    paths = [messages.catalogue(tmp_path / "locale", language) for language in messages.languages()]
    list(messages.update_catalogues())
    once = [path.read_bytes() for path in paths]
    entries = polib.pofile(str(paths[0]), wrapwidth=100)
    entries.reverse()
    entries.save()
    list(messages.update_catalogues())
    assert [path.read_bytes() for path in paths] == once


@pytest.mark.slow
def test_a_game_may_bring_its_own_translations(tmp_path, settings):
    """In its folder, and of the house's catalogues none says what only the game does."""
    house, game = tmp_path / "locale", tmp_path / "tien_len"
    settings.LANGUAGES = [("en", "English"), ("cs", "Čeština")]
    settings.LOCALE_PATHS = [house, game / "locale"]
    (game / "templates").mkdir(parents=True)
    (game / "words.py").write_text('WORDS = _("Thirteen cards"), _("Create room")')
    (game / "templates" / "_head.html").write_text('{% translate "The three of spades begins" %}')
    with pytest.raises(CommandError, match="cs: not in the catalogue: 'Thirteen cards'"):
        call_command("messages", "--check")
    list(messages.update_catalogues())
    path = messages.catalogue(game / "locale", "cs")
    made = polib.pofile(str(path))
    assert [entry.msgid for entry in made] == ["The three of spades begins", "Thirteen cards"]
    assert made[1].occurrences == [("tien_len/words.py", "")]
    assert polib.pofile(str(messages.catalogue(house, "cs"))).find("Thirteen cards") is None
    made[1].msgstr = "Třináct karet"
    made.save()
    messages.compile_catalogues()
    assert polib.mofile(str(path.with_suffix(".mo"))).find("Thirteen cards").msgstr == "Třináct karet"


def test_a_sentence_in_the_argument_of_a_filter_is_one_too():
    said = """{% if cause %}{{ cause|default:_("unknown") }}{% else %}{% translate "void" %}{% endif %}"""
    assert [entry.msgid for entry in messages.said_in_template(said, "deal.html")] == ["unknown", "void"]


@pytest.mark.slow
def test_a_new_language_is_one_line_of_the_settings(tmp_path, settings):
    """Its plural forms are those that Django knows; what is translated stays when sentences are collected."""
    settings.LANGUAGES, settings.LOCALE_PATHS = [("en", "English"), ("cs", "Čeština")], [tmp_path / "locale"]
    assert [line.split(":")[0] for line in messages.update_catalogues()] == ["cs"]
    path = str(messages.catalogue(tmp_path / "locale", "cs"))
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
