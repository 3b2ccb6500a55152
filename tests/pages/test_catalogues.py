"""The sentences of a fresh copy, whose catalogues are only made as the server starts."""

import shutil

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
    assert [sentence.text for sentence in messages.said_in_template(said, "deal.html")] == ["unknown", "void"]
