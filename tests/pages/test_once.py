"""Tags that say the same every time are asked once in each language, and say what Django's own say."""

import pytest
from django.template import engines
from django.utils import translation

SAME = [
    '{% translate "Waiting" %}',
    '{% translate "Hit" context "main button" %}',
    '{% include "parts/_icon.html" with name="clock" only %}',
    "{% static 'art/icons.svg' %}",
]
OTHER = [
    ("{% translate word %}", {"word": "Waiting"}, {"word": "Ready"}),
    ('{% include "parts/_icon.html" with name=name only %}', {"name": "clock"}, {"name": "check"}),
    ('{% include "parts/_icon.html" with name="clock" %}', {"label": "a"}, {"label": "b"}),
    ("{% static path %}", {"path": "art/icons.svg"}, {"path": "art/cards.svg"}),
    ('{% translate "Waiting" as word %}{{ before }}{{ word }}', {"before": 1}, {"before": 2}),
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
