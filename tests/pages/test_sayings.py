"""What is said with one tap: drawn pictures by their names, and phrases read in ones own language."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils.translation import override

from games.rounds.facts import ChatFacts
from games.table.args import Chat, ChatLine
from games.table.zone import Zone, html_of
from lobby import sayings
from lobby.services.chat import GREETINGS, letters_of
from lobby.words import CHAT_LENGTH, is_line
from tests.files import ROOT

LANGUAGES = [language for language, _name in settings.LANGUAGES]
CHAT = (ROOT / "static" / "css" / "zones" / "chat.css").read_text(encoding="utf-8")

LINES = [
    # a line                 the picture that it is
    (":laugh:",              "laugh"),
    (":crackers:",           "crackers"),
    ("\U0001f602",           "laugh"),
    ("\U0001f338",           "mai"),
    ("\U0001f9e7",           "mai"),
    ("\U0001f602\U0001f602", ""),
    ("hay :laugh:",          ""),
    (":unicorn:",            ""),
    ("laugh",                ""),
    (":",                    ""),
    ("::",                   ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "picture"), LINES)
def test_a_line_that_is_a_picture(line, picture):
    assert sayings.emote_of(line) == picture


def test_each_picture_is_seen_at_its_place():
    script = (ROOT / "static" / "art" / "make_faces.py").read_text(encoding="utf-8")
    drawn = re.search(r"^EMOTES = \(([^)]*)\)", script, re.M)[1].split(", ")
    places = dict(re.findall(r'\.emote\[data-emote="(\w+)"\] \{ --emote-at: (\d+); \}', CHAT))
    assert {name: drawn[int(at)] for name, at in places.items()} == {name: name for name in sayings.EMOTES}
    assert len(drawn) == len(places) == 12
    assert "/ 11 * 100%) 0 / 1200% 100%" in CHAT


def in_all_languages(sentence):
    said = {}
    for language in LANGUAGES:
        with override(language):
            said[language] = str(sentence)
    return said


@pytest.mark.parametrize("phrase", sayings.PHRASES, ids=str)
def test_a_phrase_is_read_in_ones_own_language(phrase):
    said = in_all_languages(phrase)
    assert len(set(said.values())) == len(LANGUAGES) and len(sayings.PHRASES) == 10
    for text in said.values():
        assert is_line(text, low=1, high=CHAT_LENGTH)
        for language in LANGUAGES:
            with override(language):
                assert sayings.read(text) == said[language]


def test_no_two_phrases_are_the_same_line():
    assert len(sayings._phrases()) == len(sayings.PHRASES) * len(LANGUAGES)


@pytest.mark.parametrize("line", ["Nice! ", "nice!", "Nice! Nice!", "chào", ":laugh:", "<b>Nice!</b>"])
def test_all_else_is_read_as_it_was_written(line):
    with override("vi"):
        assert sayings.read(line) == line


def test_pictures_and_hellos_may_be_said_again_and_again():
    hello = in_all_languages(sayings.PHRASES[0]).values()
    assert {letters_of(line) for line in [*map(sayings.said, sayings.EMOTES), *hello]} <= GREETINGS


def chat_of(language, *texts):
    now = datetime(2026, 11, 20, tzinfo=UTC)
    lines = [
        ChatLine(line=ChatFacts(id=n, name="An", avatar="ox-1", text=text, at=now), mine=False)
        for n, text in enumerate(texts, 1)
    ]
    args = Chat(game="xidach", lines=tuple(lines), may_write=True)
    return html_of(Zone("games/zones/_chat.html", args, shared=True), language)


def test_a_picture_stands_in_the_chat_without_a_bubble_and_has_a_name():
    html = chat_of("en", ":tea:", "\U0001f602", "tea", ":unicorn:")
    assert re.findall(r'data-emote="(\w+)" role="img"\s+aria-label="([^"]+)"', html) == [
        ("tea", "A cup of tea"), ("laugh", "Laughing"),
    ]  # fmt: skip
    assert re.findall(r'class="chat-text">([^<]*)<', html) == ["tea", ":unicorn:"]
    assert html.count("has-emote") == 2 and html.count("data-said") == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chat_says_a_phrase_in_the_language_of_the_page(language):
    for texts in zip(*(in_all_languages(phrase).values() for phrase in sayings.PHRASES), strict=True):
        read = re.findall(r'class="chat-text">([^<]*)<', chat_of(language, *texts))
        assert read == [in_all_languages(phrase)[language] for phrase in sayings.PHRASES]
