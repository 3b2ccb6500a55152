"""Tags that say the same every time are asked once in each language, and say what Django's own say."""

from decimal import Decimal
from functools import partial
from itertools import product

import polib
import pytest
from django.conf import settings
from django.template import Context, TemplateSyntaxError, engines
from django.utils import translation
from django.utils.safestring import SafeString

from games.templatetags import once
from games.templatetags.ways import way_here
from tests.files import ROOT

SAME = [
    '{% translate "Waiting" %}',
    '{% translate "Hit" context "main button" %}',
    '{% include "parts/_icon.html" with name="clock" only %}',
    "{% static 'art/icons.svg' %}",
    "{% url 'lobby' %}",
]
OTHER = [
    ("{% translate word %}", {"word": "Waiting"}, {"word": "Ready"}),
    ('{% include "parts/_icon.html" with name=name only %}', {"name": "clock"}, {"name": "check"}),
    ('{% include "parts/_icon.html" with name="clock" %}', {"label": "a"}, {"label": "b"}),
    ("{% static path %}", {"path": "art/icons.svg"}, {"path": "art/cards.svg"}),
    ('{% translate "Waiting" as word %}{{ before }}{{ word }}', {"before": 1}, {"before": 2}),
    ("{% url 'room' code %}", {"code": "ABCDEF"}, {"code": "ABCDEG"}),
    ("{% url name %}", {"name": "lobby"}, {"name": "leaderboard"}),
]


@pytest.mark.parametrize("text", SAME)
def test_what_is_always_the_same_is_asked_once_in_each_language(text, monkeypatch):
    template = engines["django"].from_string(text)
    node, asked = template.template.nodelist[0].node, []
    render = node.render
    monkeypatch.setattr(node, "render", lambda context: asked.append(render(context)) or asked[-1])
    said = {}
    for language in ("vi", "en", "vi", "zh-hans", "en"):
        with translation.override(language):
            said.setdefault(language, []).append(template.render({}))
    assert [one for once in said.values() for one in set(once)] == asked
    assert len(asked) == 3


@pytest.mark.parametrize(("text", "one", "two"), OTHER)
def test_what_is_told_something_says_it(text, one, two):
    template = engines["django"].from_string(text)
    assert template.render(one) != template.render(two)


@pytest.mark.parametrize(("name", "path"), [("lobby", "/lobby/"), ("nowhere", "")])
def test_a_link_with_a_name_is_asked_for_once_in_each_language(name, path, monkeypatch):
    template = engines["django"].from_string(f"{{% url '{name}' as link %}}<{{{{ link }}}}>")
    node, asked = template.template.nodelist[0].node, []
    render = node.render
    monkeypatch.setattr(node, "render", lambda context: asked.append(context) or render(context))
    for language in ("vi", "en", "vi"):
        with translation.override(language):
            assert template.render({}) == f"<{path}>"
    assert len(asked) == 2


BLOCKS = [
    "%}Won {{ points }}",
    "with points=points|default:'<none>' %}Won {{ points }}",
    "with name as who %}100% of {{ who }}: {{ missing }}",
    'context "main button" %}Hit',
    "trimmed %}\n  Won\n  {{ points }}\n",
    "count count=points %}{{ count }} card, face down{% plural %}{{ count }} cards, face down",
    'count count=points context "list" %}one of {{ name }}{% plural %}{{ count }} of {{ name }}',
    "count count=points asvar held %}{{ count }} card, face down{% plural %}{{ count }} cards, face down",
    "asvar held with name=name %}Remove {{ name }}",
]
TOLD = [{"name": name, "points": points} for name, points in product(("an", "<b>&", SafeString("<b>")),
        (0, 1, 2, -1, 1.0, Decimal(1), 1234, True))]  # fmt: skip


def said_by(tag, block, told):
    """What the tag says and what it leaves behind, escaped and not."""
    text = f"{{% {tag} {block}{{% end{tag} %}}|{{{{ held }}}}"
    template = engines["django"].from_string(text).template
    return template.render(Context(told)), template.render(Context(told, autoescape=False))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Plural value must be an integer")  # Python's, of 1.0
@pytest.mark.parametrize("language", [*dict(settings.LANGUAGES), None])
@pytest.mark.parametrize("block", BLOCKS)
def test_a_sentence_is_what_django_makes_of_it(block, language):
    """`blocktrans` is Django's own tag still."""
    with translation.override(language):
        for told in TOLD:
            assert said_by("blocktranslate", block, told) == said_by("blocktrans", block, told)


def test_a_sentence_that_was_translated_wrongly_is_said_in_the_language_it_was_written_in(monkeypatch):
    asked = []
    monkeypatch.setattr(once, "pgettext", lambda *given: asked.append(given) or "%(nobody)s %(")
    (said, _plain) = said_by("blocktranslate", "%}Won {{ points }}", {"points": 3})
    assert said == "Won 3|"
    assert asked


def test_how_many_there_are_must_be_a_number():
    counted = "count count=points %}{{ count }} card{% plural %}{{ count }} cards"
    for tag in ("blocktranslate", "blocktrans"):
        with pytest.raises(TemplateSyntaxError, match=r"argument to '\w+' tag must be a number"):
            said_by(tag, counted, {"points": "three"})


def test_a_sentence_is_asked_for_once_in_each_language_and_nobody_hears_of_whom(monkeypatch):
    heard = []
    for name in ("gettext", "pgettext", "ngettext", "npgettext"):
        ask = getattr(translation, name)
        monkeypatch.setattr(translation, name, lambda *given, ask=ask: heard.append(given) or ask(*given))
    once._said.cache_clear()
    once._counted.cache_clear()
    for told in TOLD:
        for language in ("vi", "en", "zh-hans"):
            with translation.override(language):
                for block in BLOCKS:
                    said_by("blocktranslate", block, told)
    assert len(heard) <= 3 * (len(BLOCKS) + 3)
    said = {word for given in heard for word in given}
    assert not said & {"an", "<b>&", "<b>", 1234, -1, 0}


PLURALS = [
    (entry.msgctxt, entry.msgid, entry.msgid_plural)
    for entry in polib.pofile(str(ROOT / "locale" / "vi" / "LC_MESSAGES" / "django.po"))
    if entry.msgid_plural
]
COUNTS = (*range(-3, 130), 1000, 1_000_001)


@pytest.mark.slow
@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_no_language_of_ours_has_more_than_one_and_many(language):
    """A language that has needs more forms in games/templatetags/once.py."""
    assert PLURALS
    with translation.override(language):
        for context, one, many in PLURALS:
            for count in COUNTS:
                ask = partial(translation.npgettext, context) if context else translation.ngettext
                assert once.npgettext(context or "", one, many, count) == ask(one, many, count)


def test_what_is_kept_is_bounded():
    assert 0 < once._said.cache_info().maxsize < 10_000
    assert 0 < once._counted.cache_info().maxsize < 10_000


# --- parts of a page that are drawn once ---------------------------------------------------------

ICON = '{% drawn "parts/_avatar.html" size avatar="cat-1" written state %}'
HOSTILE = ["<b>&", "100%", "%(state)s", "<!--.state-->", "' onload='", SafeString("is-online")]


@pytest.fixture
def drawings(monkeypatch):
    """What is drawn, and what it is told."""
    once._drawn.cache_clear()
    drawn, draw = [], once.render_to_string
    monkeypatch.setattr(once, "render_to_string", lambda *told: drawn.append(told) or draw(*told))
    yield drawn
    once._drawn.cache_clear()


def drawn_by(text, told):
    return engines["django"].from_string(text).render(told)


def test_a_part_is_drawn_once_for_what_it_is_told_and_hears_no_word_that_is_written_in(drawings):
    included = '{% include "parts/_avatar.html" with size=size avatar="cat-1" state=state only %}'
    for size, state, language in product(("small", "large"), ["", *HOSTILE], ("vi", "en")):
        with translation.override(language):
            told = {"size": size, "state": state}
            assert drawn_by(ICON, told) == drawn_by(included, told)
    assert len(drawings) == 8, "two sizes, two languages, with a word and without"
    assert not (set(HOSTILE) - {"<!--.state-->"}) & {
        str(word) for _template, told in drawings for word in told.values()
    }


def test_what_is_marked_as_safe_is_not_taken_for_what_is_not(drawings):
    names = '{% drawn "parts/_icon.html" name %}'
    told = [SafeString("<b>"), "<b>", SafeString("<b>")]
    drawn = [drawn_by(names, {"name": name}) for name in told]
    assert ["&lt;b&gt;" in html for html in drawn] == [False, True, False]
    assert len(drawings) == 2


def test_true_is_not_one(drawings):
    for name in (1, True, 1):
        assert f'#{name}"' in drawn_by('{% drawn "parts/_icon.html" name %}', {"name": name})


@pytest.mark.parametrize("given", ["name", '"parts/_icon.html" "x"', '"parts/_icon.html" written ="x"'])
def test_what_cannot_be_drawn_is_refused_before_anybody_sees_it(given):
    with pytest.raises(TemplateSyntaxError):
        engines["django"].from_string(f"{{% drawn {given} %}}")


def test_what_is_drawn_is_bounded():
    assert 0 < once._drawn.cache_info().maxsize < 10_000


WAYS = [
    ("/lobby/", "lobby"), ("/leaderboard/", "leaderboard"), ("/rules/xidach/", "rules"), ("/lobby", ""),
    ("/players/An B/", "me"), ("/players/An%20B/", ""), ("/players/An/", ""),
    ("/accounts/settings/", "settings"), ("/terms/", "terms"),
    ("/accounts/login/", "account_login"), ("/", ""), ("", ""), ("/players/<script>/", ""),
]  # fmt: skip


@pytest.mark.parametrize(("path", "way"), WAYS)
def test_bars_mark_the_way_that_leads_here(path, way):
    assert way_here(path, "/players/An%20B/") == way
    assert way_here(path, "") == ("" if way == "me" else way)
